import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, readlinkSync, renameSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { findOnPath } from '../system/package.ts';

/** A server with the Redis protocol that the service can use (Redis Functions: from 7.0). */
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
/** Debian's redis-tools has the server under this name: the program acts according to the name it is started by. */
const serverInTools = 'redis-check-rdb';
const linkFolder = join(import.meta.dirname, '../../.cache/redis');

/**
 * The first usable Redis or Valkey server on the PATH, or the one in Debian's redis-tools. Runs `--version` on each
 * candidate and starts nothing.
 *
 * @param path folders to look through, separated as the platform does it
 * @returns the server, or a sentence that says why there is none: nothing found, or only a Redis before 7.0
 */
export function findRedisServer(path: string = process.env['PATH'] ?? ''): FoundServer {
  const tooOld: string[] = [];
  const candidates = [...names.map((name) => [name, findOnPath(name, path)] as const), linkToTools(path)] as const;
  for (const [name, file] of candidates) {
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

/** A link with the name of the server to the program in redis-tools. */
function linkToTools(path: string): readonly ['redis-server', string | undefined] {
  const target = findOnPath(serverInTools, path);
  if (target === undefined || findOnPath('redis-server', path) !== undefined) return ['redis-server', undefined];
  const link = join(linkFolder, 'redis-server');
  if (linkTarget(link) !== target) placeLink(target, link);
  return ['redis-server', link];
}

/** Creates a link, or changes its target atomically: other processes may do the same, or start the target. */
export function placeLink(target: string, link: string): void {
  const made = `${link}-${randomUUID()}`;
  mkdirSync(dirname(link), { recursive: true });
  symlinkSync(target, made);
  renameSync(made, link);
}

function linkTarget(link: string): string | undefined {
  try {
    return readlinkSync(link);
  } catch {
    return undefined;
  }
}

/** Valkey began as a copy of Redis 7.2, so any version of it is new enough. */
function isNewEnough(name: RedisServer['name'], version: string): boolean {
  return name === 'valkey-server' || Number.parseInt(version, 10) >= oldestRedisMajor;
}
