import { AuctionBody, profileResource, tierResource, ymProfileResource } from '@auction-tiers/contract';
import { demoBodies, demoBuyers, demoFeePct, demoTierSet } from '@auction-tiers/contract/demo';
import { expect, test } from 'vitest';
import { auction, type AuctionInput, compileFile } from '../fixture/auction.ts';

const file = demoTierSet();
const tierSet = compileFile(file);
const tierName = (id: number | null | undefined) => file.tiers.find((tier) => tier.id === id)?.name ?? null;

type Impression = AuctionInput['impression'];

/** The name of the tier of one bid, and what became of it. */
function outcomeOf(member_id: number, price: number, impression: Impression = {}, seed = 'seed') {
  const body = {
    ym_profile_id: 1,
    revenue_share_pct: demoFeePct,
    seed,
    impression,
    bids: [{ id: 'b', member_id, price }],
  };
  const [bid] = auction(tierSet, body).bids;
  return [tierName(bid?.tier_id), bid?.outcome];
}

test('about a dozen tiers, and twenty buyers of whom each is known by a name of its own', () => {
  expect(file.tiers.length).toBeGreaterThanOrEqual(10);
  expect(file.tiers.length).toBeLessThanOrEqual(15);
  expect(demoBuyers).toHaveLength(20);
  expect(new Set(demoBuyers.map(({ id }) => id)).size).toBe(20);
  expect(new Set(demoBuyers.map(({ name }) => name.toLowerCase())).size).toBe(20);
  expect(demoFeePct).toBe(15);
});

test('every tier names buyers of the directory, and every buyer has a tier', () => {
  const names = new Map(demoBuyers.map(({ id, name }) => [id, name]));
  const buyers = file.tiers.flatMap((tier) => tier.buyer_members ?? []);
  for (const { id, name } of buyers) expect(name).toBe(names.get(id));
  expect(new Set(buyers.map(({ id }) => id))).toStrictEqual(new Set(names.keys()));
});

test('the bodies are what the service takes, and give the objects of the file', () => {
  expect(file.ym_profile).toMatchObject(ymProfileResource.Create.parse(demoBodies.ymProfile));
  expect(demoBodies.tiers).toHaveLength(file.tiers.length);
  for (const [index, tier] of file.tiers.entries()) {
    const { buyer_members: sent, ...attributes } = tierResource.Create.parse(demoBodies.tiers[index]);
    expect(tier).toMatchObject({ ...attributes, id: index + 1 });
    expect(tier.buyer_members?.map(({ id }) => ({ id }))).toStrictEqual(sent);
    expect(tierResource.check(tier)).toStrictEqual([]);
  }
  for (const [index, profile] of file.profiles.entries()) {
    const { country_targets: sent, ...attributes } = profileResource.Create.parse(demoBodies.profiles[index]);
    expect(profile).toMatchObject({ ...attributes, id: index + 1 });
    expect(profile.country_targets?.map(({ code }) => ({ code }))).toStrictEqual(sent);
    expect(profileResource.check(profile)).toStrictEqual([]);
  }
});

const phoneInUs = { country: 'US', device_type: 'phone' } as const;
const evening = { time: '2026-11-22T01:00:00Z' };
const morning = { time: '2026-11-21T13:00:00Z' };

test.for<[buyer: number, price: number, impression: Impression, tier: string | null, outcome: string]>([
  [120, 999, {}, 'Blocked: arbitrage', 'excluded'],
  [120, 0, {}, 'Blocked: arbitrage', 'excluded'],
  [101, 4.7, {}, null, 'won'],
  [101, 4.71, {}, 'House deal: Northwind', 'won'],
  [102, 9, { dma: 501 }, 'New York premium', 'won'],
  [102, 9, { dma: 803 }, null, 'won'],
  [102, 9, {}, null, 'won'],
  [104, 3, { sizes: [{ width: 300, height: 250 }] }, 'Rectangle partners', 'won'],
  [104, 3, { sizes: [{ width: 728, height: 90 }] }, null, 'won'],
  [107, 2, {}, null, 'won'],
  [107, 2.352941, {}, null, 'won'],
  [107, 2.352942, {}, 'Worked example: 2.00 net', 'won'],
  [109, 2, phoneInUs, 'Mobile partners', 'won'],
  [109, 2, { ...phoneInUs, device_type: 'pc' }, null, 'won'],
  [109, 2, { ...phoneInUs, country: 'CA' }, null, 'won'],
  [117, 2, evening, 'Evening streaming', 'won'],
  [117, 2, morning, null, 'won'],
  [108, 7, {}, null, 'won'],
  [108, 7.06, {}, 'No finance above 6.00', 'excluded'],
  [108, 7.06, phoneInUs, 'Mobile partners', 'won'],
  [114, 294.11, {}, null, 'won'],
  [110, 0.58, {}, null, 'won'],
  [110, 0.59, {}, 'Everyone else, from 0.50', 'won'],
])('buyer %i at %d gross on %j: %s, %s', ([buyer, price, impression, tier, outcome]) => {
  expect(outcomeOf(buyer, price, impression)).toStrictEqual([tier, outcome]);
});

test('of the pair both tiers are drawn over the seeds, and nothing else', () => {
  const drawn = Array.from({ length: 64 }, (_, index) => outcomeOf(112, 5, {}, `seed ${index}`));
  expect(new Set(drawn.map(([tier]) => tier))).toStrictEqual(new Set(['Pair A', 'Pair B']));
  expect(drawn.filter(([tier]) => tier === 'Pair A').length).toBeGreaterThan(10);
  expect(drawn.filter(([tier]) => tier === 'Pair B').length).toBeGreaterThan(10);
});

test('the tier out of reach is met by none of the prices that such auctions see', () => {
  for (const price of [0, 1, 5, 20, 100, 294]) {
    for (const buyer of [114, 115]) expect(outcomeOf(buyer, price)).toStrictEqual([null, 'won']);
  }
});

test('each tier can be told by its effect: with all buyers bidding, most tiers take one', () => {
  const bids = demoBuyers.map(({ id }) => ({ id: `b${id}`, member_id: id, price: 8 }));
  const impression = { ...phoneInUs, ...evening, dma: 501, sizes: [{ width: 300, height: 250 }] };
  const body = AuctionBody.parse({ ym_profile_id: 1, revenue_share_pct: demoFeePct, impression, bids });
  expect(body.bids).toHaveLength(20);
  const answer = auction(tierSet, { ym_profile_id: 1, revenue_share_pct: demoFeePct, seed: 's', impression, bids });
  expect(tierName(answer.winner?.tier_id)).toBe('House deal: Northwind');
  expect(new Set(answer.bids.map((bid) => bid.tier_id)).size).toBeGreaterThanOrEqual(9);
});
