import { expect, test } from 'vitest';
import { isLong, someOf } from '../../long/index.ts';
import { runScenario } from '../../chaos/scenario.ts';

/** What is broken when is another each time; `npm run chaos -- --seed` repeats it. */
const seed = Math.floor(Math.random() * 1_000_000);

/** The short form of `npm run chaos`: one of its scenarios, another each time. In `npm run test:long` the long form of all. */
const scenarios = [
  ['kills', isLong ? 200 : 1],
  ['lost-tails', isLong ? 10 : 1],
] as const;
test.for(someOf(scenarios, 1))(
  'no law is broken: %s',
  { timeout: isLong ? 7_200_000 : 240_000 },
  async ([name, rounds]) => {
    const { violations, counts } = await runScenario(name, rounds, seed, () => undefined);
    expect(violations, `seed ${seed}`).toEqual([]);
    expect(counts.failed).toBe(0);
    expect(Math.min(counts.acknowledged, counts.auctions, counts.reads)).toBeGreaterThan(rounds);
  },
);
