import { lstatSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';

const socketName = 'redis.sock';
const folderPrefix = 'auction-tiers-socket-';
/** The most bytes of a socket's path: 104 on macOS and 108 on Linux, including a final zero byte. */
const mostBytes = 103;

/** The socket of a data folder's Redis, in the folder itself; undefined if that path is too long. */
export function socketInFolder(folder: string): string | undefined {
  const socket = join(folder, socketName);
  return fits(socket) ? socket : undefined;
}

/**
 * A socket path in a new folder under the system's temporary folder, which only its owner may open.
 *
 * @throws an Error if that path is too long as well
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
 * Creates the folder of a socket again if it is gone.
 *
 * @throws an Error if another user has created it meanwhile
 */
export function claimSocketFolder(socket: string, dataFolder: string): void {
  mkdirSync(dirname(socket), { recursive: true, mode: 0o700 });
  if (!isPrivate(socket, dataFolder)) throw new Error(`${dirname(socket)} is open to other users.`);
}

/** Deletes a folder that `createSocketFolder` made for a socket; leaves a socket in a data folder. */
export function removeSocketFolder(socket: string): void {
  const folder = dirname(socket);
  if (basename(folder).startsWith(folderPrefix)) rmSync(folder, { recursive: true, force: true });
}

/**
 * Whether only the owner of the data folder can have created the socket. A restart of the machine empties the temporary
 * folder, and another user may then create a folder with the same name.
 */
export function isPrivate(socket: string, dataFolder: string): boolean {
  const stat = lstatSync(dirname(socket), { throwIfNoEntry: false });
  const owner = lstatSync(dataFolder).uid;
  return stat?.isDirectory() === true && stat.uid === owner && (stat.mode & 0o077) === 0;
}

/** The address of a Redis for its clients, in the form of REDIS_URL. */
export function socketUrl(socket: string): string {
  return `unix://${socket.split('/').map(encodeURIComponent).join('/')}`;
}

const fits = (path: string) => Buffer.byteLength(path) <= mostBytes;
