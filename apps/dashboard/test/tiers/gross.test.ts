import { compile, formatMoney, parseMoney, runAuction, type TierSet, toFeePpm } from '@auction-tiers/tier-engine';
import { expect, test } from 'vitest';
import { grossNeededOf, neededText } from '../../src/figure/figures.ts';

/** 2,000 minimums: each cent up to 10.00, and as many between cents. */
const minimums = Array.from({ length: 1000 }, (_, at) => [(at + 1) * 10_000, (at + 1) * 7919]).flat();

function tierSetOf(minPriceMicros: number): TierSet {
  const tier = {
    id: 1,
    priority: 5,
    memberAction: 'include' as const,
    minPriceMicros,
    profileId: null,
    buyerMemberIds: [107],
  };
  const result = compile({ ymProfileId: 1, revision: '1', tiers: [tier], profiles: [] });
  if (!result.ok) throw new Error(JSON.stringify(result.issues));
  return result.tierSet;
}

const tierSets = minimums.map((minimum) => ({ minimum, tierSet: tierSetOf(minimum) }));

test.for([0, 0.0001, 1, 2.5, 7.3, 10, 12.5, 15, 17.7777, 20, 33.3333, 50])(
  'with a fee of %d per cent, a bid of exactly the gross that is shown is in the tier, for 2,000 minimums',
  (fee) => {
    const feePpm = toFeePpm(fee);
    const outside = tierSets.filter(({ minimum, tierSet }) => {
      const price = parseMoney(neededText(grossNeededOf(formatMoney(minimum), feePpm)!));
      if (!price.ok) throw new Error(price.problem);
      const bid = { id: 'a', memberId: 107, grossMicros: price.micros };
      const auction = { auctionType: 1, bidFloorMicros: 0, seed: 'a', timeMs: 0, impression: {} } as const;
      return runAuction(tierSet, { ...auction, feePpm, bids: [bid] }).winner?.tierId !== 1;
    });
    expect(outside.map(({ minimum }) => minimum)).toEqual([]);
  },
);
