// Installs the dependencies that a program of this repository needs. Plain JavaScript, as run.mjs.

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Programs that need only production dependencies. All others check, test or build, and need all dependencies. */
const productionPrograms = new Set([
  'tools/start/main.ts',
  'tools/start/build-page.ts',
  'tools/admin/main.ts',
  'apps/simulator/src/main.ts',
]);

/** The only package whose install script runs: it compiles the package if there is no binary for the platform. */
const compiledPackage = 'argon2';

/** The stamp names the lock file of the installation. Without this word it includes the development dependencies. */
const productionStamp = 'production ';

/**
 * Installs the packages of the lock file, unless they are installed: only the production dependencies for a program
 * that needs no more. Existing development dependencies stay.
 *
 * @param root the repository
 * @param program the TypeScript file to run, relative to the root, or another command
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
    // An interrupted installation must not count as a complete one.
    rmSync(stampFile, { force: true });
    const what = needsAll ? 'all dependencies, with those for tests' : 'the production dependencies';
    process.stderr.write(`Installing ${what} (only when package-lock.json has changed) ...\n`);
    // Not `npm ci`: it needs an entry for the binaries of every platform, and a registry with only some of them gives a
    // lock file without the others. This command installs what the lock file names, and does not change it. Peer
    // dependencies that no production code loads, such as compilers, count as development dependencies.
    const scope = needsAll ? ['--include=dev'] : ['--omit=dev', '--legacy-peer-deps'];
    runNpm(root, 'install', '--no-save', ...scope, '--include=optional', '--ignore-scripts');
    compileWhereNeeded(root);
  }
  writeFileSync(stampFile, wanted);
  return isMissing;
}

/** Whether the packages of the lock file are installed, according to npm's list in node_modules. */
function isInstalled(root, wanted, needsAll) {
  const list = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(list)) return false;
  const { packages: present } = JSON.parse(readFileSync(list, 'utf8'));
  return Object.entries(wanted).every(([path, { version, integrity, dev, optional, devOptional }]) => {
    const found = present[path];
    if (path === '' || (dev === true && !needsAll)) return true;
    // A package for another platform, or an optional one that npm could not install.
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
