import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { durable, RedisServer } from '@auction-tiers/tools/redis-server';
import { dateText } from '@auction-tiers/contract';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { revocationMs } from '../../src/auth/token-life.ts';
import { runAdminHere } from '../fixture/admin.ts';
import { bid, runAuction } from '../fixture/auction-body.ts';
import { createDraft, newYmProfile, readDraft, updateDraft, withTier } from '../fixture/draft.ts';
import { createTier, demoYmProfile, expectOk, listTiers } from '../fixture/demo-tier.ts';
import { putFirstStart } from '../fixture/first-start.ts';
import { type Environment, type Instance, openInstance } from '../fixture/instance.ts';
import { StoredWatch } from '../fixture/stored-bytes.ts';
import { createSend, rowOf, type Send } from '../fixture/request.ts';
import { TestClock } from '../fixture/test-clock.ts';
import { MainProcess } from './main-process.ts';

const patience = { timeout: 60_000 };
const hourMs = 3_600_000;

/** What Redis comes back with, and how the service says so. */
const kinds = {
  empty: /it is empty/,
  'an older append-only file': /ends at revision \d+, and another or later change \d+ is known/,
  'an older RDB file': /ends at revision \d+, and another or later change \d+ is known/,
  "another installation's database": /its epoch is [0-9a-f]+, known is [0-9a-f]+/,
} as const;
type Kind = keyof typeof kinds;

let dir: string;
let redis: RedisServer;
let isRdb: boolean;
let environment: Environment;
let service: Instance;
let send: Send;
let clock: TestClock;
let isOpen = false;

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'auction-tiers-other-'));
  clock = new TestClock();
});
afterEach(async () => {
  await closeService();
  await redis.remove();
  await rm(dir, { recursive: true, force: true });
});

/** Starts Redis and the service on the demo's data. Gives a copy of what Redis held before. */
async function begin(kind: Kind): Promise<string> {
  isRdb = kind === 'an older RDB file';
  redis = await RedisServer.start(isRdb ? ['--appendonly', 'no'] : durable);
  const empty = redis.copyData();
  await putFirstStart(redis.url, dir);
  environment = { REDIS_URL: redis.url, DATA_DIR: dir, LOG_LEVEL: 'fatal' };
  await openService();
  return empty;
}

async function openService(): Promise<void> {
  service = await openInstance(environment, { clock });
  isOpen = true;
  ({ send } = service);
}

async function closeService(): Promise<void> {
  if (isOpen) await service.close();
  isOpen = false;
}

/** The folder of a copy of what Redis holds now. */
async function copyRedis(): Promise<string> {
  if (isRdb) await redis.ask('SAVE');
  return redis.copyData();
}

/** Sets up another installation, with a draft that is due now. Gives what its Redis holds, and a key of its seller. */
async function setUpAnother(): Promise<{ readonly copy: string; readonly key: string }> {
  const server = await RedisServer.start();
  onTestFinished(() => server.remove());
  const folder = join(dir, 'another');
  await mkdir(folder);
  const before = earlier();
  const another = await openInstance(
    { REDIS_URL: server.url, DATA_DIR: folder, LOG_LEVEL: 'fatal' },
    { clock: before },
  );
  await scheduleDraft(another.send, before, hourMs);
  const key = another.people.seller1.api_key;
  await another.close();
  return { copy: server.copyData(), key };
}

/** A clock by which what is due now is not due yet. */
function earlier(): TestClock {
  const own = new TestClock();
  own.pass(-2 * hourMs);
  return own;
}

/** Schedules a draft for a time that is this far ahead by the service's clock. */
async function scheduleDraft(by: Send, { epochMs }: TestClock, inMs: number) {
  const { ymProfile, gold } = await newYmProfile(by);
  const made = await createDraft(by, ymProfile.id);
  const draft = await updateDraft(by, made.id, withTier(made, gold.id, { min_price: '9.00' }));
  const at = dateText(epochMs() + inMs);
  expectOk(await by('POST', `/draft/publish?id=${draft.id}`, { body: { at } }));
  return { draft, at };
}

const readiness = async (ask: Send = send) =>
  (await ask('GET', '/readyz', { key: null })).json as { status: string; why?: string };

/** Resolves when the service knows that this is another database, and gives what it says. */
async function held(ask: Send = send): Promise<string> {
  await expect.poll(async () => JSON.stringify(await readiness(ask)), patience).toContain('admin -- adopt');
  return JSON.stringify(await readiness(ask));
}

