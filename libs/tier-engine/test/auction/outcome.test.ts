import type { AuctionRequest, Bid, Tier } from '@auction-tiers/tier-engine';
import { runAuction } from '@auction-tiers/tier-engine';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { auctionRequests, tierSetSource } from '../fixture/arbitrary.ts';
import { bid, compiled, request, source, tier } from '../fixture/build.ts';
import { runs } from '../fixture/runs.ts';

/** [buyer, gross price] or [buyer, gross price, fee] */
type Offer = [number | null, number, number?];

interface OutcomeCase {
  readonly rule: string;
  readonly tiers: readonly Tier[];
  readonly given?: Partial<AuctionRequest>;
  readonly offers: readonly Offer[];
  /** For each offer `outcome tier priority rank`, with `-` for null. */
  readonly results: readonly string[];
}

const high = tier({ id: 1, priority: 9, buyerMemberIds: [12, 13] });
const low = tier({ id: 2, priority: 3, buyerMemberIds: [14, 15] });
const banned = tier({ id: 3, priority: 10, memberAction: 'exclude', minPriceMicros: null, buyerMemberIds: [16] });

const cases: OutcomeCase[] = [
  { rule: 'no bids, no winner', tiers: [high], offers: [], results: [] },
  { rule: 'one bid wins', tiers: [high], offers: [[12, 100]], results: ['won 1 9 1'] },
  { rule: 'an untiered bid alone wins', tiers: [], offers: [[12, 0]], results: ['won - - 1'] },
  { rule: 'a bid of an unknown buyer can win', tiers: [high], offers: [[null, 5]], results: ['won - - 1'] },
  {
    rule: 'within a rank the higher net price wins',
    tiers: [high],
    offers: [
      [12, 100],
      [13, 101],
    ],
    results: ['outbid 1 9 2', 'won 1 9 1'],
  },
  {
    rule: 'net prices decide, not gross ones',
    tiers: [high],
    offers: [
      [12, 1_000_000, 500_000],
      [13, 600_000, 0],
    ],
    results: ['outbid 1 9 2', 'won 1 9 1'],
  },
  {
    rule: 'a tier comes before every untiered bid, whatever the price',
    tiers: [high],
    offers: [
      [99, 999_999_999_999],
      [12, 1],
    ],
    results: ['outranked - - 2', 'won 1 9 1'],
  },
  {
    rule: 'ranks, then net prices, untiered last',
    tiers: [high, low],
    offers: [
      [99, 900],
      [14, 500],
      [15, 600],
      [12, 100],
      [13, 200],
      [98, 901],
    ],
    results: ['outranked - - 6', 'outranked 2 3 4', 'outranked 2 3 3', 'outbid 1 9 2', 'won 1 9 1', 'outranked - - 5'],
  },
  {
    rule: 'two tiers of one priority have one rank',
    tiers: [high, { ...low, priority: 9 }],
    offers: [
      [12, 100],
      [14, 200],
    ],
    results: ['outbid 1 9 2', 'won 2 9 1'],
  },
  {
    rule: 'untiered bids that lose to an untiered one are outbid',
    tiers: [],
    offers: [
      [12, 100],
      [13, 200],
    ],
    results: ['outbid - - 2', 'won - - 1'],
  },
  {
    rule: 'an excluded bid is out, and has no rank',
    tiers: [banned],
    offers: [
      [16, 900],
      [12, 1],
    ],
    results: ['excluded 3 10 -', 'won - - 1'],
  },
  { rule: 'everybody is excluded', tiers: [banned], offers: [[16, 900]], results: ['excluded 3 10 -'] },
  {
    rule: 'a bid under the floor is out and keeps its tier',
    tiers: [high],
    given: { bidFloorMicros: 500 },
    offers: [
      [12, 499],
      [99, 499],
      [13, 500],
      [98, 501],
    ],
    results: ['below_floor 1 9 -', 'below_floor - - -', 'won 1 9 1', 'outranked - - 2'],
  },
  {
    rule: 'the floor is compared with the gross price',
    tiers: [high],
    given: { bidFloorMicros: 500, feePpm: 900_000 },
    offers: [[12, 500]],
    results: ['won 1 9 1'],
  },
  {
    rule: 'an excluded bid under the floor is excluded',
    tiers: [banned],
    given: { bidFloorMicros: 500 },
    offers: [
      [16, 1],
      [16, 900],
    ],
    results: ['excluded 3 10 -', 'excluded 3 10 -'],
  },
];

