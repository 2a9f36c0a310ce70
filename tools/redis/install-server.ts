import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { installPackage, mayInstallPackages } from '../browser/apt-package.ts';
import type { FoundServer } from './find-server.ts';
import { findRedisServer } from './find-server.ts';

/**
 * A Redis server to start: the one on the PATH, else one that is installed now from the system's packages, which only
 * happens on Debian and its relatives, as root.
 *
 * @param log told in one line before anything is installed
 * @returns the server, or a few sentences that say what to do about there being none
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

/** What a person does, on this platform, to give the service a Redis. */
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
 * Debian starts a service with its package, now and at each boot. We start our own, so this one would only take memory
 * and the usual port. It cannot have been anybody's before: there was no server on the machine.
 */
function stopPackagedService(): void {
  const service = 'redis-server';
  if (existsSync('/run/systemd/system')) spawnSync('systemctl', ['disable', '--now', service]);
  else if (existsSync(`/etc/init.d/${service}`)) spawnSync('service', [service, 'stop']);
}
