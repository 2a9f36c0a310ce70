import { compileInSteps } from '@auction-tiers/tier-engine';
import type { TierSet, TierSetSource } from '@auction-tiers/tier-engine';
import { collectYoungGarbage } from '../measure/garbage.ts';
import { WrongAnswer } from '../suite.ts';
import { createWorkload } from './workload.ts';

/** What a change of one tier costs: its ym-profile's set is compiled anew, in steps that everything else may come between. */
export interface ChangeTime {
  readonly setCount: number;
  readonly tiersPerSet: number;
  /** All steps of a set on average, by the clock on the wall: that of the processor is too coarse. One figure a round. */
  readonly compileWallMs: readonly number[];
  /** The longest step of a round; in the service it adds to the slice of time in which steps are started. */
  readonly longestStepWallMs: readonly number[];
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
  const compileWallMs: number[] = [];
  const longestStepWallMs: number[] = [];
  for (let round = 0; round < rounds; round++) {
    let total = 0;
    let longest = 0;
    for (const [at, before] of sources.entries()) {
      // What has piled up by then is others' as a rule, and cleared away in their time.
      collectYoungGarbage();
      const changed = before.tiers[round % tiersPerSet]!;
      const tiers = before.tiers.map((tier) => (tier === changed ? { ...tier, priority: (round % 10) + 1 } : tier));
      const compiled = compileTimed({ ...before, tiers }, tiersPerSet);
      sets[at] = compiled.tierSet;
      total += compiled.wallMs;
      longest = Math.max(longest, compiled.longestStepWallMs);
    }
    compileWallMs.push(total / setCount);
    longestStepWallMs.push(longest);
  }
  return { setCount, tiersPerSet, compileWallMs, longestStepWallMs };
}

function compileTimed(source: TierSetSource, tierCount: number) {
  const steps = compileInSteps(source);
  let wallMs = 0;
  let longestStepWallMs = 0;
  for (;;) {
    const startMs = performance.now();
    const step = steps.next();
    const stepMs = performance.now() - startMs;
    wallMs += stepMs;
    longestStepWallMs = Math.max(longestStepWallMs, stepMs);
    if (step.done !== true) continue;
    if (!step.value.ok || step.value.tierSet.tiers.length !== tierCount) {
      throw new WrongAnswer(`Compiling in steps did not come to ${tierCount} tiers.`);
    }
    return { tierSet: step.value.tierSet, wallMs, longestStepWallMs };
  }
}
