import { afterEach, beforeEach, expect, test } from 'vitest';
import { bid, runAuction } from '../fixture/auction-body.ts';
import { demoYmProfile } from '../fixture/demo-tier.ts';
import { readPeople } from '../fixture/instance.ts';
import { createSend, type Send } from '../fixture/request.ts';
import { type DemoData, startDemoData } from '../fixture/service.ts';
import { MainProcess } from '../process/main-process.ts';
import { parseMetrics, valueOf } from '../metrics/prometheus-text.ts';
import { recordedAuctions, recordedFiles } from './recorded-lines.ts';

let data: DemoData;
let service: MainProcess;

beforeEach(async () => {
  data = await startDemoData();
});
afterEach(async () => {
  await service.stop();
  await data.close();
});

async function open(environment: Readonly<Record<string, string>>): Promise<{ send: Send; url: string }> {
  service = new MainProcess({ ...data.environment, RECORD_AUCTIONS: '1', SIMULATION_WORKER: '0', ...environment });
  const url = await service.ready();
  return { url, send: createSend(url, (await readPeople(data.dataDir)).seller1.api_key) };
}

/** Runs auctions of the seeds, each on a connection of its own. */
async function run(send: Send, ymProfileId: number, seeds: readonly string[]): Promise<void> {
  const each: Send = (method, path, options) => send(method, path, { ...options, headers: { connection: 'close' } });
  for (const seed of seeds) await runAuction(each, { ym_profile_id: ymProfileId, seed, bids: [bid('a', 107, 3)] });
}
const named = (name: string, count: number) => Array.from({ length: count }, (_, at) => `${name} ${at}`);
const seedsOf = async (ymProfileId: number) =>
  (await recordedAuctions(data.dataDir, 1, ymProfileId)).map(({ decided }) => decided.seed);

test('several workers record every auction once, and one that is told to end writes all it has', async () => {
  const { send } = await open({ WORKERS: '2' });
  const { id } = await demoYmProfile(send);
  const seeds = named('worker', 40);
  await run(send, id, seeds);
  const dropped = valueOf(
    parseMetrics(await (await fetch(await service.metricsUrl())).text()),
    'auction_tiers_recorded_dropped_total',
  );
  expect(dropped).toBe(0);
  expect(await service.stop()).toMatchObject({ code: 0 });
  expect((await seedsOf(id)).toSorted()).toEqual(seeds.toSorted());
});

test('what was recorded before a kill can be read, and the process after it goes on in a file of its own', async () => {
  const { send } = await open({});
  const { id } = await demoYmProfile(send);
  await run(send, id, named('first', 5));
  await expect.poll(() => seedsOf(id).catch(() => [])).toHaveLength(5);
  await run(send, id, named('lost perhaps', 3));
  service.kill('SIGKILL');
  await service.ended;
  const before = await seedsOf(id);
  expect(before.slice(0, 5)).toEqual(named('first', 5));
  const again = await open({});
  await run(again.send, id, named('second', 2));
  await service.stop();
  expect((await seedsOf(id)).filter((seed) => !before.includes(seed)).toSorted()).toEqual(named('second', 2));
  expect(await recordedFiles(data.dataDir, 1, id)).toHaveLength(2);
});

test('with a share of 0 nothing is recorded', async () => {
  const { send } = await open({ RECORD_AUCTIONS: '0' });
  const { id } = await demoYmProfile(send);
  await run(send, id, named('none', 3));
  await service.stop();
  await expect(recordedFiles(data.dataDir, 1, id)).rejects.toMatchObject({ code: 'ENOENT' });
});
