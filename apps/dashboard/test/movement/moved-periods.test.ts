import { expect, test } from 'vitest';
import { periodsOf } from '../../src/report/use-report.ts';

const today = '2026-11-26';
test.for([
  [{ from: '2026-11-25', to: '2026-11-25' }, 'week', ['2026-11-25', '2026-11-25', '2026-11-18', '2026-11-18', false]],
  [{ from: '2026-11-23', to: '2026-11-25' }, 'before', ['2026-11-23', '2026-11-25', '2026-11-20', '2026-11-22', false]],
  // A day of 25 hours in New York is compared with whole days too.
  [{ from: '2026-11-01', to: '2026-11-01' }, 'week', ['2026-11-01', '2026-11-01', '2026-10-25', '2026-10-25', false]],
  [{ from: '2026-11-19', to: '2026-11-25' }, 'week', ['2026-11-19', '2026-11-25', '2026-11-12', '2026-11-18', false]],
  [{ from: '2026-11-19', to: '2026-11-26' }, 'week', ['2026-11-25', '2026-11-25', '2026-11-18', '2026-11-18', true]],
] as const)('%o compared with %s', ([chosen, by, expected]) => {
  const { from, to, againstFrom, againstTo, isShortened } = periodsOf(chosen, today, by);
  expect([from, to, againstFrom, againstTo, isShortened]).toEqual(expected);
});
