import type { Tier } from '@auction-tiers/tier-engine';
import { selectTiers } from '@auction-tiers/tier-engine';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { impression } from '../fixture/arbitrary.ts';
import { bid, compiled, profile, request, source } from '../fixture/build.ts';
import { linear } from '../fixture/matcher.ts';
import { runs } from '../fixture/runs.ts';

const dearMicros = 2 ** 31;
/** Some of them do not fit 32 bits, some stand right at that border, some are the highest that there are. */
const price = fc.constantFrom(
  0,
  1_000_000,
  2_000_000,
  2_000_001,
  dearMicros - 2,
  dearMicros - 1,
  dearMicros,
  dearMicros + 1,
  9_007_199_254,
  9_007_199_255,
  999_999_999_999,
);
const memberId = fc.constantFrom(1, 2, 2 ** 31 - 1, 2 ** 31, 2 ** 32 + 1, Number.MAX_SAFE_INTEGER);

const profiles = [
  profile(1, { country: { action: 'include', values: ['US'] } }),
  profile(2, { country: { action: 'exclude', values: ['us'] }, size: [{ width: 300, height: 250 }] }),
  profile(3, { segment: { operator: 'or', include: [1, 2], exclude: [3] } }),
  profile(4, { domain: { action: 'include', values: ['example.com'] }, dma: { action: 'exclude', values: [1] } }),
];

const manyTiers: fc.Arbitrary<Tier[]> = fc
  .array(
    fc.record({
      priority: fc.constantFrom(5, 5, 5, 5, 9),
      minPriceMicros: price,
      profileId: fc.constantFrom(null, null, 1, 2, 3, 4),
      buyerMemberIds: fc.uniqueArray(memberId, { minLength: 1, maxLength: 3 }),
    }),
    { minLength: 1, maxLength: 400, size: 'max' },
  )
  .map((tiers) => tiers.map((tier, at) => ({ ...tier, id: at + 1, memberAction: 'include' as const })));

const bids = fc
  .array(fc.record({ memberId, grossMicros: price, feePpm: fc.constantFrom(0, 150_000, 999_999) }), { maxLength: 10 })
  .map((given) => given.map((one, at) => bid({ ...one, id: `b${at}` })));

test('a buyer that many tiers of one priority name gets the tier that walking all of them gives', () => {
  const seen = new Map<number, number>();
  fc.assert(
    fc.property(manyTiers, fc.array(fc.tuple(impression, bids, fc.string({ minLength: 1 }))), (tiers, auctions) => {
      const set = source(tiers, profiles);
      const tierSet = compiled(set);
      for (const [given, offered, seed] of auctions) {
        const asked = request({ impression: given, bids: offered, seed });
        const out = new Int32Array(offered.length);
        selectTiers(tierSet, asked, out);
        const tierIds = Array.from(out, (index) => tierSet.tiers[index]?.id ?? null);
        expect(tierIds).toEqual(linear(set, asked));
        for (const tierId of tierIds) seen.set(tierId ?? 0, (seen.get(tierId ?? 0) ?? 0) + 1);
      }
    }),
    { numRuns: runs(300) },
  );
  // Without many different answers the property would say little.
  expect(seen.size).toBeGreaterThan(100);
});

test.for([0, -1, 0.5, Number.NaN, Infinity])('member id %s belongs to no buyer', (unknown) => {
  const tierSet = compiled(source([{ ...tierOf(1), buyerMemberIds: [1] }]));
  const out = Int32Array.of(7);
  selectTiers(tierSet, request({ bids: [bid({ memberId: unknown })] }), out);
  expect(out[0]).toBe(-1);
});

function tierOf(id: number): Tier {
  return { id, priority: 5, memberAction: 'include', minPriceMicros: 0, profileId: null, buyerMemberIds: [] };
}
