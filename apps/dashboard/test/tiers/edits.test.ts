import { demoTierSet } from '@auction-tiers/contract/demo';
import { expect, test } from 'vitest';
import { contentOf } from '../../src/draft/content.ts';
import { addTiers, changeTier, copyOf, removeTiers, restoreTiers } from '../../src/room/tiers/edit/edits.ts';

const content = contentOf(demoTierSet());
const [first, second] = content.tiers;
const { id: _id, ...fresh } = { ...second!, name: 'Fresh', code: null };

test('a change is made in the tier as it is now, not as it was seen', () => {
  const byOther = { ...content, tiers: content.tiers.map((tier) => (tier.id === 2 ? { ...tier, priority: 3 } : tier)) };
  const edited = changeTier('2', second!, (tier) => ({ ...tier, min_price: '4.400000' }))(byOther);
  expect(edited.tiers.find(({ id }) => id === 2)).toMatchObject({ priority: 3, min_price: '4.400000' });
});

test('a new tier is found where another has moved it', () => {
  const added = addTiers([{ tier: fresh, profile: null }])(content);
  const moved = removeTiers([{ key: '1', tier: first! }])(added);
  const edited = changeTier(`new-${added.tiers.length - 1}`, fresh, (tier) => ({ ...tier, priority: 1 }))(moved);
  expect(edited.tiers.at(-1)).toMatchObject({ name: 'Fresh', priority: 1 });
});

test('a tier that is gone is named', () => {
  const gone = removeTiers([{ key: '2', tier: second! }])(content);
  expect(() => changeTier('2', second!, (tier) => tier)(gone)).toThrow('House deal: Northwind');
});

test('a deletion is undone in its place', () => {
  const targets = [
    { key: '2', tier: second! },
    { key: '1', tier: first! },
  ] as const;
  const removed = removeTiers(targets)(content);
  expect(removed.tiers).toHaveLength(content.tiers.length - 2);
  expect(restoreTiers(targets, content)(removed)).toEqual(content);
  expect(restoreTiers(targets, content)(content)).toEqual(content);
});

test('a profile that the draft lacks comes with the tier that names it', () => {
  const [profile] = content.profiles;
  const without = { tiers: content.tiers, profiles: content.profiles.slice(1) };
  expect(addTiers([{ tier: fresh, profile: profile! }])(without).profiles.map(({ id }) => id)).toContain(profile!.id);
  expect(addTiers([{ tier: fresh, profile: profile! }])(content).profiles).toHaveLength(content.profiles.length);
});

test('a copy is a tier of its own', () => {
  const copy = copyOf({ ...first!, code: 'mine', name: 'n'.repeat(255) });
  expect(copy).not.toHaveProperty('id');
  expect(copy.code).toBe(null);
  expect(copy.name).toHaveLength(255);
  expect(copy.name.endsWith(' (copy)')).toBe(true);
});
