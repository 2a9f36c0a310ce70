import { existsSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { dateText, epochMsOf } from '@auction-tiers/contract';
import { hourMs, recordedFolder, segmentName, startOfHour } from '@auction-tiers/recorded';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createDraft, newYmProfile, readDraft, updateDraft, withTier } from '../fixture/draft.ts';
import { expectOk } from '../fixture/demo-tier.ts';
import { experimentOf } from '../fixture/experiment.ts';
import { type Environment, type People, readPeople } from '../fixture/instance.ts';
import { createSend, rowOf, rowsOf, type Send } from '../fixture/request.ts';
import { type DemoData, startDemoData } from '../fixture/service.ts';
import { MainProcess } from './main-process.ts';
import { tokenOf } from '../fixture/log-in.ts';

const library = ['x86_64', 'aarch64']
  .map((machine) => `/usr/lib/${machine}-linux-gnu/faketime/libfaketime.so.1`)
  .find((path) => existsSync(path));
const soon = { timeout: 30_000, interval: 50 };

let data: DemoData;
beforeAll(async () => (data = await startDemoData()));
afterAll(() => data.close());

/** A replica of the service on a host whose clock is off by so many seconds, and runs at a pace of libfaketime. */
async function replica(
  offS: number,
  environment: Environment = {},
  pace = '',
): Promise<{ readonly url: string; readonly service: MainProcess; readonly send: Send; readonly people: People }> {
  const faked = { LD_PRELOAD: library ?? '', FAKETIME: `${offS > 0 ? '+' : ''}${offS}s${pace}` };
  const service = new MainProcess({
    ...data.environment,
    SIMULATION_WORKER: '0',
    LOG_LEVEL: 'info',
    METRICS_PORT: '0',
    ...environment,
    ...(offS === 0 ? {} : faked),
  });
  onTestFinished(async () => void (await service.stop()));
  const url = await service.ready();
  const people = await readPeople(data.dataDir);
  return { url, service, people, send: createSend(url, people.seller1.api_key) };
}

const inS = (s: number) => dateText(Date.now() + s * 1000);
const readyz = async (send: Send) => (await send('GET', '/readyz', { key: null })).json;

/** When the change that gave an object this state was made, by the clock of Redis. */
async function stateSince(send: Send, id: number, state: string): Promise<number> {
  const answer = await send('GET', `/change-log?resource_id=${id}&num_elements=100`);
  const changes = rowsOf(expectOk(answer), 'change-logs');
  const change = changes.find(({ after }) => after?.['state'] === state);
  return epochMsOf(change?.created_on ?? '') ?? NaN;
}

test.skipIf(library === undefined)(
  'a replica whose clock is five minutes ahead publishes nothing early, stops no experiment and no key early, and says that it is off',
  async () => {
    const { send, people } = await replica(0);
    const ahead = await replica(300);
    const { ymProfile, gold } = await newYmProfile(send);
    const draft = await createDraft(send, ymProfile.id);
    await updateDraft(send, draft.id, withTier(draft, gold.id, { min_price: '3.00' }));
    const other = await newYmProfile(send);
    const treatment = await createDraft(send, other.ymProfile.id);
    await updateDraft(send, treatment.id, withTier(treatment, other.gold.id, { min_price: '3.00' }));
    const at = inS(10);
    const experiment = { name: 'E', hypothesis: 'Net rises by 2 %', guard: { max_loss: '1000' } };
    const body = { ...experiment, draft_id: treatment.id, end_at: at };
    const { id } = experimentOf(await send('POST', '/experiment', { body }));
    expectOk(await send('POST', `/experiment/start?id=${id}`));
    expectOk(await send('POST', `/draft/publish?id=${draft.id}`, { body: { at } }));
    const key = rowOf(
      expectOk(
        await send('POST', '/api-key', {
          key: await tokenOf({ send, people }),
          body: { scopes: ['read'], end_date: inS(200) },
        }),
      ),
      'api-key',
    );
    expectOk(await ahead.send('GET', '/member', { key: String(key['key']) }));
    expect(await readyz(ahead.send)).toMatchObject({
      status: 'ready',
      clock_off: expect.stringMatching(/300\.\d s ahead/),
    });
    expect(await readyz(send)).not.toHaveProperty('clock_off');
    await ahead.service.logged(/"level":40[^\n]*clock of this host/);
    const metrics = await (await fetch(await ahead.service.metricsUrl())).text();
    expect(Number(/^auction_tiers_clock_off_seconds (\S+)$/m.exec(metrics)?.[1])).toBeCloseTo(300, 0);

    await expect.poll(async () => (await readDraft(send, draft.id)).state, soon).toBe('published');
    expect(await stateSince(send, draft.id, 'published')).toBeGreaterThanOrEqual(epochMsOf(at) ?? NaN);
    const state = async () => experimentOf(await send('GET', `/experiment?id=${id}`)).state;
    await expect.poll(state, soon).toBe('paused');
    expect(await stateSince(send, id, 'paused')).toBeGreaterThanOrEqual(epochMsOf(at) ?? NaN);
  },
);

