import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { fairShare, isChosen, isUsed, type RecordedAt } from '@auction-tiers/auction-codec';

test('the same seeds are chosen each time, about as many as asked, and a larger share includes a smaller one', () => {
  const seeds = Array.from({ length: 20_000 }, (_, at) => String(at));
  for (const share of [0.01, 0.3]) {
    const chosen = seeds.filter((seed) => isChosen(seed, share));
    // Five standard deviations of a binomial.
    const spread = 5 * Math.sqrt(20_000 * share * (1 - share));
    expect(Math.abs(chosen.length - 20_000 * share)).toBeLessThan(spread);
    expect(chosen.every((seed) => isChosen(seed, share * 1.5))).toBe(true);
  }
  expect([0, 1].map((share) => seeds.filter((seed) => isChosen(seed, share)).length)).toEqual([0, 20_000]);
});

test.for<[string, readonly RecordedAt[], number]>([
  ['one share', [{ auctions: 7, share: 0.25 }], 0.25],
  [
    'a day at 0.01, then many auctions at 1',
    [
      { auctions: 10, share: 0.01 },
      { auctions: 1000, share: 1 },
    ],
    1,
  ],
  [
    'a day at 0.01, then few auctions at 1',
    [
      { auctions: 1000, share: 0.01 },
      { auctions: 100, share: 1 },
    ],
    0.01,
  ],
  ['nothing', [], 1],
])('the fair share of %s uses most auctions', ([, recorded, share]) => {
  expect(fairShare(recorded)).toBe(share);
});

test('auctions that a fair share uses were each as likely to be used, whatever they were recorded at', () => {
  const seeds = Array.from({ length: 4000 }, (_, at) => `auction ${at}`);
  const shares = fc.array(fc.constantFrom(0.05, 0.2, 0.5, 1), { minLength: 2, maxLength: 4 });
  fc.assert(
    fc.property(shares, fc.nat(), (each, salt) => {
      const hours = each.map((share, hour) => ({
        share,
        seeds: seeds.map((seed) => `${salt} ${hour} ${seed}`).filter((seed) => isChosen(seed, share)),
      }));
      const fair = fairShare(hours.map(({ share, seeds: { length } }) => ({ share, auctions: length })));
      for (const { share, seeds: recorded } of hours) {
        const used = recorded.filter((seed) => isUsed({ seed, share }, fair)).length;
        const spread = 6 * Math.sqrt(seeds.length * fair * (1 - fair));
        if (share < fair) expect(used).toBe(0);
        else expect(Math.abs(used - seeds.length * fair)).toBeLessThanOrEqual(spread);
      }
    }),
    { numRuns: 30 },
  );
});
