import { Comparisons, lint, mostComparisons } from '@auction-tiers/tier-engine/lint';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { tierSetSource } from '../fixture/arbitrary.ts';
import { profile, source, tier } from '../fixture/build.ts';
import { runs } from '../fixture/runs.ts';

/** Tiers of one priority and the same buyers, each for a domain of its own: no two overlap, and nothing but comparing tells. */
function everyPair(tierCount: number, buyerMemberIds: readonly number[]) {
  const ids = Array.from({ length: tierCount }, (_, at) => at + 1);
  return source(
    ids.map((id) => tier({ id, profileId: id, buyerMemberIds })),
    ids.map((id) => profile(id, { domain: { action: 'include', values: [`d${id}.example.com`] } })),
  );
}

/** What is compared of the last pair after the bound was reached: the labels of both domains. */
const lastPair = 6;

test('a set of which each pair would have to be compared is compared up to a bound, and a finding says so', () => {
  const comparisons = new Comparisons();
  const hostile = everyPair(10_000, [1, 2, 3]);
  const findings = lint(hostile, { comparisons });
  expect(comparisons.made).toBeGreaterThanOrEqual(mostComparisons);
  expect(comparisons.made).toBeLessThanOrEqual(mostComparisons + lastPair);
  expect(findings.map(({ code, severity, tierIds }) => [code, severity, tierIds.length])).toEqual([
    ['comparison_limit', 'warning', 10_000],
  ]);
});

test('the labels of domains count, and the tiers of one buyer that are apart', () => {
  const comparisons = new Comparisons(0);
  lint(everyPair(2, [1]), { comparisons });
  expect([comparisons.isCutShort, comparisons.made]).toEqual([true, 2]);
  const enough = new Comparisons();
  lint(everyPair(2, [1]), { comparisons: enough });
  // Two groups, one pair of them, three labels of each domain.
  expect([enough.isCutShort, enough.made]).toEqual([false, 9]);
});

test('what is found below the bound is all there is; above it the other rules find the same, each time', () => {
  let cutCount = 0;
  fc.assert(
    fc.property(tierSetSource, fc.integer({ min: 0, max: 60 }), (set, most) => {
      const all = lint(set);
      const comparisons = new Comparisons(most);
      const found = lint(set, { comparisons });
      expect(lint(set, { comparisons: new Comparisons(most) })).toEqual(found);
      if (!comparisons.isCutShort) {
        expect(found).toEqual(all);
        return;
      }
      cutCount += 1;
      const compared = new Set(['equal_priority_overlap', 'include_exclude_conflict', 'limit_unprotects']);
      const ofOtherRules = all.filter(({ code }) => !compared.has(code));
      expect(found).toEqual(expect.arrayContaining(ofOtherRules));
      expect(found.filter(({ code }) => code === 'comparison_limit')).toHaveLength(1);
    }),
    { numRuns: runs(1000) },
  );
  expect(cutCount).toBeGreaterThan(runs(50));
});
