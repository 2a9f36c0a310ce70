import { compile } from '@auction-tiers/tier-engine';
import { startClock } from '../measure/clock.ts';
import { collectGarbage } from '../measure/garbage.ts';
import { race } from '../measure/race.ts';
import { WrongAnswer } from '../suite.ts';
import type { Shape } from './workload.ts';
import { createWorkload } from './workload.ts';

/** Compiling a tier set, against only parsing the same tiers from JSON. Processor time, one figure a round. */
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
  await race(entrants, 1);
  const figures = await race(entrants, rounds);
  return { shape, tierCount, compileCpuMs: figures.get('compile')!, parseCpuMs: figures.get('parse')! };
}
