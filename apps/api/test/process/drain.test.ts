import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { Balancer } from '../fixture/balancer.ts';
import { demoYmProfile } from '../fixture/demo-tier.ts';
import { IdleConnection } from '../fixture/idle-connection.ts';
import { readPeople } from '../fixture/instance.ts';
import { createSend } from '../fixture/request.ts';
import { type DemoData, startDemoData } from '../fixture/service.ts';
import { SteadyAuctions } from '../fixture/steady-auctions.ts';
import { MainProcess } from './main-process.ts';

let data: DemoData;
const processes: MainProcess[] = [];

beforeEach(async () => {
  data = await startDemoData();
});
afterEach(async () => {
  await Promise.all(processes.splice(0).map((one) => one.stop()));
  await data.close();
});

function start(environment: Readonly<Record<string, string>> = {}): MainProcess {
  const started = new MainProcess({ ...data.environment, LOG_LEVEL: 'info', ...environment });
  processes.push(started);
  return started;
}

/** An hour: a test that waited for it would fail. */
const never = '600000';

async function auctionOf(url: string) {
  const { api_key: key } = (await readPeople(data.dataDir)).seller1;
  const { id: ym_profile_id } = await demoYmProfile(createSend(url, key));
  return { key, body: { ym_profile_id, bids: [] } };
}

test('after SIGTERM it is not ready, and goes on with requests, on kept connections and on new ones', async () => {
  const service = start({ DRAIN_MS: never });
  const url = await service.ready();
  const auction = { method: 'POST', path: '/auction', ...(await auctionOf(url)) } as const;
  const kept = new IdleConnection(url);
  expect(await kept.send(auction)).toMatchObject({ status: 200 });
  service.kill('SIGTERM');
  await expect.poll(async () => (await fetch(`${url}/readyz`)).status).toBe(503);
  for (const duty of ['auctions', 'reads', 'writes']) {
    const answer = await fetch(`${url}/readyz/${duty}`);
    expect([answer.status, await answer.json()]).toMatchObject([
      503,
      { status: 'unavailable', states: { [duty]: { ready: false, why: [expect.stringContaining('stopping')] } } },
    ]);
  }
  expect(await kept.send(auction)).toMatchObject({ status: 200, isReused: true });
  const added = new IdleConnection(url);
  expect(await added.send(auction)).toMatchObject({ status: 200, isReused: false });
  for (const connection of [kept, added]) connection.close();

  service.kill('SIGINT');
  expect(await service.ended).toMatchObject({ code: 0, signal: null });
});

test.for(['1', '2'])('Ctrl-C does not wait, with idle connections open and WORKERS=%s', async (workers) => {
  const service = start({ DRAIN_MS: never, WORKERS: workers });
  const url = await service.ready();
  const idle = new IdleConnection(url);
  expect(await idle.send({ method: 'GET', path: '/healthz', key: '' })).toMatchObject({ status: 200 });
  service.kill('SIGINT');
  expect(await service.ended).toMatchObject({ code: 0, signal: null });
  idle.close();
});

test('three replicas that are restarted one after the other fail no request', async () => {
  const environment = { DRAIN_MS: '500', WORKERS: '1' };
  const balancer = await Balancer.start();
  onTestFinished(() => balancer.close());
  const started = await Promise.all(
    Array.from({ length: 3 }, async () => {
      const replica = start(environment);
      const url = await replica.ready();
      balancer.add(url);
      return { replica, url };
    }),
  );
  const isUsed = (url: string) => expect.poll(() => balancer.answeredBy(url), { timeout: 60_000 }).toBeGreaterThan(20);
  const auctions = new SteadyAuctions(balancer.url, { ...(await auctionOf(started[0]!.url)), connections: 8 });
  await Promise.all(started.map(({ url }) => isUsed(url)));
  for (const { replica, url } of started) {
    replica.kill('SIGTERM');
    expect(await replica.ended).toMatchObject({ code: 0, signal: null });
    balancer.remove(url);
    const successor = await start(environment).ready();
    balancer.add(successor);
    await isUsed(successor);
  }
  await auctions.stop();
  expect(auctions.failures).toEqual([]);
});

test('workers that are replaced one after the other fail no request', async () => {
  const service = start({ WORKERS: '2', DRAIN_MS: '500' });
  const url = await service.ready();
  const auctions = new SteadyAuctions(url, { ...(await auctionOf(url)), connections: 8 });
  await expect.poll(() => auctions.answeredCount).toBeGreaterThan(100);
  service.kill('SIGUSR2');
  const log = await service.logged(/all workers are replaced/);
  const { answeredCount } = auctions;
  await expect.poll(() => auctions.answeredCount).toBeGreaterThan(answeredCount + 100);
  await auctions.stop();
  expect(auctions.failures).toEqual([]);
  const served = [...log.matchAll(/"pid":(\d+)[^\n]*"msg":"serving"/g)].map(([, pid]) => pid);
  expect(new Set(served).size).toBe(4);
  expect(await service.stop()).toMatchObject({ code: 0, signal: null });
});
