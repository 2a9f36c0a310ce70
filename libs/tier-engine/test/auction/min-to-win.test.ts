import type { AuctionRequest, TierSet } from '@auction-tiers/tier-engine';
import { Decision, decideAuction, maxPriceMicros, minToWin } from '@auction-tiers/tier-engine';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { auctionRequests, tierSetSource } from '../fixture/arbitrary.ts';
import { bid, compiled, request, source, tier } from '../fixture/build.ts';
import { runs } from '../fixture/runs.ts';

function decide(tierSet: TierSet, asked: AuctionRequest): Decision {
  const decision = new Decision();
  decideAuction(tierSet, asked, decision);
  return decision;
}

/** The least prices of the bids of an auction. */
const leastOf = (tierSet: TierSet, asked: AuctionRequest) => minToWin(tierSet, asked, decide(tierSet, asked));

/** Whether a bid wins where it alone has another price. */
function winsAt(tierSet: TierSet, asked: AuctionRequest, index: number, grossMicros: number): boolean {
  const bids = asked.bids.map((one, at) => (at === index ? { ...one, grossMicros } : one));
  return decide(tierSet, { ...asked, bids }).winnerIndex === index;
}

test('a bid of its least price wins, of a micro less does not, and where there is none no price wins', () => {
  const seen = new Map<string, number>();
  let auctions = 0;
  fc.assert(
    fc.property(tierSetSource, auctionRequests, (set, requests) => {
      const tierSet = compiled(set);
      for (const asked of requests) {
        auctions++;
        for (const [index, { grossMicros, reason }] of leastOf(tierSet, asked).entries()) {
          seen.set(reason ?? 'wins', (seen.get(reason ?? 'wins') ?? 0) + 1);
          if (grossMicros !== null) {
            expect(winsAt(tierSet, asked, index, grossMicros)).toBe(true);
            if (grossMicros > 0) expect(winsAt(tierSet, asked, index, grossMicros - 1)).toBe(false);
          }
          // Prices below the least one, at and beside every price of the auction: none wins.
          const around = asked.bids.flatMap((one) => [one.grossMicros - 1, one.grossMicros, one.grossMicros + 1]);
          const least = grossMicros ?? Number.POSITIVE_INFINITY;
          for (const price of [0, 1_176_471, 2_352_942, 3_000_004, maxPriceMicros, ...around])
            if (price >= 0 && price < least) expect(winsAt(tierSet, asked, index, price)).toBe(false);
        }
      }
    }),
    { numRuns: runs(6000) },
  );
  expect(auctions).toBeGreaterThan(runs(10_000));
  for (const reason of ['wins', 'excluded', 'outranked']) expect(seen.get(reason)).toBeGreaterThan(runs(100));
});

test('a higher price leads into a higher tier, and a still higher one into an exclude', () => {
  const tierSet = compiled(
    source([
      tier({ id: 1, priority: 9, memberAction: 'exclude', minPriceMicros: 6_000_000 }),
      tier({ id: 2, priority: 5, minPriceMicros: 4_000_000 }),
      tier({ id: 3, priority: 5, buyerMemberIds: [7], minPriceMicros: 1_000_000 }),
    ]),
  );
  const least = (rivalMicros: number) =>
    leastOf(tierSet, request({ bids: [bid(), bid({ id: 'b2', memberId: 7, grossMicros: rivalMicros })] }))[0];
  // Untiered it is behind the other bid, which is in a tier; from 4.00 on it is in that level too.
  expect(least(2_000_000)).toEqual({ grossMicros: 4_000_000, reason: null });
  // To beat 6.50 it would have to bid what excludes it.
  expect(least(6_500_000)).toEqual({ grossMicros: null, reason: 'excluded' });
});

test('a priority level that the buyer cannot reach, the floor, and no other bid', () => {
  const tierSet = compiled(source([tier({ id: 1, priority: 10, buyerMemberIds: [7] })]));
  const other = bid({ id: 'b2', memberId: 7, grossMicros: 10 });
  expect(leastOf(tierSet, request({ bids: [bid(), other] }))[0]).toEqual({ grossMicros: null, reason: 'outranked' });
  expect(leastOf(tierSet, request({ bidFloorMicros: 500_000 }))[0]).toEqual({ grossMicros: 500_000, reason: null });
  expect(leastOf(tierSet, request())[0]).toEqual({ grossMicros: 0, reason: null });
});

test('the fee of the bid counts, and no legal price may net enough', () => {
  const tierSet = compiled(source([]));
  const [dear, cheap] = [bid({ feePpm: 999_999 }), bid({ id: 'b2', memberId: 7, grossMicros: 3_000_000 })];
  expect(leastOf(tierSet, request({ bids: [dear, cheap] }))[0]).toEqual({ grossMicros: null, reason: 'outbid' });
  const half = leastOf(tierSet, request({ bids: [bid({ feePpm: 500_000 }), cheap] }))[0]!.grossMicros!;
  expect([6_000_000, 6_000_002]).toContain(half);
});
