import { expect, test } from 'vitest';
import { runScenario } from '../../chaos/scenario.ts';

/** The short form of `npm run chaos`: few rounds, with a fixed seed. */
test.for([
  ['kills', 4],
  ['lost-tails', 1],
] as const)('no law is broken: %s', { timeout: 240_000 }, async ([name, rounds]) => {
  const { violations, counts } = await runScenario(name, rounds, 1, () => undefined);
  expect(violations).toEqual([]);
  expect(counts.failed).toBe(0);
  expect(Math.min(counts.acknowledged, counts.auctions, counts.reads)).toBeGreaterThan(rounds);
});
