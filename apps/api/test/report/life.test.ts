import { type RunningRedis, startRedis } from '@auction-tiers/tools/redis';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { expectOk } from '../fixture/demo-tier.ts';
import { putFirstStart } from '../fixture/first-start.ts';
import { type Instance, openInstance } from '../fixture/instance.ts';
import type { Row, Send } from '../fixture/request.ts';
import { type DemoData, startDemoData } from '../fixture/service.ts';
import { TestClock } from '../fixture/test-clock.ts';
import { countByHand } from './count-answers.ts';
import { auctionBodies, demoFeePpm, figuresOf, pairFigures, rowsOf, toCounted, totalOf } from './report-reader.ts';

async function demoData(): Promise<DemoData> {
  const data = await startDemoData();
  onTestFinished(() => data.close());
  return data;
}

/** A service on the data, closed after the test unless it was before. */
async function open(data: Pick<DemoData, 'environment'>, clock?: TestClock): Promise<Instance> {
  const instance = await openInstance(
    { ...data.environment, LOG_LEVEL: 'fatal' },
    clock === undefined ? {} : { clock },
  );
  let closing: Promise<void> | undefined;
  const close = () => (closing ??= instance.close());
  onTestFinished(close);
  return { ...instance, close };
}

/** Has auctions decided, and gives the answers. */
async function decide(send: Send, bodies: readonly Row[]): Promise<readonly Row[]> {
  const { response } = expectOk(await send('POST', '/auction/batch', { body: { auctions: bodies } }));
  return response['auctions'] as Row[];
}
const count = (answers: readonly Row[]) => countByHand(answers.map((one) => toCounted(one, demoFeePpm)));
const flush = ({ opened }: Instance) => opened.liveReport.flush();
const flushed = async (send: Send, query = '') => (await totalOf(send, query)).auctions;

const anHour = 3_600_000;
const text = (ms: number) => new Date(ms).toISOString().slice(0, 19).replace('T', ' ');

test('a report sums what two processes have counted, in any order of their flushes', async () => {
  const data = await demoData();
  const [one, other] = [await open(data), await open(data)];
  const answers = [
    ...(await decide(one.send, auctionBodies(200))),
    ...(await decide(other.send, auctionBodies(300, 200))),
  ];
  await flush(other);
  answers.push(...(await decide(other.send, auctionBodies(100, 500))));
  await flush(one);
  await flush(other);
  for (const { send } of [one, other]) {
    expect(figuresOf(await rowsOf(send, '&group_by=tier,buyer'))).toEqual(pairFigures(count(answers)));
  }
});

test('the counts are stored once a second without being asked, and the last ones when the service ends', async () => {
  const data = await demoData();
  const [one, reader] = [await open(data), await open(data)];
  await decide(one.send, auctionBodies(30));
  await expect.poll(() => flushed(reader.send), { timeout: 60_000 }).toBe(30);
  await decide(one.send, auctionBodies(20));
  await one.close();
  expect(await flushed(reader.send)).toBe(50);
});

test('counts are kept while Redis is away, each once, and stored when it is back', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'auction-tiers-report-'));
  let redis: RunningRedis = await startRedis({ dir: join(dir, 'redis') });
  onTestFinished(async () => {
    await redis.stop();
    await rm(dir, { recursive: true, force: true });
  });
  await putFirstStart(redis.url, dir);
  const service = await open({ environment: { REDIS_URL: redis.url, DATA_DIR: dir } });
  const answers = [...(await decide(service.send, auctionBodies(50)))];
  await flush(service);
  answers.push(...(await decide(service.send, auctionBodies(70, 50))));
  process.kill(redis.pid, 'SIGKILL');
  await redis.ended;
  await flush(service);
  answers.push(...(await decide(service.send, auctionBodies(80, 120))));
  await flush(service);
  redis = await startRedis({ dir: join(dir, 'redis') });
  await expect.poll(() => flushed(service.send).catch(() => 0), { timeout: 60_000 }).toBe(200);
  expect(figuresOf(await rowsOf(service.send, '&group_by=tier,buyer'))).toEqual(pairFigures(count(answers)));
});