async function expectNothingDone(ask: Send): Promise<void> {
  const answers = [
    await ask('GET', '/ym-auction-tier'),
    await ask('POST', '/ym-auction-tier', { body: { name: 'T', ym_profile_id: 1 } }),
    await ask('PUT', '/ym-auction-tier?id=1', { body: { name: 'T' } }),
    await ask('DELETE', '/ym-auction-tier?id=1'),
    await ask('GET', '/change-log'),
    await ask('POST', '/auth', { key: null, body: { username: 'admin', password: 'wrong password' } }),
  ];
  for (const answer of answers) {
    expect(answer.status).toBe(503);
    expect(answer.response).toMatchObject({ error_id: 'SYSTEM', error_code: 'SERVICE_UNAVAILABLE' });
  }
}

async function admin(args: readonly string[], input = ''): Promise<{ code: number; said: string }> {
  const { code, stdout, stderr } = await runAdminHere(args, environment, { text: input, isTTY: false });
  return { code, said: stdout + stderr };
}

/** The epoch in a revision. */
const epochOf = (revision: string) => /^\d+-\d+-([0-9a-f]+)/.exec(revision)?.[1];

describe.each(Object.keys(kinds) as Kind[])('Redis comes back with %s', (kind) => {
  /** A key of the other installation. */
  let otherKey = '';

  /** A copy of what Redis comes back with, the whole, and the last tier, which only the whole has. */
  async function lose(beforeLast: () => Promise<unknown> = () => Promise.resolve()) {
    const empty = await begin(kind);
    const { id: ym_profile_id } = await demoYmProfile(send);
    const made = await beforeLast();
    let before = kind === 'empty' ? empty : await copyRedis();
    if (kind === "another installation's database") ({ copy: before, key: otherKey } = await setUpAnother());
    const body = { ym_profile_id, seed: 's', impression: { time: '2026-11-21T08:00:00Z' }, bids: [bid('a', 301, 9)] };
    const last = await createTier(send, { ym_profile_id, priority: 10, buyer_members: [{ id: 301 }] });
    const answer = await runAuction(send, body);
    expect(answer.bids).toMatchObject([{ outcome: 'excluded', tier_id: last.id }]);
    const whole = await copyRedis();
    return { before, whole, last, body, answer, ym_profile_id, made };
  }

  test('auctions go on with the last good snapshot, nothing else is done, and the right data are used at once', async () => {
    const { before, whole, body, answer } = await lose();
    const warned = vi.spyOn(service.opened.log, 'warn');
    // From before Redis goes until the service has long known: every auction is answered, and by the same tiers.
    const answers = new Set<string>();
    const over = new AbortController();
    const auctions = (async () => {
      while (!over.signal.aborted) answers.add(JSON.stringify(await runAuction(send, body)));
    })();
    await redis.bringBack(before);
    const watch = await StoredWatch.open(redis.url);
    expect(await held()).toMatch(kinds[kind]);
    expect(warned.mock.calls.flat().join('\n')).toMatch(kinds[kind]);
    await expectNothingDone(send);
    // A credential that was not confirmed for this long is looked up before it is accepted again.
    clock.pass(2 * revocationMs);
    await runAuction(send, body);
    over.abort();
    await auctions;
    expect([...answers]).toEqual([JSON.stringify(answer)]);
    expect(await watch.changes()).toEqual([]);
    watch.close();

    await redis.bringBack(whole);
    await expect.poll(async () => (await readiness()).status, patience).toBe('ready');
    expectOk(await send('GET', '/ym-auction-tier'));
    expect(await runAuction(send, body)).toEqual(answer);
  });

  test.for(['1', '0'])(
    'a start with DEMO=%s under the kept folder sets nothing up, publishes nothing, loses nothing',
    async (DEMO) => {
      clock = earlier();
      const { before, whole, made } = await lose(() => scheduleDraft(send, clock, hourMs));
      const { draft } = made as Awaited<ReturnType<typeof scheduleDraft>>;
      const credentials = await readFile(join(dir, 'credentials.json'), 'utf8');
      await closeService();
      await redis.bringBack(before);
      const watch = await StoredWatch.open(redis.url);
      const started = new MainProcess({ ...environment, LOG_LEVEL: 'warn', DEMO });
      try {
        const own = createSend(await started.ready(), service.people.seller1.api_key);
        expect(await held(own)).toMatch(kinds[kind]);
        expect((await own('GET', '/readyz', { key: null })).status).toBe(503);
        expect(await started.logged(/admin -- adopt/)).toMatch(kinds[kind]);
        await expectNothingDone(own);
        expect(await readFile(join(dir, 'credentials.json'), 'utf8')).toBe(credentials);
        expect(await watch.changes()).toEqual([]);
        expect((await admin(['create-member', '--name', 'M'])).code).toBe(1);
        expect(await watch.changes()).toEqual([]);
        watch.close();

        // It goes on by itself with the right one, and does what is due there.
        await redis.bringBack(whole);
        await expect.poll(async () => (await readiness(own)).status, patience).toBe('ready');
        await expect.poll(async () => (await readDraft(own, draft.id)).state, patience).toBe('published');
      } finally {
        await started.stop();
      }
    },
  );

  test('once it is adopted the service goes on with it, and no id is used again', async () => {
    const { before, last, ym_profile_id } = await lose();
    const revision = (await runAuction(send, { ym_profile_id, bids: [] })).revision;
    await redis.bringBack(before);
    await held();
    await closeService();
    const adopted = await admin(['adopt']);
    expect(adopted).toMatchObject({ code: 0, said: expect.stringMatching(/adopted/) as string });
    await openService();
    expect(await readiness()).toMatchObject({ status: 'ready' });

    if (kind === 'empty') {
      expect((await send('GET', '/ym-auction-tier')).status).toBe(401);
      expect(await admin(['create-user', '--username', 'operator'], 'a long pass phrase')).toMatchObject({ code: 0 });
      const made = await admin(['create-key', '--username', 'operator']);
      const key = /atk_\S+/.exec(made.said)?.[0] ?? '';
      const member = rowOf(await send('POST', '/member', { key, body: { name: 'New' } }), 'member');
      expect(member.id).toBeGreaterThan(2);
      const owned = { member_id: member.id };
      const ymProfile = rowOf(
        await send('POST', '/ym-profile', { key, body: { name: 'New', ...owned } }),
        'ym-profile',
      );
      expect(ymProfile.id).toBeGreaterThan(ym_profile_id);
      const body = { name: 'New', ym_profile_id: ymProfile.id, ...owned };
      expect(rowOf(await send('POST', '/ym-auction-tier', { key, body }), 'ym-auction-tier').id).toBeGreaterThan(
        last.id,
      );
      return;
    }
    let by = send;
    if (kind === "another installation's database") {
      expect((await send('GET', '/ym-auction-tier')).status).toBe(401);
      by = createSend(service.url, otherKey);
    } else expect((await listTiers(by)).map(({ id }) => id)).not.toContain(last.id);
    expect((await createTier(by, { ym_profile_id })).id).toBeGreaterThan(last.id);
    const now = (await runAuction(by, { ym_profile_id, bids: [] })).revision;
    expect(epochOf(now)).not.toBe(epochOf(revision));
  });

  test('a scheduled draft leaves it alone, and is published once the database is right, and suspended where it is adopted', async () => {
    const { before, whole, made } = await lose(() => scheduleDraft(send, clock, 2000));
    const { draft, at } = made as Awaited<ReturnType<typeof scheduleDraft>>;
    await redis.bringBack(before);
    const watch = await StoredWatch.open(redis.url);
    await held();
    const warned = vi.spyOn(service.opened.log, 'warn');
    clock.pass(3000);
    // The service has looked at what is due, and keeps it for later.
    await expect
      .poll(() => warned.mock.calls, patience)
      .toContainEqual([expect.objectContaining({ id: draft.id, at }), expect.stringContaining('due draft')]);
    await expectNothingDone(send);
    expect(await watch.changes()).toEqual([]);
    watch.close();

    if (!kind.startsWith('an older')) {
      await redis.bringBack(whole);
      await expect.poll(async () => (await readiness()).status, patience).toBe('ready');
      await expect.poll(async () => (await readDraft(send, draft.id)).state, patience).toBe('published');
      return;
    }
    await closeService();
    expect(await admin(['adopt'])).toMatchObject({ code: 0 });
    await openService();
    await service.opened.jobs.run('drafts');
    expect(await readDraft(send, draft.id)).toMatchObject({ state: 'suspended', publish_at: null });
  });
});
