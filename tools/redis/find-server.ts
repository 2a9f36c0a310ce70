import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { findOnPath, installPackage, mayInstallPackages } from '../system/package.ts';

/** A server with the Redis protocol and with what the service needs (Redis Functions: 7.0). */
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
 * The first usable Redis or Valkey server on the PATH. Runs `--version` on each candidate and starts nothing.
 *
 * @param path folders to look through, separated as the platform does it
 * @returns the server, or a sentence that says why there is none: nothing found, or only a Redis before 7.0
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

/** Valkey began as a copy of Redis 7.2, so any version of it is new enough. */
function isNewEnough(name: RedisServer['name'], version: string): boolean {
  return name === 'valkey-server' || Number.parseInt(version, 10) >= oldestRedisMajor;
}

/**
 * A Redis server to start: the one on the PATH; else one from the system's packages, installed now where this process may.
 *
 * @param log gets one line before an installation
 * @returns the server, or what a person can do to install one
 */
export function ensureRedisServer(log: (line: string) => void): FoundServer {
  const found = findRedisServer();
  if (found.ok) return found;
  const advice = adviseInstall(process.platform);
  if (found.reason === 'too_old' || !mayInstallPackages()) return { ...found, issue: `${found.issue} ${advice}` };

  log(`${found.issue} Installing Debian's redis-server with apt-get ...`);
  const failure = installPackage('redis-server');
  if (failure !== undefined) return { ...found, issue: `${found.issue} ${failure} ${advice}` };
  stopPackagedService();
  const installed = findRedisServer();
  return installed.ok ? installed : { ...installed, issue: `${installed.issue} ${advice}` };
}

/** What a person can do on this platform to provide a Redis. */
export function adviseInstall(platform: NodeJS.Platform): string {
  const install: Partial<Record<NodeJS.Platform, string>> = {
    linux: 'Install it (Debian, Ubuntu: sudo apt-get install redis-server; Fedora: sudo dnf install valkey)',
    darwin: 'Install it with Homebrew (brew install redis)',
  };
  const docker = 'docker run -d -p 127.0.0.1:6379:6379 redis:8 redis-server --appendonly yes --appendfsync always';
  return (
    `${install[platform] ?? 'Install Redis 7.0 or newer, or Valkey'}, or set REDIS_URL to a Redis that is running, ` +
    `for example REDIS_URL=redis://127.0.0.1:6379 after: ${docker}`
  );
}

/**
 * Debian's package starts a service, now and at each boot. The tools start a Redis of their own, so this one would only
 * take memory and the usual port. It is not in use: before the installation there was no server on the machine.
 */
function stopPackagedService(): void {
  const service = 'redis-server';
  if (existsSync('/run/systemd/system')) spawnSync('systemctl', ['disable', '--now', service]);
  else if (existsSync(`/etc/init.d/${service}`)) spawnSync('service', [service, 'stop']);
}
