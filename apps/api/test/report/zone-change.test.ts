import { calendarOf } from '@auction-tiers/calendar';
import { dateText } from '@auction-tiers/contract';
import { expect, onTestFinished, test } from 'vitest';
import { cutsOf } from '../../src/report/cut.ts';
import { expectOk } from '../fixture/demo-tier.ts';
import { openInstance } from '../fixture/instance.ts';
import type { Row, Send } from '../fixture/request.ts';
import { startDemoData } from '../fixture/service.ts';
import { TestClock } from '../fixture/test-clock.ts';
import { auctionBodies, rowsOf } from './report-reader.ts';

const [minuteMs, hourMs, dayMs] = [60_000, 3_600_000, 86_400_000];

async function open() {
  const data = await startDemoData();
  onTestFinished(() => data.close());
  const clock = new TestClock();
  const instance = await openInstance({ ...data.environment, LOG_LEVEL: 'fatal' }, { clock });
  onTestFinished(() => instance.close());
  return { ...instance, clock, redisUrl: data.redis.url };
}

const setZone = async (send: Send, timezone: string) =>
  expectOk(await send('PUT', '/member?id=1', { body: { timezone } })).response.dbg_info.warnings as string[];

const inMinute = (ms: number) => Math.floor(ms / minuteMs) * minuteMs;

/** Decides auctions at quarters of hours for some days, and gives the number of each moment. */
async function traffic({ send, clock, opened }: Awaited<ReturnType<typeof open>>, days: number) {
  const counted: { readonly ms: number; readonly auctions: number }[] = [];
  clock.pass(hourMs - (clock.epochMs() % hourMs));
  for (let step = 0; step < days * 16; step++) {
    // Every piece of an hour is met, and hours are left out.
    const auctions = 1 + (step % 5);
    expectOk(await send('POST', '/auction/batch', { body: { auctions: auctionBodies(auctions, step * 5) } }));
    counted.push({ ms: clock.epochMs(), auctions });
    clock.pass(15 * minuteMs * (1 + ((step * 5) % 11)));
  }
  await opened.liveReport.flush();
  return counted;
}

function sumBy(counted: readonly { readonly ms: number; readonly auctions: number }[], of: (ms: number) => string) {
  const sums: Record<string, number> = {};
  for (const { ms, auctions } of counted) sums[of(ms)] = (sums[of(ms)] ?? 0) + auctions;
  return sums;
}

const byName = (rows: readonly Row[], name: string) =>
  Object.fromEntries(rows.map((row) => [String(row[name]), row['auctions']]));

test.for(['Asia/Kolkata', 'Asia/Kathmandu', 'Europe/Berlin', 'Pacific/Chatham'])(
  'from New York to %s, days and hours are those of the new zone, and add up',
  async (timezone) => {
    const service = await open();
    await setZone(service.send, 'America/New_York');
    // So that days of New York are counted as such.
    service.clock.pass(3 * dayMs);
    const counted = await traffic(service, 4);
    const warnings = await setZone(service.send, timezone);
    expect(warnings).toHaveLength(3);
    const calendar = calendarOf(timezone);
    const from = `&start_date=${calendar.dayAt(counted[0]!.ms)}`;
    const days = await rowsOf(service.send, `&group_by=day${from}`);
    expect(byName(days, 'day')).toEqual(sumBy(counted, (ms) => calendar.dayAt(ms)));
    expect(days.every((row) => row.timezone === undefined)).toBe(true);
    const hours = await rowsOf(service.send, `&group_by=hour${from}`);
    expect(byName(hours, 'hour')).toEqual(sumBy(counted, (ms) => dateText(calendar.hourAt(ms).startMs)));
    const day = calendar.dayAt(counted[20]!.ms);
    const [whole] = await rowsOf(service.send, `&start_date=${day}&end_date=${day}`);
    expect(whole?.auctions).toBe(sumBy(counted, (ms) => calendar.dayAt(ms))[day]);
  },
);

test('auctions after a change count in the same days, also beyond the next midnight', async () => {
  const service = await open();
  await setZone(service.send, 'America/New_York');
  service.clock.pass(3 * dayMs);
  const counted = await traffic(service, 2);
  await setZone(service.send, 'Asia/Kolkata');
  counted.push(...(await traffic(service, 2)));
  const calendar = calendarOf('Asia/Kolkata');
  const from = `&start_date=${calendar.dayAt(counted[0]!.ms)}`;
  expect(byName(await rowsOf(service.send, `&group_by=day${from}`), 'day')).toEqual(
    sumBy(counted, (ms) => calendar.dayAt(ms)),
  );
  // And back again, from the next second on.
  await setZone(service.send, 'America/New_York');
  const before = calendarOf('America/New_York');
  expect(byName(await rowsOf(service.send, `&group_by=day&start_date=${before.dayAt(counted[0]!.ms)}`), 'day')).toEqual(
    sumBy(counted, (ms) => before.dayAt(ms)),
  );
});

