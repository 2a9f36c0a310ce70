import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RunningRedis, startRedis } from '@auction-tiers/tools/redis';
import { dateText } from '@auction-tiers/contract';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
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

let dir: string;
let redis: RunningRedis;
let environment: Environment;
let service: Instance;
let send: Send;
let clock: TestClock;
let isOpen = false;

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'auction-tiers-other-'));
  redis = await startRedis({ dir: join(dir, 'redis') });
  await putFirstStart(redis.url, dir);
  environment = { REDIS_URL: redis.url, DATA_DIR: dir, LOG_LEVEL: 'fatal' };
  clock = new TestClock();
  await openService();
});
afterEach(async () => {
  await closeService();
  await redis.stop();
  await rm(dir, { recursive: true, force: true });
});

async function openService(): Promise<void> {
  service = await openInstance(environment, { clock });
  isOpen = true;
  ({ send } = service);
}

async function closeService(): Promise<void> {
  if (isOpen) await service.close();
  isOpen = false;
}

/** Kills Redis, puts the files of a copy in place of its own (null: none), and starts it at the same socket. */
async function comeBackWith(copy: string | null): Promise<void> {
  process.kill(redis.pid, 'SIGKILL');
  await redis.ended;
  await rm(join(dir, 'redis', 'appendonlydir'), { recursive: true });
  if (copy !== null) await cp(join(copy, 'appendonlydir'), join(dir, 'redis', 'appendonlydir'), { recursive: true });
  const { url } = redis;
  redis = await startRedis({ dir: join(dir, 'redis') });
  expect(redis.url).toBe(url);
}

async function copyRedis(name: string): Promise<string> {
  await cp(join(dir, 'redis', 'appendonlydir'), join(dir, name, 'appendonlydir'), { recursive: true });
  return join(dir, name);
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

describe.each(['empty', 'older'] as const)('Redis comes back %s', (kind) => {
  /** A copy of before the last tier was made, the whole, and that tier. */
  async function lose() {
    const { id: ym_profile_id } = await demoYmProfile(send);
    const before = await copyRedis('before');
    const body = { ym_profile_id, seed: 's', impression: { time: '2026-11-21T08:00:00Z' }, bids: [bid('a', 301, 9)] };
    const last = await createTier(send, { ym_profile_id, priority: 10, buyer_members: [{ id: 301 }] });
    const answer = await runAuction(send, body);
    expect(answer.bids).toMatchObject([{ outcome: 'excluded', tier_id: last.id }]);
    const whole = await copyRedis('whole');
    return { before: kind === 'empty' ? null : before, whole, last, body, answer, ym_profile_id };
  }

  test('auctions go on with the last good snapshot, nothing else is done, and the right data are used at once', async () => {
    const { before, whole, body, answer } = await lose();
    // From before Redis goes until the service has long known: every auction is answered, and by the same tiers.
    const answers = new Set<string>();
    const over = new AbortController();
    const auctions = (async () => {
      while (!over.signal.aborted) answers.add(JSON.stringify(await runAuction(send, body)));
    })();
    await comeBackWith(before);
    const watch = await StoredWatch.open(redis.url);
    expect(await held()).toMatch(kind === 'empty' ? /empty/ : /older/);
    await expectNothingDone(send);
    // A credential that was not confirmed for this long is looked up before it is accepted again.
    clock.pass(2 * revocationMs);
    await runAuction(send, body);
    over.abort();
    await auctions;
    expect([...answers]).toEqual([JSON.stringify(answer)]);
    expect(await watch.changes()).toEqual([]);
    watch.close();

    await comeBackWith(whole);
    await expect.poll(async () => (await readiness()).status, patience).toBe('ready');
    expectOk(await send('GET', '/ym-auction-tier'));
    expect(await runAuction(send, body)).toEqual(answer);
  });

  test('a start does nothing to it: no administrator, no demo, no credentials', async () => {
    const { before } = await lose();
    const credentials = await readFile(join(dir, 'credentials.json'), 'utf8');
    await closeService();
    await comeBackWith(before);
    const watch = await StoredWatch.open(redis.url);
    const started = new MainProcess(environment);
    try {
      const own = createSend(await started.ready(), service.people.seller1.api_key);
      expect(await held(own)).toMatch(kind === 'empty' ? /empty/ : /older/);
      await expectNothingDone(own);
      expect(await readFile(join(dir, 'credentials.json'), 'utf8')).toBe(credentials);
      expect(await watch.changes()).toEqual([]);
      expect((await admin(['create-member', '--name', 'M'])).code).toBe(1);
      expect(await watch.changes()).toEqual([]);
    } finally {
      watch.close();
      await started.stop();
    }
  });

  test('once it is adopted the service goes on with it, and no id is used again', async () => {
    const { before, last, ym_profile_id } = await lose();
    const revision = (await runAuction(send, { ym_profile_id, bids: [] })).revision;
    await comeBackWith(before);
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
    expect((await listTiers(send)).map(({ id }) => id)).not.toContain(last.id);
    expect((await createTier(send, { ym_profile_id })).id).toBeGreaterThan(last.id);
    const now = (await runAuction(send, { ym_profile_id, bids: [] })).revision;
    expect(epochOf(now)).not.toBe(epochOf(revision));
  });

  test('a scheduled draft leaves it alone, and is published once the database is right, and suspended where it is adopted', async () => {
    const { ymProfile, gold } = await newYmProfile(send);
    const made = await createDraft(send, ymProfile.id);
    const draft = await updateDraft(send, made.id, withTier(made, gold.id, { min_price: '9.00' }));
    const at = dateText(clock.epochMs() + 2000);
    expectOk(await send('POST', `/draft/publish?id=${draft.id}`, { body: { at } }));
    const { before, whole } = await lose();
    await comeBackWith(before);
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

    if (kind === 'empty') {
      await comeBackWith(whole);
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
