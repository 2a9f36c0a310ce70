import { hashSeed } from '@auction-tiers/chance';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { hash } from '../src/hash.ts';

const expected = (text: string) =>
  hashSeed(text)
    .map((word) => (word >>> 0).toString(16).padStart(8, '0'))
    .join('');

/** This package is published and has no dependency on the unpublished package, so the same hash stands in both. */
test('a text has the hash that seeds have everywhere else', () => {
  expect(hash('')).toBe('811c9dc57ee3623a');
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(hash(text)).toBe(expected(text));
    }),
  );
});
