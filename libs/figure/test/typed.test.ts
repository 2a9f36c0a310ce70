import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { readNumberIn, typedIn } from '@auction-tiers/figure';

test.for([
  ['2,19', '2.19'],
  ['2.19', '2.19'],
  [' 1234,5 ', '1234.5'],
  ['−2,5', '-2.5'],
  ['+10', '10'],
  [',5', '0.5'],
  ['2,', '2'],
  ['0,125', '0.125'],
  ['1234.567', '1234.567'],
  ['2,5000', '2.5000'],
  ['2.605', '2.605'],
] as const)('“%s” is read as %s', ([typed, digits]) => {
  expect(readNumberIn('en-US')(typed)).toEqual({ ok: true, value: Number(digits), digits });
});

test.for([
  ['en-US', '2,500', '2500 meant, or 2.50?'],
  ['en-US', '-12,345', '-12345 meant, or -12.3450?'],
  ['de-DE', '2.125', '2125 meant, or 2,1250?'],
  ['de-DE', '-12.345', '-12345 meant, or -12,3450?'],
  ['en-US', '1.234,50', 'two separators'],
  ['de-DE', '1,234.50', 'two separators'],
  ['de-DE', '1,234,567', 'two separators'],
  ['en-US', '', 'not a number'],
  ['en-US', '-', 'not a number'],
  ['en-US', '1 234', 'not a number'],
  ['en-US', '1e3', 'not a number'],
  ['en-US', '4.4x', 'not a number'],
] as const)('in %s “%s” is refused: %s', ([locale, typed, problem]) => {
  const read = readNumberIn(locale)(typed);
  expect(read.ok ? '' : read.problem).toContain(problem);
});

test('three decimals after the own decimal sign of a reader are no thousands', () => {
  expect(readNumberIn('de-DE')('2,500')).toEqual({ ok: true, value: 2.5, digits: '2.500' });
  expect(readNumberIn('en-GB')('2.605')).toEqual({ ok: true, value: 2.605, digits: '2.605' });
});

test('what is written in a locale is read as the same number', () => {
  fc.assert(
    fc.property(fc.constantFrom('en-US', 'de-DE', 'fr-FR'), fc.integer({ min: -2e12, max: 2e12 }), (locale, micros) => {
      const read = readNumberIn(locale)(typedIn(locale)(micros / 1e6, 2));
      expect(read.ok && Math.round(read.value * 1e6)).toBe(micros);
    }),
  );
});

test('a German sees a comma', () => {
  const write = typedIn('de-DE');
  expect([write(2.19), write(1234.5, 2), write(2.125, 2), write(3)]).toEqual(['2,19', '1234,50', '2,1250', '3']);
});
