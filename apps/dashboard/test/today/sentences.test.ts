import type { TierSetFinding } from '@auction-tiers/contract';
import { expect, test } from 'vitest';
import { groupChanges } from '../../src/room/today/reckon/changes.ts';
import { periodWords, usualWords } from '../../src/room/today/reckon/comparison-words.ts';
import { hourFigures } from '../../src/room/today/reckon/hour-figures.ts';
import { cpmColumn, sideOf } from '../../src/figure/figures.ts';
import { type News, sentencesOf } from '../../src/room/today/reckon/sentences.ts';
import { figuresOf } from '../../src/room/today/reckon/sums.ts';
import { csvName } from '../../src/room/reports/csv-file.ts';
import { quickDays } from '../../src/address/quick-days.ts';

const figures = figuresOf({ auctions: 100, sold: 50, net: 10, forgone: 1 });
const range = { low: 1, expected: 1.5, high: 2 };
const usual = {
  net: range,
  auctions: null,
  fill: { low: 0.4, expected: 0.5, high: 0.6 },
  net_cpm: null,
  forgone: null,
};
const step = (time: string, more: object = {}) => ({
  revision: `r ${time}`,
  time: `2026-11-22 ${time}`,
  user: 'Ada',
  request_id: 'x',
  note: null,
  kind: 'write' as const,
  draft_id: null,
  changes: { created: 0, updated: 1, deleted: 0 },
  summary: [`tier 5 Silver: min_price 2.000000 -> ${time}`],
  ...more,
});
const quiet = (id: number, everyDays: number) => ({
  buyer_id: id,
  buyer_name: `Buyer ${id}`,
  since: '2026-11-22 19:00:00',
  hours: 2,
  every_days: everyDays,
  is_rarer: false,
  missed_net: String(10 * id),
});
const finding: TierSetFinding = {
  code: 'no_buyers',
  severity: 'error',
  tier_ids: [7],
  message: 'It names no buyer.',
  advice: '',
};
const news: News = {
  day: '2026-11-22',
  timeZone: 'America/New_York',
  currency: 'EUR',
  quiet: [quiet(1, 60), quiet(2, 40)],
  completeMs: Date.UTC(2026, 10, 22, 22, 30),
  findings: [finding, { ...finding, severity: 'warning', tier_ids: [8] }],
  tiers: [{ id: 7, name: 'Gold' }],
  figures,
  usual,
  outage: null,
  withoutWins: [{ id: 9, name: 'Bronze' }],
  unknownValues: [],
  steps: [step('19:05:00')],
  stepsSince: '2026-11-21',
};

test('at most five sentences are told, first those about most money', () => {
  const sentences = sentencesOf(news);
  expect(sentences.map(({ key }) => key)).toEqual(['quiet 2', 'quiet 1', 'net', 'lint', 'no wins']);
  expect(sentences[1]!.text).toMatch(
    /Buyer 1 .* 3\shours, since 14:00 \(America\/New_York\); .* once in 60 days.* 10\.00 EUR/,
  );
  expect(sentences[3]!.way).toEqual({ to: '/tiers/$tier', tier: 7 });
  expect(sentences[2]!.text).toMatch(/10\.00 EUR, above what is usual: 1\.00 – 2\.00 EUR/);
});

test('missing auctions are told with what they cost, before a buyer that brings less, and with the hours without any', () => {
  const less = { ...usual, net: { low: 19, expected: 20, high: 21 }, auctions: { low: 150, expected: 200, high: 210 } };
  const told = sentencesOf({
    ...news,
    quiet: [{ ...quiet(1, 60), missed_net: '0.07' }],
    usual: less,
    outage: 'none since 18:00',
  });
  expect(told.map(({ key }) => key).slice(0, 3)).toEqual(['net', 'auctions', 'quiet 1']);
  expect(told[1]!.text).toBe('100 auctions, below what is usual: 150 – 210; none since 18:00');
});

test('many quiet buyers take two sentences, and one of them names the others', () => {
  const sentences = sentencesOf({ ...news, quiet: [1, 2, 3, 4, 5].map((id) => quiet(id, 90 - id)) });
  expect(sentences.map(({ key }) => key).slice(0, 3)).toEqual(['quiet more', 'quiet 1', 'net']);
  expect(sentences[0]!.text).toMatch(/^4 more .*Buyer 2, Buyer 3, Buyer 4 and 1 more$/);
});

test('places that do not exist are told of when more than a hundredth of the auctions have one', () => {
  const calm = { ...news, quiet: null, findings: null, usual: null };
  const unknownIn = (...unknownValues: NonNullable<News['unknownValues']>) => sentencesOf({ ...calm, unknownValues });
  const [sentence] = unknownIn(
    { unknown_value: 'country', auctions: 1 },
    { unknown_value: 'country,dma', auctions: 2 },
  );
  expect(sentence).toMatchObject({
    key: 'unknown values',
    text: expect.stringMatching(/^3\.0 % .* \(3\) .*country or market area/),
  });
  expect(unknownIn({ unknown_value: 'country', auctions: 1 }).map(({ key }) => key)).toEqual(['no wins', 'changes']);
});

