import { explainAuction } from '@auction-tiers/tier-engine';
import { expect, test } from 'vitest';
import { bid, compiled, request, source, tier } from '../fixture/build.ts';

/**
 * Seeds and their draws, pinned: an auction that was answered once must be answered the same by every later release and
 * on every machine. A change here breaks the replay of every stored auction.
 */
const golden: { seed: string; u32: number[]; tierIds: number[]; ranks: number[] }[] = [
  { seed: 'a', u32: [2032326057, 2820820740, 2533000768, 1464224227], tierIds: [3, 1, 4, 3], ranks: [4, 3, 1, 2] },
  { seed: 'seed', u32: [1259913552, 2862595467, 277750071, 2587612192], tierIds: [3, 3, 2, 3], ranks: [4, 2, 3, 1] },
  { seed: '0', u32: [3441383760, 2346216832, 2678622128, 1183560], tierIds: [1, 3, 4, 1], ranks: [3, 2, 1, 4] },
  {
    seed: '2026-11-21T08:00:00Z/77',
    u32: [3647959047, 2753815513, 3458847000, 2432532167],
    tierIds: [3, 4, 1, 3],
    ranks: [2, 1, 3, 4],
  },
  {
    seed: 'täglich 😀',
    u32: [463410223, 140254009, 406492832, 2696040678],
    tierIds: [4, 5, 3, 4],
    ranks: [2, 1, 3, 4],
  },
  {
    seed: 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx',
    u32: [1833062895, 2817719450, 1194749401, 2071450517],
    tierIds: [1, 1, 2, 3],
    ranks: [1, 2, 3, 4],
  },
];

const tierSet = compiled(source([1, 2, 3, 4, 5].map((id) => tier({ id }))));
const bids = ['b1', 'b2', 'b3', 'b4'].map((id) => bid({ id }));

test.for(golden)('the draws of seed $seed', ({ seed, u32, tierIds, ranks }) => {
  const explained = explainAuction(tierSet, request({ seed, bids })).bids;
  expect(explained.map(({ choice }) => (choice.kind === 'random_draw' ? choice.draw.u32 : null))).toEqual(u32);
  expect(explained.map(({ tierId }) => tierId)).toEqual(tierIds);
  expect(explained.map(({ rank }) => rank)).toEqual(ranks);
});
