import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startRedis } from '@auction-tiers/tools/redis';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AdminEnded, runAdminHere } from '../fixture/admin.ts';
import { expectOk } from '../fixture/demo-tier.ts';
import { putFirstStart } from '../fixture/first-start.ts';
import type { Environment, Person } from '../fixture/instance.ts';
import { startService, useService } from '../fixture/service.ts';
import { runAdminProcess } from './admin-process.ts';

const service = useService();
const password = 'a long pass phrase';

/** Runs a command in this process. */
async function admin(args: readonly string[], input = '', environment: Environment = {}): Promise<AdminEnded> {
  const own = { REDIS_URL: service.redisUrl, DATA_DIR: service.dataDir, ...environment };
  const ended = await runAdminHere(args, own, input === '' ? undefined : { text: input, isTTY: false });
  // This test's Redis keeps nothing on disk, and every command says so.
  return { ...ended, stderr: ended.stderr.replace(/^Redis \S+ may lose .*\n/, '') };
}

/** A failure is told in a sentence or two, on standard error alone. */
function expectPlain({ stdout, stderr }: Pick<AdminEnded, 'stdout' | 'stderr'>): void {
  expect(stdout).toBe('');
  expect(stderr).toMatch(/^[^\n]+\n$/);
  expect(stderr.match(/[^.]\.(?=\s)/g)?.length).toBeLessThanOrEqual(2);
  expect(stderr).not.toMatch(/before initialization|undefined|^\s+at |node_modules|\bError\b/m);
}

type Case = readonly [title: string, args: readonly string[], names: RegExp, input?: string];
const long = 'x'.repeat(256);

/** What every command refuses in the same way. */
const everyCommand = Object.entries({
  'create-member': ['--name', 'Never made'],
  'create-user': ['--username', 'never-made'],
  'create-key': ['--username', 'never-made'],
  'revoke-key': [],
  'revoke-all': [],
  inspect: ['user', '1'],
  verify: [],
}).flatMap(([command, valid]): Case[] => [
  [`${command} with an unknown option`, [command, ...valid, '--colour', 'red'], /--colour/],
  [`${command} with an argument too many`, [command, ...valid, 'extra'], /argument/],
  [`${command} with -x`, [command, ...valid, '-x'], /-x/],
]);

describe('wrong usage ends with 2, and says what was wrong', () => {
  test.for<Case>([
    ['an unknown command', ['create-tier'], /create-tier/],
    ['an unknown option', ['--colour'], /--colour/],
    ['an empty command', [''], /command/],
    ...everyCommand,
    ['create-member without a name', ['create-member'], /--name/],
    ['create-member with an option that lacks its value', ['create-member', '--name'], /--name/],
    ['create-member with an empty name', ['create-member', '--name', ''], /--name.*""/],
    ['create-member with a blank name', ['create-member', '--name', '   '], /--name/],
    ['create-member with a long name', ['create-member', '--name', long], /--name.*255/],
    [
      'create-member with a fee that is no number',
      ['create-member', '--name', 'M', '--revenue-share-pct', 'ten'],
      /--revenue-share-pct.*"ten"/,
    ],
    [
      'create-member with a fee of 100',
      ['create-member', '--name', 'M', '--revenue-share-pct', '100'],
      /--revenue-share-pct.*100/,
    ],
    [
      'create-member with a negative fee',
      ['create-member', '--name', 'M', '--revenue-share-pct=-1'],
      /--revenue-share-pct.*-1/,
    ],
    [
      'create-member with an empty fee',
      ['create-member', '--name', 'M', '--revenue-share-pct', ''],
      /--revenue-share-pct/,
    ],
    ['create-user without a username', ['create-user'], /--username/, password],
    ['create-user with an empty username', ['create-user', '--username', ''], /--username.*""/, password],
    ['create-user with a long username', ['create-user', '--username', long], /--username.*255/, password],
    [
      'create-user with a member that is no number',
      ['create-user', '--username', 'u', '--member', 'one'],
      /--member.*"one"/,
    ],
    ['create-user with member 0', ['create-user', '--username', 'u', '--member', '0'], /--member.*"0"/],
    ['create-user with member 1.5', ['create-user', '--username', 'u', '--member', '1.5'], /--member.*"1.5"/],
    ['create-user with an empty member', ['create-user', '--username', 'u', '--member', ''], /--member.*""/],
    ['create-user with a huge member', ['create-user', '--username', 'u', '--member', '9'.repeat(30)], /--member/],
    ['create-user without a password', ['create-user', '--username', 'u'], /password.*standard input/],
    [
      'create-user with a short password',
      ['create-user', '--username', 'u'],
      /password.*12.*1024/,
      'short-secret'.slice(1),
    ],
    ['create-user with a long password', ['create-user', '--username', 'u'], /password.*12.*1024/, 'p'.repeat(1025)],
    ['create-key without a username', ['create-key'], /--username/],
    ['create-key with an empty username', ['create-key', '--username', ''], /--username.*""/],
    ['create-key with a long username', ['create-key', '--username', long], /--username.*255/],
    [
      'create-key with an unknown scope',
      ['create-key', '--username', 'demo-seller-1', '--scopes', 'read,paint'],
      /--scopes.*paint.*read, draft, write, auction, publish, manage, admin/,
    ],
    ['create-key with no scope', ['create-key', '--username', 'demo-seller-1', '--scopes', ''], /--scopes/],
    ['revoke-all with an empty username', ['revoke-all', '--username', ''], /--username.*""/],
    ['revoke-all with a long username', ['revoke-all', '--username', long], /--username.*255/],
    ['revoke-key without a key', ['revoke-key'], /key.*standard input/],
  ])('%s', async ([, args, names, input]) => {
    const ended = await admin(args, input);
    expectPlain(ended);
    expect(ended.stderr).toMatch(names);
    expect(ended.stderr).not.toContain('short-secre');
    expect(ended.code).toBe(2);
  });

  test('no command gives the help', async () => {
    const { code, stdout, stderr } = await admin([]);
    expect(code).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toContain('create-member');
  });

  test('it is told without a Redis', async () => {
    const nowhere = { REDIS_URL: 'redis://127.0.0.1:1' };
    expect((await admin(['create-member', '--name', ''], '', nowhere)).code).toBe(2);
  });
});

