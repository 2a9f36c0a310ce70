import type { Tier, TierSet, TierSetSource } from '@auction-tiers/tier-engine';
import { compile, compileInSteps } from '@auction-tiers/tier-engine';
import { startClock } from '../measure/clock.ts';
import { collectGarbage, collectYoungGarbage } from '../measure/garbage.ts';
import { runRounds } from '../measure/rounds.ts';
import { WrongAnswer } from '../suite/suite.ts';
import type { Shape } from './workload/workload.ts';
import { createWorkload } from './workload/workload.ts';

/** Compiling a tier set, against only parsing the same tiers from JSON. Processor time, one figure per round. */
export interface CompileTime {
  readonly shape: Shape;
  readonly tierCount: number;
  readonly compileCpuMs: readonly number[];
  readonly parseCpuMs: readonly number[];
}

/**
 * The JSON is as short as it gets: only the tiers, only the attributes that the engine takes. Throws a WrongAnswer when
 * either comes to another number of tiers.
 */
export async function measureCompileTime(shape: Shape, tierCount: number, rounds: number): Promise<CompileTime> {
  const { source } = createWorkload({ shape, tierCount, auctionCount: 0 });
  const text = JSON.stringify(source.tiers);
  const compileTiers = () => {
    const result = compile(source);
    return result.ok ? result.tierSet.tiers.length : 0;
  };
  const parseTiers = () => (JSON.parse(text) as unknown[]).length;

  const time = (name: string, work: () => number) => ({
    name,
    turn() {
      collectGarbage();
      const readClock = startClock();
      const count = work();
      const { threadMs } = readClock();
      if (count !== tierCount) throw new WrongAnswer(`${name} came to ${count} tiers of ${tierCount}.`);
      return threadMs;
    },
  });
  const entrants = [time('compile', compileTiers), time('parse', parseTiers)];
  // The first round of all is the warm-up.
  await runRounds(entrants, 1);
  const figures = await runRounds(entrants, rounds);
  return { shape, tierCount, compileCpuMs: figures.get('compile')!, parseCpuMs: figures.get('parse')! };
}

/** What a change of one tier costs: the set of its ym-profile is compiled again, in steps between which the event loop turns. */
export interface ChangeTime {
  readonly setCount: number;
  readonly tiersPerSet: number;
  /** Wall time of all steps of a set, on average; the clock of processor time is too coarse. One figure per round. */
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
    const tiers = source.tiers.slice(at * tiersPerSet, (at + 1) * tiersPerSet).map(frozen);
    return { ...source, ymProfileId: at + 1, tiers };
  });
  const sets: TierSet[] = sources.map((one) => compileTimed(one, tiersPerSet).tierSet);
  const compileWallMs: number[] = [];
  const longestStepWallMs: number[] = [];
  for (let round = 0; round < rounds; round++) {
    let total = 0;
    let longest = 0;
    for (const [at, before] of sources.entries()) {
      // Garbage that has piled up by then is that of the round before.
      collectYoungGarbage();
      const changed = before.tiers[round % tiersPerSet]!;
      const tiers = before.tiers.map((tier) =>
        tier === changed ? frozen({ ...tier, priority: (round % 10) + 1 }) : tier,
      );
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

const frozen = (tier: Tier): Tier =>
  Object.freeze({ ...tier, buyerMemberIds: Object.freeze([...tier.buyerMemberIds]) });

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