test('days whose hours are no longer kept keep their cut, and the day in which two zones meet is two rows', async () => {
  const service = await open();
  await setZone(service.send, 'America/New_York');
  service.clock.pass(3 * dayMs);
  const counted = await traffic(service, 4);
  const changedFrom = counted.at(-1)!.ms;
  // Of the four days, the last two have hours that are kept.
  service.clock.pass(counted[0]!.ms + 36.5 * dayMs - service.clock.epochMs());
  await setZone(service.send, 'Asia/Kolkata');
  const [old, now] = [calendarOf('America/New_York'), calendarOf('Asia/Kolkata')];
  const rows = await rowsOf(service.send, `&group_by=day&start_date=${now.dayAt(counted[0]!.ms - dayMs)}`);
  const total = counted.reduce((sum, { auctions }) => sum + auctions, 0);
  expect(rows.reduce((sum, row) => sum + (row.auctions ?? 0), 0)).toBe(total);
  const ofOld = rows.filter((row) => row.timezone === old.timezone);
  expect(ofOld.length).toBeGreaterThan(0);
  expect(ofOld.length).toBeLessThan(rows.length);
  const within = (row: Row) => {
    const [from, to] = ['from', 'to'].map((name) => Date.parse(`${String(row[name]).replace(' ', 'T')}Z`));
    return counted.reduce((sum, { ms, auctions }) => sum + (ms >= from! && ms < to! ? auctions : 0), 0);
  };
  for (const row of ofOld) expect(row.auctions).toBe(within(row));
  const ofNow = rows.filter((row) => row.timezone !== old.timezone);
  for (const row of ofNow) expect(row.auctions).toBe(sumBy(counted, (ms) => now.dayAt(ms))[row.day!]);
  // The first day of the present cut begins where the last one of the former ends.
  expect(String(ofOld.at(-1)!.to)).toBe(
    dateText(now.startOf(now.dayAt(Date.parse(`${ofOld.at(-1)!.to!.replace(' ', 'T')}Z`)))),
  );
  expect(inMinute(changedFrom)).toBeLessThan(service.clock.epochMs());
});

test('days that were cut anew stay so when their hours are no longer kept', async () => {
  const service = await open();
  await setZone(service.send, 'America/New_York');
  service.clock.pass(3 * dayMs);
  const counted = await traffic(service, 4);
  await setZone(service.send, 'Asia/Kolkata');
  service.clock.pass(2 * dayMs);
  const calendar = calendarOf('Asia/Kolkata');
  const { stored } = service.opened.liveReport;
  const { opened } = service;
  const member = opened.mirror.row('member', 1, 1);
  const subject = { memberId: 1, ymProfileId: 1 };
  await stored.keepRecut({ subject, cuts: cutsOf(member) }, service.clock.epochMs(), (ms) => ms + 400 * dayMs);
  service.clock.pass(40 * dayMs);
  const rows = await rowsOf(service.send, `&group_by=day&start_date=${calendar.dayAt(counted[0]!.ms)}`);
  expect(byName(rows, 'day')).toEqual(sumBy(counted, (ms) => calendar.dayAt(ms)));
  expect(rows.every((row) => row.timezone === undefined)).toBe(true);
});

test('weeks and months are those of the days, in the zone of the member', async () => {
  const service = await open();
  await setZone(service.send, 'Asia/Kathmandu');
  service.clock.pass(3 * dayMs);
  const counted = await traffic(service, 9);
  const calendar = calendarOf('Asia/Kathmandu');
  const from = `&start_date=${calendar.dayAt(counted[0]!.ms)}`;
  const days = byName(await rowsOf(service.send, `&group_by=day${from}`), 'day');
  const sumOf = (of: (day: string) => string) => {
    const sums: Record<string, number> = {};
    for (const [day, auctions] of Object.entries(days)) sums[of(day)] = (sums[of(day)] ?? 0) + Number(auctions);
    return sums;
  };
  const monday = (day: string) => {
    const ms = Date.parse(day);
    return new Date(ms - ((new Date(ms).getUTCDay() + 6) % 7) * dayMs).toISOString().slice(0, 10);
  };
  expect(byName(await rowsOf(service.send, `&group_by=week${from}`), 'week')).toEqual(sumOf(monday));
  expect(byName(await rowsOf(service.send, `&group_by=month${from}`), 'month')).toEqual(
    sumOf((day) => day.slice(0, 7)),
  );
  const rows = await rowsOf(service.send, `&group_by=country,week${from}`);
  expect(rows.map(({ week, country }) => [week, country])).toEqual(
    Object.keys(sumOf(monday)).map((week) => [week, 'US']),
  );
  const csv = await service.send('GET', `/report?ym_profile_id=1&group_by=week${from}`, {
    headers: { accept: 'text/csv' },
  });
  expect(csv.text).toMatch(/^\uFEFF?week \(Asia\/Kathmandu\),auctions,/);
});