describe('what cannot be done ends with 1, and changes nothing', () => {
  test.for<Case>([
    ['a user of an unknown member', ['create-user', '--username', 'u', '--member', '999'], /--member.*999/, password],
    [
      'a user whose name is taken',
      ['create-user', '--username', 'demo-seller-1'],
      /--username.*demo-seller-1/,
      password,
    ],
    [
      'a user whose name another has in another case',
      ['create-user', '--username', 'Demo-Seller-1'],
      /--username.*Demo-Seller-1.*demo-seller-1/,
      password,
    ],
    ['a key for an unknown user', ['create-key', '--username', 'ghost'], /--username.*ghost/],
    [
      'a scope that the user may not have',
      ['create-key', '--username', 'demo-seller-1', '--scopes', 'read,admin'],
      /--scopes.*admin/,
    ],
    ['revoking all of an unknown user', ['revoke-all', '--username', 'ghost'], /--username.*ghost/],
    ['revoking an unknown key', ['revoke-key'], /key/, 'atk_unknown'],
    ['revoking what is no key', ['revoke-key'], /key/, 'not a key at all'],
  ])('%s', async ([, args, names, input]) => {
    const ended = await admin(args, input);
    expectPlain(ended);
    expect(ended.stderr).toMatch(names);
    expect(ended.code).toBe(1);
  });

  test('a Redis that cannot be reached, or a wrong REDIS_URL', async () => {
    for (const REDIS_URL of ['redis://127.0.0.1:1', 'http://127.0.0.1']) {
      const ended = await admin(['create-member', '--name', 'M'], '', { REDIS_URL });
      expectPlain(ended);
      expect(ended.stderr).toContain('REDIS_URL');
      expect(ended.code).toBe(REDIS_URL.startsWith('redis') ? 1 : 2);
    }
  });
});

/** A process follows what another one revokes within two seconds, of the five after which it must not accept it. */
const soon = { timeout: 2000 };

test('a member, a user of it that logs in, a key that works, and its end', async () => {
  const { send } = service;
  const made = await admin(['create-member', '--name', 'My site', '--revenue-share-pct', '12.5']);
  expect(made).toMatchObject({ code: 0, stderr: '', stdout: expect.stringMatching(/^member \d+\n$/) as unknown });
  const memberId = made.stdout.trim().split(' ')[1] ?? '';
  expect(await admin(['create-user', '--username', 'mine', '--member', memberId], `${password}\n`)).toMatchObject({
    code: 0,
    stderr: '',
  });
  expectOk(await send('POST', '/auth', { key: null, body: { username: 'mine', password } }));
  const given = await admin(['create-key', '--username', 'mine', '--scopes', 'read, auction']);
  expect(given).toMatchObject({ code: 0, stderr: '' });
  const key = given.stdout.trim();
  expect(expectOk(await send('GET', '/member', { key })).response['members']).toMatchObject([
    { id: Number(memberId), name: 'My site', revenue_share_pct: 12.5 },
  ]);
  expect((await send('POST', '/ym-profile', { key, body: { name: 'x' } })).status).toBe(403);
  expect(await admin(['revoke-key'], key)).toMatchObject({ code: 0, stderr: '' });
  await expect.poll(async () => (await send('GET', '/member', { key })).response.error_id, soon).toBe('NOAUTH');
  expect((await admin(['revoke-key'], key)).code).toBe(1);
});

