import { setTimeout as wait } from 'node:timers/promises';
import type { Line } from '../world/line.ts';
import type { Random } from '../world/random.ts';
import type { World } from '../world/world.ts';
import type { Fault } from './fault.ts';

/** Longer than the service waits for Redis. */
const longestStallMs = 7000;

/** One or all of the lines to Redis. */
function pickLines({ lines }: World, random: Random): readonly Line[] {
  const all = [...lines.values()];
  return random.isTrue(0.5) ? all : [random.pick(all)];
}

/** What a network between the service and Redis does. */
export const networkFaults: readonly Fault[] = [
  {
    name: 'net-delay',
    summary: 'the line to Redis takes 5 to 80 ms longer in each direction',
    needs: 'lines',
    run: async (world, random) => {
      const lines = pickLines(world, random);
      for (const line of lines) line.delay(random.whole(5, 80));
      await wait(1500);
      for (const line of lines) line.delay(0);
    },
  },
  {
    name: 'net-stall',
    summary: 'nothing passes for up to 7 s; then everything does, late',
    needs: 'lines',
    run: async (world, random) => {
      const lines = pickLines(world, random);
      for (const line of lines) line.stall();
      await wait(random.whole(300, longestStallMs));
      for (const line of lines) line.resume();
    },
  },
  {
    name: 'net-cut',
    summary: 'connections to Redis end, several times',
    needs: 'lines',
    run: async (world, random) => {
      for (let count = random.whole(1, 5); count > 0; count--) {
        for (const line of pickLines(world, random)) line.cut();
        await wait(random.whole(10, 300));
      }
    },
  },
  {
    name: 'net-reset',
    summary: 'connections to Redis are reset, and new ones end at once for up to a second',
    needs: 'lines',
    run: async (world, random) => {
      const lines = pickLines(world, random);
      for (const line of lines) {
        line.refuse(true);
        line.cut('reset');
      }
      await wait(random.whole(50, 1000));
      for (const line of lines) line.refuse(false);
    },
  },
  {
    name: 'net-half-open',
    summary: 'connections to Redis are gone, and the service is not told',
    needs: 'lines',
    run: async (world, random) => {
      for (const line of pickLines(world, random)) line.halfOpen();
      await wait(3000);
    },
  },
];
