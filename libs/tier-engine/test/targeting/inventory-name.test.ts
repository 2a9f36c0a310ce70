import type { Impression, InventoryId, Targeting } from '@auction-tiers/tier-engine';
import { compileTargetings, ImpressionValues, matchesTargeting } from '@auction-tiers/tier-engine/linear';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { impression, targeting } from '../fixture/arbitrary.ts';
import { runs } from '../fixture/runs.ts';

/** Whether a target names a value, by the rule alone. */
function names(target: InventoryId, value: InventoryId | undefined): boolean {
  if (target === value) return true;
  if (typeof target !== 'string' || typeof value !== 'string' || !target.endsWith('/*')) return false;
  const path = target.slice(0, -2);
  return value === path || value.startsWith(`${path}/`);
}

function matchesByRule({ inventory, segment }: Targeting, given: Impression): boolean {
  const lists = [
    [inventory?.publisherIds, given.publisherId],
    [inventory?.siteIds, given.siteId],
    [inventory?.placementIds, given.placementId],
  ] as const;
  const isListed = lists.some(([targets, value]) => targets?.some((target) => names(target, value)));
  const has = (target: InventoryId) => given.segments?.some((value) => names(target, value)) ?? false;
  const { operator = 'and', include = [], exclude = [] } = segment ?? {};
  const hasIncluded = operator === 'and' || include.length === 0 ? include.every(has) : include.some(has);
  return (
    (inventory === undefined || isListed === (inventory.action === 'include')) && hasIncluded && !exclude.some(has)
  );
}

test('profiles that name inventory by number, text or path match what the rule says', () => {
  const seen = { true: 0, false: 0 };
  fc.assert(
    fc.property(fc.array(targeting, { minLength: 1, maxLength: 5 }), fc.array(impression), (given, impressions) => {
      const targetings = given.map(({ inventory, segment }) => ({ inventory, segment }));
      const compiled = compileTargetings(targetings.map((one, at) => ({ id: at + 1, targeting: one })));
      for (const one of impressions) {
        const values = new ImpressionValues(one, 0);
        for (const [at, { inventory, segment }] of targetings.entries()) {
          const matches = matchesByRule(targetings[at]!, one);
          expect(matchesTargeting(compiled[at], values, {})).toBe(matches);
          if (inventory !== undefined || segment !== undefined) seen[`${matches}`]++;
        }
      }
    }),
    { numRuns: runs(3000) },
  );
  // The law would say little if nothing matched, or everything.
  expect(Math.min(seen.true, seen.false) / (seen.true + seen.false)).toBeGreaterThan(0.2);
});

describe('/1111/news/*', () => {
  const target = { action: 'include', publisherIds: [], siteIds: [], placementIds: ['/1111/news/*'] } as const;
  const [compiled] = compileTargetings([{ id: 1, targeting: { inventory: target } }]);
  test.for([
    ['/1111/news', true],
    ['/1111/news/top', true],
    ['/1111/news/a/b', true],
    ['/1111/newsletter', false],
    ['/1111/News/top', false],
    ['/1111', false],
    [1111, false],
  ] as const)('%s: %s', ([placementId, matches]) => {
    expect(matchesTargeting(compiled, new ImpressionValues({ placementId }, 0), {})).toBe(matches);
  });
});
