import type { CompareReport } from '@auction-tiers/contract/compare-report';
import { expect, test } from 'vitest';
import { chooseFee } from '../../src/log/auction/fee.ts';
import { toMicros } from '../../src/figure/text.ts';
import type { CompareOrder } from '../../src/run/compare.ts';
import { compare } from '../../src/run/compare.ts';
import { createFolder } from '../fixture/folder.ts';
import { writeLog } from '../fixture/small-log.ts';
import type { Tier } from './tier-set.ts';
import { loadSmall } from './tier-set.ts';
import { compareHtml, printCompare } from '../document/write.ts';

const hour = 3_600_000;
/** A Thursday, 00:00 UTC. */
const start = Date.UTC(2026, 0, 1);

/** The tier lets buyer 12 win at its minimum price, which the draft raises above every bid. */
const tiers = (minPrice: string) => (all: Tier[]) => [{ ...all[0]!, min_price: minPrice }];
const [current, draft] = [loadSmall(tiers('1.000000')), loadSmall(tiers('9.000000'))];

const impressions = [
  { sizes: [{ width: 300, height: 250 }], country: 'US', device_type: 'phone' },
  { sizes: [{ width: 728, height: 90 }], country: 'DE', device_type: 'pc' },
  {},
];

/** An auction an hour, which brings 1.00 CPM more under the draft times the number of the day, from 1. */
function linesOf(hours: number): string {
  return Array.from({ length: hours }, (_, at) => {
    const gain = 1 + Math.floor(at / 24);
    const bids = [
      { id: 'a', member_id: 12, price: 2 },
      { id: 'b', member_id: 15, price: 2 + gain },
    ];
    const impression = { ...impressions[at % 3], time: new Date(start + at * hour).toISOString() };
    return `${JSON.stringify({ seed: `s${at}`, revenue_share_pct: 0, impression, bids })}\n`;
  }).join('');
}

function compareHours(hours: number, more: Partial<CompareOrder> = {}): Promise<CompareReport> {
  const files = [writeLog(createFolder(), linesOf(hours))];
  return compare({ files, current, draft, fee: chooseFee({}), seed: 's', ...more });
}

test('the effect by day has its mean, spread and interval; a month is thirty such days', async () => {
  const report = await compareHours(7 * 24);
  const { days, per_day: perDay, per_month: perMonth, assumption } = report.by_day;
  // 24 auctions a day at a gain of 1 to 7 CPM.
  expect(days.map(({ difference }) => difference.net_to_seller)).toEqual(
    [1, 2, 3, 4, 5, 6, 7].map((gain) => (0.024 * gain).toFixed(9)),
  );
  expect(days[0]).toMatchObject({ date: '2026-01-01', auctions: 24, hours: 24, is_whole: true });
  expect(perDay).toMatchObject({
    days: 7,
    current: '0.048000000',
    draft: '0.144000000',
    difference: '0.096000000',
    lowest: '0.024000000',
    highest: '0.168000000',
    standard_deviation: (0.024 * Math.sqrt(28 / 6)).toFixed(9),
  });
  expect(perMonth).toMatchObject({ days: 30, current: '1.440000000', difference: '2.880000000' });
  // At least that of Student's t over seven days: 2.447 standard errors.
  const reach = (2.4469 * 0.024 * Math.sqrt(28 / 6)) / Math.sqrt(7);
  expect(Number(perDay!.interval!.low)).toBeLessThanOrEqual(0.096 - reach + 1e-6);
  expect(Number(perDay!.interval!.high)).toBeGreaterThanOrEqual(0.096 + reach - 1e-6);
  expect(Number(perMonth!.interval!.high)).toBeCloseTo(30 * Number(perDay!.interval!.high), 6);
  expect(assumption).toMatch(/30 days .* 7 whole days/);
  for (const text of [printCompare(report), compareHtml(report)]) {
    expect(text).toContain('a day, on average');
  }
});

test('a day of which the log has a part is in no mean, and days of the week that are missing are named', async () => {
  const { by_day: byDay } = await compareHours(3 * 24 + 5);
  expect(byDay.days.map(({ is_whole: isWhole }) => isWhole)).toEqual([true, true, true, false]);
  expect(byDay.per_day).toMatchObject({ days: 3, difference: '0.048000000' });
  expect(byDay.per_month).toBeNull();
  expect(byDay.assumption).toMatch(/no whole Monday, Tuesday, Wednesday, Sunday\. 1 day .*part/);
});

test('days are those of the time zone', async () => {
  const { by_day: byDay, weekdays } = await compareHours(24, { timeZone: 'America/New_York' });
  expect(byDay.days.map(({ date, hours }) => [date, hours])).toEqual([
    ['2025-12-31', 5],
    ['2026-01-01', 19],
  ]);
  expect(weekdays.rows.map(({ name }) => name)).toEqual(['Wednesday', 'Thursday']);
});

test('a log without times has no days to reckon with', async () => {
  const { by_day: byDay } = await compareHours(1);
  expect(byDay).toMatchObject({ per_day: null, per_month: null, assumption: null });
});

test('the difference is told by day of the week, size, country and device type, and adds up in each', async () => {
  const report = await compareHours(7 * 24);
  const { weekdays, sizes, countries, device_types: deviceTypes } = report;
  expect(weekdays.rows.map(({ name }) => name)).toEqual([
    'Monday',
    'Tuesday',
    'Wednesday',
    'Thursday',
    'Friday',
    'Saturday',
    'Sunday',
  ]);
  expect(weekdays.rows[3]).toMatchObject({ difference: { net_to_seller: '0.024000000' }, interval: null });
  expect(new Set(sizes.rows.map(({ name }) => name))).toEqual(new Set(['300x250', '728x90', null]));
  expect(new Set(countries.rows.map(({ name }) => name))).toEqual(new Set(['US', 'DE', null]));
  expect(new Set(deviceTypes.rows.map(({ name }) => name))).toEqual(new Set(['phone', 'pc', null]));
  for (const { rows } of [weekdays, sizes, countries, deviceTypes]) {
    const sum = rows.reduce((total, { difference }) => total + toMicros(difference.net_to_seller), 0n);
    expect(sum).toBe(toMicros(report.net_to_seller.difference));
  }
  expect(countries.comparisons).toBe(3);
});
