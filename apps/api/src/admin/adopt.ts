import { type ApiKey, apiKeyResource, dateText, endOfKey, type User, userResource } from '@auction-tiers/contract';
import { openRedisStore, type RedisStore, type StoreMemory } from '@auction-tiers/store';
import {
  type Connection,
  countServices,
  idsLeftOut,
  leapCounters,
  removePassingWork,
} from '@auction-tiers/store/maintenance';
import { pino } from 'pino';
import { RefusedRights } from '../readiness/refused-rights.ts';
import { SimulationQueue } from '../simulation-queue/simulation-queue.ts';
import { readMemory, writeMemory } from '../start/installation.ts';
import { Refused } from './command.ts';
import { holdBack } from './hold-back.ts';

interface Adopting {
  readonly url: string;
  readonly dataDir: string;
  readonly connection: Connection;
  /** Prints a line. */
  readonly say: (line: string) => void;
  readonly warn: (line: string) => void;
}

/** The partition of users and keys. */
const sharedPartition = 0;

/**
 * Makes a database that was put back the installation's own: nothing in it acts by itself, no id that was given since
 * is given again, and its epoch is a new one. To be run while no service works on it; throws `Refused` where one does.
 * The epoch comes last, so an adoption that was interrupted is repeated whole.
 */
export async function adoptDatabase({ url, dataDir, connection, say, warn }: Adopting): Promise<void> {
  const services = await countServices(url);
  if (services === null) warn('Redis does not let this user listen: make sure that no service works on this database.');
  else if (services > 0) {
    throw new Refused(
      `${services} processes of the service work on this database; stop all replicas and workers, and run adopt again`,
    );
  }
  const memory = await readMemory(dataDir);
  const store = await openRedisStore({ url, log: { warn } });
  try {
    if (store.history.held !== null) throw new Refused(store.history.held);
    const undated = await undatedCredentials(store, memory);
    say(`log-ins ended: ${await store.credentials.removeTokens(null)}`);
    for (const [what, count] of Object.entries(await removePassingWork(connection))) say(`${what} removed: ${count}`);
    say(`queued simulations removed: ${await removeSimulations(url)}`);
    const held = await holdBack(store, await store.serverTimeMs());
    for (const [what, count] of Object.entries(held)) say(`${what}: ${count}`);
    const highestIds = await leapCounters(connection, memory?.highestIds ?? {});
    say(`counters of ids moved ${idsLeftOut} above the highest id seen: ${Object.keys(highestIds).length}`);
    const epoch = await store.adopt();
    // A folder that remembers nothing learns it at the next start.
    if (memory !== undefined) await writeMemory(dataDir, { ...joined(memory, store.memory()), highestIds });
    for (const line of undated) say(line);
    say(`adopted: the service goes on with what is in Redis, as epoch ${epoch}`);
  } finally {
    await store.close();
  }
}

/** The memory of now, for which the epochs of before are over. */
function joined(before: StoreMemory, now: StoreMemory): StoreMemory {
  const past = [...before.pastEpochs, ...before.positions.map(({ epoch }) => epoch), ...now.pastEpochs];
  return { ...now, pastEpochs: [...new Set(past)] };
}

async function removeSimulations(url: string): Promise<number> {
  const log = pino({ enabled: false });
  const queue = new SimulationQueue(url, new RefusedRights(log), log);
  try {
    return await queue.removeUnfinished(idsLeftOut);
  } finally {
    await queue.close();
  }
}

/**
 * Names the users and keys that work and of which it cannot be told whether they were disabled, changed or revoked
 * after the file was made. None where the data folder remembers no later change of theirs.
 */
async function undatedCredentials(store: RedisStore, memory: StoreMemory | undefined): Promise<readonly string[]> {
  const known = memory?.positions[sharedPartition];
  const { objects, ...found } = await store.load(sharedPartition, [userResource, apiKeyResource]);
  if (known?.epoch === found.epoch && known.revision === found.revision && known.mark === found.mark) return [];
  const nowMs = await store.serverTimeMs();
  const users = objects.flatMap(({ service, value }) => {
    const { id, username, state, last_modified: changed } = value as User;
    return service === 'user' && state === 'enabled' ? [`  user ${id} ${username}, last changed ${changed}`] : [];
  });
  const keys = objects.flatMap(({ service, value }) => {
    const { id, name, prefix, user_id: user, created_on: made } = value as ApiKey;
    if (service !== 'api-key' || (endOfKey(value as ApiKey) ?? nowMs + 1) <= nowMs) return [];
    return [`  key ${id} ${prefix}... ${JSON.stringify(name ?? '')} of user ${user}, made ${made}`];
  });
  const change = found.revision === 0 ? null : await store.changeAt(sharedPartition, found.revision);
  const upTo = change === null ? '' : ` The last change of the file is of ${dateText(change.timeMs)}.`;
  return [
    `These work as they did when the file was made; what was disabled, changed or revoked since has to be so again.${upTo}`,
    ...users,
    ...keys,
  ];
}
