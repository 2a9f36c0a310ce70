import type { ReportRow, UsualDay } from '@auction-tiers/contract';
import { expect, test } from 'vitest';
import { buyerDays } from '../../src/room/buyers/row/buyer-days.ts';
import { usualWords, weekWords } from '../../src/room/buyers/row/buyer-words.ts';
import { likelyBuyer } from '../../src/room/buyers/row/likely-buyer.ts';

const row = (buyerId: number, day: string, net: string) =>
  ({ buyer_id: buyerId, day, bids: 10, won: 5, win_rate: 0.5, net }) as ReportRow;
const hour = (time: string, bids: number, mean_net: number) => ({ starts_ms: Date.parse(time), bids, mean_net });

test('a buyer has a day for each whole day that any buyer bid on, and the mean bid of its local hours', () => {
  const rows = ['2026-11-15', '2026-11-16', '2026-11-17', '2026-11-18'].map((day) => row(2, day, '2.000000000'));
  const days = buyerDays({
    key: '1',
    rows: [...rows, row(1, '2026-11-16', '1.000000000')],
    // By the clock of New York both are hours of Nov 16.
    hours: [hour('2026-11-16T05:00:00Z', 1, 4), hour('2026-11-17T04:00:00Z', 3, 8)],
    lastDay: '2026-11-18',
    isOver: false,
    timeZone: 'America/New_York',
  });
  expect(days).toEqual([
    { day: '2026-11-16', bids: 10, meanBid: 7, winRate: 0.5, net: 1 },
    { day: '2026-11-17', bids: 0, meanBid: null, winRate: null, net: 0 },
  ]);
});

const weeks = { thisWeek: 3, days: 7, lastWeek: 4, range: { low: 2, high: 5 }, daysBefore: 7, nets: [] };
test.for([
  [{}, /3\.00 EUR.*7 days.*25 % less.*2\.00 to 5\.00/],
  [{ thisWeek: 6, range: null }, /50 % more than in the week before\.$/],
  [{ thisWeek: 4.001 }, /as in the week before/],
  [{ lastWeek: 0 }, /nothing in the week before/],
  [{ lastWeek: null }, /Nothing is known/],
] as const)('a week is told against the week before: %j', ([more, wanted]) => {
  expect(weekWords({ ...weeks, ...more }, 'EUR')).toMatch(wanted);
});

const usual = {
  date: '2026-11-29',
  timezone: 'America/New_York',
  learned_hours: 200,
  calendar: null,
  is_learning: false,
  until: null,
  buyers: [{ buyer_id: 7, buyer_name: null, bid_rate: { low: 0.4, expected: 0.5, high: 0.6 }, net_cpm: null }],
} satisfies Partial<UsualDay>;
test.for([
  [0.39, 'below what is usual on a Sunday (40.0 % to 60.0 %)'],
  [0.5, 'as is usual on a Sunday'],
  [0.61, 'above what is usual on a Sunday'],
] as const)('how often it bids is told against the range of the alerts: %f', ([bidRate, wanted]) => {
  expect(usualWords(7, { bidRate, price: 2 }, usual).join(' ')).toContain(wanted);
});

const told = (more: Partial<UsualDay>) => usualWords(8, { bidRate: 0.5, price: null }, { ...usual, ...more }).join(' ');
test('where no range is known, the sentence says why', () => {
  expect(told({})).toContain('buyers that bid most');
  expect(told({ is_learning: true, buyers: [] })).toContain('8 of 14 days');
});

test('a seat is taken for the one buyer whose name shares a word with it', () => {
  const buyers = ['Saffron Travel', 'Harbor Ads', 'Harbor Media'].map((name, id) => ({ id, name }));
  const found = (seat: string) => likelyBuyer(seat, buyers)?.name;
  expect(['saffron-eu 2', 'harbor', 'sft-eu north', 'ads'].map(found)).toEqual([
    'Saffron Travel',
    undefined,
    undefined,
    undefined,
  ]);
});
