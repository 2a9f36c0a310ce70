import { selectTiers } from '@auction-tiers/tier-engine';
import { attributesRead } from '@auction-tiers/tier-engine/measure';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { auctionRequests, tierSetSource } from '../fixture/arbitrary.ts';
import { compiled } from '../fixture/build.ts';
import { runs } from '../fixture/runs.ts';

test('bids are in the same tiers where the impression has only the attributes that the tier set reads', () => {
  const seen = { kept: 0, leftOut: 0 };
  fc.assert(
    fc.property(tierSetSource, auctionRequests, (source, requests) => {
      const tierSet = compiled(source);
      const read: ReadonlySet<string> = attributesRead(tierSet);
      for (const request of requests) {
        const attributes = Object.entries(request.impression);
        const kept = attributes.filter(([name]) => read.has(name));
        const [whole, part] = [new Int32Array(request.bids.length), new Int32Array(request.bids.length)];
        selectTiers(tierSet, request, whole);
        selectTiers(tierSet, { ...request, impression: Object.fromEntries(kept) }, part);
        expect(part).toEqual(whole);
        seen.kept += kept.length;
        seen.leftOut += attributes.length - kept.length;
      }
    }),
    { numRuns: runs(2000) },
  );
  // The generators would be worth little if sets read hardly any attribute, or all.
  expect(Math.min(seen.kept, seen.leftOut) / (seen.kept + seen.leftOut)).toBeGreaterThan(0.05);
});
