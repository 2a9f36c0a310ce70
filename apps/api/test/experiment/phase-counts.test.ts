import { type Arm, ExperimentCounts, placeOf } from '@auction-tiers/experiment';
import { type AuctionRequest, compile, decideAuction, Decision, netTakenMicros } from '@auction-tiers/tier-engine';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { PhaseCounts } from '../../src/experiment/phase-counts.ts';

function tiersOf(minPriceMicros: number) {
  const rest = { profileId: null, state: 'active', startMs: null, endMs: null } as const;
  const tier = {
    id: 1,
    priority: 5,
    memberAction: 'include',
    minPriceMicros,
    buyerMemberIds: [101, 102],
    ...rest,
  } as const;
  const compiled = compile({ ymProfileId: 1, revision: '', tiers: [tier], profiles: [] });
  if (!compiled.ok) throw new TypeError('the tiers do not compile');
  return compiled.tierSet;
}
const [live, drafted] = [tiersOf(2_000_000), tiersOf(5_000_000)];

const auction = fc.record({
  unit: fc.constantFrom('a', 'b', 'c', 'd'),
  hasUnit: fc.boolean(),
  hour: fc.integer({ min: 0, max: 60 }),
  cluster: fc.integer({ min: -1, max: 3 }),
  bids: fc.array(
    fc.record({ memberId: fc.constantFrom(101, 102, 103, null), cents: fc.integer({ min: 1, max: 900 }) }),
    {
      maxLength: 6,
    },
  ),
});

/** The only tier that there is. */
const tierOf = ({ winnerIndex, tierIndexes }: Decision) =>
  winnerIndex >= 0 && tierIndexes[winnerIndex] === 0 ? 1 : null;

test.for([
  ['a split', false],
  ['a switchback', true],
] as const)('counts of %s what the reference counts, and is empty once it was taken', ([, hasCells]) => {
  fc.assert(
    fc.property(fc.array(auction, { maxLength: 30 }), (auctions) => {
      const [counts, reference] = [new PhaseCounts(), new ExperimentCounts()];
      const [control, treatment] = [new Decision(), new Decision()];
      const followed = new Set<number>();
      for (const { unit, hasUnit, hour, cluster, bids: sent } of auctions) {
        const bids = sent.map(({ memberId, cents }, at) => ({ id: `b${at}`, memberId, grossMicros: cents * 10_000 }));
        const request = {
          auctionType: 2,
          bidFloorMicros: 0,
          feePpm: 150_000,
          seed: unit,
          timeMs: 0,
          impression: {},
          bids,
        };
        decideAuction(live, request as unknown as AuctionRequest, control);
        decideAuction(drafted, request as unknown as AuctionRequest, treatment);
        const place = placeOf('salt', unit);
        const arm: Arm = place.draw < 0.5 ? 'T' : 'C';
        const [controlMicros, treatmentMicros] = [control, treatment].map((one) =>
          netTakenMicros(request as unknown as AuctionRequest, one),
        ) as [number, number];
        const cell = hasCells ? { cluster, hour } : null;
        const [tierOfControl, tierOfTreatment] = [tierOf(control), tierOf(treatment)];
        const outcome = { control, treatment, controlMicros, treatmentMicros, tierOfControl, tierOfTreatment };
        counts.count({ arm, place, hasUnit, hour, cell }, request as unknown as AuctionRequest, outcome);
        const [won, wouldWin] = [control, treatment].map(({ winnerIndex }) => bids[winnerIndex]?.memberId ?? null);
        // Of a switchback only the winners in its clusters are followed.
        const isFollowed = !hasCells || cluster >= 0;
        for (const winner of [won, wouldWin]) if (isFollowed && typeof winner === 'number') followed.add(winner);
        const buyers = [...followed].flatMap((member) => {
          const own = bids.flatMap((one, at) => (one.memberId === member ? [control.netMicros[at]!] : []));
          if (own.length === 0) return [];
          return {
            member,
            bids: own.length,
            bidMicros: own.reduce((sum, net) => sum + net, 0),
            controlMicros: member === won ? controlMicros : 0,
            treatmentMicros: member === wouldWin ? treatmentMicros : 0,
          };
        });
        reference.add({
          arm,
          place,
          isWithoutUnit: !hasUnit,
          cluster: hasCells ? cluster : null,
          hour,
          controlMicros,
          treatmentMicros,
          controlWinners: { buyer: won!, tier: tierOfControl },
          treatmentWinners: { buyer: wouldWin!, tier: tierOfTreatment },
          buyers,
        });
      }
      expect(counts.take()).toEqual(reference.toData());
      expect([counts.isEmpty, counts.take().rows]).toEqual([true, {}]);
    }),
    { numRuns: 100 },
  );
});
