import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { dateText, type HistoryStep } from '@auction-tiers/contract';
import { someOf } from '@auction-tiers/tools/long';
import { RedisServer } from '@auction-tiers/tools/redis-server';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createDraft, readDraft, updateDraft } from '../fixture/draft.ts';
import { createYmProfile, expectOk, listTiers } from '../fixture/demo-tier.ts';
import { putFirstStart } from '../fixture/first-start.ts';
import { readPeople } from '../fixture/instance.ts';
import { createSend, rowsOf, type Send } from '../fixture/request.ts';
import { importAnswer, sendFile } from '../fixture/tier-set-file.ts';
import { MainProcess } from './main-process.ts';

const tierCount = 40;
const names = (version: string) => Array.from({ length: tierCount }, (_, at) => ({ name: `${version} ${at}` }));

let dir: string;
let redis: RedisServer;
let api: MainProcess;
let key: string;
let send: Send;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'auction-tiers-kill-'));
  redis = await RedisServer.start();
  await putFirstStart(redis.url, dir);
  key = (await readPeople(dir)).seller1.api_key;
  await startApi();
});
afterAll(async () => {
  await api.stop();
  await redis.remove();
  await rm(dir, { recursive: true, force: true });
});

async function startApi(): Promise<void> {
  const limits = { RATE_LIMIT_READS: '0', RATE_LIMIT_WRITES: '0', RATE_LIMIT_WRITE_MB: '0', SIMULATION_WORKER: '0' };
  api = new MainProcess({ REDIS_URL: redis.url, DATA_DIR: dir, LOG_LEVEL: 'fatal', RECORD_AUCTIONS: '0', ...limits });
  send = createSend(await api.ready(), key);
}
async function killApi(): Promise<void> {
  api.kill('SIGKILL');
  await api.ended;
}
/** What is killed, and started again. */
const kills = {
  api: async () => {
    await killApi();
    await startApi();
  },
  redis: async () => {
    await redis.kill();
    await redis.start();
  },
  both: async () => {
    await Promise.all([killApi(), redis.kill()]);
    await redis.start();
    await startApi();
  },
};

/** A draft that gives each of forty tiers another name. */
async function newDraft(): Promise<{ readonly id: number; readonly ymProfileId: number }> {
  const { id: ymProfileId } = await createYmProfile(send);
  expectOk(await send('POST', `/ym-profile/import?id=${ymProfileId}`, { body: { tiers: names('old') } }));
  const { id, tier_set: set } = await createDraft(send, ymProfileId);
  await updateDraft(send, id, { tier_set: { tiers: set.tiers.map((tier, at) => ({ ...tier, name: `new ${at}` })) } });
  return { id, ymProfileId };
}

/** Redis may not answer yet. */
const answered = <T>(ask: () => Promise<T>): Promise<T> => vi.waitFor(ask, { timeout: 60_000, interval: 50 });

/** Every tier is as before or every tier is new, and each was published at most once. */
async function expectWhole(ymProfileId: number, draftId: number, isPublished: boolean): Promise<void> {
  const live = await listTiers(send, `?ym_profile_id=${ymProfileId}`);
  expect(live.map(({ name }) => name)).toEqual(names(isPublished ? 'new' : 'old').map(({ name }) => name));
  const log = rowsOf(await send('GET', `/change-log?service=ym-auction-tier&num_elements=500`), 'change-logs');
  const own = log.filter(({ draft_id: id }) => id === draftId);
  expect(own.map(({ resource_id: id }) => id).toSorted((a, b) => a - b)).toEqual(
    isPublished ? live.map(({ id }) => id) : [],
  );
}

/** Milliseconds around the moment at which a publishing begins. */
const offsets = [-5, 0, 3, 8, 15, 25, 40];

const rounds = Array.from({ length: 20 }, (_, round) => ({
  round,
  killed: (['api', 'redis', 'both'] as const)[round % 3]!,
  offsetMs: offsets[round % offsets.length]!,
  isScheduled: round % 4 !== 3,
}));

