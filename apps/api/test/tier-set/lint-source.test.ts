import type { TierSetSource } from '@auction-tiers/tier-engine';
import { expect, test } from 'vitest';
import { findInThread, lintSource } from '../../src/handlers/tier-set/lint-source.ts';

/** Tiers of one priority, each for a domain of its own. */
function apart(tierCount: number): TierSetSource {
  const ids = Array.from({ length: tierCount }, (_, at) => at + 1);
  const rest = { priority: 5, memberAction: 'include', minPriceMicros: 0, buyerMemberIds: [1, 2, 3] } as const;
  return {
    ymProfileId: 1,
    revision: 'r',
    tiers: ids.map((id) => ({ id, profileId: id, ...rest })),
    profiles: ids.map((id) => ({ id, targeting: { domain: { action: 'include', values: [`d${id}.example.com`] } } })),
  };
}

test.for([
  ['of few tiers is linted at once', 20, false],
  ['of few tiers that take many comparisons is linted in the thread', 300, true],
  ['of many tiers is linted in the thread', 301, true],
] as const)('a set %s, with the same findings', async ([, tierCount, turns]) => {
  const source = apart(tierCount);
  let hasTurned = false;
  setImmediate(() => (hasTurned = true));
  const findings = await findInThread(source);
  expect(hasTurned).toBe(turns);
  expect(findings).toEqual(lintSource(source));
});
