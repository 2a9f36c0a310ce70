import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, cp, link, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { repository } from '../../workspace/package.ts';

// A small repository with the real tools/run.mjs and real npm. Its packages are files, so that no registry is needed.

const start = 'tools/start/main.ts';
const other = 'tools/check/other.ts';
let dir: string;
let stampFile: string;

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'auction-tiers-run-'));
  stampFile = join(dir, 'node_modules', '.auction-tiers-installed');
  for (const name of ['run.mjs', 'install.mjs']) {
    await cp(join(repository, 'tools', name), join(dir, 'tools', name));
  }
  for (const program of [start, other]) {
    await mkdir(join(dir, program, '..'), { recursive: true });
    await writeFile(join(dir, program), `process.stdout.write('ran on ' + process.execPath);\n`);
  }
  for (const name of ['argon2', 'production', 'development', 'compiler']) await pack(name, '1.0.0');
  await writePackage({ production: '1.0.0' });
});
afterEach(() => rm(dir, { recursive: true, force: true }));

/** A package with an install script, which leaves a file where it is run. \`production\` wants a compiler as its peer. */
async function pack(name: string, version: string): Promise<void> {
  const folder = join(dir, 'packing', 'package');
  await mkdir(folder, { recursive: true });
  const peers = name === 'production' ? { peerDependencies: { compiler: '*' } } : {};
  const manifest = { name, version, scripts: { install: 'echo ran >script-ran' }, ...peers };
  await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));
  must('tar', ['-czf', join(dir, `${name}-${version}.tgz`), '-C', join(dir, 'packing'), 'package']);
}

const file = (name: string, version = '1.0.0') => `file:${name}-${version}.tgz`;

interface Wanted {
  readonly production: string;
  /** A package that brings a Node. */
  readonly node?: string;
}

async function writePackage({ production, node }: Wanted): Promise<void> {
  const manifest = {
    name: 'small',
    private: true,
    type: 'module',
    scripts: { start: `node tools/run.mjs ${start}` },
    dependencies: {
      argon2: file('argon2'),
      production: file('production', production),
      ...(node === undefined ? {} : { [node]: file(node) }),
    },
    devDependencies: { development: file('development'), compiler: file('compiler') },
  };
  await writeFile(join(dir, 'package.json'), JSON.stringify(manifest));
  // Otherwise npm takes what is installed for what is wanted.
  const [installed, aside] = [join(dir, 'node_modules'), join(dir, 'aside')];
  if (existsSync(installed)) await rename(installed, aside);
  await rm(join(dir, 'package-lock.json'), { force: true });
  must('npm', ['install', '--package-lock-only', '--ignore-scripts', '--offline']);
  if (existsSync(aside)) await rename(aside, installed);
}

function must(command: string, args: readonly string[]): void {
  const { status, stderr } = spawnSync(command, args, { cwd: dir, encoding: 'utf8' });
  expect(status, stderr).toBe(0);
}

/** Runs a program through run.mjs, without a registry, and with or without npm on the PATH. `flags`: of Node. */
function run(
  program: string,
  hasNpm = true,
  flags: readonly string[] = [],
): { readonly stdout: string; readonly stderr: string } {
  const env = {
    PATH: hasNpm ? (process.env['PATH'] ?? '') : '',
    npm_config_offline: 'true',
    npm_config_cache: join(dir, 'cache'),
  };
  const { status, stdout, stderr } = spawnSync(process.execPath, [...flags, 'tools/run.mjs', program], {
    cwd: dir,
    env,
    encoding: 'utf8',
  });
  expect(status, stderr).toBe(0);
  expect(stdout).toContain('ran on');
  return { stdout, stderr };
}

const has = (name: string) => existsSync(join(dir, 'node_modules', name, 'package.json'));
const scriptRan = (name: string) => existsSync(join(dir, 'node_modules', name, 'script-ran'));

test('npm start installs production dependencies, and runs no install script but the one named', () => {
  expect(run(start).stderr).toContain('Installing the production dependencies');
  expect([has('production'), has('argon2'), has('development'), has('compiler')]).toEqual([true, true, false, false]);
  // This argon2 has no binary for any platform.
  expect([scriptRan('production'), scriptRan('argon2')]).toEqual([false, true]);
});

