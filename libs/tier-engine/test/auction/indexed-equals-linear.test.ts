import { selectTiers } from '@auction-tiers/tier-engine';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { auctionRequests, tierSetSource } from '../fixture/arbitrary.ts';
import { compiled } from '../fixture/build.ts';
import { linear } from '../fixture/matcher.ts';
import { runs } from '../fixture/runs.ts';

test('the index finds the tier that walking all tiers finds', () => {
  const seen = { tiered: 0, untiered: 0 };
  fc.assert(
    fc.property(tierSetSource, auctionRequests, (source, requests) => {
      const tierSet = compiled(source);
      for (const request of requests) {
        const out = new Int32Array(request.bids.length);
        selectTiers(tierSet, request, out);
        const tierIds = Array.from(out, (index) => tierSet.tiers[index]?.id ?? null);
        expect(tierIds).toEqual(linear(source, request));
        for (const tierId of tierIds) seen[tierId === null ? 'untiered' : 'tiered']++;
      }
    }),
    { numRuns: runs(10_000) },
  );
  // The generators would be worth little if they hardly ever made a match.
  expect(Math.min(seen.tiered, seen.untiered) / (seen.tiered + seen.untiered)).toBeGreaterThan(0.2);
});
