import { toAuctionAnswer } from '@auction-tiers/contract';
import { type AuctionRequest, Decision, maxPriceMicros, outcomes, toAuctionResult } from '@auction-tiers/tier-engine';
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
const bid = fc.record({ id: text, memberId: fc.option(id), grossMicros: micros });
const tier = fc.record({ id, priority: fc.integer({ min: 1, max: 10 }) });
const shared = { profileId: null, minPriceMicros: 0, memberAction: 'include', buyerMemberIds: [] } as const;
const outcomeCode = fc.nat({ max: outcomes.length - 1 });

/** An auction and what was decided about it. */
interface Case {
  readonly tierSet: Parameters<typeof toAuctionResult>[0];
  readonly request: AuctionRequest;
  readonly decision: Decision;
}

/** Decisions that no rule makes, among others: the writer must not depend on the rules. */
const decided: fc.Arbitrary<Case> = fc
  .record({ bids: fc.array(bid, { maxLength: 6 }), tiers: fc.array(tier, { maxLength: 3 }), ymProfileId: id })
  .chain(({ bids, tiers, ymProfileId }) => {
    const each = <T>(one: fc.Arbitrary<T>) => fc.array(one, { minLength: bids.length, maxLength: bids.length });
    return fc
      .record({
        seed: text,
        timeMs,
        winnerIndex: fc.integer({ min: -1, max: bids.length - 1 }),
        clearingMicros: micros,
        outcomes: each(outcomeCode),
        tierIndexes: each(fc.integer({ min: -1, max: tiers.length - 1 })),
        netMicros: each(micros),
        levels: each(fc.integer({ min: 0, max: 10 })),
      })
      .map(({ seed, timeMs: at, winnerIndex, clearingMicros, ...places }) => {
        const tierSet = { ymProfileId, revision: 'not this one', tiers: tiers.map((one) => ({ ...shared, ...one })) };
        const decision = new Decision();
        decision.reserve(bids.length);
        Object.assign(decision, { winnerIndex, clearingMicros });
        decision.outcomes.set(places.outcomes);
        decision.tierIndexes.set(places.tierIndexes);
        decision.netMicros.set(places.netMicros);
        decision.levels.set(places.levels);
        return { tierSet, request: { ...silent, seed, timeMs: at, bids }, decision };
      });
  });

const silent = { auctionType: 1, bidFloorMicros: 0, feePpm: 0, seed: 's', timeMs: 0, impression: {} } as const;

/** The JSON of the contract's answer. */
const expected = ({ tierSet, request, decision }: Case, revision: string) =>
  JSON.stringify({ ...toAuctionAnswer(toAuctionResult(tierSet, request, decision)), revision });

test('an answer is written byte for byte as JSON.stringify writes it', () => {
  fc.assert(
    fc.property(decided, text, fc.nat(40), (one, revision, start) => {
      const { tierSet, request, decision } = one;
      const end = writeAnswer(sink, sink.text(0, ' '.repeat(start)), tierSet, request, decision, revision);
      expect(written(end).slice(start)).toBe(expected(one, revision));
    }),
    { numRuns: 3000 },
  );
});

/** An auction of so many bids with the longest attributes there are, which all are below the floor but the last. */
function longest(bidCount: number): Case {
  const [bidId, most] = ['\u0001'.repeat(255), Number.MAX_SAFE_INTEGER];
  const bids = Array.from({ length: bidCount }, () => ({ id: bidId, memberId: most, grossMicros: maxPriceMicros }));
  const decision = new Decision();
  decision.reserve(bidCount);
  decision.winnerIndex = bidCount - 1;
  decision.netMicros.fill(maxPriceMicros);
  decision.outcomes.fill(outcomes.indexOf('below_floor'));
  decision.outcomes[bidCount - 1] = outcomes.indexOf('won');
  const tiers = [{ ...shared, id: most, priority: 10 }];
  return { tierSet: { ymProfileId: 1, revision: '', tiers }, request: { ...silent, bids }, decision };
}

test('the longest bids find room, however little there is', () => {
  const few = longest(5);
  for (let start = 0; start < 64; start++) {
    const fresh = new JsonSink();
    const begin = fresh.text(0, ' '.repeat(60_000 + start));
    const end = writeAnswer(fresh, begin, few.tierSet, few.request, few.decision, 'r');
    expect(Buffer.from(fresh.bytes.subarray(begin, end)).toString()).toBe(expected(few, 'r'));
  }
  const many = longest(1000);
  const end = writeAnswer(sink, 0, many.tierSet, many.request, many.decision, 'r');
  expect(written(end)).toBe(expected(many, 'r'));
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

test.for([100, 2_000_000])(
  'what was taken of %i characters stays as it is when the sink is written again',
  (length) => {
    const one = new JsonSink();
    const taken = one.take(one.text(0, 'x'.repeat(length)));
    one.text(0, 'y'.repeat(length));
    expect(Buffer.from(taken).equals(Buffer.from('x'.repeat(length)))).toBe(true);
  },
);

test('a long answer is taken without a copy, and its memory is not kept', () => {
  const long = new JsonSink();
  const end = long.text(0, 'x'.repeat(2_000_000));
  const { buffer } = long.bytes;
  expect(long.take(end).buffer).toBe(buffer);
  expect(long.bytes.length).toBeLessThan(100_000);
});
