import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  apiKeyResource,
  dateText,
  forecastResource,
  storedDraftResource,
  storedExperimentResource,
  viewResource,
} from '@auction-tiers/contract';
import { sealedName } from '@auction-tiers/recorded';
import type { StoredResource } from '@auction-tiers/store';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemClock } from '../../src/auth/clock.ts';
import { jobsOf, jobsOfFolder } from '../../src/jobs/table.ts';
import type { Work } from '../../src/loop/job.ts';
import { createDraft, newYmProfile, updateDraft, withTier } from '../fixture/draft.ts';
import { expectOk } from '../fixture/demo-tier.ts';
import { keepForecast, ownForecast } from '../fixture/forecast.ts';
import { type Instance, openInstance } from '../fixture/instance.ts';
import { logIn } from '../fixture/log-in.ts';
import type { Row } from '../fixture/request.ts';
import { startReceiver } from '../fixture/receiver.ts';
import { type DemoData, startDemoData } from '../fixture/service.ts';

const [minuteMs, hourMs] = [60_000, 3_600_000];
const memberId = 1;

/** A host whose clock is off, while its monotonic clock is right. */
const hostOff = (offMs: number) => ({ ...systemClock, epochMs: () => systemClock.epochMs() + offMs });

let data: DemoData;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let shared: string;
beforeAll(async () => {
  data = await startDemoData();
  receiver = await startReceiver();
  shared = mkdtempSync(join(tmpdir(), 'auction-tiers-shared-'));
});
afterAll(async () => {
  receiver.close();
  await data.close();
  rmSync(shared, { recursive: true, force: true });
});

/** Runs on a host whose clock is off. No job runs by itself: the test says when. */
async function onHost(offMs: number, work: (instance: Instance) => Promise<void>): Promise<void> {
  const environment = { ...data.environment, WEBHOOK_ALLOW: '127.0.0.1/32', RECORD_URL: pathToFileURL(shared).href };
  const instance = await openInstance({ ...environment, RECORD_DAYS: '1' }, { hostClock: hostOff(offMs) });
  try {
    await work(instance);
  } finally {
    await instance.close();
  }
}

/** Sets attributes of a stored object that no request sets, such as a time that is past. */
async function write(
  { store, follower }: Instance['opened'],
  [resource, owner]: readonly [StoredResource, number | null],
  id: number,
  changes: Row,
): Promise<void> {
  const stored = await store.get(resource, owner, id);
  const value = { ...stored?.value, ...changes };
  const actor = { user: 'test', requestId: 'test' };
  const result = await store.update(resource, owner, id, value, stored?.revision ?? 0, actor);
  if (!result.ok) throw new Error(JSON.stringify(result.refusal));
  await follower.committed(result.change);
}

const attributeOf = async (
  { store }: Instance['opened'],
  [resource, owner]: readonly [StoredResource, number | null],
  id: number,
  name: string,
) => (await store.get(resource, owner, id))?.value[name];

const far = '2099-12-01 06:00:00';
const [ofDraft, ofExperiment, ofForecast, ofView] = [
  [storedDraftResource, memberId],
  [storedExperimentResource, memberId],
  [forecastResource, memberId],
  [viewResource, memberId],
] as const;

async function newDraft({ send }: Instance): Promise<number> {
  const { ymProfile, gold } = await newYmProfile(send);
  const draft = await createDraft(send, ymProfile.id);
  await updateDraft(send, draft.id, withTier(draft, gold.id, { min_price: '3.00' }));
  return draft.id;
}

/** Something that acts at a time: plants one that is due then, and tells whether it has acted. */
type Plant = (instance: Instance, due: string) => Promise<() => Promise<boolean>>;

