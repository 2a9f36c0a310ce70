// Runs a TypeScript program of this repository, on the Node that package.json carries.
// Plain JavaScript without dependencies: it must work before `npm ci`, on the oldest Node we start from.
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
const lockHash = createHash('sha256')
  .update(readFileSync(join(root, 'package-lock.json')))
  .digest('hex');

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
  env: { ...process.env, PATH: `${dirname(node)}${delimiter}${bin}${delimiter}${process.env.PATH ?? ''}` },
});
// The terminal sends Ctrl-C to the whole group; the program itself decides when it is done.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => signal === 'SIGINT' || child.kill(signal));
}
child.on('exit', (code, signal) => {
  process.exitCode = code ?? (signal === 'SIGINT' ? 130 : 1);
});
child.on('error', (error) => fail(`could not start ${node}: ${error.message}`));

/** Dependencies are installed when the lock file is not the one they were installed from. */
function installIfStale() {
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lockHash) return;
  process.stderr.write('Installing dependencies (only when package-lock.json has changed) ...\n');
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const done = spawnSync(npm, ['ci', '--loglevel=error', '--no-audit', '--no-fund'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  });
  if (done.status !== 0) {
    fail('npm ci failed, see above. Is the npm registry reachable from here? Then run the same command again.');
  }
  writeFileSync(stamp, lockHash);
}

/** The Node binary that came in as an optional dependency, or the machine's own where none fits its platform. */
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
      `${process.platform}-${process.arch} came in through npm. Install a newer Node and run the same command again.`,
  );
}

/** The JavaScript file behind a command of node_modules/.bin, so that it runs on the carried Node. */
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
