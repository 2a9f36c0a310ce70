import { assert, property } from 'fast-check';
import { expect, test } from 'vitest';
import {
  candidateEntries,
  decideInSteps,
  Decision,
  explainAuction,
  explainInSteps,
  mostCandidateEntries,
  runAuction,
  toAuctionResult,
} from '@auction-tiers/tier-engine';
import { bid, compiled, request, source, tier } from '../fixture/build.ts';
import { auctionRequest, tierSetSource } from '../fixture/arbitrary.ts';

function finish<T>(
  steps: Generator<undefined, T, undefined>,
  between: () => void = () => {},
): [result: T, count: number] {
  for (let count = 0; ; count++) {
    const step = steps.next();
    if (step.done === true) return [step.value, count];
    between();
  }
}

test('the candidate entries of an auction are, for each bid, the tiers that name its buyer', () => {
  assert(
    property(tierSetSource, auctionRequest, (given, asked) => {
      const tierSet = compiled(given);
      const naming = (memberId: number | null) =>
        given.tiers.filter(({ buyerMemberIds }) => memberId !== null && buyerMemberIds.includes(memberId)).length;
      const expected = asked.bids.reduce((sum, { memberId }) => sum + naming(memberId), 0);
      expect(candidateEntries(tierSet, asked.bids)).toBe(expected);
      expect(mostCandidateEntries(tierSet, asked.bids.length)).toBeGreaterThanOrEqual(expected);
    }),
  );
});

test('deciding and explaining in steps comes to the same as at once, whatever is decided in between', () => {
  assert(
    property(tierSetSource, auctionRequest, auctionRequest, (given, asked, other) => {
      const tierSet = compiled(given);
      const disturb = () => void runAuction(tierSet, other);
      const decision = new Decision();
      finish(decideInSteps(tierSet, asked, decision), disturb);
      disturb();
      expect(toAuctionResult(tierSet, asked, decision)).toEqual(runAuction(tierSet, asked));
      expect(finish(explainInSteps(tierSet, asked), disturb)[0]).toEqual(explainAuction(tierSet, asked));
    }),
  );
});

test('an auction with many candidate entries takes many steps, which another auction does not disturb', () => {
  const tiers = Array.from({ length: 5000 }, (_, at) =>
    tier({ id: at + 1, priority: (at % 10) + 1, minPriceMicros: (at % 7) * 1e6, buyerMemberIds: [12] }),
  );
  const tierSet = compiled(source(tiers));
  const asked = request({
    bids: Array.from({ length: 300 }, (_, at) => bid({ id: `b${at}`, memberId: 12, grossMicros: (at % 9) * 1e6 })),
  });
  const other = request({ seed: 'other', bids: [bid({ id: 'o', memberId: 12, grossMicros: 3e6 })] });
  const decision = new Decision();
  const [, count] = finish(decideInSteps(tierSet, asked, decision), () => void runAuction(tierSet, other));
  expect(toAuctionResult(tierSet, asked, decision)).toEqual(runAuction(tierSet, asked));
  // 1.5 million entries, 50,000 in a step.
  expect(count).toBeGreaterThan(20);
});
