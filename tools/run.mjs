// Runs a TypeScript program of this repository, on the Node that package.json carries.
// Plain JavaScript without dependencies: it must work before `npm install`, on the oldest supported Node.
//
//   node tools/run.mjs path/to/main.ts [arguments]
//   node tools/run.mjs --bin biome [arguments]     a command from node_modules/.bin

import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const bin = join(root, 'node_modules', '.bin');
const stamp = join(root, 'node_modules', '.auction-tiers-installed');

installIfStale();

const [first, ...rest] = process.argv.slice(2);
if (first === undefined) fail('usage: node tools/run.mjs FILE.ts [arguments]');
const node = carriedNode();
const args =
  first === '--bin'
    ? [realCommand(rest[0]), ...rest.slice(1)]
    : ['--disable-warning=ExperimentalWarning', '--conditions=@auction-tiers/source', resolve(root, first), ...rest];

const child = spawn(node, args, {
  stdio: 'inherit',
  env: {
    // Node stores compiled sources there: a command starts in a third of the time.
    NODE_COMPILE_CACHE: join(root, '.cache', 'compile'),
    ...process.env,
    PATH: `${dirname(node)}${delimiter}${bin}${delimiter}${process.env.PATH ?? ''}`,
  },
});
// A terminal sends Ctrl-C to the program too; from elsewhere the signal reaches only this process.
process.on('SIGINT', () => process.stdin.isTTY || child.kill('SIGINT'));
for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
followNpm();
child.on('exit', (code, signal) => {
  process.exitCode = code ?? (signal === 'SIGINT' ? 130 : 1);
});
child.on('error', (error) => fail(`could not start ${node}: ${error.message}`));

/** Installs the dependencies when the lock file has changed since the last installation. */
function installIfStale() {
  const lockFile = readFileSync(join(root, 'package-lock.json'), 'utf8');
  const lockHash = createHash('sha256').update(lockFile).digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lockHash) return;
  if (!isInstalled(JSON.parse(lockFile).packages)) {
    process.stderr.write('Installing dependencies (only when package-lock.json has changed) ...\n');
    const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
    // Not `npm ci`: it needs an entry for the binaries of every platform, and a registry with only some of them gives a
    // lock file without the others. This installs what the lock file names, and does not change the lock file.
    const flags = ['--no-save', '--include=dev', '--include=optional', '--loglevel=error', '--no-audit', '--no-fund'];
    const done = spawnSync(npm, ['install', ...flags], {
      cwd: root,
      stdio: ['ignore', 'ignore', 'inherit'],
      shell: process.platform === 'win32',
    });
    if (done.status !== 0) {
      fail('npm install failed, see above. Check that the npm registry is reachable, then run the same command again.');
    }
  }
  writeFileSync(stamp, lockHash);
}

/** Whether the packages of the lock file are installed, by the list that npm leaves in node_modules. */
function isInstalled(wanted) {
  const list = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(list)) return false;
  const { packages: present } = JSON.parse(readFileSync(list, 'utf8'));
  return Object.entries(wanted).every(([path, { version, integrity, optional, devOptional }]) => {
    const found = present[path];
    if (path === '') return true;
    // For another platform, or an optional package that npm could not install.
    if (found === undefined) return optional === true || devOptional === true;
    return found.version === version && found.integrity === integrity;
  });
}

/**
 * Ends the program when npm was killed with SIGKILL, which npm cannot pass on. Only for npm: a shell that started this
 * process in the background may be closed.
 */
function followNpm() {
  if (process.env.npm_lifecycle_event === undefined) return;
  const npm = process.ppid;
  setInterval(() => process.ppid === npm || child.kill('SIGTERM'), 1000).unref();
}

/** The Node of the optional dependencies; the machine's own where none exists for its platform. */
function carriedNode() {
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  for (const name of [`node-${platform}-${process.arch}`, `node-bin-${platform}-${process.arch}`]) {
    const file = join(root, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
    if (existsSync(file)) return file;
  }
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > 22 || (major === 22 && minor >= 18)) return process.execPath;
  fail(
    `This needs Node 22.18 or newer; ${process.version} is running and no Node for ` +
      `${process.platform}-${process.arch} is among the dependencies. Install a newer Node and run the same command again.`,
  );
}

/** The JavaScript file of a command in node_modules/.bin, so that it runs on the same Node. */
function realCommand(name) {
  const manifests = {
    biome: '@biomejs/biome',
    oxlint: 'oxlint',
    nx: 'nx',
    vitest: 'vitest',
    depcruise: 'dependency-cruiser',
  };
  const folder = join(root, 'node_modules', manifests[name] ?? name);
  const { bin: commands } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return join(folder, typeof commands === 'string' ? commands : commands[name]);
}

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