test('an auction counts for the hour and the day in which it was decided', async () => {
  const data = await demoData();
  const clock = new TestClock();
  clock.pass(anHour - (clock.epochMs() % anHour) + 24 * anHour);
  const service = await open(data, clock);
  const startMs = clock.epochMs();
  const perHour: number[] = [];
  for (let hour = 0; hour < 30; hour++) {
    const auctions = 3 + (hour % 5);
    await decide(service.send, auctionBodies(auctions, hour * 10));
    perHour.push(auctions);
    // Some hours are stored only when they are over.
    if (hour % 3 > 0) await flush(service);
    clock.pass(anHour);
  }
  await flush(service);
  const hours = await rowsOf(service.send, `&group_by=hour&start_date=${text(startMs)}`);
  expect(hours.map(({ hour, auctions }) => [hour, auctions])).toEqual(
    perHour.map((auctions, at) => [text(startMs + at * anHour), auctions]),
  );
  const byDay = new Map<string, number>();
  for (const [at, auctions] of perHour.entries()) {
    const day = text(startMs + at * anHour).slice(0, 10);
    byDay.set(day, (byDay.get(day) ?? 0) + auctions);
  }
  const days = await rowsOf(service.send, '&group_by=day');
  expect(days.map(({ day, auctions }) => [day, auctions])).toEqual([...byDay]);
  const [from, to] = [text(startMs + 2 * anHour), text(startMs + 7 * anHour)];
  const some = perHour.slice(2, 7).reduce((sum, auctions) => sum + auctions, 0);
  expect(await flushed(service.send, `&start_date=${from}&end_date=${to}`), 'a part of a day').toBe(some);
  const [firstDay = ''] = byDay.keys();
  expect(await flushed(service.send, `&start_date=${firstDay}&end_date=${firstDay}`)).toBe(byDay.get(firstDay));
});

test('days are those of the time zone of the member, half an hour from others too', async () => {
  const data = await demoData();
  const clock = new TestClock();
  const before = await open(data, clock);
  expectOk(await before.send('PUT', '/member?id=1', { body: { timezone: 'Asia/Kolkata' } }));
  // Ten minutes before midnight there: 18:20 UTC.
  clock.pass(18 * anHour + 1_200_000 - (clock.epochMs() % (24 * anHour)) + 24 * anHour);
  const todayMs = clock.epochMs();
  await decide(before.send, auctionBodies(3));
  clock.pass(1_200_000);
  await decide(before.send, auctionBodies(5));
  await flush(before);
  const day = (ms: number) => new Date(ms + 5.5 * anHour).toISOString().slice(0, 10);
  const days = await rowsOf(before.send, '&group_by=day');
  expect(days.map((row) => [row.day, row.auctions])).toEqual([
    [day(todayMs), 3],
    [day(todayMs + anHour), 5],
  ]);
  const hours = await rowsOf(before.send, '&group_by=hour');
  expect(hours.map((row) => [row.hour?.slice(11), row.auctions])).toEqual([
    ['17:30:00', 3],
    ['18:30:00', 5],
  ]);
});

test('hours are no longer reported after 35 days, and days are', async () => {
  const data = await demoData();
  const clock = new TestClock();
  const service = await open(data, clock);
  await decide(service.send, auctionBodies(4));
  await flush(service);
  const day = new Date(clock.epochMs()).toISOString().slice(0, 10);
  clock.pass(34 * 24 * anHour);
  expect(await rowsOf(service.send, `&group_by=hour&start_date=${day}`)).toMatchObject([{ auctions: 4 }]);
  clock.pass(2 * 24 * anHour);
  expect(await flushed(service.send, `&start_date=${day}&end_date=${day}`)).toBe(4);
  const refused = await service.send('GET', `/report?ym_profile_id=1&group_by=hour&start_date=${day}`);
  expect(refused.status).toBe(400);
  expect(
    await rowsOf(service.send, '&group_by=hour&start_date=' + new Date(clock.epochMs()).toISOString().slice(0, 10)),
  ).toEqual([]);
});

test('records are merged as they grow, and the sums stay the same', async () => {
  const data = await demoData();
  const service = await open(data);
  const answers: Row[] = [];
  const subject = { memberId: 1, ymProfileId: 1 };
  const day = `${new Date().toISOString().slice(0, 10)}@UTC`;
  let appended = 0;
  for (let call = 0; call < 40; call++) {
    answers.push(...(await decide(service.send, auctionBodies(60, call * 60))));
    await flush(service);
    const [records] = await service.opened.liveReport.store.read(subject, [day]);
    appended = Math.max(appended, records?.length ?? 0);
  }
  const [records] = await service.opened.liveReport.store.read(subject, [day]);
  expect(records!.length).toBeLessThan(appended);
  expect(figuresOf(await rowsOf(service.send, '&group_by=tier,buyer'))).toEqual(pairFigures(count(answers)));
});

test('an answer is as fresh as the process that has stored the least of what it counted', async () => {
  const data = await demoData();
  const clock = new TestClock();
  const service = await open(data, clock);
  const completeTo = async () => {
    const { dbg_info } = expectOk(await service.send('GET', '/report?ym_profile_id=1')).response;
    return Date.parse(`${String((dbg_info as unknown as Row)['complete_to']).replace(' ', 'T')}Z`);
  };
  const { store } = service.opened.liveReport;
  const nowMs = clock.epochMs();
  const tell = (process: string, countedToMs: number, isLast: boolean) =>
    store.add({ group: 0, process, sequence: 1, countedToMs, isLast, parts: [] });
  await tell('behind', nowMs - 3000, false);
  await tell('ended', nowMs - 5000, true);
  await tell('killed', nowMs - 60_000, false);
  expect(await completeTo()).toBe(nowMs - 3000);
});