test('a package with a binary for this platform is not compiled', async () => {
  run(start);
  await rm(join(dir, 'node_modules'), { recursive: true });
  const folder = join(dir, 'packing', 'package');
  await mkdir(join(folder, 'prebuilds', `${process.platform}-${process.arch}`), { recursive: true });
  await writeFile(join(folder, 'prebuilds', `${process.platform}-${process.arch}`, 'binary'), '');
  await pack('argon2', '1.0.0');
  await writePackage({ production: '1.0.0' });
  run(start);
  expect([has('argon2'), scriptRan('argon2')]).toEqual([true, false]);
});

test('other programs add the rest, which npm start then keeps', () => {
  run(start);
  expect(run(other).stderr).toContain('Installing all dependencies');
  expect([has('production'), has('development'), has('compiler')]).toEqual([true, true, true]);
  expect([scriptRan('development'), scriptRan('compiler')]).toEqual([false, false]);
  expect(run(start).stderr).toBe('');
  expect(has('development')).toBe(true);
});

test('what is installed needs neither npm nor a registry again', () => {
  run(start);
  expect(run(start, false).stderr).toBe('');
});

test('a changed lock file installs again, with development dependencies where they were there', async () => {
  run(start);
  run(other);
  await pack('production', '1.1.0');
  await writePackage({ production: '1.1.0' });
  run(start);
  const manifest = JSON.parse(await readFile(join(dir, 'node_modules/production/package.json'), 'utf8')) as object;
  expect(manifest).toHaveProperty('version', '1.1.0');
  expect(has('development')).toBe(true);
});

test('an installation that was interrupted is done again', async () => {
  run(start);
  // npm writes its list last, and the stamp comes after it.
  await rm(stampFile);
  await rm(join(dir, 'node_modules', '.package-lock.json'));
  await rm(join(dir, 'node_modules', 'production'), { recursive: true });
  expect(run(start).stderr).toContain('Installing');
  expect(has('production')).toBe(true);
});

test('an installation of the version that installed everything is taken as it is', async () => {
  run(other);
  const lock = await readFile(join(dir, 'package-lock.json'));
  expect(await readFile(stampFile, 'utf8')).toBe(createHash('sha256').update(lock).digest('hex'));
});

test('the installed Node is used where it is new enough, although one came through npm', async () => {
  run(start);
  // As npm links the command of the package, where it comes before the installed one on the PATH of scripts.
  const carried = join(dir, 'node_modules', '.bin', process.platform === 'win32' ? 'node.exe' : 'node');
  await mkdir(dirname(carried), { recursive: true });
  await link(process.execPath, carried).catch(() => copyFile(process.execPath, carried));
  const env = { ...process.env, PATH: `${dirname(process.execPath)}${delimiter}${process.env['PATH'] ?? ''}` };
  const { stdout } = spawnSync('npm', ['run', '--silent', 'start'], { cwd: dir, env, encoding: 'utf8' });
  expect(stdout).toBe(`ran on ${process.execPath}`);
});

test('a Node that is too old runs programs on the one of an npm package, and says once where it is told how to verify that', async () => {
  const name = `node-${process.platform}-${process.arch}`;
  const command = join(dir, 'packing', 'package', 'bin', 'node');
  await mkdir(dirname(command), { recursive: true });
  await writeFile(command, `#!/bin/sh\necho 'the Node of npm'\nexec '${process.execPath}' "$@"\n`, { mode: 0o755 });
  await pack(name, '1.0.0');
  await writePackage({ production: '1.0.0', node: name });
  const old = ['--import', 'data:text/javascript,Object.defineProperty(process, "version", { value: "v20.19.0" })'];

  const { stdout, stderr } = run(start, true, old);
  expect(stdout).toContain('the Node of npm');
  expect(stderr).toContain('v20.19.0');
  expect(stderr).toContain(name);
  const [document = ''] = /docs\/\S+\.md/.exec(stderr) ?? [];
  expect(await readFile(join(repository, document), 'utf8')).toContain('SHASUMS256');

  const again = run(start, true, old);
  expect([again.stdout.includes('the Node of npm'), again.stderr]).toEqual([true, '']);
  // One that is new enough needs neither.
  expect(run(start).stdout).not.toContain('the Node of npm');
});
