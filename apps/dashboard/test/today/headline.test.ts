import { expect, test } from 'vitest';
import { causeOf, movedText, offWords, reasonOf } from '../../src/room/today/reckon/headline.ts';
import { withoutShown } from '../../src/room/today/reckon/needed-alerts.ts';
import type { News } from '../../src/room/today/reckon/sentences.ts';

const usual = (low: number, expected: number, high: number, calendar: string | null = null) => ({
  day: { net: { low, expected, high }, auctions: null, fill: null, net_cpm: null, forgone: null },
  calendar: calendar === null ? null : { name: calendar, kind: 'once' },
});

test.for([
  [112, false, usual(90, 100, 110), 'Net is 12 % above a usual Saturday so far'],
  [82, true, usual(90, 100, 110), 'Net is 18 % below a usual Saturday'],
  [105, false, usual(90, 100, 110), 'Net is in line with a usual Saturday so far'],
  [105, true, usual(90, 100, 110, 'Sale'), 'Net is in line with a usual day of Sale'],
  [null, true, usual(90, 100, 110), null],
  [105, true, null, null],
] as const)('net of %s, over: %s: %3$s', ([net, isOver, range, words]) => {
  expect(offWords({ day: '2026-11-28', isOver, net, usual: range as never })).toBe(words);
});

const nothing = {
  quiet: [],
  findings: [],
  withoutWins: [],
  figures: null,
  usual: null,
  outage: null,
} as unknown as News;
const quiet = (name: string, money: number) => ({ buyer_id: 7, buyer_name: name, missed_net: String(money) });
const of = (news: object) => reasonOf({ ...nothing, ...news })?.text ?? null;

test('the first reason is the silent buyer that brings most, then tiers that cannot win, then idle ones', () => {
  const idle = [{ id: 3, name: 'Gold' }];
  const failing = [{ severity: 'error', tier_ids: [3, 4] }];
  expect(of({ quiet: [quiet('Low', 1), quiet('High', 9)], findings: failing })).toBe('High has gone quiet');
  expect(of({ findings: failing, withoutWins: idle })).toBe('2 tiers can never win');
  expect(of({ findings: [{ severity: 'warning', tier_ids: [3] }], withoutWins: idle })).toBe(
    'Tier Gold has won nothing for a week',
  );
  expect(of({})).toBeNull();
});

test('missing auctions come before every other reason, with the hours that had none', () => {
  const range = { low: 90, expected: 100, high: 110 };
  const fewer = (auctions: number, outage: string | null = null) =>
    of({ quiet: [quiet('High', 9)], figures: { auctions }, usual: { auctions: range, net: null }, outage });
  expect(fewer(66)).toBe('Auctions are 34 % below');
  expect(fewer(66, 'none since 18:00')).toBe('Auctions are 34 % below: none since 18:00');
  expect(fewer(90, 'none since 18:00')).toBe('High has gone quiet');
});

const said = (...kinds: readonly string[]) => kinds.map((kind) => ({ kind, text: `of ${kind}` }));

test.for([
  [said('net', 'rules', 'traffic'), 'of rules', false],
  [said('net', 'calendar', 'prices'), 'of prices', false],
  [said('net', 'ordinary', 'rules'), 'An ordinary difference from the Saturday before.', true],
] as const)('of the sentences %j the headline names %j', ([sentences, text, isOrdinary]) => {
  expect(causeOf(sentences, '2026-11-28')).toEqual({ text, isOrdinary });
});

test('where auctions are missing, movement names traffic or nothing', () => {
  expect(causeOf(said('net', 'traffic', 'rules'), '2026-11-28', true)?.text).toBe('of traffic');
  expect(causeOf(said('net', 'ordinary'), '2026-11-28', true)).toBeNull();
  expect(causeOf(said('net', 'rules', 'traffic'), '2026-11-28', true)).toBeNull();
});

test('where movement names no cause, neither does the headline', () => {
  expect(causeOf(said('net'), '2026-11-28')).toBeNull();
  expect(causeOf([], '2026-11-28')).toBeNull();
});

test('an alert about a draft or a live test that stands beside it is not shown again', () => {
  const alerts = [
    { kind: 'draft', subject_id: 3 },
    { kind: 'draft', subject_id: 4 },
    { kind: 'experiment', subject_id: 3 },
    { kind: 'tier', subject_id: 3 },
    { kind: 'net', subject_id: null },
  ] as const;
  expect(withoutShown(alerts, { draft: [3], experiment: [] })).toEqual(alerts.slice(1));
  expect(withoutShown(alerts, { draft: [], experiment: [3] })).toEqual(alerts.filter((_, at) => at !== 2));
});

test('beside the parts stand the difference, the hours that the parts leave out, and the first cause', () => {
  expect(movedText(said('net', 'ordinary', 'net', 'rules'))).toBe('of net of net of ordinary');
  expect(movedText(said('net'))).toBe('of net');
});
