import { Decision, decideAuction, forgoneMicros, netTakenMicros } from '@auction-tiers/tier-engine';
import { LeaveOneOut } from '@auction-tiers/tier-engine/measure';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { auctionRequests, tierSetSource } from '../fixture/arbitrary.ts';
import { bid, compiled, request, tier } from '../fixture/build.ts';
import { runs } from '../fixture/runs.ts';

const sale = ({ winnerIndex, clearingMicros }: Decision) => ({ winnerIndex, clearingMicros });

test('leaving one tier out equals a tier set without the tier, for every tier of random sets', () => {
  const seen = { changed: 0, unchanged: 0 };
  fc.assert(
    fc.property(tierSetSource, auctionRequests, (source, requests) => {
      const tierSet = compiled(source);
      const leaveOneOut = new LeaveOneOut(tierSet);
      for (const auction of requests) {
        const decision = new Decision();
        decideAuction(tierSet, auction, decision);
        const found = new Map(tierSet.tiers.map(({ id }) => [id, sale(decision)]));
        leaveOneOut.visit(auction, decision, (index, without) => found.set(tierSet.tiers[index]!.id, sale(without)));
        for (const { id } of source.tiers) {
          const alone = new Decision();
          decideAuction(compiled({ ...source, tiers: source.tiers.filter((one) => one.id !== id) }), auction, alone);
          expect({ id, ...found.get(id) }).toEqual({ id, ...sale(alone) });
          seen[alone.winnerIndex === decision.winnerIndex ? 'unchanged' : 'changed']++;
        }
      }
    }),
    { numRuns: runs(1000) },
  );
  // The generators would be worth little if hardly any tier mattered.
  expect(seen.changed / (seen.changed + seen.unchanged)).toBeGreaterThan(0.02);
});

test('a tier that is not drawn changes the draw when it is removed', () => {
  // Three tiers of one priority match; without any of them, the draw is among the two others.
  const tiers = [1, 2, 3].map((id) =>
    tier({ id, priority: 5, memberAction: id === 1 ? 'include' : 'exclude', buyerMemberIds: [7] }),
  );
  const tierSet = compiled({ ymProfileId: 42, revision: 'r1', tiers, profiles: [] });
  const visited = new Set<number>();
  const auction = request({ bids: [bid({ id: 'b1', memberId: 7 })] });
  const decision = new Decision();
  decideAuction(tierSet, auction, decision);
  new LeaveOneOut(tierSet).visit(auction, decision, (index) => visited.add(tierSet.tiers[index]!.id));
  expect(visited).toEqual(new Set([1, 2, 3]));
});

test('no tiers at all take the most at first price, and what a tier set takes less is what it forgoes', () => {
  fc.assert(
    fc.property(tierSetSource, auctionRequests, (source, requests) => {
      const tierSet = compiled({ ...source, tiers: source.tiers.filter((one) => one.memberAction === 'include') });
      const noTiers = compiled({ ...source, tiers: [] });
      for (const auction of requests.map((one) => ({ ...one, auctionType: 1 as const }))) {
        const [decision, without] = [new Decision(), new Decision()];
        decideAuction(tierSet, auction, decision);
        decideAuction(noTiers, auction, without);
        expect(forgoneMicros(auction, without)).toBe(0);
        const less = netTakenMicros(auction, without) - netTakenMicros(auction, decision);
        expect(forgoneMicros(auction, decision)).toBe(less);
      }
    }),
    { numRuns: runs(1000) },
  );
});

test.for([
  { what: 'a preferred lower bid forgoes the difference', action: 'include' as const, forgone: 1_000_000 },
  { what: 'an excluded bid does not count', action: 'exclude' as const, forgone: 0 },
])('$what', ({ action, forgone }) => {
  const preferred = action === 'include' ? 7 : 8;
  const tierSet = compiled({
    ymProfileId: 42,
    revision: 'r1',
    tiers: [tier({ id: 1, memberAction: action, buyerMemberIds: [preferred] })],
    profiles: [],
  });
  const auction = request({
    bids: [
      bid({ id: 'low', memberId: 7, grossMicros: 2_000_000 }),
      bid({ id: 'high', memberId: 8, grossMicros: 3_000_000 }),
    ],
  });
  const decision = new Decision();
  decideAuction(tierSet, auction, decision);
  expect(forgoneMicros(auction, decision)).toBe(forgone);
});
