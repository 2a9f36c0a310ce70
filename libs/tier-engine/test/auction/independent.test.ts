import type { AuctionRequest, Bid, Tier } from '@auction-tiers/tier-engine';
import { Decision, decideAuction, explainAuction, forgoneMicros, runAuction } from '@auction-tiers/tier-engine';
import { Draws, drawPurpose } from '@auction-tiers/tier-engine/linear';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { compiled, source } from '../fixture/build.ts';
import { runs } from '../fixture/runs.ts';

/*
 * The rules of an auction written a second time, from their words alone and in whole numbers without a bound. Only the
 * draws are the engine's.
 */

const million = 1_000_000n;
const keptPpm = (bid: Bid, { feePpm }: AuctionRequest) => million - BigInt(bid.feePpm ?? feePpm);
const netOf = (gross: bigint, kept: bigint) => (gross * kept) / million;
const most = (...values: bigint[]) => values.reduce((left, right) => (left > right ? left : right), 0n);

interface Placed {
  readonly bid: Bid;
  readonly place: number;
  readonly kept: bigint;
  readonly net: bigint;
  readonly tier: Tier | undefined;
}

function place(tiers: readonly Tier[], request: AuctionRequest, draws: Draws): Placed[] {
  return request.bids.map((bid, at) => {
    const kept = keptPpm(bid, request);
    const net = netOf(BigInt(bid.grossMicros), kept);
    const matching = tiers
      .filter(({ buyerMemberIds }) => bid.memberId !== null && buyerMemberIds.includes(bid.memberId))
      .filter(({ minPriceMicros }) => net >= BigInt(minPriceMicros ?? 0));
    const first = Math.max(...matching.map(({ priority }) => priority));
    const tied = matching.filter(({ priority }) => priority === first).toSorted((a, b) => a.id - b.id);
    const tier = tied.length > 1 ? tied[draws.u32(at, drawPurpose.tier, tied.length) % tied.length] : tied[0];
    return { bid, place: at, kept, net, tier };
  });
}

/** The winner, what it pays and what the seller gets, where these bids take part. */
function sell(taking: readonly Placed[], { auctionType, bidFloorMicros }: AuctionRequest, draws: Draws) {
  const levelOf = ({ tier }: Placed) => tier?.priority ?? 0;
  const [won] = taking.toSorted(
    (a, b) => levelOf(b) - levelOf(a) || Number(b.net - a.net) || draws.sortKey(a.place) - draws.sortKey(b.place) || 0,
  );
  if (won === undefined) return { place: -1, paid: 0n, net: 0n };
  const buyerOf = ({ bid, place: at }: Placed) =>
    bid.memberId ?? (bid.seat === undefined ? `bid ${at}` : `seat ${bid.seat}`);
  const rivals = taking.filter((one) => levelOf(one) === levelOf(won) && buyerOf(one) !== buyerOf(won));
  const beaten = most(...rivals.map(({ net }) => net), BigInt(won.tier?.minPriceMicros ?? 0));
  const gross = BigInt(won.bid.grossMicros);
  const asked = most((beaten * million + won.kept - 1n) / won.kept, BigInt(bidFloorMicros));
  const paid = auctionType === 1 || won.bid.isFirstPrice === true || asked > gross ? gross : asked;
  return { place: won.place, paid, net: netOf(paid, won.kept) };
}

function decide(tiers: readonly Tier[], request: AuctionRequest) {
  const draws = new Draws(request.seed);
  const taking = place(tiers, request, draws)
    .filter(({ tier }) => tier?.memberAction !== 'exclude')
    .filter(({ bid }) => bid.grossMicros >= request.bidFloorMicros);
  const sold = sell(taking, request, draws);
  const untiered = sell(
    taking.map((one) => ({ ...one, tier: undefined })),
    request,
    draws,
  );
  return { winnerIndex: sold.place, clearing: sold.paid, forgone: untiered.net - sold.net };
}

/** Few values, so that prices, buyers and priorities meet. */
const buyer = fc.integer({ min: 1, max: 4 });
const price = fc.oneof(
  fc.constantFrom(1_000_000, 1_176_471, 2_000_000, 2_352_942),
  fc.integer({ min: 0, max: 6_000_000 }),
);
const feePpm = fc.constantFrom(0, 150_000, 333_333, 900_000);
const tiers: fc.Arbitrary<Tier[]> = fc.uniqueArray(
  fc.record({
    id: fc.integer({ min: 1, max: 50 }),
    priority: fc.constantFrom(1, 5, 10),
    memberAction: fc.constantFrom('include' as const, 'include' as const, 'exclude' as const),
    minPriceMicros: fc.constantFrom(0, 500_000, 1_000_000, 2_000_000),
    profileId: fc.constant(null),
    buyerMemberIds: fc.uniqueArray(buyer, { minLength: 1, maxLength: 3 }),
  }),
  { maxLength: 5, selector: ({ id }) => id },
);
const bids: fc.Arbitrary<Bid[]> = fc
  .array(
    fc.record({
      memberId: fc.option(buyer, { freq: 3 }),
      grossMicros: price,
      feePpm: fc.option(feePpm, { nil: undefined }),
      seat: fc.option(fc.constantFrom('a', 'b'), { nil: undefined }),
      isFirstPrice: fc.option(fc.boolean(), { nil: undefined }),
    }),
    { maxLength: 7 },
  )
  .map((given) => given.map((bid, at) => ({ id: `b${at}`, ...bid })));
const requests: fc.Arbitrary<AuctionRequest> = fc.record({
  auctionType: fc.constantFrom(1 as const, 2 as const),
  bidFloorMicros: fc.constantFrom(0, 0, 1_000_000, 2_000_000),
  feePpm,
  seed: fc.string({ minLength: 1, maxLength: 12 }),
  timeMs: fc.constant(0),
  impression: fc.constant({}),
  bids,
});

test('winner, clearing price and what is forgone are those of the rules, in random auctions', () => {
  const seen = { positive: 0, zero: 0, negative: 0, ownRunnerUp: 0 };
  fc.assert(
    fc.property(tiers, requests, (given, request) => {
      const tierSet = compiled(source(given));
      const decision = new Decision();
      decideAuction(tierSet, request, decision);
      const forgone = forgoneMicros(request, decision);
      const { winnerIndex, clearingMicros } = decision;
      const decided = { winnerIndex, clearing: BigInt(clearingMicros), forgone: BigInt(forgone) };
      expect(decided).toEqual(decide(given, request));
      expect(explainAuction(tierSet, request).forgoneMicros).toBe(forgone);
      if (request.auctionType === 1) expect(forgone).toBeGreaterThanOrEqual(0);
      seen[forgone > 0 ? 'positive' : forgone < 0 ? 'negative' : 'zero']++;
      const { bids: results } = runAuction(tierSet, request);
      const [won, second] = [1, 2].map((rank) => results.find((one) => one.rank === rank));
      if (request.auctionType === 2 && won !== undefined && won.memberId === second?.memberId) seen.ownRunnerUp++;
    }),
    { numRuns: runs(20_000) },
  );
  for (const count of Object.values(seen)) expect(count).toBeGreaterThan(runs(200));
});
