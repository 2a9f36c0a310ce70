import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addDays, calendarOf, type Day } from '@auction-tiers/calendar';
import type { HistoryStep, MovementAnswer } from '@auction-tiers/contract';
import { startTemporaryRedis, type TemporaryRedis } from '@auction-tiers/tools/redis';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { drawDays, fourWeeks } from '../../src/demo/demo-market.ts';
import { expectOk } from '../fixture/demo-tier.ts';
import { type Instance, openInstance } from '../fixture/instance.ts';
import { rowOf } from '../fixture/request.ts';
import { rowsOf } from '../report/report-reader.ts';

const days = fourWeeks.days;
const newYork = calendarOf('America/New_York');

let redis: TemporaryRedis;
let dataDir: string;
let service: Instance;
let today: Day;
beforeAll(async () => {
  redis = await startTemporaryRedis({ durable: false });
  dataDir = await mkdtemp(join(tmpdir(), 'auction-tiers-weeks-'));
  const lasting = { DEMO_DAYS: String(days), RECORD_DAYS: String(days) };
  service = await openInstance({ REDIS_URL: redis.url, DATA_DIR: dataDir, ...lasting });
  today = newYork.dayAt(service.opened.clock.epochMs());
  await service.demoDays.settled();
}, 300_000);
afterAll(async () => {
  await service?.close();
  await redis?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

/** The day so many days before today. */
const before = (count: number) => addDays(today, -count);

/** What is said about the net of a day against that of an earlier one. */
async function moved(from: Day, against: Day): Promise<string> {
  const period = `from=${from}&to=${from}&against_from=${against}&against_to=${against}`;
  const { movement } = expectOk(await service.send('GET', `/movement?ym_profile_id=1&${period}`)).response;
  return (movement as MovementAnswer).sentences.map(({ text }) => text).join(' ');
}

async function bidsOf(buyer: number, day: Day): Promise<number> {
  const rows = await rowsOf(service.send, `&start_date=${day}&end_date=${addDays(day, 1)}&group_by=buyer`);
  return rows.find(({ buyer_id: id }) => id === buyer)?.bids ?? 0;
}

test('four weeks are recorded whole, of a seller that earns over a thousand USD a day in placements with paths', async () => {
  const { recorded } = expectOk(await service.send('GET', '/recorded?ym_profile_id=1')).response as unknown as {
    readonly recorded: readonly { readonly hour: string; readonly is_whole: boolean }[];
  };
  expect(newYork.dayAt(Date.parse(recorded[0]!.hour))).toBe(before(days));
  // The present hour is not over.
  expect(recorded.filter(({ is_whole: isWhole }) => !isWhole).length).toBeLessThanOrEqual(1);
  expect(recorded.slice(0, -1).every(({ is_whole: isWhole }) => isWhole)).toBe(true);
  const ofDays = `&start_date=${before(7)}&end_date=${today}`;
  const [week] = await rowsOf(service.send, ofDays);
  expect(Number(week!.net) / 7).toBeGreaterThan(1000);
  const placements = await rowsOf(service.send, `${ofDays}&group_by=placement`);
  expect(placements.filter(({ placement }) => !/^\/1111\/\w+\/\w+$/.test(String(placement)))).toEqual([]);
});

test('in the first week a buyer left for good', async () => {
  const { id, daysBefore } = fourWeeks.left;
  expect(await bidsOf(id, before(daysBefore + 2))).toBeGreaterThan(1000);
  expect(await bidsOf(id, before(daysBefore - 2))).toBe(0);
  expect(await bidsOf(id, before(1))).toBe(0);
});

test('in the second week more was asked of a buyer, which has given up most of its low bids a week later', async () => {
  const { id, below, daysBefore, overDays } = fourWeeks.fading;
  const steps = expectOk(await service.send('GET', '/ym-profile/history?id=1')).response['ym-profile-history'];
  const noted = (steps as readonly HistoryStep[]).filter(({ note }) => note !== null);
  expect(noted).toHaveLength(4);
  expect(noted.at(-1)).toMatchObject({ kind: 'write', note: 'Ask Northwind for 1.50' });
  expect(await moved(before(daysBefore - 1), before(daysBefore + 6))).toMatch(/The change on .* by demo-seller-1: \+/);
  const low = new Map<Day, number>();
  const untilMs = newYork.startOf(today);
  for (const { timeMs, auction } of drawDays(newYork.startOf(before(days)), untilMs)) {
    const day = newYork.dayAt(timeMs);
    const count = auction.bids.filter((bid) => bid.member_id === id && bid.price < below).length;
    low.set(day, (low.get(day) ?? 0) + count);
  }
  // The same weekday.
  const [asked, later] = [before(daysBefore + 3), before(daysBefore + 3 - 14)].map((day) => low.get(day)!);
  expect(overDays).toBeLessThan(11);
  expect(asked).toBeGreaterThan(50);
  expect(later).toBeLessThan(0.3 * asked!);
});

test('in the third week was a holiday of its calendar, which is named where net fell', async () => {
  const { daysBefore, name } = fourWeeks.holiday;
  const member = rowOf(expectOk(await service.send('GET', '/member?id=1')), 'member');
  expect(member.calendar).toMatchObject([{ date: before(daysBefore), name }]);
  const said = await moved(before(daysBefore), before(daysBefore + 7));
  expect(said).toMatch(/^Net fell by .* fewer impressions: −/);
  expect(said).toContain(name);
});

test('in the last week a publish earned, and is the first cause that is named', async () => {
  expect(await moved(before(1), before(8))).toMatch(
    /^Net rose by \S+ USD \(\S+ %\)\. The change on .* by demo-colleague: \+/,
  );
});
