import type { PartitionKey } from '../redis/layout/key.ts';
import { changesKey, metaKey, objectKey, pairs, toTexts } from '../redis/layout/layout.ts';
import type { Connection } from './connection.ts';
import { listKeys } from './list-keys.ts';
import { type PartitionState, readHashes } from './partition-state.ts';
import { readPosition } from './database-meta.ts';
import { readServers, type ServerState } from './server.ts';
import { findHashProblem, ownerOf } from './stored-hash.ts';

export interface PartitionOverview {
  readonly partition: number;
  readonly revision: number;
  readonly mark: string;
  readonly epoch: string;
  readonly objects: number;
  /** Entries of the change stream. */
  readonly changes: number;
  /** Time of the oldest entry, ISO 8601; null: there is none. */
  readonly oldestChange: string | null;
}

export interface MemberOverview {
  readonly memberId: number;
  readonly name: string;
  readonly objects: Readonly<Record<string, number>>;
}

/** An object that the service does not use, because this version cannot read it. */
export interface UnreadableObject {
  readonly key: string;
  readonly problem: string;
}

/** The content of a database, without secrets. */
export interface Overview {
  readonly where: string;
  readonly kind: Connection['kind'];
  readonly servers: readonly ServerState[];
  /** The fields of `at:meta`; empty: the database was never used, or has lost the key. */
  readonly meta: Readonly<Record<string, string>>;
  readonly partitions: readonly PartitionOverview[];
  /** Objects by service. */
  readonly services: Readonly<Record<string, number>>;
  readonly members: readonly MemberOverview[];
  readonly unreadable: readonly UnreadableObject[];
  /** Logins that have not expired. */
  readonly logins: number;
}

/** Reads the whole database in portions of a few milliseconds; writes may continue. */
export async function readOverview(connection: Connection): Promise<Overview> {
  const servers = await readServers(connection);
  const meta = pairs(toTexts(await connection.run('HGETALL', metaKey)));
  const keys = await listKeys(connection);
  // A database that has lost the key lacks the number of its partitions.
  const positions = await readPositions(connection, Number(meta['partitions'] ?? highestOf(keys) + 1));
  const tally = new Tally();
  const partitions: PartitionOverview[] = [];
  for (const [partition, position] of positions.entries()) {
    const own = keys.get(partition) ?? new Map<string, PartitionKey>();
    const state = { partition, ...position, ...(await readHashes(connection, own)) };
    tally.add(state);
    partitions.push({ ...(await readStream(connection, partition)), ...pick(state) });
  }
  let logins = 0;
  for await (const tokens of connection.scan('at:token:*')) logins += tokens.length;
  const { where, kind } = connection;
  return { where, kind, servers, meta, partitions, ...tally.result(), logins };
}

const readPositions = (connection: Connection, count: number) =>
  Promise.all([...Array.from({ length: count }).keys()].map((partition) => readPosition(connection, partition)));

/** -1 where there is no partition. */
const highestOf = (keys: ReadonlyMap<number, unknown>) => Math.max(-1, ...keys.keys());

const pick = ({ partition, revision, mark, epoch, objects }: PartitionState) => ({
  partition,
  revision,
  mark,
  epoch,
  objects: objects.size,
});

async function readStream(connection: Connection, partition: number) {
  const key = changesKey(partition);
  const [changes, oldest] = await Promise.all([
    connection.run('XLEN', key),
    connection.run('XRANGE', key, '-', '+', 'COUNT', 1),
  ]);
  const [entry] = oldest as [string, string[]][];
  const timeMs = entry === undefined ? Number.NaN : Number(pairs(toTexts(entry[1]))['time_ms']);
  return { changes: Number(changes), oldestChange: Number.isNaN(timeMs) ? null : new Date(timeMs).toISOString() };
}

/** Counts objects by service and by member. */
class Tally {
  readonly #services: Record<string, number> = {};
  readonly #names = new Map<number, string>();
  readonly #ofMember = new Map<number, Record<string, number>>();
  readonly #unreadable: UnreadableObject[] = [];

  add({ partition, objects, strangeKeys }: PartitionState): void {
    for (const key of strangeKeys) this.#unreadable.push({ key, problem: 'it does not hold a hash' });
    for (const object of objects.values()) {
      const { service, id, hash } = object;
      increase(this.#services, service);
      const problem = findHashProblem(object);
      if (problem !== null) this.#unreadable.push({ key: objectKey(partition, service, id), problem });
      if (service === 'member') this.#names.set(id, hash['name'] ?? '');
      const member = ownerOf(object);
      if (member === null) continue;
      const counts = this.#ofMember.get(member) ?? {};
      this.#ofMember.set(member, counts);
      if (service !== 'member') increase(counts, service);
    }
  }

  result(): Pick<Overview, 'services' | 'members' | 'unreadable'> {
    const members = [...this.#ofMember]
      .map(([memberId, objects]) => ({ memberId, name: this.#names.get(memberId) ?? '', objects }))
      .toSorted((one, other) => one.memberId - other.memberId);
    return { services: this.#services, members, unreadable: this.#unreadable };
  }
}

const increase = (counts: Record<string, number>, name: string) => {
  counts[name] = (counts[name] ?? 0) + 1;
};
