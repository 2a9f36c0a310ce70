import type { Options, Suite } from '../suite/suite.ts';
import { measureChangeTime, measureCompileTime } from './compile-cost.ts';
import type { CompileTime } from './compile-cost.ts';
import { lineUp, ours } from './contestants/line-up.ts';
import { fullEffort, quickEffort } from './comparison/timing.ts';
import { engineText } from './engine-report.ts';
import type { EngineFigures } from './figures.ts';
import type { Comparison, Growth } from './comparison/comparison.ts';
import { measureGrowth, runComparison } from './comparison/comparison.ts';
import type { HotPathMemory } from './memory.ts';
import { measureHotPathMemory } from './memory.ts';
import type { ContestantRun } from './comparison/contestant-run.ts';
import { shapes } from './workload/workload.ts';

const allSizes = [10, 100, 300, 1000, 10_000, 100_000];
const quickSizes = [10, 100];
/** 100,000 tiers, and as many as a member may have in one ym-profile. */
const allSets = [
  [300, 333],
  [1, 10_000],
] as const;
const quickSets = [[3, 20]] as const;
/** What a bid allocates hardly depends on the number of tiers. */
const memorySize = 1000;

export const engineSuite: Suite<EngineFigures> = {
  summary: 'selecting tiers: the engine, the least there is to do, a simple index, a loop, and four rule engines',
  takes: ['rounds', 'sizes', 'quick', 'results'],
  async measure(options, say) {
    const figures = await measureEngine(options, say);
    return { figures, text: engineText(figures) };
  },
};

async function measureEngine(options: Options, say: (line: string) => void): Promise<EngineFigures> {
  const effort = { ...(options.isQuick ? quickEffort : fullEffort), rounds: options.rounds };
  const sizes = options.sizes ?? (options.isQuick ? quickSizes : allSizes);
  const comparisons: Comparison[] = [];
  const growths: Growth[] = [];
  const memory: HotPathMemory[] = [];
  const compileTimes: CompileTime[] = [];
  for (const shape of shapes) {
    say(`${shape}: memory allocated`);
    memory.push(measureHotPathMemory(shape, memorySize, effort.warmUpMs));

    const before: Comparison[] = [];
    const ourRuns = new Map<number, ContestantRun>();
    for (const tierCount of sizes) {
      say(`${shape}: ${tierCount.toLocaleString('en-US')} tiers`);
      const { comparison, runs } = await runComparison({ lineUp, shape, tierCount, effort, before });
      before.push(comparison);
      for (const run of runs) {
        if (run.name === ours.name) ourRuns.set(tierCount, run);
        else run.close();
      }
    }
    comparisons.push(...before);

    say(`${shape}: cost by the number of tiers`);
    growths.push(await measureGrowth(shape, ourRuns, effort.rounds));
    say(`${shape}: compiling`);
    compileTimes.push(await measureCompileTime(shape, sizes.at(-1)!, effort.rounds));
  }
  say('compiling one set of many again');
  const changeTimes = (options.isQuick ? quickSets : allSets).map(([setCount, tiersPerSet]) =>
    measureChangeTime(setCount, tiersPerSet, effort.rounds),
  );
  return { effort, comparisons, growths, memory, compileTimes, changeTimes };
}
