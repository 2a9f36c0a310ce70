import { decideAuction, Decision, rankBids } from '@auction-tiers/tier-engine';
import { expect, test } from 'vitest';
import { bid, compiled, request, source, tier } from '../fixture/build.ts';

test.for([0, 1, 63, 64, 65, 300])('%i bids are ranked by priority, then by net price, then by the lot', (bidCount) => {
  const tiers = Array.from({ length: 12 }, (_, at) =>
    tier({
      id: at + 1,
      priority: (at % 3) + 1,
      memberAction: at === 11 ? 'exclude' : 'include',
      buyerMemberIds: [at + 1],
    }),
  );
  const tierSet = compiled(source(tiers));
  // Few prices, so that many are equal; every seventh is below the floor.
  const bids = Array.from({ length: bidCount }, (_, at) =>
    bid({ id: `b${at}`, memberId: ((at * 5) % 14) + 1, grossMicros: at % 7 === 0 ? 1 : ((at % 4) + 1) * 1e6 }),
  );
  const decision = new Decision();
  const lots = new Set<string>();
  for (const seed of ['one', 'two', 'three']) {
    const asked = request({ seed, bidFloorMicros: 5e5, bids });
    decideAuction(tierSet, asked, decision);
    rankBids(asked, decision);
    const order = bids.map((_, index) => index).filter((index) => decision.ranks[index]! > 0);
    order.sort((left, right) => decision.ranks[left]! - decision.ranks[right]!);
    expect(order.map((index) => decision.ranks[index])).toEqual(order.map((_, at) => at + 1));
    expect(order[0] ?? -1).toBe(decision.winnerIndex);
    const takesPart = ({ grossMicros, memberId }: (typeof bids)[number]) => grossMicros >= 5e5 && memberId !== 12;
    expect(order).toHaveLength(bids.filter(takesPart).length);
    const keys = order.map((index) => {
      const priority = tierSet.tiers[decision.tierIndexes[index]!]?.priority ?? 0;
      return -(priority * 1e9 + decision.netMicros[index]!);
    });
    expect(keys).toEqual(keys.toSorted((left, right) => left - right));
    lots.add(order.join());
  }
  if (bidCount > 60) expect(lots.size).toBe(3);
});
