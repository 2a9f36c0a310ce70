import { badObjectFaults } from './bad-object.ts';
import { clockFaults } from './clock.ts';
import { clusterFaults } from './cluster.ts';
import { diskFaults } from './disk.ts';
import { failoverFaults } from './failover.ts';
import type { Fault } from './fault.ts';
import { historyFaults } from './history.ts';
import { killFaults } from './kill.ts';
import { networkFaults } from './network.ts';
import { redisFaults } from './redis-state.ts';

/** Every fault, in the order in which rounds take them. */
export const allFaults: readonly Fault[] = [
  ...killFaults,
  ...networkFaults,
  ...redisFaults,
  ...historyFaults,
  ...badObjectFaults,
  ...clockFaults,
  ...diskFaults,
  ...failoverFaults,
  ...clusterFaults,
];
