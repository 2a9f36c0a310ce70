import { chmodSync, existsSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { ask, type RedisAddress } from './ask.ts';

const fileName = 'redis.conf';
const sqliteBusy = 5;
/** A Redis that is being stopped, for example by a restart, ends within this time. */
const lockLimitMs = 2000;
const answerLimitMs = 2000;
const stopLimitMs = 10_000;

export type RedisConfig = RedisAddress & {
  /** Whether an acknowledged write is on the disk. False keeps everything in memory, for tests of other behaviour. */
  readonly durable: boolean;
};

/**
 * Writes the configuration that Redis is started with from inside the folder, and gives the file's name.
 *
 * A file that only its owner may read, because of the password: every user can see the arguments of a process in `ps`.
 */
export function writeConfig(folder: string, { port, password, durable }: RedisConfig): string {
  const lines = [
    'bind 127.0.0.1',
    `port ${port}`,
    'protected-mode yes',
    `requirepass ${password}`,
    'daemonize no',
    'dir ./',
    `appendonly ${durable ? 'yes' : 'no'}`,
    'appendfsync always',
    'save ""',
  ];
  const file = join(folder, fileName);
  writeFileSync(file, `${lines.join('\n')}\n`, { mode: 0o600 });
  chmodSync(file, 0o600);
  return fileName;
}

/** The address of the folder's Redis when it last ran; undefined when it never ran. */
export function readAddress(folder: string): RedisAddress | undefined {
  const file = join(folder, fileName);
  if (!existsSync(file)) return undefined;
  const text = readFileSync(file, 'utf8');
  const port = /^port (\d+)$/m.exec(text)?.[1];
  const password = /^requirepass (\w+)$/m.exec(text)?.[1];
  return port === undefined || password === undefined ? undefined : { port: Number(port), password };
}

/**
 * Locks the folder for this process until `release` or until the process ends, however it ends.
 *
 * SQLite serves only for its lock on a file: the operating system frees it with the process, so a crash leaves no stale
 * lock, and no process id can be mistaken for another one. The file stays empty.
 *
 * @returns undefined when another process holds the lock and does not release it within 2 seconds
 */
export function lockFolder(folder: string): { release(): void } | undefined {
  const file = new DatabaseSync(join(folder, 'lock'));
  try {
    file.exec(`PRAGMA busy_timeout = ${lockLimitMs}; PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE`);
  } catch (error) {
    file.close();
    if (error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy) return undefined;
    throw error;
  }
  return { release: () => file.close() };
}

/**
 * Stops a Redis that still runs in this folder although its keeper is gone (all processes around it were killed at once):
 * two servers that append to the same file would corrupt it. The caller must hold the folder's lock.
 */
export async function stopLeftover(folder: string): Promise<boolean> {
  const address = readAddress(folder);
  if (address === undefined) return false;
  // A copy of this folder names the same port and password, but the server there uses the other folder.
  const config = await ask(address, 'CONFIG GET dir', AbortSignal.timeout(answerLimitMs));
  if (!config?.split('\r\n').includes(realpathSync(folder))) return false;
  await ask(address, 'SHUTDOWN NOW FORCE', AbortSignal.timeout(stopLimitMs));
  return true;
}
