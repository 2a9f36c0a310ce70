import { setTimeout as wait } from 'node:timers/promises';
import { until } from '../world/redis-topology.ts';
import type { Fault } from './fault.ts';

/** Faults of a cluster of three primaries. */
export const clusterFaults: readonly Fault[] = [
  {
    name: 'cluster-kill-node',
    summary: 'kill -9 of one primary of a cluster, and a start',
    needs: 'cluster',
    run: async ({ topology }, random) => {
      const node = random.pick(topology.nodes);
      await node.kill();
      await wait(random.whole(0, 2500));
      await node.start();
      const isWhole = async () => String(await node.ask('CLUSTER', 'INFO')).includes('cluster_state:ok');
      await until('the cluster is whole again', isWhole);
    },
  },
  {
    name: 'cluster-client-kill',
    summary: 'CLIENT KILL of all connections to one primary',
    needs: 'cluster',
    run: async ({ topology }, random) => {
      for (let count = random.whole(1, 4); count > 0; count--) {
        await random.pick(topology.nodes).ask('CLIENT', 'KILL', 'TYPE', random.pick(['normal', 'pubsub']));
        await wait(random.whole(10, 300));
      }
    },
  },
];
