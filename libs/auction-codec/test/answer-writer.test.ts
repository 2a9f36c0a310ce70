import { toAuctionAnswer } from '@auction-tiers/contract';
import { type AuctionResult, maxPriceMicros } from '@auction-tiers/tier-engine';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { JsonSink, fragment, writeAnswer } from '@auction-tiers/auction-codec';

const sink = new JsonSink();
const written = (end: number): string => Buffer.from(sink.bytes.subarray(0, end)).toString();

const text = fc.oneof(
  fc.stringMatching(/^[ -~]{1,20}$/),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 12 }),
  fc.constantFrom('"', '\\', '\n', '\u007f', '\u2028', 'é', '東京', '\u{1F600}', '\uD800', 'x'.repeat(64)),
);
const micros = fc.oneof(
  fc.integer({ min: 0, max: maxPriceMicros }),
  fc.integer({ min: 0, max: 3_000_000 }),
  fc.constantFrom(0, 1, 10, 999_999, 1_000_000, 2_147_483_647, 2_147_483_648, maxPriceMicros),
);
const id = fc.oneof(
  fc.integer({ min: 1, max: 2000 }),
  fc.constantFrom(9, 10, 99, 100, 2 ** 31 - 1, 2 ** 31, 10 ** 15, Number.MAX_SAFE_INTEGER),
);
const timeMs = fc
  .date({ min: new Date('0000-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
  .map((date) => date.getTime());
const tier = fc.option(fc.record({ tierId: id, priority: fc.integer({ min: 1, max: 10 }) }), {
  nil: { tierId: null, priority: null },
});
const bid = fc
  .tuple(
    tier,
    fc.record({
      bidId: text,
      memberId: fc.option(id),
      outcome: fc.constantFrom('won', 'outranked', 'outbid', 'lost_tie', 'excluded', 'below_floor'),
      netMicros: micros,
      rank: fc.option(fc.integer({ min: 1, max: 1000 })),
    }),
  )
  .map(([categorised, rest]) => ({ ...rest, ...categorised }));
const result: fc.Arbitrary<AuctionResult> = fc.record({
  ymProfileId: id,
  revision: fc.constant('not this one'),
  seed: text,
  timeMs,
  winner: fc.option(
    fc.record({
      bidId: text,
      memberId: fc.option(id),
      tierId: fc.option(id),
      grossMicros: micros,
      netMicros: micros,
      clearingMicros: micros,
    }),
  ),
  bids: fc.array(bid, { maxLength: 6 }),
});

test('an answer is written byte for byte as JSON.stringify writes it', () => {
  fc.assert(
    fc.property(result, text, fc.nat(40), (one, revision, start) => {
      const end = writeAnswer(sink, sink.text(0, ' '.repeat(start)), one, revision);
      expect(written(end).slice(start)).toBe(JSON.stringify({ ...toAuctionAnswer(one), revision }));
    }),
    { numRuns: 3000 },
  );
});

test('the longest bids find room, however little there is', () => {
  const [bidId, memberId, tierId] = ['\u0001'.repeat(255), Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER];
  const outcome = 'below_floor' as const;
  const longest = { bidId, memberId, outcome, tierId, priority: 10, netMicros: maxPriceMicros, rank: 1000 };
  const winner = { bidId, memberId, tierId, grossMicros: 1, netMicros: 1, clearingMicros: 1 };
  const one = {
    ymProfileId: 1,
    revision: '',
    seed: 's',
    timeMs: 0,
    winner,
    bids: Array.from({ length: 1000 }, () => longest),
  };
  for (let start = 0; start < 64; start++) {
    const fresh = new JsonSink();
    const end = writeAnswer(
      fresh,
      fresh.text(0, ' '.repeat(60_000 + start)),
      { ...one, bids: one.bids.slice(0, 5) },
      'r',
    );
    const answer = Buffer.from(fresh.bytes.subarray(60_000 + start, end)).toString();
    expect(answer).toBe(JSON.stringify({ ...toAuctionAnswer({ ...one, bids: one.bids.slice(0, 5) }), revision: 'r' }));
  }
  expect(written(writeAnswer(sink, 0, one, 'r'))).toBe(JSON.stringify({ ...toAuctionAnswer(one), revision: 'r' }));
});

test('numbers and texts are written as JSON.stringify writes them', () => {
  fc.assert(
    fc.property(id, micros, text, (whole, price, string) => {
      let at = sink.whole(sink.fragment(0, fragment('[')), whole);
      at = sink.micros(sink.fragment(at, fragment(',')), price);
      at = sink.text(sink.fragment(at, fragment(',"')), string);
      at = sink.fragment(at, fragment('",'));
      at = sink.fragment(sink.json(at, { string }), fragment(']'));
      expect(written(at)).toBe(JSON.stringify([whole, price / 1e6, string, { string }]));
    }),
  );
});

test('an unusually long answer does not keep its memory', () => {
  const long = new JsonSink();
  long.text(0, 'x'.repeat(2_000_000));
  expect(long.bytes.length).toBeGreaterThan(2_000_000);
  long.shrink();
  expect(long.bytes.length).toBeLessThan(100_000);
});
