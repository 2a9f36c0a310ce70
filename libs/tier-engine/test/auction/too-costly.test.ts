import { Decision, decideAuction, explainAuction } from '@auction-tiers/tier-engine';
import { visitTooCostly } from '@auction-tiers/tier-engine/measure';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { auctionRequest, tierSetSource } from '../fixture/arbitrary.ts';
import { compiled } from '../fixture/build.ts';

test('the tiers that a bid is too costly for are those that explain names', () => {
  const decision = new Decision();
  let found = 0;
  fc.assert(
    fc.property(tierSetSource, auctionRequest, (source, request) => {
      const tierSet = compiled(source);
      decideAuction(tierSet, request, decision);
      const visited: string[] = [];
      visitTooCostly(tierSet, request, decision, (tierIndex, index) => {
        visited.push(`${index} ${tierSet.tiers[tierIndex]!.id}`);
      });
      const explained = explainAuction(tierSet, request).bids.flatMap(({ tiers }, index) =>
        tiers.filter(({ result }) => result === 'too_costly').map(({ tierId }) => `${index} ${tierId}`),
      );
      expect(visited.toSorted()).toEqual(explained.toSorted());
      found += visited.length;
    }),
    { numRuns: 2000 },
  );
  expect(found).toBeGreaterThan(0);
});
