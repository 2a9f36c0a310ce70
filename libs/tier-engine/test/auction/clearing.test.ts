import type { AuctionRequest, Tier } from '@auction-tiers/tier-engine';
import { netMicros, runAuction } from '@auction-tiers/tier-engine';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { auctionRequests, tierSetSource } from '../fixture/arbitrary.ts';
import { bid, compiled, request, source, tier } from '../fixture/build.ts';
import { runs } from '../fixture/runs.ts';

interface ClearingCase {
  readonly rule: string;
  readonly tiers?: readonly Tier[];
  readonly given?: Partial<AuctionRequest>;
  /** [buyer, gross price] or [buyer, gross price, fee]; the first one wins. A text is the seat of an unknown buyer. */
  readonly offers: readonly [number | string | null, number, number?][];
  readonly clearingMicros: number;
}

const tierOfFive = (minPriceMicros = 0) => tier({ id: 1, priority: 5, minPriceMicros, buyerMemberIds: [12, 13] });
const higher = tier({ id: 2, priority: 9, buyerMemberIds: [12] });

const secondPrice: ClearingCase[] = [
  { rule: 'alone and untiered, it pays nothing', offers: [[12, 5_000_000]], clearingMicros: 0 },
  {
    rule: 'alone and untiered, it pays the floor',
    given: { bidFloorMicros: 700_000 },
    offers: [[12, 5_000_000]],
    clearingMicros: 700_000,
  },
  {
    rule: "alone in its tier, it pays the tier's minimum",
    tiers: [tierOfFive(2_000_000)],
    offers: [[12, 5_000_000]],
    clearingMicros: 2_000_000,
  },
  {
    rule: 'the minimum is grossed up and rounded up',
    tiers: [tierOfFive(2_000_000)],
    given: { feePpm: 150_000 },
    offers: [[12, 5_000_000]],
    clearingMicros: 2_352_942,
  },
  {
    rule: 'the runner-up sets the price',
    tiers: [tierOfFive(1_000_000)],
    offers: [
      [12, 5_000_000],
      [13, 3_000_000],
    ],
    clearingMicros: 3_000_000,
  },
  {
    rule: 'the minimum sets the price when the runner-up is of another tier and under it',
    tiers: [tierOfFive(4_000_000), { ...tierOfFive(), id: 3, buyerMemberIds: [14] }],
    offers: [
      [12, 5_000_000],
      [14, 3_000_000],
    ],
    clearingMicros: 4_000_000,
  },
  {
    rule: 'a runner-up of another tier of the same priority sets the price',
    tiers: [tierOfFive(1_000_000), { ...tierOfFive(), id: 3, buyerMemberIds: [14] }],
    offers: [
      [12, 5_000_000],
      [14, 3_000_000],
    ],
    clearingMicros: 3_000_000,
  },
  {
    rule: "the runner-up's net price is grossed up with the winner's fee",
    offers: [
      [12, 10_000_000, 500_000],
      [13, 3_000_000, 0],
    ],
    clearingMicros: 6_000_000,
  },
  {
    rule: "the runner-up's own fee is taken before",
    offers: [
      [12, 10_000_000, 0],
      [13, 3_000_000, 500_000],
    ],
    clearingMicros: 1_500_000,
  },
  {
    rule: 'grossing up rounds up to a micro',
    given: { feePpm: 150_000 },
    offers: [
      [12, 2_000_000],
      [13, 1_000_000],
    ],
    clearingMicros: 1_000_000,
  },
  {
    rule: 'grossing up a net price that no gross price gives exactly',
    offers: [
      [12, 2_000_000, 150_000],
      [13, 1_000_000, 0],
    ],
    clearingMicros: 1_176_471,
  },
  {
    rule: 'a higher bid of a lower priority does not raise the price',
    tiers: [tierOfFive(), higher],
    offers: [
      [12, 2_000_000],
      [13, 9_000_000],
    ],
    clearingMicros: 0,
  },
  {
    rule: 'an untiered bid does not raise the price of a tier',
    tiers: [tierOfFive(1_000_000)],
    offers: [
      [12, 2_000_000],
      [99, 9_000_000],
    ],
    clearingMicros: 1_000_000,
  },
  {
    rule: 'an untiered bid raises the price of an untiered winner',
    offers: [
      [12, 2_000_000],
      [99, 1_500_000],
    ],
    clearingMicros: 1_500_000,
  },
  {
    rule: 'a bid under the floor is no runner-up',
    given: { bidFloorMicros: 1_000_000 },
    offers: [
      [12, 2_000_000],
      [13, 999_999],
    ],
    clearingMicros: 1_000_000,
  },
  {
    rule: 'a bid under the floor is no runner-up, even with the higher net price',
    given: { bidFloorMicros: 1_000_000 },
    offers: [
      [12, 1_000_000, 900_000],
      [13, 999_999, 0],
    ],
    clearingMicros: 1_000_000,
  },
  {
    rule: 'an excluded bid is no runner-up',
    tiers: [tier({ id: 4, memberAction: 'exclude', minPriceMicros: null, buyerMemberIds: [13] })],
    offers: [
      [12, 2_000_000],
      [13, 1_900_000],
    ],
    clearingMicros: 0,
  },
  {
    rule: 'the floor holds when it is above the runner-up',
    given: { bidFloorMicros: 1_800_000 },
    offers: [
      [12, 2_000_000],
      [13, 1_800_000],
    ],
    clearingMicros: 1_800_000,
  },
  {
    rule: 'the nearest runner-up counts, not the last',
    offers: [
      [12, 5_000_000],
      [13, 1_000_000],
      [14, 4_000_000],
    ],
    clearingMicros: 4_000_000,
  },
  {
    rule: 'an exact tie pays its own price',
    offers: [
      [12, 2_000_000],
      [13, 2_000_000],
    ],
    clearingMicros: 2_000_000,
  },
  {
    rule: "another buyer's bid sets the price, not the winner's own next one",
    offers: [
      [12, 5_000_000],
      [12, 4_000_000],
      [13, 3_000_000],
    ],
    clearingMicros: 3_000_000,
  },
  {
    rule: 'a buyer alone with two equal bids pays the floor',
    given: { bidFloorMicros: 500_000 },
    offers: [
      [12, 2_000_000],
      [12, 2_000_000],
    ],
    clearingMicros: 500_000,
  },
  {
    rule: 'unknown buyers of one seat are one buyer',
    offers: [
      ['a', 5_000_000],
      ['a', 4_000_000],
      ['b', 3_000_000],
    ],
    clearingMicros: 3_000_000,
  },
  {
    rule: 'unknown buyers without a seat are buyers of their own',
    offers: [
      [null, 5_000_000],
      [null, 4_000_000],
    ],
    clearingMicros: 4_000_000,
  },
  {
    rule: 'a known buyer and a seat are two buyers',
    offers: [
      [12, 5_000_000],
      ['12', 4_000_000],
    ],
    clearingMicros: 4_000_000,
  },
  {
    rule: 'an equal net price is met by the smallest gross price that nets as much',
    offers: [
      [12, 1_000_001, 150_000],
      [13, 1_000_001, 150_000],
    ],
    clearingMicros: 1_000_000,
  },
];

