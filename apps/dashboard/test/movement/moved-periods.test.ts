import { expect, test } from 'vitest';
import { againstHours, periodsOf } from '../../src/report/moved-periods.ts';

const today = '2026-11-26';
test.for([
  [{ from: '2026-11-25', to: '2026-11-25' }, 'week', ['2026-11-25', '2026-11-25', '2026-11-18', '2026-11-18', false]],
  [{ from: '2026-11-23', to: '2026-11-25' }, 'before', ['2026-11-23', '2026-11-25', '2026-11-20', '2026-11-22', false]],
  [{ from: '2026-11-19', to: '2026-11-26' }, 'week', ['2026-11-25', '2026-11-25', '2026-11-18', '2026-11-18', true]],
] as const)('%o compared with %s', ([chosen, by, expected]) => {
  const { from, to, againstFrom, againstTo, isShortened } = periodsOf(chosen, today, by);
  expect([from, to, againstFrom, againstTo, isShortened]).toEqual(expected);
});

test.for([
  ['2026-11-01', 'week', '2026-10-25T04:00:00.000Z', '2026-10-26T05:00:00.000Z'],
  ['2026-11-01', 'before', '2026-10-31T03:00:00.000Z', '2026-11-01T04:00:00.000Z'],
  ['2026-11-02', 'before', '2026-11-01T05:00:00.000Z', '2026-11-02T05:00:00.000Z'],
  ['2026-03-08', 'week', '2026-03-01T05:00:00.000Z', '2026-03-02T04:00:00.000Z'],
] as const)('%s, a day at which the clock is changed, is compared with as many hours: %s', ([day, by, start, end]) => {
  const hours = againstHours(periodsOf({ from: day, to: day }, today, by), 'America/New_York', by);
  expect(Object.values(hours ?? {}).map((ms) => new Date(ms).toISOString())).toEqual([start, end]);
});

test('days that are equally long are compared whole', () => {
  expect(
    againstHours(periodsOf({ from: '2026-11-09', to: '2026-11-10' }, today, 'week'), 'America/New_York', 'week'),
  ).toBe(null);
});