test('a figure is told of where it lies outside of its range, and not at its ends', () => {
  const keysBy = (net: Range | null) => sentencesOf({ ...news, usual: { ...usual, net } }).map(({ key }) => key);
  type Range = typeof range;
  expect(keysBy(null)).not.toContain('net');
  expect(keysBy({ low: 10, expected: 11, high: 12 })).not.toContain('net');
  expect([0.9, 1, 1.5, 2, 2.1].map((value) => sideOf(value, range, String))).toEqual([-1, 0, 0, 0, 1]);
  expect(sideOf(5, null, String)).toBe(0);
  // `4.32, below what is usual: 4.32 – 4.84` would be no news.
  const read = [4.314, 4.316, 4.844, 4.846].map((value) => sideOf(value, { low: 4.32, high: 4.84 }, cpmColumn));
  expect(read).toEqual([-1, 0, 0, 1]);
});

test('nothing known, nothing told', () => {
  const nothing = {
    quiet: null,
    findings: null,
    figures: null,
    usual: null,
    withoutWins: null,
    unknownValues: null,
    outage: null,
    steps: null,
  };
  expect(sentencesOf({ ...news, ...nothing })).toEqual([]);
});

test('steps of one user and kind that follow each other are one group; the start of a live test is no change', () => {
  const steps = [
    step('19:20:00', { kind: 'publish' }),
    step('19:10:00'),
    step('19:00:00'),
    step('18:30:00'),
    step('18:29:00', { user: 'Ben' }),
    step('18:28:00', {
      user: 'Cleo',
      changes: { created: 0, updated: 0, deleted: 0 },
      summary: ['experiment 3 Prices: started'],
    }),
  ];
  expect(groupChanges(steps).map(({ kind, user, count }) => [kind, user, count])).toEqual([
    ['publish', 'Ada', 1],
    ['write', 'Ada', 2],
    ['write', 'Ada', 1],
    ['write', 'Ben', 1],
  ]);
});

test('an hour that is not over is a gap, and the hour of the like weekday before has the same clock', () => {
  const zone = 'America/New_York';
  const sums = { auctions: 1, sold: 1, net: 2, forgone: 0 };
  const hours = [
    { startsAtMs: Date.parse('2026-10-27T13:00:00Z'), sums: { ...sums, net: 5 } },
    { startsAtMs: Date.parse('2026-11-03T14:00:00Z'), sums },
    { startsAtMs: Date.parse('2026-11-03T15:00:00Z'), sums },
  ];
  const day = '2026-11-03';
  const line = hourFigures({
    from: day,
    to: day,
    timeZone: zone,
    currency: 'EUR',
    hours,
    completeMs: Date.parse('2026-11-03T15:20:00Z'),
  });
  expect(line).toHaveLength(24);
  // Nine o'clock on both days, though the clock was changed between.
  expect(line[9]).toMatchObject({ time: '09:00', value: 2, earlier: 5 });
  expect(line[10]).toMatchObject({ value: null, soFar: true });
  expect(line[10]!.title).toMatch(/so far/);
});

test.for([
  ['2026-11-23', '2026-11-16', '2026-11-22'],
  ['2026-11-22', '2026-11-09', '2026-11-15'],
  ['2026-11-18', '2026-11-09', '2026-11-15'],
] as const)('last week of %s is %s to %s', ([today, from, to]) => {
  expect(quickDays(today).at(-1)).toMatchObject({ from, to });
  expect(quickDays(today)[1]!.to < today).toBe(true);
});

test('the words say what the ranges are, what is still learned, and which day of the calendar it is', () => {
  const day = '2026-11-22';
  expect(periodWords({ from: day, to: day }, '14:05')).toMatch(/22.*until 14:05$/);
  expect(periodWords({ from: day, to: day }, null)).not.toMatch(/until|in all/);
  expect(periodWords({ from: '2026-11-16', to: day }, null)).toMatch(/16.*22.*in all$/);
  const zone = { date: day, timezone: 'America/New_York' };
  const known = { ...zone, is_learning: false, learned_hours: 700, calendar: null, day: usual };
  expect(usualWords(day, true, known)).toMatch(/usual on a Sunday by this time; 19 of 20/);
  expect(usualWords(day, false, known)).not.toMatch(/by this time/);
  const none = { net: null, auctions: null, fill: null, net_cpm: null, forgone: null };
  expect(usualWords(day, false, { ...known, is_learning: true, learned_hours: 200, day: none })).toMatch(
    / 8 of 14 days.* Nov 28/,
  );
  const calendar = { date: day, name: 'Anniversary' };
  expect(usualWords(day, false, { ...known, calendar })).toMatch(/usual on .*Anniversary/);
  expect(usualWords(day, false, { ...known, calendar, day: none })).toMatch(/Too little.*Anniversary/);
});

test('the file is named by the ym-profile and the days', () => {
  expect(csvName({ ym_profile_id: 3, start_date: '2026-11-09', end_date: '2026-11-15' })).toBe(
    'report-3-2026-11-09-2026-11-15.csv',
  );
});
