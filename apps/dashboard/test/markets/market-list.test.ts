import type { AuctionTier, TargetingProfile } from '@auction-tiers/contract';
import { dmas } from '@auction-tiers/dma-data';
import { expect, test } from 'vitest';
import { roomSearch } from '../../src/address/room-search.ts';
import { moneyOfMarkets } from '../../src/room/markets/market-money.ts';
import { countByState, findMarkets, readMarketSearch, usesOfMarkets } from '../../src/room/markets/market-list.ts';

test('money of markets is by their numbers, and what has no market stands apart', () => {
  const { byMarket, elsewhere } = moneyOfMarkets([
    { dma: '501', auctions: 3, net: '1.500000000' },
    { dma: null, auctions: 2, net: '0.250000000' },
    { dma: null, auctions: 1, net: '0.250000000' },
  ]);
  expect([...byMarket]).toEqual([[501, { auctions: 3, net: 1.5 }]]);
  expect(elsewhere).toEqual({ auctions: 3, net: 0.5 });
});

const idsOf = (found: readonly { readonly id: number }[]) => found.map(({ id }) => id);

test.for<[q: string, ids: number[]]>([
  ['501', [501]],
  ['new york', [501]],
  ['Portland-Auburn, ME', [500]],
  ['Dallas-Fort Worth', [623]],
  ['  boston ', [506]],
  ['no such place', []],
  ['NYC', [501]],
  ['Bay Area', [807]],
  ['twin cities', [613]],
  ['Texas', idsOf(dmas.filter(({ states }) => states.includes('TX')))],
  ['new jersey', [501, 504]],
])('a search for %s finds the market', ([q, ids]) => {
  expect(idsOf(findMarkets({ q }))).toEqual(ids);
});

test('the first digits of a number find all that begin with them', () => {
  expect(idsOf(findMarkets({ q: '50' }))).toEqual(idsOf(dmas.filter(({ code }) => code.startsWith('50'))));
});

test('a city of several markets finds them all', () => {
  expect(idsOf(findMarkets({ q: 'Portland' }))).toEqual([500, 820]);
});

test('a state and a text narrow each other', () => {
  expect(idsOf(findMarkets({ q: 'Portland', state: 'OR' }))).toEqual([820]);
  expect(findMarkets({}).length).toBe(210);
});

const read = (raw: Readonly<Record<string, unknown>>) => readMarketSearch(roomSearch['/tiers/markets'](raw));

test('the address holds a number as a text, and no state that does not exist', () => {
  expect(read({ q: 501, state: 'ny' })).toEqual({ q: '501', state: 'NY' });
  expect(read({ q: ['a'], state: 'XX' })).toEqual({});
});

test('every market counts for each state of its name', () => {
  const total = [...countByState().values()].reduce((sum, count) => sum + count, 0);
  expect(total).toBe(dmas.reduce((sum, { states }) => sum + states.length, 0));
});

test('a market is used by the profiles that name it, once each, with their tiers', () => {
  const profile = { id: 7, name: 'P', dma_targets: [{ dma: 501 }, { dma: 501 }, { dma: 803 }] } as TargetingProfile;
  const tiers = [{ id: 1, profile_id: 7 } as AuctionTier, { id: 2, profile_id: null } as AuctionTier];
  const uses = usesOfMarkets([profile], tiers);
  expect([...uses.keys()]).toEqual([501, 803]);
  expect(uses.get(501)).toEqual([{ profile, tiers: [tiers[0]] }]);
});
