import { decideAuction, Decision, explainAuction, outcomes, runAuction } from '@auction-tiers/tier-engine';
import { countFunnel, Funnel } from '@auction-tiers/tier-engine/measure';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { auctionRequests, tierSetSource } from '../fixture/arbitrary.ts';
import { compiled } from '../fixture/build.ts';
import { runs } from '../fixture/runs.ts';

test('deciding into buffers, one auction after the other, gives what running each auction gives', () => {
  const decision = new Decision();
  fc.assert(
    fc.property(tierSetSource, auctionRequests, (source, requests) => {
      const tierSet = compiled(source);
      for (const request of requests) {
        decideAuction(tierSet, request, decision);
        const { winner, bids } = runAuction(tierSet, request);
        const places = request.bids.map((_, index) => index);
        expect(decision.bidCount).toBe(bids.length);
        expect(places.map((index) => outcomes[decision.outcomes[index]!])).toEqual(bids.map(({ outcome }) => outcome));
        expect(places.map((index) => decision.netMicros[index])).toEqual(bids.map(({ netMicros }) => netMicros));
        expect(places.map((index) => tierSet.tiers[decision.tierIndexes[index]!]?.id ?? null)).toEqual(
          bids.map(({ tierId }) => tierId),
        );
        expect(request.bids[decision.winnerIndex]?.id).toBe(winner?.bidId);
        expect(decision.clearingMicros).toBe(winner?.clearingMicros ?? 0);
      }
    }),
    { numRuns: runs(2000) },
  );
});

test('the funnel counts what the explanation says of each bid, whichever set decided the auction last', () => {
  const noTiers = compiled({ ymProfileId: 1, revision: 'none', tiers: [], profiles: [] });
  const decision = new Decision();
  fc.assert(
    fc.property(tierSetSource, auctionRequests, fc.boolean(), (source, requests, isDecidedHere) => {
      const tierSet = compiled(source);
      const funnel = new Funnel(tierSet.tiers.length);
      const expected = tierSet.tiers.map(() => ({
        listed: 0,
        pricedIn: 0,
        targeted: 0,
        withinLimit: 0,
        categorised: 0,
      }));
      for (const request of requests) {
        decideAuction(isDecidedHere ? tierSet : noTiers, request, decision);
        countFunnel(tierSet, request, decision, funnel);
        for (const { tiers, tierId } of explainAuction(tierSet, request).bids) {
          const taker = tierSet.tiers.findIndex(({ id }) => isDecidedHere && id === tierId);
          if (taker >= 0) expected[taker]!.categorised++;
          for (const [at, { result }] of tiers.entries()) {
            const isRunning = result !== 'inactive' && result !== 'out_of_flight';
            if (isRunning && result !== 'buyer_not_listed') expected[at]!.listed++;
            const isTargeted = result === 'matched' || result === 'too_costly';
            if (result === 'profile_mismatch' || isTargeted) expected[at]!.pricedIn++;
            if (isTargeted) expected[at]!.targeted++;
            if (result === 'matched') expected[at]!.withinLimit++;
          }
        }
      }
      expect(expected.map((_, at) => funnel.stagesOf(at))).toEqual(expected);
      const added = new Funnel(tierSet.tiers.length);
      for (const at of expected.keys()) added.add(at, funnel.stagesOf(at));
      expect(added).toEqual(funnel);
    }),
    { numRuns: runs(1000) },
  );
});
