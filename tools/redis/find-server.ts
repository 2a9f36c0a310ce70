import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** A program that speaks the Redis protocol and has what the service needs (Redis Functions: 7.0). */
export type RedisServer = {
  readonly file: string;
  readonly name: 'redis-server' | 'valkey-server';
  readonly version: string;
};

export type FoundServer =
  | { readonly ok: true; readonly server: RedisServer }
  | { readonly ok: false; readonly reason: 'absent' | 'too_old'; readonly issue: string };

const names = ['redis-server', 'valkey-server'] as const;
const oldestRedisMajor = 7;

/**
 * The first usable Redis or Valkey server on the PATH; runs `--version` on each candidate and starts nothing.
 *
 * @param path folders to look through, separated as the platform does it
 * @returns the server, or in one sentence why there is none: nothing found, or only a Redis before 7.0
 */
export function findRedisServer(path: string = process.env['PATH'] ?? ''): FoundServer {
  const tooOld: string[] = [];
  for (const name of names) {
    const file = findOnPath(name, path);
    if (file === undefined) continue;
    const version = parseServerVersion(spawnSync(file, ['--version'], { encoding: 'utf8' }).stdout ?? '');
    if (version === undefined) continue;
    if (isNewEnough(name, version)) return { ok: true, server: { file, name, version } };
    tooOld.push(`${file} is Redis ${version}`);
  }
  if (tooOld.length > 0) {
    return {
      ok: false,
      reason: 'too_old',
      issue: `${tooOld.join(' and ')}; it must be ${oldestRedisMajor}.0 or newer.`,
    };
  }
  return { ok: false, reason: 'absent', issue: `There is no ${names.join(' or ')} on the PATH.` };
}

/** The version in what `redis-server --version` prints, such as `7.0.15`; undefined when there is none. */
export function parseServerVersion(output: string): string | undefined {
  return /\bv=(\d+\.\d+(?:\.\d+)*)/.exec(output)?.[1];
}

/** The path of an executable, as the shell would find it; undefined when no folder of the PATH has it. */
export function findOnPath(name: string, path: string): string | undefined {
  return path
    .split(delimiter)
    .filter((folder) => folder !== '')
    .map((folder) => join(folder, name))
    .find(isExecutable);
}

/** Valkey began as a copy of Redis 7.2, so that any version of it will do. */
function isNewEnough(name: RedisServer['name'], version: string): boolean {
  return name === 'valkey-server' || Number.parseInt(version, 10) >= oldestRedisMajor;
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