test.for(someOf(rounds, 6))(
  'round $round: with $killed killed $offsetMs ms after it, a publishing is whole or not at all, and once after the restart',
  { timeout: 60_000 },
  async ({ killed, offsetMs, isScheduled }) => {
    const { id, ymProfileId } = await newDraft();
    if (isScheduled) {
      const dueMs = Math.ceil((Date.now() + 500) / 1000) * 1000;
      expectOk(await send('POST', `/draft/publish?id=${id}`, { body: { at: dateText(dueMs) } }));
      await wait(Math.max(0, dueMs + offsetMs - Date.now()));
      await kills[killed]();
    } else {
      const sent = send('POST', `/draft/publish?id=${id}`).catch(() => undefined);
      await wait(Math.max(0, offsetMs));
      await kills[killed]();
      await sent;
      const { state } = await answered(() => readDraft(send, id));
      await expectWhole(ymProfileId, id, state === 'published');
      if (state !== 'published') await answered(async () => expectOk(await send('POST', `/draft/publish?id=${id}`)));
    }
    await answered(async () => expect(await readDraft(send, id)).toMatchObject({ state: 'published' }));
    await expectWhole(ymProfileId, id, true);
  },
);

/** A ym-profile of forty tiers that were replaced by forty others, and the revision of before. */
async function newReplaced(): Promise<{ readonly id: number; readonly revision: string }> {
  const { id } = await createYmProfile(send);
  const replace = async (version: string) => importAnswer(await sendFile(send, id, { tiers: names(version) })).revision;
  const revision = await replace('old');
  await replace('new');
  return { id, revision };
}

/** Whether the old tiers are back: all of them in one step, or none. */
async function isRestored(id: number): Promise<boolean> {
  const live = (await listTiers(send, `?ym_profile_id=${id}`)).map(({ name }) => name);
  const history = expectOk(await send('GET', `/ym-profile/history?id=${id}`)).response['ym-profile-history'];
  const steps = (history as readonly HistoryStep[]).filter(({ kind }) => kind === 'restore');
  const isBack = steps.length > 0;
  expect(live).toEqual(names(isBack ? 'old' : 'new').map(({ name }) => name));
  const changes = { created: tierCount, updated: 0, deleted: tierCount };
  expect(steps.map((step) => step.changes)).toEqual(isBack ? [changes] : []);
  return isBack;
}

const restoreRounds = Array.from({ length: 10 }, (_, round) => ({
  round,
  killed: (['api', 'redis', 'both'] as const)[round % 3]!,
  offsetMs: [0, 3, 6, 9, 12, 15, 20, 30, 45, 60][round]!,
}));

test.for(someOf(restoreRounds, 3))(
  'round $round: with $killed killed $offsetMs ms after it is sent, a restore is whole or not at all',
  { timeout: 60_000 },
  async ({ killed, offsetMs }) => {
    const { id, revision } = await newReplaced();
    const restore = () => send('POST', `/ym-profile/restore?id=${id}&revision=${revision}`);
    const sent = restore().catch(() => undefined);
    await wait(offsetMs);
    await kills[killed]();
    const answer = await sent;
    const isDone = await answered(() => isRestored(id));
    // What was answered is kept.
    if (answer?.status === 200) expect(isDone).toBe(true);
    if (!isDone) await answered(async () => expectOk(await restore()));
    expect(await isRestored(id)).toBe(true);
  },
);

test('a schedule is kept over a kill of everything', async () => {
  const { id, ymProfileId } = await newDraft();
  const at = '2099-12-01 06:00:00';
  expectOk(await send('POST', `/draft/publish?id=${id}`, { body: { at } }));
  await kills.both();
  expect(await answered(() => readDraft(send, id))).toMatchObject({ state: 'scheduled', publish_at: at });
  await expectWhole(ymProfileId, id, false);
});
