import { demoTierSet } from '@auction-tiers/contract/demo';
import { expect, test } from 'vitest';
import { type Content, contentOf, withTier } from '../../../src/draft/content.ts';
import { undoOf } from '../../../src/room/draft/undo.ts';

const live = demoTierSet();
const same = contentOf(live);
const tierOf = (content: Content, id: number) => content.tiers.find((one) => one.id === id);

test('a changed tier is put back, and another change stays', () => {
  const both = withTier(withTier(same, '5', { ...tierOf(same, 5)!, min_price: '9' }), '6', {
    ...tierOf(same, 6)!,
    min_price: '8',
  });
  const undone = undoOf({ service: 'ym-auction-tier', id: 5, name: null }, live)!(both);
  expect(tierOf(undone, 5)).toEqual(tierOf(same, 5));
  expect(tierOf(undone, 6)?.min_price).toBe('8');
});

test('a removed tier comes back with the profile that it needs', () => {
  const removed = {
    tiers: same.tiers.filter(({ id }) => id !== 3),
    profiles: same.profiles.filter(({ id }) => id !== 1),
  };
  const undone = undoOf({ service: 'ym-auction-tier', id: 3, name: null }, live)!(removed);
  expect(tierOf(undone, 3)).toEqual(tierOf(same, 3));
  expect(undone.profiles.some(({ id }) => id === 1)).toBe(true);
});

test('a new tier goes, and no other one that took its place', () => {
  const { id: _id, ...copy } = { ...tierOf(same, 5)!, name: 'New' };
  const added = { ...same, tiers: [...same.tiers, copy] };
  const index = same.tiers.length;
  const undo = undoOf({ service: 'ym-auction-tier', id: 99, name: 'New', place: index, file_id: null }, live)!;
  expect(undo(added)).toEqual(same);
  const other = { ...same, tiers: [...same.tiers, { ...copy, name: 'Other' }] };
  expect(undo(other)).toEqual(other);
});

test('a changed profile is put back; a new one goes with its tiers', () => {
  const changed = { ...same, profiles: same.profiles.map((one) => ({ ...one, name: 'other' })) };
  const undone = undoOf({ service: 'profile', id: 2, name: null }, live)!(changed);
  expect(undone.profiles.map(({ name }) => name)).toEqual(['other', same.profiles[1]!.name, 'other', 'other']);
  expect(undoOf({ service: 'profile', id: 9, name: null, place: 4, file_id: 9 }, live)).toBeNull();
});
