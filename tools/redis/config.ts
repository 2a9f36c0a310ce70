import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RedisAddress } from './ask.ts';

const fileName = 'redis.conf';

export type RedisConfig = RedisAddress & {
  /** Whether an acknowledged write is on the disk; false keeps everything in memory, for tests of other things. */
  readonly durable: boolean;
};

/**
 * Writes the configuration that Redis is started with from inside the folder, and gives the file's name.
 *
 * The password is why this is a file, readable by its owner only: arguments are for everybody to see in `ps`.
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

/** Where the folder's Redis listened when it last ran; undefined when it never did. */
export function readAddress(folder: string): RedisAddress | undefined {
  const file = join(folder, fileName);
  if (!existsSync(file)) return undefined;
  const text = readFileSync(file, 'utf8');
  const port = /^port (\d+)$/m.exec(text)?.[1];
  const password = /^requirepass (\w+)$/m.exec(text)?.[1];
  return port === undefined || password === undefined ? undefined : { port: Number(port), password };
}
