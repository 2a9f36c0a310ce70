// Runs a TypeScript program of this repository, on the installed Node or, where that is too old, on the one that
// package.json names.
// Plain JavaScript without dependencies: it must work before `npm install`, on the oldest supported Node.
//
//   node tools/run.mjs path/to/main.ts [arguments]
//   node tools/run.mjs --bin biome [arguments]     a command from node_modules/.bin

import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureInstalled } from './install.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const bin = join(root, 'node_modules', '.bin');

const [first, ...rest] = process.argv.slice(2);
if (first === undefined) fail('usage: node tools/run.mjs FILE.ts [arguments]', 2);
const isNew = ensureInstalled(root, first);
const node = findNode();
const args =
  first === '--bin'
    ? [realCommand(rest[0]), ...rest.slice(1)]
    : ['--disable-warning=ExperimentalWarning', '--conditions=@auction-tiers/source', resolve(root, first), ...rest];

const child = spawn(node, args, {
  stdio: 'inherit',
  env: {
    // Node caches compiled sources there: a command then starts in a third of the time.
    NODE_COMPILE_CACHE: join(root, '.cache', 'compile'),
    ...process.env,
    PATH: `${dirname(node)}${delimiter}${bin}${delimiter}${process.env.PATH ?? ''}`,
  },
});
// A terminal sends Ctrl-C to the program too; a signal from elsewhere reaches only this process.
process.on('SIGINT', () => process.stdin.isTTY || child.kill('SIGINT'));
for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
followNpm();
child.on('exit', (code, signal) => {
  process.exitCode = code ?? (signal === 'SIGINT' ? 130 : 1);
});
child.on('error', (error) => fail(`could not start ${node}: ${error.message}`));

/**
 * Ends the program when npm was killed with SIGKILL, which npm cannot forward. Only for npm: a shell that started this
 * process in the background may exit.
 */
function followNpm() {
  if (process.env.npm_lifecycle_event === undefined) return;
  const npm = process.ppid;
  setInterval(() => process.ppid === npm || child.kill('SIGTERM'), 1000).unref();
}

/** The installed Node or, if it is too old, the one of the optional dependencies. */
function findNode() {
  // npm puts the commands of dependencies first in the PATH, and `node` may be one of them.
  const isCarried = process.execPath.startsWith(join(root, 'node_modules'));
  const installed = isCarried ? process.env.npm_node_execpath : undefined;
  if (installed !== undefined && isNewEnough(versionOf(installed))) return installed;
  if (isNewEnough(process.version)) return process.execPath;
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  for (const name of [`node-${platform}-${process.arch}`, `node-bin-${platform}-${process.arch}`]) {
    const file = join(root, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
    if (!existsSync(file)) continue;
    if (isNew) tellOrigin(name);
    return file;
  }
  fail(
    `This needs Node 22.18 or newer; ${process.version} is running and no Node for ` +
      `${process.platform}-${process.arch} is among the dependencies. Install a newer Node and run the same command again.`,
  );
}

function isNewEnough(version) {
  const [major = 0, minor = 0] = version.replace(/^v/, '').split('.').map(Number);
  return major > 22 || (major === 22 && minor >= 18);
}

function versionOf(file) {
  return spawnSync(file, ['--version'], { encoding: 'utf8' }).stdout ?? '';
}

function tellOrigin(name) {
  process.stderr.write(
    `Node ${process.version} is older than 22.18, so this runs on the Node of the npm package ${name}. It was not packed ` +
      'by the Node project; docs/decisions/0007-node-through-npm.md says how to compare it with theirs.\n',
  );
}

/** The JavaScript file of a command in node_modules/.bin, to run it on the same Node. */
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

function fail(message, code = 1) {
  process.stderr.write(`${message}\n`);
  process.exit(code);
}
