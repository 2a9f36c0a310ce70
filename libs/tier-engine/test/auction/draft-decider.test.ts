import {
  type AuctionRequest,
  Decision,
  decideAuction,
  type Tier,
  type TierSet,
  type TierSetSource,
} from '@auction-tiers/tier-engine';
import { countFunnel, DraftDecider, Funnel } from '@auction-tiers/tier-engine/measure';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { auctionRequests, tierSetSource } from '../fixture/arbitrary.ts';
import { bid, compiled, request, source, tier } from '../fixture/build.ts';
import { runs } from '../fixture/runs.ts';

/** Changes of one tier, as a person makes them. */
const change: fc.Arbitrary<Partial<Tier>> = fc.oneof(
  fc.constantFrom(0, 500_000, 1_000_000, 2_000_000).map((minPriceMicros) => ({ minPriceMicros })),
  fc.constantFrom(0, 250_000, 1_000_000, null).map((maxForgoneMicros) => ({ maxForgoneMicros })),
  fc.integer({ min: 1, max: 10 }).map((priority) => ({ priority })),
  fc.constantFrom('active' as const, 'inactive' as const).map((state) => ({ state })),
  fc.subarray([1, 2, 3, 4], { minLength: 1 }).map((buyerMemberIds) => ({ buyerMemberIds })),
);

function outcomeOf(decision: Decision, { tiers }: TierSet) {
  const { bidCount, winnerIndex, clearingMicros, highestNetMicros, tierIndexes, netMicros } = decision;
  const bids = Array.from({ length: bidCount }, (_, index) => ({
    tier: tiers[tierIndexes[index]!]?.id ?? null,
    level: decision.levels[index],
    outcome: decision.outcomes[index],
    net: netMicros[index],
  }));
  return { winnerIndex, clearingMicros, highestNetMicros, bids };
}

const withTier = (given: TierSetSource, at: number, changed: Partial<Tier>): TierSetSource => ({
  ...given,
  tiers: given.tiers.map((one, index) => (index === at ? { ...one, ...changed } : one)),
});

/** The stages of bids by the id of the tier; nothing of tiers that no bid has reached. */
function stagesOf(tierSet: TierSet, auction: AuctionRequest, decision: Decision, times: 1 | -1, indexes?: number[]) {
  const funnel = new Funnel(tierSet.tiers.length);
  countFunnel(tierSet, auction, decision, funnel, indexes, times);
  return tierSet.tiers
    .map(({ id }, at) => ({ id, ...funnel.stagesOf(at) }))
    .toSorted((one, other) => one.id - other.id);
}

test('a draft with one other tier is decided as from the start, and is called the same only where it is', () => {
  const seen = { same: 0, other: 0, untouched: 0 };
  fc.assert(
    fc.property(tierSetSource, fc.nat(), change, auctionRequests, (given, index, changed, requests) => {
      const varied = given.tiers[index % given.tiers.length];
      fc.pre(varied !== undefined && !('maxForgoneMicros' in changed && varied.memberAction === 'exclude'));
      const draftSource = withTier(given, index % given.tiers.length, changed);
      const [present, draft] = [given, draftSource].map((one) => ({ tierSet: compiled(one), source: one }));
      const decider = new DraftDecider(present!, draft!);
      const [before, anew, decision] = [new Decision(), new Decision(), new Decision()];
      for (const auction of requests) {
        decideAuction(draft!.tierSet, auction, anew);
        decideAuction(present!.tierSet, auction, before);
        const isOther = decider.decide(auction, before, decision);
        const wanted = outcomeOf(anew, draft!.tierSet);
        expect(isOther ? outcomeOf(decision, draft!.tierSet) : outcomeOf(before, present!.tierSet)).toEqual(wanted);
        seen[isOther ? 'other' : 'same']++;
        // The funnel of the draft is the present one with other stages of the touched bids alone.
        const { tierSet, touched } = decider;
        const now = touched.length === 0 ? undefined : stagesOf(tierSet, auction, decision, 1, touched);
        const taken = stagesOf(present!.tierSet, auction, before, -1, touched);
        const stages = stagesOf(present!.tierSet, auction, before, 1).map((own, at) =>
          Object.fromEntries(
            Object.entries(own).map(([name, bids]) => [
              name,
              name === 'id' ? bids : bids + taken[at]![name as 'listed'] + (now?.[at]![name as 'listed'] ?? 0),
            ]),
          ),
        );
        expect(stages).toEqual(stagesOf(draft!.tierSet, auction, anew, 1));
        if (touched.length < auction.bids.length) seen.untouched++;
      }
    }),
    { numRuns: runs(6000) },
  );
  expect(Math.min(...Object.values(seen))).toBeGreaterThan(100);
});

test('a draft with another number of tiers is decided anew', () => {
  const present = source([tier({ id: 1 })]);
  const draft = source([...present.tiers, tier({ id: 2, priority: 9, buyerMemberIds: [13] })]);
  const [one, other] = [present, draft].map((given) => ({ tierSet: compiled(given), source: given }));
  const decider = new DraftDecider(one!, other!);
  const auction = request({ bids: [bid({ grossMicros: 2_000_000 }), bid({ id: 'b2', memberId: 13 })] });
  const [before, decision] = [new Decision(), new Decision()];
  decideAuction(one!.tierSet, auction, before);
  expect(before.winnerIndex).toBe(0);
  expect(decider.decide(auction, before, decision)).toBe(true);
  expect(decision.winnerIndex).toBe(1);
});
