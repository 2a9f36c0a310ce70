import { setTimeout as wait } from 'node:timers/promises';
import type { Fault } from './fault.ts';

/** A disk without room. */
export const diskFaults: readonly Fault[] = [
  {
    name: 'disk-full',
    summary: 'the disk of Redis is full: with appendfsync always it ends; it is started when there is room again',
    needs: 'disk',
    run: async ({ topology, disk }, random) => {
      const [node] = topology.nodes;
      if (disk === null || node === undefined) throw new Error('Redis is on no disk that can be filled');
      disk.fill();
      await wait(random.whole(500, 1500));
      disk.free();
      // It may have had nothing to write.
      await node.start();
    },
  },
];
