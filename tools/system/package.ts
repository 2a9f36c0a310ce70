import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The path of an executable, as the shell would find it; undefined when no folder of the PATH has it. */
export function findOnPath(name: string, path: string): string | undefined {
  return path
    .split(delimiter)
    .filter((folder) => folder !== '')
    .map((folder) => join(folder, name))
    .find(isExecutable);
}

/** Whether this process may install packages of the system: as root, on Debian and systems derived from it. */
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
 * @returns what went wrong, or undefined. The installation is tried even when the update of the lists fails.
 */
export function installPackage(name: string): string | undefined {
  // A new machine may still run its first updates, which hold the lock of apt-get.
  const wait = ['-o', 'DPkg::Lock::Timeout=120', '-q'];
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const run = (...args: string[]) => spawnSync('apt-get', [...wait, ...args], { env, encoding: 'utf8' });
  const update = run('update');
  const install = run('install', '-y', '--no-install-recommends', name);
  if (install.status === 0) return undefined;
  const said = `${update.stderr ?? ''}${install.stderr ?? ''}`.trim().split('\n').slice(-5).join('\n');
  return `apt-get could not install it:\n${said}\n`;
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
