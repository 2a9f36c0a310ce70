import { demoTierSet } from '@auction-tiers/contract/demo';
import { expect, test } from 'vitest';
import { contentOf, pairTiers, withTier } from '../../src/draft/content.ts';

const live = demoTierSet();

test('a draft that begins with what is live changes nothing', () => {
  const pairs = pairTiers(live.tiers, contentOf(live));
  expect(pairs.map(({ state }) => state)).toEqual(live.tiers.map(() => 'same'));
});

test('tiers that a draft changes, adds and removes are told apart', () => {
  const content = contentOf(live);
  const [first, second] = content.tiers;
  const { id: _id, ...copy } = first!;
  const changed = withTier(content, `${first!.id!}`, { ...first!, min_price: '9.000000' });
  const removed = withTier(changed, `${second!.id!}`, null);
  const pairs = pairTiers(live.tiers, { ...removed, tiers: [...removed.tiers, copy] });
  const states = new Map(pairs.map(({ key, state }) => [key, state]));
  expect(states.get(`${first!.id!}`)).toBe('changed');
  expect(states.get(`${second!.id!}`)).toBe('removed');
  expect(states.get(`new-${live.tiers.length - 1}`)).toBe('new');
});

test('without a draft the live tiers are shown', () => {
  expect(pairTiers(live.tiers, null).map(({ drafted }) => drafted)).toEqual(live.tiers.map(() => null));
});