test.skipIf(library === undefined)(
  'a replica alone whose clock is two hours behind publishes on time, takes no ended key, and removes nothing by age',
  async () => {
    const { service, send, people } = await replica(-7200);
    const { ymProfile, gold } = await newYmProfile(send);
    const draft = await createDraft(send, ymProfile.id);
    await updateDraft(send, draft.id, withTier(draft, gold.id, { min_price: '3.00' }));
    const at = inS(4);
    expectOk(await send('POST', `/draft/publish?id=${draft.id}`, { body: { at } }));
    const key = rowOf(
      expectOk(
        await send('POST', '/api-key', {
          key: await tokenOf({ send, people }),
          body: { scopes: ['read'], end_date: inS(3) },
        }),
      ),
      'api-key',
    );
    await expect.poll(async () => (await readDraft(send, draft.id)).state, soon).toBe('published');
    const publishedMs = await stateSince(send, draft.id, 'published');
    expect(publishedMs).toBeGreaterThanOrEqual(epochMsOf(at) ?? NaN);
    expect((await send('GET', '/member', { key: String(key['key']) })).status).toBe(401);
    expect(await readyz(send)).toMatchObject({ clock_off: expect.stringContaining('nothing is removed by age') });
    await service.logged(/"level":40[^\n]*clock of this host/);
  },
);

test.skipIf(library === undefined)(
  'a process whose clock is 30 days ahead keeps the recorded auctions that a right clock keeps',
  async () => {
    const folder = recordedFolder(data.dataDir, 1, 1);
    mkdirSync(folder, { recursive: true });
    const files = [1, 2, 5].map((days) => {
      const startMs = startOfHour(Date.now() - days * 24 * hourMs);
      const file = join(folder, segmentName(startMs, 'aaaaaaaa', 1));
      writeFileSync(file, 'auctions');
      utimesSync(file, startMs / 1000, startMs / 1000);
      return file;
    });
    const kept = () => files.map((file) => existsSync(file));
    // Its clocks run 30 times as fast, so that the minute before its first sweep is soon over.
    const ahead = await replica(30 * 24 * 3600, { RECORD_DAYS: '3' }, ' x30');
    const shownMs = async () => Date.parse((await fetch(`${ahead.url}/healthz`)).headers.get('date') ?? '');
    const firstMs = await shownMs();
    await expect.poll(shownMs, soon).toBeGreaterThan(firstMs + 120_000);
    expect(await readyz(ahead.send)).toMatchObject({ clock_off: expect.stringContaining('nothing is removed by age') });
    expect(kept()).toEqual([true, true, true]);
    await ahead.service.stop();
    await replica(1, { RECORD_DAYS: '3' }, ' x30');
    await expect.poll(kept, soon).toEqual([true, true, false]);
  },
);
