import { lstatSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';

const socketName = 'redis.sock';
const folderPrefix = 'auction-tiers-socket-';
/** The path of a socket may have so many bytes: 104 on macOS and 108 on Linux, with a zero byte at the end. */
const mostBytes = 103;

/** Where the Redis of a data folder listens: in the folder itself; undefined where that path is too long for a socket. */
export function socketInFolder(folder: string): string | undefined {
  const socket = join(folder, socketName);
  return fits(socket) ? socket : undefined;
}

/**
 * A place for a socket in a new folder under the system's folder for temporary files, which only its owner may open.
 *
 * @throws an Error where that path is too long as well
 */
export function createSocketFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), folderPrefix));
  const socket = join(folder, socketName);
  if (fits(socket)) return socket;
  rmSync(folder, { recursive: true });
  throw new Error(
    `The socket of Redis would be ${socket}, allowed: at most ${mostBytes} bytes. Set TMPDIR, or DATA_DIR, to a shorter folder.`,
  );
}

/**
 * Makes the folder of a socket again if it is gone.
 *
 * @throws an Error where another user has made it meanwhile
 */
export function claimSocketFolder(socket: string, dataFolder: string): void {
  mkdirSync(dirname(socket), { recursive: true, mode: 0o700 });
  if (!isPrivate(socket, dataFolder)) throw new Error(`${dirname(socket)} is open to other users.`);
}

/** Deletes the folder of a socket that `createSocketFolder` made; a socket in a data folder is left as it is. */
export function removeSocketFolder(socket: string): void {
  const folder = dirname(socket);
  if (basename(folder).startsWith(folderPrefix)) rmSync(folder, { recursive: true, force: true });
}

/**
 * Whether only the owner of the data folder can have made the socket. A folder for temporary files is emptied at a restart
 * of the machine, and another user may then make one of the same name.
 */
export function isPrivate(socket: string, dataFolder: string): boolean {
  const stat = lstatSync(dirname(socket), { throwIfNoEntry: false });
  const owner = lstatSync(dataFolder).uid;
  return stat?.isDirectory() === true && stat.uid === owner && (stat.mode & 0o077) === 0;
}

/** The address of a Redis for its clients, as REDIS_URL takes it. */
export function socketUrl(socket: string): string {
  return `unix://${socket.split('/').map(encodeURIComponent).join('/')}`;
}

const fits = (path: string) => Buffer.byteLength(path) <= mostBytes;
