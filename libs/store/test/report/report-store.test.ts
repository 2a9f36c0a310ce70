import { randomBytes } from 'node:crypto';
import {
  addRecord,
  encodeRecord,
  findRecords,
  openRedisStore,
  type RedisStore,
  type ReportCall,
  type ReportPart,
  StoreUnavailable,
} from '@auction-tiers/store';
import { ReportCounts, totalCell, totalsText } from '@auction-tiers/tally';
import { expect, onTestFinished, test, vi } from 'vitest';
import { RedisServer } from '@auction-tiers/tools/redis-server';

const subject = { memberId: 19, ymProfileId: 42 };
const [hour, day] = ['2026-11-21T08', '2026-11-21@Europe/Berlin'];
const aDayMs = 86_400_000;

async function open(): Promise<{ server: RedisServer; store: RedisStore }> {
  const server = await RedisServer.start();
  onTestFinished(() => server.remove());
  const store = await openRedisStore({ url: server.url, log: console });
  onTestFinished(() => store.close());
  return { server, store };
}

function countsOf(auctions: number): ReportCounts {
  const counts = new ReportCounts();
  counts.totals.cells[totalCell.auctions] = auctions;
  return counts;
}

function partOf(auctions: number, own: Partial<ReportPart> = {}): ReportPart {
  const counts = countsOf(auctions);
  const record = encodeRecord(counts, randomBytes(8));
  const expiry = { hourExpiryMs: Date.now() + aDayMs, dayExpiryMs: Date.now() + 2 * aDayMs };
  return { ...subject, hour, day, record, totals: totalsText(counts.totals), ...expiry, ...own };
}

const callOf = (sequence: number, parts: readonly ReportPart[], own: Partial<ReportCall> = {}): ReportCall => ({
  group: 0,
  process: 'one',
  sequence,
  countedToMs: Date.now(),
  isLast: false,
  parts,
  ...own,
});

function auctionsOf(records: Buffer | null | undefined): number | null {
  if (!records) return null;
  const counts = new ReportCounts();
  for (const place of findRecords(records).records) addRecord(records, place, counts);
  return counts.totals.cells[totalCell.auctions]!;
}

async function stored(store: RedisStore, times: readonly string[] = [hour, day]): Promise<(number | null)[]> {
  return (await store.reports.read(subject, times)).map(auctionsOf);
}

test('counts are added to their hour and to their day', async () => {
  const { store } = await open();
  await store.reports.add(callOf(1, [partOf(3)]));
  await store.reports.add(callOf(2, [partOf(4, { hour: '2026-11-21T09' })]));
  expect(await stored(store, [hour, '2026-11-21T09', day, '2026-11-22@Europe/Berlin'])).toEqual([3, 4, 7, null]);
});

test('a call that is sent again counts once, also after later ones of other processes', async () => {
  const { store } = await open();
  const call = callOf(1, [partOf(3)]);
  expect(await store.reports.add(call)).toEqual([{ hour: expect.any(Number), day: expect.any(Number) }]);
  await store.reports.add(callOf(1, [partOf(10)], { process: 'other' }));
  expect(await store.reports.add(call)).toBeNull();
  expect(await store.reports.add(callOf(2, [partOf(5)]))).toHaveLength(1);
  expect(await store.reports.add(call)).toBeNull();
  expect(await stored(store)).toEqual([18, 18]);
});

test('a call adds all of its parts or none: not to a database of another epoch', async () => {
  const { server, store } = await open();
  const call = callOf(1, [partOf(3), partOf(4, { ymProfileId: 43 })]);
  const epoch = await server.ask('GET', 'at:{p0}:epoch');
  await server.ask('SET', 'at:{p0}:epoch', 'deadbeef');
  await expect(store.reports.add(call)).rejects.toThrow(StoreUnavailable);
  await server.ask('SET', 'at:{p0}:epoch', String(epoch));
  expect(await stored(store)).toEqual([null, null]);
  await store.reports.add(call);
  expect(await stored(store)).toEqual([3, 3]);
  expect((await store.reports.read({ ...subject, ymProfileId: 43 }, [hour])).map(auctionsOf)).toEqual([4]);
});

test('a call adds nothing to an older copy of the database', async () => {
  const { server, store } = await open();
  await server.ask('SET', 'at:{p3}:revision', '-1');
  await expect(store.reports.add(callOf(1, [partOf(3)]))).rejects.toThrow(StoreUnavailable);
  await server.ask('DEL', 'at:{p3}:revision');
  expect(await stored(store)).toEqual([null, null]);
  await store.reports.add(callOf(1, [partOf(3)]));
  expect(await stored(store)).toEqual([3, 3]);
});

