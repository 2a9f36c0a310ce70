import type { AuctionRequest, AuctionResult, TierSet } from '@auction-tiers/tier-engine';
import { compile, maxPriceMicros, runAuction } from '@auction-tiers/tier-engine';
import * as fc from 'fast-check';

/** Three tiers of ten buyers: one buyer first, one out, and two of equal priority on one size. */
export const tierSet = compileSet({
  ymProfileId: 1,
  revision: 'r',
  tiers: [
    { id: 1, priority: 7, memberAction: 'include', minPriceMicros: 2_000_000, profileId: null, buyerMemberIds: [1] },
    { id: 2, priority: 5, memberAction: 'exclude', minPriceMicros: null, profileId: null, buyerMemberIds: [2] },
    { id: 3, priority: 2, memberAction: 'include', minPriceMicros: 0, profileId: 9, buyerMemberIds: [1, 3, 4] },
    { id: 4, priority: 2, memberAction: 'include', minPriceMicros: 0, profileId: null, buyerMemberIds: [4] },
  ],
  profiles: [{ id: 9, targeting: { size: [{ width: 300, height: 250 }] } }],
});
export const noTiers = compileSet({ ymProfileId: 1, revision: 'none', tiers: [], profiles: [] });

function compileSet(source: Parameters<typeof compile>[0]): TierSet {
  const compiled = compile(source);
  if (!compiled.ok) throw new TypeError(JSON.stringify(compiled.issues));
  return compiled.tierSet;
}

export interface Heard {
  readonly request: AuctionRequest;
  readonly result: AuctionResult;
  readonly baseline: AuctionResult;
}

export function hear(request: AuctionRequest): Heard {
  return { request, result: runAuction(tierSet, request), baseline: runAuction(noTiers, request) };
}

const price = fc.oneof(fc.integer({ min: 0, max: 9_000_000 }), fc.constant(maxPriceMicros));
const size = fc.constantFrom({ width: 300, height: 250 }, { width: 728, height: 90 });
const maybe = <Value>(values: fc.Arbitrary<Value>) => fc.option(values, { nil: undefined });

/** Odd auctions: bids of unknown buyers, the same buyer twice, several sizes, the highest prices. */
export const anyAuction: fc.Arbitrary<AuctionRequest> = fc.record({
  auctionType: fc.constantFrom(1, 2),
  bidFloorMicros: fc.constantFrom(0, 1_000_000),
  feePpm: fc.constantFrom(0, 150_000),
  seed: fc.string({ minLength: 1, maxLength: 8 }),
  timeMs: fc.integer({ min: -86_400_000, max: 86_400_000 }),
  impression: fc.record({
    country: maybe(fc.constantFrom('US', 'DE', 'FR')),
    deviceType: maybe(fc.constantFrom('phone', 'pc')),
    dma: maybe(fc.integer({ min: 500, max: 520 })),
    placementId: maybe(fc.integer({ min: 1, max: 40 })),
    sizes: maybe(fc.array(size, { maxLength: 3 })),
  }),
  bids: fc
    .array(fc.record({ memberId: fc.option(fc.integer({ min: 1, max: 30 })), grossMicros: price }), { maxLength: 8 })
    .map((bids) => bids.map((bid, at) => ({ ...bid, id: `${at}` }))),
});
