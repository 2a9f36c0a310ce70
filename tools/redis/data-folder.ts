import {
  chmodSync,
  existsSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { ask, type RedisAddress } from './ask.ts';
import { isPrivate } from './socket.ts';

const fileName = 'redis.conf';
/** The end of the name of a configuration that is being written. */
const unfinishedEnd = '.new';
/** As Redis names the files that it renames once they are complete. */
const unfinished = /^temp-/;
const sqliteBusy = 5;
/** A Redis that is being stopped, for example by a restart, ends within this time. */
const lockLimitMs = 2000;
const answerLimitMs = 2000;
const stopLimitMs = 10_000;

export type RedisConfig = {
  /** The path of the socket that Redis listens on. It listens on no port. */
  readonly socket: string;
  /** Whether an acknowledged write is on the disk. False keeps everything in memory, for tests of other behaviour. */
  readonly durable: boolean;
};

/** Writes the configuration of a Redis that is started from inside the folder, and returns the file's name. */
export function writeConfig(folder: string, { socket, durable }: RedisConfig): string {
  // The folder may be moved or copied.
  const name = dirname(socket) === folder ? basename(socket) : socket;
  const lines = [
    'port 0',
    // A JSON string is also a valid string in this file.
    `unixsocket ${JSON.stringify(name)}`,
    'unixsocketperm 700',
    'daemonize no',
    'dir ./',
    `appendonly ${durable ? 'yes' : 'no'}`,
    'appendfsync always',
    'maxmemory-policy noeviction',
    'save ""',
  ];
  const file = join(folder, fileName);
  const text = `${lines.join('\n')}\n`;
  // A full disk would leave an empty file in place of one that says the same already.
  if (readConfig(folder) !== text) {
    writeFileSync(`${file}${unfinishedEnd}`, text, { mode: 0o600 });
    renameSync(`${file}${unfinishedEnd}`, file);
  }
  chmodSync(file, 0o600);
  return fileName;
}

/**
 * Removes what a start or a rewrite of the append-only file has left unfinished when its process was killed or the disk was
 * full. The caller must hold the folder's lock, and no Redis may run in it.
 */
export function removeUnfinished(folder: string): void {
  rmSync(join(folder, `${fileName}${unfinishedEnd}`), { force: true });
  for (const within of [folder, join(folder, 'appendonlydir')]) {
    const names = existsSync(within) ? readdirSync(within) : [];
    for (const name of names.filter((one) => unfinished.test(one))) rmSync(join(within, name));
  }
}

/**
 * The address of the folder's Redis when it last ran; undefined if it never ran, or if another user may have created
 * the socket at that address.
 */
export function readAddress(folder: string): RedisAddress | undefined {
  const text = readConfig(folder);
  const socket = /^unixsocket (".+")$/m.exec(text)?.[1];
  if (socket !== undefined) {
    const path = resolve(folder, JSON.parse(socket) as string);
    return isPrivate(path, folder) ? { socket: path } : undefined;
  }
  const port = /^port (\d+)$/m.exec(text)?.[1];
  const password = /^requirepass (\w+)$/m.exec(text)?.[1];
  return port === undefined || password === undefined ? undefined : { port: Number(port), password };
}

/** Whether a Redis has ever run in the folder. */
export function isInstalled(folder: string): boolean {
  return readConfig(folder) !== '';
}

function readConfig(folder: string): string {
  const file = join(folder, fileName);
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
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
 * Stops a Redis that still runs in this folder after its keeper was killed (all processes around it were killed at
 * once): two servers that append to the same file would corrupt it. The caller must hold the folder's lock.
 *
 * @returns whether there was one. `other`: the address belongs to the folder from which this one was copied
 */
export async function stopLeftover(folder: string): Promise<'none' | 'stopped' | 'other'> {
  const address = readAddress(folder);
  if (address === undefined) return 'none';
  const config = await ask(address, 'CONFIG GET dir', AbortSignal.timeout(answerLimitMs));
  if (config === undefined) return 'none';
  if (!config.split('\r\n').includes(realpathSync(folder))) return 'other';
  await ask(address, 'SHUTDOWN NOW FORCE', AbortSignal.timeout(stopLimitMs));
  return 'stopped';
}
