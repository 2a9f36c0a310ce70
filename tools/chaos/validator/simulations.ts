import type { Replica } from '../world/replica.ts';
import { setTimeout as wait } from 'node:timers/promises';
import type { AskedSimulation } from '../traffic/simulations.ts';
import { requireOk } from '../world/http.ts';
import type { Violation } from './violation.ts';

const againMs = 300;

/** A simulation in a list. */
export interface ListedSimulation {
  readonly id: number;
  readonly state: string;
  readonly error: string | null;
  readonly log: { readonly seed: string };
}

/** Waits until those that are listed are over, at most this long. The service keeps the newest 100. */
export async function listSimulations(
  { connections }: Replica,
  key: string,
  limitMs: number,
): Promise<readonly ListedSimulation[]> {
  const deadlineMs = performance.now() + limitMs;
  for (;;) {
    const content = requireOk(await connections.ask({ path: '/simulation', key }), 'the list of simulations');
    const listed = content['simulations'] as readonly ListedSimulation[];
    if (listed.every(({ state }) => state === 'done' || state === 'failed')) return listed;
    if (performance.now() > deadlineMs) return listed;
    await wait(againMs);
  }
}

/**
 * Every acknowledged simulation must be over, under the id that was answered; none may be there twice. One may have failed
 * and say why: a queue gives up a job whose worker was killed twice.
 */
export function checkSimulations(
  asked: readonly AskedSimulation[],
  listed: readonly ListedSimulation[],
  keptCount = 100,
): Violation[] {
  const violations: Violation[] = [];
  const broken = (what: string) => void violations.push({ law: 'simulations', what });
  const oldest = listed.length < keptCount ? 0 : Math.min(...listed.map(({ id }) => id));
  for (const { seed, id } of asked) {
    const found = listed.filter((one) => one.log.seed === seed);
    if (found.length > 1) broken(`the simulation of ${seed} is there ${found.length} times`);
    if (id === null || id < oldest) continue;
    const one = found.find((other) => other.id === id);
    if (one === undefined) broken(`simulation ${id} was acknowledged and is not there`);
    else if (one.state !== 'done' && one.error === null) broken(`simulation ${id} is ${one.state}, and does not end`);
  }
  return violations;
}
