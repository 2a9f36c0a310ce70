import type { Options, Suite } from '../suite.ts';
import { measureChangeTime } from './change-time.ts';
import type { CompileTime } from './compile-time.ts';
import { measureCompileTime } from './compile-time.ts';
import { ours } from './contestants/ours.ts';
import { fullEffort, quickEffort } from './effort.ts';
import { engineText } from './engine-text.ts';
import type { EngineFigures } from './figures.ts';
import type { Growth } from './growth.ts';
import { measureGrowth } from './growth.ts';
import type { Heat } from './heat.ts';
import { runHeat } from './heat.ts';
import type { HotPathMemory } from './hot-path-memory.ts';
import { measureHotPathMemory } from './hot-path-memory.ts';
import type { Lane } from './lane.ts';
import { lineUp } from './line-up.ts';
import { shapes } from './workload.ts';

const allSizes = [10, 100, 300, 1000, 10_000, 100_000];
const quickSizes = [10, 100];
/** 100,000 tiers, and as many as a member may have in one ym-profile. */
const allSets = [
  [300, 333],
  [1, 10_000],
] as const;
const quickSets = [[3, 20]] as const;
/** What a bid leaves in memory depends on what happens to it, hardly on how many tiers there are. */
const memorySize = 1000;

export const engineSuite: Suite<EngineFigures> = {
  summary: 'selecting tiers: the engine, the least there is to do, a hand-written loop, and four rule engines',
  hasSizes: true,
  async measure(options, say) {
    const figures = await measureEngine(options, say);
    return { figures, text: engineText(figures) };
  },
};

async function measureEngine(options: Options, say: (line: string) => void): Promise<EngineFigures> {
  const effort = { ...(options.isQuick ? quickEffort : fullEffort), rounds: options.rounds };
  const sizes = options.sizes ?? (options.isQuick ? quickSizes : allSizes);
  const heats: Heat[] = [];
  const growths: Growth[] = [];
  const memory: HotPathMemory[] = [];
  const compileTimes: CompileTime[] = [];
  for (const shape of shapes) {
    say(`${shape}: memory on the hot path`);
    memory.push(measureHotPathMemory(shape, memorySize, effort.warmUpMs));

    const before: Heat[] = [];
    const ourLanes = new Map<number, Lane>();
    for (const tierCount of sizes) {
      say(`${shape}: ${tierCount.toLocaleString('en-US')} tiers`);
      const { heat, lanes } = await runHeat({ lineUp, shape, tierCount, effort, before });
      before.push(heat);
      for (const lane of lanes) {
        if (lane.name === ours.name) ourLanes.set(tierCount, lane);
        else lane.close();
      }
    }
    heats.push(...before);

    say(`${shape}: cost by the number of tiers`);
    growths.push(await measureGrowth(shape, ourLanes, effort.rounds));
    say(`${shape}: compiling`);
    compileTimes.push(await measureCompileTime(shape, sizes.at(-1)!, effort.rounds));
  }
  say('compiling one set of many anew');
  const changeTimes = (options.isQuick ? quickSets : allSets).map(([setCount, tiersPerSet]) =>
    measureChangeTime(setCount, tiersPerSet, effort.rounds),
  );
  return { effort, heats, growths, memory, compileTimes, changeTimes };
}