test('a key of another type keeps out its own counts only', async () => {
  const { server, store } = await open();
  await server.ask('LPUSH', `at:{p3}:member:19:report:42:${hour}`, 'x');
  const sizes = await store.reports.add(callOf(1, [partOf(3), partOf(4, { hour: '2026-11-21T09' })]));
  expect(sizes?.map((one) => one.hour < 0)).toEqual([true, false]);
  expect(await stored(store, ['2026-11-21T09', day])).toEqual([4, 7]);
});

test('a merge replaces what was read, and keeps what was added meanwhile', async () => {
  const { store } = await open();
  await store.reports.add(callOf(1, [partOf(3)]));
  await store.reports.add(callOf(2, [partOf(4)]));
  const [read] = await store.reports.read(subject, [hour]);
  await store.reports.add(callOf(3, [partOf(5)]));
  const merged = partOf(7).record;
  expect(await store.reports.compact(subject, hour, read!, merged)).toBe(true);
  expect(await stored(store)).toEqual([12, 12]);
  expect(await store.reports.compact(subject, hour, read!, merged), 'merged by another process before').toBe(false);
  const [after] = await store.reports.read(subject, [hour]);
  expect(findRecords(after!).records).toHaveLength(2);
});

test('hours, days and seconds expire', async () => {
  const { server, store } = await open();
  const part = partOf(3);
  await store.reports.add(callOf(1, [part]));
  const [read] = await store.reports.read(subject, [hour]);
  await store.reports.compact(subject, hour, read!, partOf(3).record);
  const expiryOf = async (time: string) =>
    Number(await server.ask('PEXPIRETIME', `at:{p3}:member:19:report:42:${time}`));
  expect(await expiryOf(hour)).toBe(part.hourExpiryMs);
  expect(await expiryOf(day)).toBe(part.dayExpiryMs);
  const secondsLeftMs = (await expiryOf('seconds')) - Date.now();
  expect(secondsLeftMs).toBeGreaterThan(0);
  expect(secondsLeftMs).toBeLessThanOrEqual(60_000);
});

test('what was counted each second can be followed', async () => {
  const { store } = await open();
  expect(await store.reports.lastSecond(subject)).toBe('0-0');
  await store.reports.add(callOf(1, [partOf(3)]));
  const last = await store.reports.lastSecond(subject);
  expect(await store.reports.secondsAfter(subject, last)).toEqual([]);
  await store.reports.add(callOf(2, [partOf(4)]));
  const zeros = '0 0 0 0 0 0 0 0 0 0 0 0 0';
  expect(await store.reports.secondsAfter(subject, last)).toEqual([{ id: expect.any(String), totals: `4 ${zeros}` }]);
});

test('processes say how far they have counted, and are forgotten when they have long ended', async () => {
  const { server, store } = await open();
  await store.reports.add(callOf(1, [], { process: 'old', countedToMs: Date.now() - 36 * aDayMs }));
  await store.reports.add(callOf(1, [], { process: 'one', countedToMs: 5 + Date.now() - aDayMs }));
  await store.reports.add(callOf(1, [], { countedToMs: Date.now(), process: 'two', isLast: true }));
  const names = (await server.ask('HKEYS', 'at:{p0}:report:processes')) as string[];
  expect(names.toSorted()).toEqual(['one', 'two']);
  const processes = await store.reports.processes();
  expect(processes.filter(({ isLast }) => isLast)).toHaveLength(1);
});

test('a store whose Redis was away adds counts once it is back', async () => {
  const server = await RedisServer.start();
  onTestFinished(() => server.remove());
  const store = await openRedisStore({ url: server.url, log: console });
  onTestFinished(() => store.close());
  await server.kill();
  expect(store.reports.groupOf(19)).toBe(0);
  await expect(store.reports.add(callOf(1, [partOf(3)]))).rejects.toThrow(StoreUnavailable);
  await server.start();
  await vi.waitFor(() => store.reports.add(callOf(1, [partOf(3)])), { timeout: 60_000 });
  expect(await stored(store)).toEqual([3, 3]);
});

test('the functions are loaded again into a server that has lost them', async () => {
  const { server, store } = await open();
  await server.ask('FUNCTION', 'FLUSH');
  await store.reports.add(callOf(1, [partOf(3)]));
  expect(await stored(store)).toEqual([3, 3]);
});
