import { spawnSync } from 'node:child_process';
import { installPackage, mayInstallPackages } from '../system/package.ts';
import { findRedisServer, type FoundServer } from './find-server.ts';

/** Has the server, but no system service: Debian's redis-server would start one now and at each boot. */
const packageName = 'redis-tools';
const setting = 'INSTALL_REDIS';
/** Caches the found server: tests start many from one process, and each version check runs the program. */
const knownByPath = new Map<string, FoundServer>();

/**
 * Returns a Redis server to start: the one on this machine; else Debian's package, installed now if this process may
 * and neither `INSTALL_REDIS` nor the user at the terminal forbids it.
 *
 * @param log gets one line before an installation
 * @returns the server, or how a user can install one
 */
export function ensureRedisServer(log: (line: string) => void): FoundServer {
  const path = process.env['PATH'] ?? '';
  const found = knownByPath.get(path) ?? findRedisServer(path);
  if (found.ok) {
    knownByPath.set(path, found);
    return found;
  }
  const refuse = (...more: readonly string[]): FoundServer => {
    return { ...found, issue: [found.issue, ...more, adviseInstall(process.platform)].join(' ') };
  };
  const wish = process.env[setting] ?? '';
  if (!['', '0', '1'].includes(wish)) return refuse(`${setting} is ${JSON.stringify(wish)}, allowed: 0, 1.`);
  if (found.reason === 'too_old' || !mayInstallPackages()) return refuse();
  if (wish === '0') return refuse(`${setting}=0 forbids installing one.`);

  const isAsked = wish === '' && process.stdin.isTTY && process.stderr.isTTY;
  if (isAsked && !agrees(`${found.issue} Install Debian's package ${packageName} with apt-get now? [Y/n] `))
    return refuse();
  const forbid = isAsked ? '' : ` (${setting}=0 forbids it)`;
  log(`${isAsked ? '' : `${found.issue} `}Installing Debian's package ${packageName} with apt-get${forbid} ...`);
  const failure = installPackage(packageName);
  if (failure !== undefined) return refuse(failure);
  const installed = findRedisServer();
  return installed.ok ? installed : refuse();
}

/** Asks at the terminal. Enter is yes; Ctrl-C and the end of the input are no. */
function agrees(question: string): boolean {
  process.stderr.write(question);
  // A shell reads the line: Ctrl-C ends it, while reading in this process would block its signals.
  const { status, stdout } = spawnSync('sh', ['-c', 'read -r answer && printf %s "$answer"'], {
    stdio: ['inherit', 'pipe', 'inherit'],
    encoding: 'utf8',
  });
  return status === 0 && /^(?:y|yes|)$/i.test(stdout.trim());
}

/** How a user can install a Redis on this platform. */
export function adviseInstall(platform: NodeJS.Platform): string {
  const install: Partial<Record<NodeJS.Platform, string>> = {
    linux: 'Install it (Debian, Ubuntu: sudo apt-get install redis-tools; Fedora: sudo dnf install valkey)',
    darwin: 'Install it with Homebrew (brew install redis)',
  };
  const docker = 'docker run -d -p 127.0.0.1:6379:6379 redis:8 redis-server --appendonly yes --appendfsync always';
  return (
    `${install[platform] ?? 'Install Redis 7.0 or newer, or Valkey'}, or set REDIS_URL to a Redis that is running, ` +
    `for example REDIS_URL=redis://127.0.0.1:6379 after: ${docker}`
  );
}
