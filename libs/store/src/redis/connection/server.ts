import { StoreUnusable } from '../../port/store-error.ts';
import { metaKey, toTexts } from '../layout/layout.ts';
import type { RedisLink } from './link.ts';

/** The layout that LAYOUT.md documents. A change that makes stored data unreadable for another version raises it. */
export const layoutVersion = '1';

/** The partitions of a database whose first user set no number. */
export const usualPartitions = 16;

/** The server that the store is connected to. */
export interface Server {
  readonly name: 'redis' | 'valkey';
  readonly version: string;
  /** Whether it knows WAITAOF (Redis 7.2, Valkey). */
  readonly confirmsSync: boolean;
}

/** Throws `StoreUnusable` for a server that cannot hold the store: not Redis, older than 7.0, or a replica. */
export async function checkServer(link: RedisLink, where: string): Promise<Server> {
  const info = String(await link.run('INFO'));
  const compatible = infoField(info, 'redis_version');
  if (compatible === null)
    throw new StoreUnusable(`The server at ${where} is not Redis; allowed: Redis 7.0 or newer, or Valkey`);
  const [major = 0, minor = 0] = compatible.split('.').map(Number);
  if (major < 7) {
    throw new StoreUnusable(
      `Redis at ${where} is version ${compatible}; needed: 7.0 or newer (it has functions), or Valkey`,
    );
  }
  if (infoField(info, 'role') === 'slave') {
    throw new StoreUnusable(
      `Redis at ${where} is a read-only replica of ${infoField(info, 'master_host')}:${infoField(info, 'master_port')}; give the address of the primary, or of the sentinels`,
    );
  }
  const valkey = infoField(info, 'valkey_version');
  return {
    name: valkey === null ? 'redis' : 'valkey',
    version: valkey ?? compatible,
    confirmsSync: major > 7 || minor >= 2,
  };
}

/** The time by the server's clock, milliseconds since 1970. */
export async function readTime(link: RedisLink): Promise<number> {
  const [seconds = '', micros = ''] = toTexts(await link.run('TIME'));
  return Number(seconds) * 1000 + Math.floor(Number(micros) / 1000);
}

/** The layout of a database and its number of partitions; null: absent. */
const readLayout = async (link: RedisLink) =>
  (await link.run('HMGET', metaKey, 'layout', 'partitions')) as readonly [string | null, string | null];

/** Returns the number of partitions, and sets it (default `usualPartitions`) when the database is first used. */
export async function fixPartitions(link: RedisLink, wanted: number | undefined, where: string): Promise<number> {
  let [layout, partitions] = await readLayout(link);
  // A Redis that takes no writes at present can still be read.
  if (layout === null || partitions === null) {
    await link.transaction([
      ['HSETNX', metaKey, 'layout', layoutVersion],
      ['HSETNX', metaKey, 'partitions', String(wanted ?? usualPartitions)],
    ]);
    [layout, partitions] = await readLayout(link);
  }
  if (layout !== layoutVersion) {
    throw new StoreUnusable(
      `The database at ${where} has layout ${String(layout)}; this version reads layout ${layoutVersion}. Use the version that wrote it`,
    );
  }
  const fixed = Number(partitions);
  if (!Number.isSafeInteger(fixed) || fixed < 1 || (wanted !== undefined && wanted !== fixed)) {
    throw new StoreUnusable(
      `The database at ${where} was set up with ${String(partitions)} partitions, asked for: ${wanted ?? 'a whole number'}; the number cannot change once there is data`,
    );
  }
  return fixed;
}

export function infoField(info: string, name: string): string | null {
  return new RegExp(`^${name}:(.*?)\\r?$`, 'm').exec(info)?.[1] ?? null;
}
