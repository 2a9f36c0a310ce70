import { assert, property } from 'fast-check';
import { expect, test } from 'vitest';
import { candidateEntries, mostCandidateEntries } from '@auction-tiers/tier-engine/measure';
import { compiled } from '../fixture/build.ts';
import { auctionRequest, tierSetSource } from '../fixture/arbitrary.ts';

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
