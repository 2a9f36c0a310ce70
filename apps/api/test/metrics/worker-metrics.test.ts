import { afterEach, beforeEach, expect, test } from 'vitest';
import { bid } from '../fixture/auction-body.ts';
import { demoYmProfile, expectOk } from '../fixture/demo-tier.ts';
import { readPeople } from '../fixture/instance.ts';
import { createSend, type Send } from '../fixture/request.ts';
import { type DemoData, startDemoData } from '../fixture/service.ts';
import { MainProcess } from '../process/main-process.ts';
import { type Family, labelValues, parseMetrics, valueOf } from './prometheus-text.ts';

let data: DemoData;
let service: MainProcess;
let url: string;
let send: Send;

beforeEach(async () => {
  data = await startDemoData();
  service = new MainProcess({ ...data.environment, WORKERS: '2', LOG_LEVEL: 'info', DRAIN_MS: '0' });
  url = await service.ready();
  const sendKept = createSend(url, (await readPeople(data.dataDir)).seller1.api_key);
  // Each on a connection of its own, so that each worker gets some.
  send = (method, path, options) => sendKept(method, path, { ...options, headers: { connection: 'close' } });
});
afterEach(async () => {
  await service.stop();
  await data.close();
});

async function scrape(): Promise<ReadonlyMap<string, Family>> {
  const answer = await fetch(await service.metricsUrl());
  expect(answer.status).toBe(200);
  return parseMetrics(await answer.text());
}

const sold = async () => valueOf(await scrape(), 'auction_tiers_auctions_total', { outcome: 'sold' });

async function sell(count: number): Promise<void> {
  const { id: ym_profile_id } = await demoYmProfile(send);
  const body = { ym_profile_id, bids: [bid('a', 107, 3)] };
  for (let done = 0; done < count; done++) expectOk(await send('POST', '/auction', { body }));
}

/** The processes that serve, by the log. */
async function servingPids(count: number): Promise<number[]> {
  const log = await service.logged(new RegExp(`(?:"msg":"serving"[^]*){${count}}`));
  const lines = log.split('\n').filter((line) => line.includes('"msg":"serving"'));
  return lines.map((line) => (JSON.parse(line) as { readonly pid: number }).pid);
}

test('one address tells of all workers together', async () => {
  await sell(20);
  // The text is kept for a while.
  await expect.poll(sold, { timeout: 60_000 }).toBe(20);
  const metrics = await scrape();
  expect(valueOf(metrics, 'auction_tiers_decision_seconds_count')).toBe(20);
  expect(
    valueOf(metrics, 'http_server_request_duration_seconds_count', {
      method: 'POST',
      route: '/auction',
      status: '200',
    }),
  ).toBe(20);
  expect(valueOf(metrics, 'auction_tiers_redis_up')).toBe(1);
  expect(valueOf(metrics, 'auction_tiers_build_info')).toBe(1);
  expect(labelValues(metrics, 'auction_tiers_snapshot_revision', 'partition')).toHaveLength(16);
});

test('what a worker has counted is not lost when it is replaced, or dies', async () => {
  const pids = await servingPids(2);
  await sell(10);
  await expect.poll(sold, { timeout: 60_000 }).toBe(10);
  service.kill('SIGUSR2');
  await service.logged(/all workers are replaced/);
  await expect.poll(sold, { timeout: 60_000 }).toBe(10);
  await sell(5);
  await expect.poll(sold, { timeout: 60_000 }).toBe(15);

  process.kill((await servingPids(4)).find((pid) => !pids.includes(pid)) ?? 0, 'SIGKILL');
  await service.logged(/a worker ended by itself/);
  await servingPids(5);
  // The process that merges has its values from the scrapes before.
  await expect.poll(sold, { timeout: 60_000 }).toBe(15);
});
