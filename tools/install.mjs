// Installs the dependencies that a program of this repository needs. Plain JavaScript without dependencies, as run.mjs.

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Programs that run with production dependencies alone. Every other one checks, tests or builds, and needs all. */
const productionPrograms = new Set([
  'tools/start/main.ts',
  'tools/start/build-page.ts',
  'tools/admin/main.ts',
  'apps/simulator/src/main.ts',
]);

/** The only package whose install script is run: it compiles the package, where that has no binary for the platform. */
const compiledPackage = 'argon2';

/** The stamp says for which lock file the installation is. Without the word it has the development dependencies too. */
const productionStamp = 'production ';

/**
 * Installs what the lock file names, unless it is installed: for a program that needs no more, the production
 * dependencies only. Development dependencies that are there already stay.
 *
 * @param root the repository
 * @param program the TypeScript file, relative to the root, that is to be run, or another command
 * @returns whether anything was installed
 */
export function ensureInstalled(root, program) {
  const stampFile = join(root, 'node_modules', '.auction-tiers-installed');
  const lockFile = readFileSync(join(root, 'package-lock.json'), 'utf8');
  const lockHash = createHash('sha256').update(lockFile).digest('hex');
  const stamp = existsSync(stampFile) ? readFileSync(stampFile, 'utf8') : productionStamp;
  const needsAll = !productionPrograms.has(program) || !stamp.startsWith(productionStamp);
  const wanted = needsAll ? lockHash : productionStamp + lockHash;
  if (stamp === wanted) return false;

  const { packages } = JSON.parse(lockFile);
  const isMissing = !isInstalled(root, packages, needsAll);
  if (isMissing) {
    // An interrupted installation must not be taken for a complete one.
    rmSync(stampFile, { force: true });
    const what = needsAll ? 'all dependencies, with those for tests' : 'the production dependencies';
    process.stderr.write(`Installing ${what} (only when package-lock.json has changed) ...\n`);
    // Not `npm ci`: it needs an entry for the binaries of every platform, and a registry with only some of them gives a
    // lock file without the others. This installs what the lock file names, and does not change the lock file.
    // Peer dependencies that no production code loads, such as compilers, are among those for development here.
    const scope = needsAll ? ['--include=dev'] : ['--omit=dev', '--legacy-peer-deps'];
    runNpm(root, 'install', '--no-save', ...scope, '--include=optional', '--ignore-scripts');
    compileWhereNeeded(root);
  }
  writeFileSync(stampFile, wanted);
  return isMissing;
}

/** Whether the packages of the lock file are installed, by the list that npm leaves in node_modules. */
function isInstalled(root, wanted, needsAll) {
  const list = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(list)) return false;
  const { packages: present } = JSON.parse(readFileSync(list, 'utf8'));
  return Object.entries(wanted).every(([path, { version, integrity, dev, optional, devOptional }]) => {
    const found = present[path];
    if (path === '' || (dev === true && !needsAll)) return true;
    // For another platform, or an optional package that npm could not install.
    if (found === undefined) return optional === true || devOptional === true;
    return found.version === version && found.integrity === integrity;
  });
}

function compileWhereNeeded(root) {
  const folder = join(root, 'node_modules', compiledPackage);
  const binaries = join(folder, 'prebuilds', `${process.platform}-${process.arch}`);
  if (!existsSync(folder) || existsSync(binaries)) return;
  process.stderr.write(`Compiling ${compiledPackage}, which has no binary for this platform ...\n`);
  runNpm(root, 'rebuild', compiledPackage, '--ignore-scripts=false');
}

function runNpm(root, ...args) {
  const isWindows = process.platform === 'win32';
  const done = spawnSync(isWindows ? 'npm.cmd' : 'npm', [...args, '--loglevel=error', '--no-audit', '--no-fund'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: isWindows,
  });
  if (done.status === 0) return;
  process.stderr.write(
    `npm ${args[0]} failed, see above. Check that the npm registry is reachable, then run the same command again.\n`,
  );
  process.exit(1);
}