function run(auctionType: 1 | 2, { tiers = [], given, offers }: ClearingCase) {
  const bids = offers.map(([buyer, grossMicros, feePpm], at) => {
    const who = typeof buyer === 'string' ? { memberId: null, seat: buyer } : { memberId: buyer };
    return bid({ id: `b${at}`, ...who, grossMicros, feePpm });
  });
  return runAuction(compiled(source(tiers)), request({ ...given, auctionType, bids })).winner!;
}

describe('second price', () => {
  test.for(secondPrice)('$rule', (given) => {
    expect(run(2, given).clearingMicros).toBe(given.clearingMicros);
  });

  test('is enough to win: at or above the floor, its net at or above what it had to beat, never above its own', () => {
    fc.assert(
      fc.property(tierSetSource, auctionRequests, (set, requests) => {
        const tierSet = compiled(set);
        for (const asked of requests) {
          const { winner, bids } = runAuction(tierSet, { ...asked, auctionType: 2 });
          if (winner === null) continue;
          const won = bids.find(({ outcome }) => outcome === 'won')!;
          const rivals = bids.filter(
            ({ rank, priority, memberId }) =>
              rank !== null &&
              rank > 1 &&
              priority === won.priority &&
              (memberId === null || memberId !== won.memberId),
          );
          const runnerUpNet = Math.max(0, ...rivals.map(({ netMicros: net }) => net));
          const minimum = set.tiers.find(({ id }) => id === winner.tierId)?.minPriceMicros ?? 0;
          const wonBid = asked.bids.find(({ id }) => id === winner.bidId)!;
          const { feePpm = asked.feePpm, floorMicros = asked.bidFloorMicros } = wonBid;
          const beaten = (gross: number) =>
            gross >= floorMicros && netMicros(gross, feePpm) >= Math.max(runnerUpNet, minimum);
          expect(winner.clearingMicros).toBeLessThanOrEqual(winner.grossMicros);
          expect(beaten(winner.clearingMicros)).toBe(true);
          if (wonBid.isFirstPrice === true) expect(winner.clearingMicros).toBe(winner.grossMicros);
          else if (winner.clearingMicros > 0) expect(beaten(winner.clearingMicros - 1)).toBe(false);
        }
      }),
      { numRuns: runs(1500) },
    );
  });
});

test.for(secondPrice)('first price: its own gross price, though $rule', (given) => {
  const { clearingMicros, grossMicros, bidId } = run(1, given);
  expect(clearingMicros).toBe(grossMicros);
  expect(grossMicros).toBe(given.offers[Number(bidId.slice(1))]![1]);
});
