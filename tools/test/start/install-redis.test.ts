import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, realpathSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { adviseInstall } from '../../redis/ensure-server.ts';
import { findRedisServer, type FoundServer } from '../../redis/find-server.ts';
import { startRedis } from '../../redis/index.ts';
import { findOnPath } from '../../system/package.ts';

const program = join(import.meta.dirname, '../fixture/ensure-server.ts');
const path = process.env['PATH'] ?? '';

/**
 * A folder as the only one of the PATH. Its apt-get writes down what it is asked for, and puts the server where Debian's
 * redis-tools has it: the real one would change the machine that runs the tests.
 */
let bin: string;
let server: string;
beforeEach(async () => {
  const found = findRedisServer();
  if (!found.ok) throw new Error(found.issue);
  server = realpathSync(found.server.file);
  bin = join(await mkdtemp(join(tmpdir(), 'auction-tiers-install-')), 'bin');
  await mkdir(bin);
  await symlink(findOnPath('sh', path) ?? '', join(bin, 'sh'));
  const install = `case "$*" in *redis-tools*) ${findOnPath('ln', path)} -s ${server} ${bin}/redis-check-rdb;; esac`;
  await writeFile(join(bin, 'apt-get'), `#!/bin/sh\necho "$*" >>${bin}/asked\n${install}\n`);
  await chmod(join(bin, 'apt-get'), 0o755);
});
afterEach(() => rm(join(bin, '..'), { recursive: true, force: true }));

const wasAsked = async () => (existsSync(join(bin, 'asked')) ? readFile(join(bin, 'asked'), 'utf8') : '');

interface Ended {
  readonly found: FoundServer;
  readonly output: string;
}

async function look(command: readonly [string, ...string[]], setting?: string, answer?: string): Promise<Ended> {
  const env = { PATH: bin, ...(setting === undefined ? {} : { INSTALL_REDIS: setting }) };
  const [file, ...args] = command;
  const child = spawn(file, args, { env, stdio: ['pipe', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      if (answer !== undefined && text.includes('[Y/n]')) child.stdin.write(answer);
    });
  }
  await once(child, 'close');
  return { found: JSON.parse(/\{"ok".*\}/.exec(output)?.[0] ?? 'null') as FoundServer, output };
}

const plain = [process.execPath, '--disable-warning=ExperimentalWarning', program] as const;

test('the server in redis-tools alone is found and started', async () => {
  await symlink(server, join(bin, 'redis-check-rdb'));
  const found = findRedisServer(bin);
  expect(found).toMatchObject({ ok: true, server: { name: 'redis-server' } });
  const before = process.env['PATH'];
  process.env['PATH'] = bin;
  try {
    const redis = await startRedis({ dir: join(bin, '..', 'data') });
    onTestFinished(() => redis.stop());
    expect(redis.pid).toBeGreaterThan(0);
  } finally {
    process.env['PATH'] = before;
  }
});

describe.runIf(process.platform === 'linux' && process.getuid?.() === 0)('as root, with apt-get', () => {
  test('unattended, the package without a service is installed, and said', async () => {
    const { found, output } = await look(plain);
    expect(found).toMatchObject({ ok: true });
    expect(await wasAsked()).toMatch(/ install .*redis-tools$/m);
    expect(await wasAsked()).not.toContain('redis-server');
    expect(output).toContain('Installing');
    expect(output).toContain('INSTALL_REDIS=0');
  });

  test('INSTALL_REDIS=0 forbids it, and the message says so and what to do', async () => {
    const { found } = await look(plain, '0');
    expect(found).toMatchObject({ ok: false, reason: 'absent' });
    expect(found).toHaveProperty('issue', expect.stringMatching(/INSTALL_REDIS=0.*apt-get install redis-tools/));
    expect(await wasAsked()).toBe('');
  });

  test('another value of INSTALL_REDIS is named, with those that are allowed', async () => {
    const { found } = await look(plain, 'no');
    expect(found).toHaveProperty('issue', expect.stringMatching(/INSTALL_REDIS is "no", allowed: 0, 1/));
    expect(await wasAsked()).toBe('');
  });

  const script = findOnPath('script', path);
  // Some containers have no terminals to give.
  const hasTerminals = script !== undefined && spawnSync(script, ['-qec', 'true', '/dev/null']).status === 0;
  describe.runIf(hasTerminals)('on a terminal', () => {
    const terminal = [script ?? '', '-qec', plain.join(' '), '/dev/null'] as const;

    test.for([
      ['Enter', '\r', true],
      ['y', 'y\r', true],
      ['n', 'n\r', false],
      ['anything else', 'later\r', false],
      ['Ctrl-D', '\u0004', false],
    ] as const)('it asks; %s', async ([, answer, isInstalled]) => {
      const { found, output } = await look(terminal, undefined, answer);
      expect(output).toContain('[Y/n]');
      expect(found.ok).toBe(isInstalled);
      expect((await wasAsked()) !== '').toBe(isInstalled);
    });

    test('Ctrl-C installs nothing', async () => {
      await look(terminal, undefined, '\u0003');
      expect(await wasAsked()).toBe('');
    });

    test('INSTALL_REDIS=1 installs without asking', async () => {
      const { found, output } = await look(terminal, '1');
      expect(output).not.toContain('[Y/n]');
      expect(found.ok).toBe(true);
    });
  });
});

test.for([
  ['linux', 'apt-get install redis-tools'],
  ['darwin', 'brew install redis'],
  ['win32', 'REDIS_URL='],
] as const)('on %s the advice is %s', ([platform, command]) => {
  expect(adviseInstall(platform)).toContain(command);
});