test('the first user of a member manages it; later ones are viewers, or what --access says', async () => {
  const { send, people } = service;
  const made = await admin(['create-member', '--name', 'With several users']);
  const member = made.stdout.trim().split(' ')[1] ?? '';
  const asked = [['head'], ['looker'], ['maker', '--access', 'editor'], ['deputy', '--access', 'manager']];
  for (const [name, ...access] of asked) {
    const args = ['create-user', '--username', `${name} of several`, '--member', member, ...access];
    expect(await admin(args, password)).toMatchObject({ code: 0, stderr: '' });
  }
  const { users } = expectOk(await send('GET', `/user?member_id=${member}`, { key: people.admin.api_key })).response;
  expect((users as readonly { access: string }[]).map(({ access }) => access)).toEqual([
    'manager',
    'viewer',
    'editor',
    'manager',
  ]);
});

test('everything that a user was issued ends, then everything that anyone was', async () => {
  const own = await startService();
  const { seller1, seller2 } = own.people;
  const environment = { REDIS_URL: own.redisUrl, DATA_DIR: own.dataDir };
  const logIn = async ({ username, password: right }: Person): Promise<string> => {
    const answer = await own.send('POST', '/auth', { key: null, body: { username, password: right } });
    return String(expectOk(answer).response['token']);
  };
  const [first, second] = [
    [seller1.api_key, await logIn(seller1)],
    [seller2.api_key, await logIn(seller2)],
  ] as const;
  const statusesOf = async (all: readonly string[]) =>
    Promise.all(all.map(async (key) => (await own.send('GET', '/member', { key })).status));
  const ended = await admin(['revoke-all', '--username', seller1.username], '', environment);
  expect(ended).toMatchObject({ code: 0, stdout: expect.stringMatching(/ 1 keys and 1 tokens/) as unknown });
  await expect.poll(() => statusesOf([...first, ...second]), soon).toEqual([401, 401, 200, 200]);
  await logIn(seller1);
  expect((await admin(['revoke-all'], '', environment)).code).toBe(0);
  await expect.poll(() => statusesOf([own.people.admin.api_key, ...second]), soon).toEqual([401, 401, 401]);
  await logIn(own.people.admin);
  await own.close();
});

test('the help of create-user says how long a password must be', async () => {
  const { code, stdout } = await admin(['create-user', '--help']);
  expect(code).toBe(0);
  expect(stdout).toMatch(/12 to 1024/);
});

test('with DEBUG=1 a failure is printed with its stack', async () => {
  const ended = await admin(['create-member', '--name', 'M'], '', { REDIS_URL: 'redis://127.0.0.1:1', DEBUG: '1' });
  expect(ended.code).toBe(1);
  expect(ended.stderr).toMatch(/^\s+at /m);
});

describe('npm run admin', () => {
  let dir: string;
  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'auction-tiers-admin-'));
  });
  afterAll(() => rm(dir, { recursive: true, force: true }));

  test('refuses a DATA_DIR without an installation, and does not make one', async () => {
    const nowhere = join(dir, 'nowhere');
    for (const DATA_DIR of [nowhere, dir]) {
      const ended = await runAdminProcess(['create-member', '--name', 'M'], { DATA_DIR });
      expectPlain(ended);
      expect(ended.stderr).toContain(DATA_DIR);
      expect(ended.code).toBe(1);
    }
    expect(await readdir(dir)).toEqual([]);
  });

  test('tells wrong usage and gives help without an installation', async () => {
    const environment = { DATA_DIR: dir };
    expect((await runAdminProcess([], environment)).code).toBe(2);
    expect((await runAdminProcess(['--help'], environment)).code).toBe(0);
    // Each of them is found by another part of the program.
    for (const args of [['create-member'], ['create-member', '--name', ''], ['create-user', '--username', 'u']]) {
      const ended = await runAdminProcess(args, environment);
      expectPlain(ended);
      expect(ended.code).toBe(2);
    }
  });

  test('works on the Redis of an installation, whether it runs or not', async () => {
    const environment = { DATA_DIR: join(dir, 'data') };
    const redis = await startRedis({ dir: join(dir, 'data', 'redis') });
    await putFirstStart(redis.url, join(dir, 'data'));
    const run = () => runAdminProcess(['create-key', '--username', 'demo-seller-1'], environment);
    const made = await run();
    expect(made).toMatchObject({ code: 0, stdout: expect.stringMatching(/^atk_/) as unknown });
    // What has changed something is a line for the audit, without the key.
    const told = { audit: true, event: 'admin', command: 'create-key', arguments: ['--username', 'demo-seller-1'] };
    expect(JSON.parse(made.stderr)).toMatchObject(told);
    expect(made.stderr).not.toContain(made.stdout.trim());
    const ended = await runAdminProcess(['create-key', '--username', 'ghost'], environment);
    expectPlain(ended);
    expect(ended.code).toBe(1);
    // The second client opens the same address.
    for (const args of [['inspect'], ['verify']]) {
      expect(await runAdminProcess(args, environment)).toMatchObject({ code: 0, stderr: '' });
    }
    await redis.stop();
    expect(await run()).toMatchObject({ code: 0, stdout: expect.stringMatching(/^atk_/) as unknown });
  });
});
