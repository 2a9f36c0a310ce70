import type { Fault } from './fault.ts';
import { killFaults } from './kill.ts';
import { networkFaults } from './network.ts';
import { redisFaults } from './redis-state.ts';

/** Every fault, in the order in which rounds take them. */
export const allFaults: readonly Fault[] = [...killFaults, ...networkFaults, ...redisFaults];
