import { dateText } from '@auction-tiers/contract';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { moment } from '../../src/value/moment.ts';

const anyMs = fc
  .integer({ min: 86_400, max: Date.parse('9998-12-31T00:00:00Z') / 1000 })
  .map((seconds) => seconds * 1000);

test('a time with any offset is the moment that it names, in UTC', () => {
  const offset = fc.integer({ min: -14 * 60, max: 14 * 60 });
  fc.assert(
    fc.property(anyMs, offset, fc.constantFrom('T', ' '), (ms, minutes, between) => {
      const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
      const sign = minutes < 0 ? '-' : '+';
      const [date = '', time = ''] = dateText(ms + minutes * 60_000).split(' ');
      const zone = `${sign}${String(hours).padStart(2, '0')}:${String(rest).padStart(2, '0')}`;
      expect(moment().parse(`${date}${between}${time}${zone}`)).toBe(dateText(ms));
    }),
  );
});

test.for([
  '2026-12-01T06:00:00+15:00',
  '2026-02-30 06:00:00',
  '2026-12-01T06:00',
  '2026-12-01',
  '24:00',
  '',
  // In UTC these are in the year -1 and in the year 10000.
  '0000-01-01T00:00:00+01:00',
  '9999-12-31T23:59:59-14:00',
])('%j is no time', (text) => {
  expect(moment().safeParse(text).error?.issues[0]?.message).toContain(JSON.stringify(text));
});
