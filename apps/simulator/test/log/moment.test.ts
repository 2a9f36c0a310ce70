import { expect, test } from 'vitest';
import { readMoment } from '../../src/log/auction/moment.ts';

const moment = Date.UTC(2026, 10, 21, 8, 30, 15, 250);

test.for([
  ['2026-11-21T08:30:15.250Z', moment],
  ['2026-11-21T08:30:15.250999', moment],
  ['2026-11-21 08:30:15.25', moment],
  ['2026-11-21 08:30:15.25 UTC', moment],
  ['2026-11-21T09:30:15.250+01:00', moment],
  ['2026-11-21T03:00:15.250-0530', moment],
  ['2026-11-21T08:30Z', Date.UTC(2026, 10, 21, 8, 30)],
  ['2026-11-21', Date.UTC(2026, 10, 21)],
  [moment / 1000, moment],
  [moment, moment],
  [moment * 1000 + 7, moment],
  [String(moment), moment],
  ['1795000000', 1_795_000_000_000],
  ['1795000000.5', 1_795_000_000_500],
  [0, 0],
] as const)('%j is a moment', ([value, expected]) => {
  expect(readMoment(value)).toBe(expected);
});

test.for([
  'yesterday',
  '',
  '2026-02-30T08:00:00Z',
  '2026-13-01',
  '2026-11-21T24:00:00Z',
  '2026-11-21T08:00:60Z',
  '21.11.2026 08:00',
  '1e9',
  '-5',
  -5,
  Number.NaN,
  1e18,
  '999999999999999999',
  null,
  undefined,
  true,
  {},
  [1_795_000_000],
] as const)('%j is none', (value) => {
  expect(readMoment(value)).toBeUndefined();
});
