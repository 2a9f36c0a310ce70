import { pairs, toTexts } from '../redis/layout/layout.ts';
import type { Connection, Run } from './connection.ts';

/** A server that takes writes. */
export interface ServerState {
  /** Host and port; behind sentinels the name of the primary. */
  readonly name: string;
  readonly product: 'redis' | 'valkey';
  readonly version: string;
  readonly role: string;
  readonly replicas: number;
  readonly memoryBytes: number;
  /**
   * What a crash of the server does to an acknowledged write. `always`: it is on disk before the reply. `confirmed`:
   * the service waits for the disk. `unconfirmed`: it may be lost. `unknown`: the user may not read the settings.
   */
  readonly durability: 'always' | 'confirmed' | 'unconfirmed' | 'unknown';
  /** The store's function libraries on the server; null: the user may not list them. */
  readonly libraries: readonly string[] | null;
  /** Drawn by the server at each start. */
  readonly runId: string;
}

export async function readServers(connection: Connection): Promise<readonly ServerState[]> {
  const primaries = await connection.primaries();
  return Promise.all(primaries.map(({ name, run }) => readServer(name, run)));
}

async function readServer(name: string, run: Run): Promise<ServerState> {
  const info = String(await run('INFO'));
  const field = (label: string) => new RegExp(`^${label}:(.*?)\\r?$`, 'm').exec(info)?.[1];
  const version = field('redis_version') ?? 'unknown';
  const valkey = field('valkey_version');
  const settings = await orNull(run('CONFIG', 'GET', 'append*'));
  const libraries = await orNull(run('FUNCTION', 'LIST', 'LIBRARYNAME', 'auction_tiers*'));
  return {
    name,
    product: valkey === undefined ? 'redis' : 'valkey',
    version: valkey ?? version,
    role: field('role') ?? 'unknown',
    replicas: Number(field('connected_slaves') ?? 0),
    memoryBytes: Number(field('used_memory') ?? 0),
    durability: settings === null ? 'unknown' : durabilityOf(pairs(toTexts(settings)), version),
    libraries: Array.isArray(libraries) ? libraries.map((library: unknown[]) => String(library[1])) : null,
    runId: field('run_id') ?? '',
  };
}

/** As the store decides it: WAITAOF is known from version 7.2 on. */
function durabilityOf(
  { appendonly, appendfsync }: Readonly<Record<string, string>>,
  version: string,
): ServerState['durability'] {
  if (appendonly !== 'yes') return 'unconfirmed';
  if (appendfsync === 'always') return 'always';
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > 7 || (major === 7 && minor >= 2) ? 'confirmed' : 'unconfirmed';
}

/** Null where the server refuses the command: managed servers do not offer all of them. */
async function orNull(reply: Promise<unknown>): Promise<unknown> {
  try {
    return await reply;
  } catch (error) {
    if (error instanceof Error && /refused .*: (ERR|NOPERM)\b/.test(error.message)) return null;
    throw error;
  }
}