const offered = ([memberId, grossMicros, feePpm]: Offer, at: number): Bid =>
  bid({ id: `b${at}`, memberId, grossMicros, ...(feePpm !== undefined && { feePpm }) });

test.for(cases)('$rule', ({ tiers, given, offers, results }) => {
  const { bids } = runAuction(compiled(source(tiers)), request({ ...given, bids: offers.map(offered) }));
  expect(
    bids.map(({ outcome, tierId, priority, rank }) => `${outcome} ${tierId ?? '-'} ${priority ?? '-'} ${rank ?? '-'}`),
  ).toEqual(results);
});

test('equal rank and net price: one wins, the others lost the tie', () => {
  const offers: Offer[] = [
    [12, 1_000_000, 0],
    [13, 2_000_000, 500_000],
    [12, 1_000_000, 0],
    [13, 999_999, 0],
  ];
  const { bids } = runAuction(compiled(source([high])), request({ bids: offers.map(offered) }));
  expect(
    bids
      .slice(0, 3)
      .map(({ outcome }) => outcome)
      .toSorted(),
  ).toEqual(['lost_tie', 'lost_tie', 'won']);
  expect(new Set(bids.slice(0, 3).map(({ rank }) => rank))).toEqual(new Set([1, 2, 3]));
  expect(bids[3]).toMatchObject({ outcome: 'outbid', rank: 4 });
});

test('the answer repeats what it was made from', () => {
  const asked = request({
    seed: 'täglich',
    timeMs: 5,
    feePpm: 150_000,
    bids: [bid({ id: 'x', grossMicros: 2_352_942 })],
  });
  expect(runAuction(compiled({ ...source([high]), revision: 'r9' }), asked)).toStrictEqual({
    ymProfileId: 42,
    revision: 'r9',
    seed: 'täglich',
    timeMs: 5,
    winner: {
      bidId: 'x',
      memberId: 12,
      tierId: 1,
      grossMicros: 2_352_942,
      netMicros: 2_000_000,
      clearingMicros: 2_352_942,
    },
    bids: [{ bidId: 'x', memberId: 12, outcome: 'won', tierId: 1, priority: 9, netMicros: 2_000_000, rank: 1 }],
  });
});

test('the bids stand in one order: ranks, then net prices; and their outcomes say so', () => {
  fc.assert(
    fc.property(tierSetSource, auctionRequests, (set, requests) => {
      const tierSet = compiled(set);
      for (const asked of requests) {
        const { winner, bids } = runAuction(tierSet, asked);
        const ranked = bids.filter(({ rank }) => rank !== null).toSorted((left, right) => left.rank! - right.rank!);
        expect(ranked.map(({ rank }) => rank)).toEqual(ranked.map((_, at) => at + 1));
        expect(winner?.bidId ?? null).toBe(ranked[0]?.bidId ?? null);
        for (const [at, { outcome, priority, netMicros }] of ranked.entries()) {
          const [first] = ranked;
          const auctionRank = priority ?? 0;
          const before = ranked[at - 1];
          if (before !== undefined)
            expect((before.priority ?? 0) - auctionRank || before.netMicros - netMicros).toBeGreaterThanOrEqual(0);
          const reason =
            auctionRank < (first!.priority ?? 0) ? 'outranked' : netMicros < first!.netMicros ? 'outbid' : 'lost_tie';
          expect(outcome).toBe(at === 0 ? 'won' : reason);
        }
        for (const { rank, outcome } of bids) if (rank === null) expect(outcome).toMatch(/^(excluded|below_floor)$/);
      }
    }),
    { numRuns: runs(1500) },
  );
});
