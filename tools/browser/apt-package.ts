import { spawnSync } from 'node:child_process';
import { findOnPath } from '../redis/find-server.ts';

/** Whether packages of the system can be installed here without asking anybody: on Debian and its relatives, as root. */
export function mayInstallPackages(): boolean {
  return (
    process.platform === 'linux' &&
    process.getuid?.() === 0 &&
    findOnPath('apt-get', process.env['PATH'] ?? '') !== undefined
  );
}

/**
 * Installs a package with apt-get.
 *
 * @returns what went wrong, or undefined. A failed update is no reason to stop: the lists that are there may do.
 */
export function installPackage(name: string): string | undefined {
  // A fresh machine may still be busy with its own first updates; apt-get then waits for its turn.
  const wait = ['-o', 'DPkg::Lock::Timeout=120', '-q'];
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const run = (...args: string[]) => spawnSync('apt-get', [...wait, ...args], { env, encoding: 'utf8' });
  const update = run('update');
  const install = run('install', '-y', '--no-install-recommends', name);
  if (install.status === 0) return undefined;
  const said = `${update.stderr ?? ''}${install.stderr ?? ''}`.trim().split('\n').slice(-5).join('\n');
  return `apt-get could not install it:\n${said}\n`;
}
