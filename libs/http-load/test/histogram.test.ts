import * as fc from 'fast-check';
import { build, decodeFromCompressedBase64 } from 'hdr-histogram-js';
import { expect, test } from 'vitest';
import { encodeHistogram } from '../src/encode-histogram.ts';
import { highestValue, Histogram } from '../src/histogram.ts';

function recorded(...values: readonly number[]): Histogram {
  const histogram = new Histogram();
  for (const value of values) histogram.record(value);
  return histogram;
}

test('percentiles are of all values, low ones and high ones', () => {
  const thousand = Array.from({ length: 1000 }, (_, at) => at + 1);
  const histogram = recorded(...thousand, 70_000_000);
  const { count, min } = histogram;
  expect([count, min, histogram.atPercentile(50), histogram.atPercentile(90)]).toEqual([1001, 1, 501, 901]);
  // Three significant digits.
  expect(Math.abs(histogram.atPercentile(100) / 70_000_000 - 1)).toBeLessThan(0.001);
});

/** Low ones, high ones, and the edges between buckets. */
const values = fc.array(
  fc.oneof(
    fc.integer({ min: 0, max: highestValue }),
    fc.integer({ min: 0, max: 100_000 }),
    fc
      .tuple(fc.integer({ min: 0, max: 35 }), fc.integer({ min: -1, max: 1 }))
      .map(([bits, off]) => Math.max(2 ** bits + off, 0)),
  ),
  { minLength: 1 },
);

test('figures and text are those of an HdrHistogram of the values themselves', () => {
  fc.assert(
    fc.property(values, (all) => {
      const options = {
        highestTrackableValue: highestValue,
        numberOfSignificantValueDigits: 3,
        useWebAssembly: false,
      } as const;
      const whole = build(options);
      for (const value of all) whole.recordValue(value);
      const percentiles = [0.1, 50, 75, 90, 97.5, 99, 99.9, 100];
      const wanted = percentiles.map((percentile) => whole.getValueAtPercentile(percentile));
      const histogram = recorded(...all);
      expect(percentiles.map((percentile) => histogram.atPercentile(percentile))).toEqual(wanted);
      expect(Math.abs(histogram.mean - whole.mean)).toBeLessThanOrEqual(1);
      const decoded = decodeFromCompressedBase64(encodeHistogram(histogram, highestValue));
      expect(percentiles.map((percentile) => decoded.getValueAtPercentile(percentile))).toEqual(wanted);
    }),
  );
});

test('merged in parts it is the same as recorded in one go, and may be read in between', () => {
  fc.assert(
    fc.property(values, values, (first, second) => {
      const merged = new Histogram();
      merged.merge(recorded(...first).toData());
      expect(merged.toData()).toEqual(recorded(...first).toData());
      merged.merge(recorded(...second).toData());
      expect(merged.toData()).toEqual(recorded(...first, ...second).toData());
    }),
  );
});

test('lower values count as the lowest, and higher values as the highest', () => {
  const histogram = new Histogram(1);
  for (const value of [0, -1, 5, 1e15]) histogram.record(value);
  expect([histogram.count, histogram.min, histogram.atPercentile(50)]).toEqual([4, 1, 1]);
  expect(Math.abs(recorded(1e15).atPercentile(100) / highestValue - 1)).toBeLessThan(0.001);
});

test('an empty histogram has only zeros', () => {
  const empty = new Histogram();
  expect([empty.count, empty.min, empty.mean, empty.atPercentile(50), empty.toData()]).toEqual([0, 0, 0, 0, []]);
});
