import { compileInSteps } from '@auction-tiers/tier-engine';
import type { TierSet, TierSetSource } from '@auction-tiers/tier-engine';
import { startClock } from '../measure/clock.ts';
import { collectGarbage } from '../measure/garbage.ts';
import { WrongAnswer } from '../suite.ts';
import { createWorkload } from './workload.ts';

/** What a change of one tier costs: its ym-profile's set is compiled anew, in steps that everything else may come between. */
export interface ChangeTime {
  readonly setCount: number;
  readonly tiersPerSet: number;
  /** All steps of a set; one figure a round. */
  readonly compileCpuMs: readonly number[];
  /** The longest step of a round; in the service it adds to the slice of time in which steps are started. */
  readonly longestStepCpuMs: readonly number[];
}

/**
 * Sets side by side, as a service holds them; in each round one tier of every set changes. Throws a WrongAnswer when a set
 * has another number of tiers in the end.
 */
export function measureChangeTime(setCount: number, tiersPerSet: number, rounds: number): ChangeTime {
  const { source } = createWorkload({ shape: 'wide', tierCount: setCount * tiersPerSet, auctionCount: 0 });
  const sources = Array.from({ length: setCount }, (_, at): TierSetSource => {
    const tiers = source.tiers.slice(at * tiersPerSet, (at + 1) * tiersPerSet);
    return { ...source, ymProfileId: at + 1, tiers };
  });
  const sets: TierSet[] = sources.map((one) => compileTimed(one, tiersPerSet).tierSet);
  const compileCpuMs: number[] = [];
  const longestStepCpuMs: number[] = [];
  for (let round = 0; round < rounds; round++) {
    collectGarbage();
    let total = 0;
    let longest = 0;
    for (const [at, before] of sources.entries()) {
      const changed = before.tiers[round % tiersPerSet]!;
      const tiers = before.tiers.map((tier) => (tier === changed ? { ...tier, priority: (round % 10) + 1 } : tier));
      const compiled = compileTimed({ ...before, tiers }, tiersPerSet);
      sets[at] = compiled.tierSet;
      total += compiled.cpuMs;
      longest = Math.max(longest, compiled.longestStepCpuMs);
    }
    compileCpuMs.push(total / setCount);
    longestStepCpuMs.push(longest);
  }
  return { setCount, tiersPerSet, compileCpuMs, longestStepCpuMs };
}

function compileTimed(source: TierSetSource, tierCount: number) {
  const steps = compileInSteps(source);
  let cpuMs = 0;
  let longestStepCpuMs = 0;
  for (;;) {
    const readClock = startClock();
    const step = steps.next();
    const { threadMs } = readClock();
    cpuMs += threadMs;
    longestStepCpuMs = Math.max(longestStepCpuMs, threadMs);
    if (step.done !== true) continue;
    if (!step.value.ok || step.value.tierSet.tiers.length !== tierCount) {
      throw new WrongAnswer(`Compiling in steps did not come to ${tierCount} tiers.`);
    }
    return { tierSet: step.value.tierSet, cpuMs, longestStepCpuMs };
  }
}
