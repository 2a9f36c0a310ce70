import { setTimeout as wait } from 'node:timers/promises';
import type { Random } from '../world/random.ts';
import type { World } from '../world/world.ts';
import type { Fault } from './fault.ts';

const hourS = 3600;
const mostHours = 48;
const [leastMs, mostMs] = [500, 1500];

/** Sets some clocks off by hours, forward or back, and right again. */
async function jump(world: World, names: readonly string[], random: Random): Promise<void> {
  const clocks = names.map((name) => world.clocks.get(name));
  for (const clock of clocks) clock?.set(random.whole(-mostHours * hourS, mostHours * hourS));
  await wait(random.whole(leastMs, mostMs));
  for (const clock of clocks) clock?.set(0);
}

/** Wall clocks that jump, by libfaketime: processes and their timers go on. Redis cannot be started with it. */
export const clockFaults: readonly Fault[] = [
  {
    name: 'clock-one',
    summary: 'the clock of one replica jumps by up to two days, and back',
    needs: 'clocks',
    run: (world, random) => jump(world, [random.pick(world.replicas).name], random),
  },
  {
    name: 'clock-all',
    summary: 'the clocks of all replicas jump, each by another time, and back',
    needs: 'clocks',
    run: (world, random) => jump(world, [...world.clocks.keys()], random),
  },
];
