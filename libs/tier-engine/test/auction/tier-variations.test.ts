import { type AuctionRequest, Decision, decideAuction, netTakenMicros, type Tier } from '@auction-tiers/tier-engine';
import { TierVariations } from '@auction-tiers/tier-engine/measure';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { auctionRequests, tierSetSource } from '../fixture/arbitrary.ts';
import { compiled } from '../fixture/build.ts';
import { runs } from '../fixture/runs.ts';

/** Who wins, what is paid and what is in the tier, where one tier is another. */
function decided(source: Parameters<typeof compiled>[0], id: number, change: Partial<Tier>, auction: AuctionRequest) {
  const tierSet = compiled({
    ...source,
    tiers: source.tiers.map((one) => (one.id === id ? { ...one, ...change } : one)),
  });
  const decision = new Decision();
  decideAuction(tierSet, auction, decision);
  const { winnerIndex, tierIndexes } = decision;
  const tiers = Array.from(auction.bids, (_, index) => tierSet.tiers[tierIndexes[index]!]?.id ?? null);
  return { winnerIndex, net: netTakenMicros(auction, decision), highestNet: decision.highestNetMicros, tiers };
}

/** Who wins, for how much, and in which tier. */
function outcomeOf({ winnerIndex, clearingMicros, tierIndexes }: Decision) {
  return { winnerIndex, clearingMicros, tier: winnerIndex < 0 ? null : tierIndexes[winnerIndex] };
}

test('a minimum, a limit, a priority or a buyer less of one tier decides as a tier set that has it', () => {
  const seen = { minimum: 0, limit: 0, priority: 0, without: 0, raised: 0 };
  fc.assert(
    fc.property(tierSetSource, auctionRequests, (source, requests) => {
      const tierSet = compiled(source);
      const variations = new TierVariations(tierSet);
      for (const auction of requests) {
        const decision = new Decision();
        decideAuction(tierSet, auction, decision);
        variations.begin(auction, decision);
        const told = (varied: Decision) => ({
          winnerIndex: varied.winnerIndex,
          net: netTakenMicros(auction, varied),
          highestNet: varied.highestNetMicros,
          tiers: Array.from(auction.bids, (_, position) => tierSet.tiers[varied.tierIndexes[position]!]?.id ?? null),
        });
        for (const [index, { id, memberAction, buyerMemberIds }] of tierSet.tiers.entries()) {
          const steps: { most: number; answer: ReturnType<typeof told>; isPriced: boolean }[] = [];
          let inTier = 0;
          const present = { winner: decision.winnerIndex, price: decision.clearingMicros };
          let before: object = present;
          const isAsBefore = (varied: Decision, isDecided: boolean) => {
            const [winner, price] = [varied.winnerIndex, varied.clearingMicros];
            if (!isDecided) expect({ winner, price }).toEqual(before);
            before = { winner, price };
          };
          variations.visitMinimums(index, (most, varied, entered, isDecided, isPriced) => {
            inTier += entered;
            isAsBefore(varied, isDecided);
            expect(told(varied).tiers.filter((one) => one === id)).toHaveLength(inTier);
            steps.push({ most, answer: told(varied), isPriced });
          });
          for (const { most, answer, isPriced } of steps) {
            const minPriceMicros = most === Infinity ? 999_999_999_999 : most;
            const net = isPriced ? Math.max(answer.net, minPriceMicros) : answer.net;
            expect(decided(source, id, { minPriceMicros }, auction)).toEqual({ ...answer, net });
            seen[isPriced ? 'raised' : 'minimum']++;
          }
          if (memberAction === 'include') {
            const limits = new Map<number | null, ReturnType<typeof told>>();
            let inside = 0;
            before = present;
            variations.visitLimits(index, (limit, varied, entered, isDecided) => {
              isAsBefore(varied, isDecided);
              limits.set(limit, told(varied));
              inside += entered;
              expect(told(varied).tiers.filter((one) => one === id)).toHaveLength(inside);
            });
            const last = [...limits.values()].at(-1);
            // Without a call every limit decides alike, and so does none.
            for (const limit of [0, 1, null]) if (last === undefined) limits.set(limit, told(decision));
            if (last !== undefined) limits.set(null, last);
            for (const [maxForgoneMicros, answer] of limits) {
              expect(decided(source, id, { maxForgoneMicros }, auction)).toEqual(answer);
              if (last !== undefined) seen.limit++;
            }
          }
          let last: object | null = null;
          variations.visitPriorities(index, (priority, varied, alike) => {
            expect(decided(source, id, { priority }, auction)).toEqual(told(varied));
            const own = outcomeOf(varied);
            if (alike === 'present') expect(own).toEqual(outcomeOf(decision));
            const lastFigures = { ...own, inTier: variations.countIn(varied, index) };
            if (alike === 'last') expect(lastFigures).toEqual(last);
            last = lastFigures;
            seen.priority++;
          });
          variations.visitWithout(index, (memberId, varied) => {
            const rest = memberId === null ? [] : buyerMemberIds.filter((one) => one !== memberId);
            expect(decided(source, id, { buyerMemberIds: rest }, auction)).toEqual(told(varied));
            seen.without++;
          });
        }
      }
    }),
    { numRuns: runs(300) },
  );
  expect(Math.min(...Object.values(seen))).toBeGreaterThan(0);
});
