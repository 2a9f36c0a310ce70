import { expect, test } from 'vitest';
import { isLong } from '../../long/index.ts';
import { runScenario } from '../../chaos/scenario.ts';

/** What is broken when is another each time; `npm run chaos -- --seed` repeats it. */
const seed = Math.floor(Math.random() * 1_000_000);

/** The short form of `npm run chaos`, and in `npm run test:long` a long one. */
test.for([
  ['kills', isLong ? 200 : 1],
  ['lost-tails', isLong ? 10 : 1],
] as const)('no law is broken: %s', { timeout: isLong ? 7_200_000 : 240_000 }, async ([name, rounds]) => {
  const { violations, counts } = await runScenario(name, rounds, seed, () => undefined);
  expect(violations, `seed ${seed}`).toEqual([]);
  expect(counts.failed).toBe(0);
  expect(Math.min(counts.acknowledged, counts.auctions, counts.reads)).toBeGreaterThan(rounds);
});