/** The jobs that act at a time that an object names, and what else acts by itself then. */
const timed: Readonly<Record<string, Plant>> = {
  drafts: async (instance, due) => {
    const id = await newDraft(instance);
    expectOk(await instance.send('POST', `/draft/publish?id=${id}`, { body: { at: far } }));
    await write(instance.opened, ofDraft, id, { publish_at: due });
    return async () => (await attributeOf(instance.opened, ofDraft, id, 'state')) === 'published';
  },
  experiments: async (instance, due) => {
    const body = {
      name: 'E',
      hypothesis: 'Net rises by 2 %',
      guard: { max_loss: '9' },
      draft_id: await newDraft(instance),
    };
    const id = expectOk(await instance.send('POST', '/experiment', { body })).response.id;
    expectOk(await instance.send('POST', `/experiment/start?id=${id}`));
    await write(instance.opened, ofExperiment, id, { end_at: due });
    return async () => (await attributeOf(instance.opened, ofExperiment, id, 'state')) === 'paused';
  },
  forecasts: async ({ opened }, due_on) => {
    const id = await keepForecast(opened, memberId, { ...ownForecast, due_on });
    await opened.follower.fresh(memberId);
    return async () => (await attributeOf(opened, ofForecast, id, 'state')) !== 'waiting';
  },
  views: async ({ opened, send }, due_on) => {
    const to = `http://127.0.0.1:${receiver.port}/${encodeURIComponent(due_on)}/${receiver.received.length}/${Math.random()}`;
    const channel = { name: to.slice(-30), to };
    const { id: channel_id } = expectOk(await send('POST', '/channel', { body: channel })).response;
    const view = { name: 'V', address: '/today', every: 'day', channel_id };
    const id = expectOk(await send('POST', '/view', { body: view })).response.id;
    await write(opened, ofView, id, { due_on });
    return async () => receiver.received.some(({ path }) => to.endsWith(path));
  },
  // No job: they are refused from their end on.
  'ends of keys': async ({ opened, send, people }, end_date) => {
    const body = { scopes: ['read'], end_date: far };
    const made = expectOk(await send('POST', '/api-key', { key: await logIn(send, people.seller1), body })).response;
    const { id, key } = made['api-key'] as { readonly id: number; readonly key: string };
    await write(opened, [apiKeyResource, null], id, { end_date });
    await opened.credentialIndex.follow();
    return async () => (await send('GET', '/member', { key })).status === 401;
  },
};

/** A file of recorded auctions of three days ago, where one day is kept. */
function oldFile(folder: string): string {
  const startMs = Math.floor(Date.now() / hourMs - 72) * hourMs;
  const seal = { lines: 1, share: 1, bytes: 3, untilMs: startMs + hourMs };
  const name = sealedName({ startMs, writer: 'aaaaaaaa', part: 1 }, seal);
  const file = join(folder, String(memberId), '1', name);
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, 'old');
  return file;
}

/** The jobs that act at no time that an object names. */
const others: Readonly<Record<string, string>> = {
  alerts: 'judges counts, which are stored under the hours of the same clock',
  channels: 'sends what alerts there are',
  counts: 'merges what was counted',
  recorded: 'removes by age: below',
  changes: 'removes by age: resource/change-log-trim.test.ts has it with clocks that disagree',
  'recorded-files': 'removes by age: recorded/retention.test.ts has it with clocks that disagree',
};

test('every job that repeats is tried under a clock that is off, or says why it need not be', () => {
  const work = { run: async () => {} } as Work;
  const workers = new Proxy({}, { get: () => work }) as Parameters<typeof jobsOf>[0];
  const names = [...jobsOf(workers), ...jobsOfFolder(work)].map(({ name }) => name);
  const tried = Object.keys(timed).filter((name) => name !== 'ends of keys');
  expect([...tried, ...Object.keys(others)].toSorted()).toEqual(names.toSorted());
});

describe.for([
  ['five minutes ahead', 5 * minuteMs],
  ['five minutes behind', -5 * minuteMs],
] as const)('on a host whose clock is %s', ([, offMs]) => {
  test.for(Object.entries(timed))(
    '%s act at their time by the clock of Redis, and not before',
    async ([name, plant]) => {
      await onHost(offMs, async (instance) => {
        const nowMs = await instance.opened.store.serverTimeMs();
        const over = await plant(instance, dateText(nowMs - minuteMs));
        const ahead = await plant(instance, dateText(nowMs + 4 * minuteMs));
        if (name !== 'ends of keys') await instance.opened.jobs.run(name);
        expect({ over: await over(), ahead: await ahead() }).toEqual({ over: true, ahead: false });
      });
    },
  );
});

test('what is too old in the shared place stays while the clocks disagree by hours, and goes once they agree', async () => {
  const file = oldFile(shared);
  await onHost(2 * hourMs, ({ opened }) => opened.jobs.run('recorded'));
  expect(existsSync(file)).toBe(true);
  await onHost(0, ({ opened }) => opened.jobs.run('recorded'));
  expect(existsSync(file)).toBe(false);
});
