import { type DraftContent, type DraftEdit, draftDifference, draftEdits, toContent } from '@auction-tiers/contract';
import { describe, expect, test } from 'vitest';

type Side = Readonly<Record<string, unknown>>;
const content = (...tiers: readonly Side[]): DraftContent => toContent({ tiers });
const gold = { id: 7, name: 'Gold', min_price: '2.000000', member_action: 'include' };
const silver = { ...gold, id: 8, name: 'Silver' };
const [first, second] = [
  { user: 'ann', time: '2026-11-26 08:00:00' },
  { user: 'bob', time: '2026-11-26 09:00:00' },
];
const edit = (tier: { readonly id?: number; readonly name: string }, author: typeof first): DraftEdit => ({
  service: 'ym-auction-tier',
  id: tier.id ?? null,
  name: tier.name,
  ...author,
});

describe('who last changed the objects of a draft', () => {
  const base = content(gold, silver);
  const before = content({ ...gold, priority: 9 }, silver);
  const edits = [edit(gold, first)];
  const sites = { id: 1, name: 'News', publisher_ids: [9] };
  const ymProfile = { base: sites, before: sites, after: sites };

  test('is the author of a change, and of other objects who changed them before', () => {
    const after = content({ ...gold, priority: 9 }, { ...silver, priority: 9 });
    const change = { base, before, after, edits, ymProfile, author: second };
    expect(draftEdits(change)).toEqual([edit(gold, first), edit(silver, second)]);
  });

  test('is said of what was deleted and of what is new, and not of what is as in the base again', () => {
    const fresh = { name: 'New' };
    const change = { base, before, after: content(gold, fresh), edits, ymProfile, author: second };
    expect(draftEdits(change)).toEqual([edit(fresh, second), edit(silver, second)]);
    const back = { base, before: change.after, after: base, edits: [edit(fresh, second)], ymProfile, author: first };
    expect(draftEdits(back)).toEqual([]);
  });

  test('is said of the publishers of the ym-profile, until they are those of the base again', () => {
    const moved = { ...ymProfile, after: { ...sites, publisher_ids: [] } };
    const change = { base, before: base, after: base, edits: [], ymProfile: moved, author: second };
    const found = draftEdits(change);
    expect(found).toEqual([{ service: 'ym-profile', id: 1, name: 'News', ...second }]);
    expect(
      draftEdits({ ...change, edits: found, ymProfile: { ...moved, before: moved.after }, author: first }),
    ).toEqual(found);
    expect(draftEdits({ ...change, edits: found, ymProfile: { ...ymProfile, before: moved.after } })).toEqual([]);
  });

  test('is kept of new objects of one name by their order', () => {
    const news = [{ name: 'New' }, { name: 'New', priority: 9 }] as const;
    const own = [edit(news[0], first), edit(news[1], second)];
    const change = { base, before: content(gold, silver, ...news), edits: own, ymProfile, author: second };
    const after = content(gold, silver, news[0], { ...news[1], priority: 8 });
    expect(draftEdits({ ...change, after })).toEqual(own);
  });

  test('is said of all that was ever changed where the base is not known any more', () => {
    const after = content({ ...gold, priority: 9 }, { ...silver, priority: 1 });
    const change = { base: undefined, before, after, edits, ymProfile, author: second };
    expect(draftEdits(change)).toEqual([edit(gold, first), edit(silver, second)]);
  });
});

test('the difference of two states of a draft names new objects without an id', () => {
  const before = content(gold, { name: 'New', priority: 5 });
  const after = content({ ...gold, priority: 9 }, { name: 'New', priority: 6 }, { name: 'Newer' });
  const { summary, ...difference } = draftDifference(before, after);
  expect(summary).toEqual(['tier 7 Gold: priority 5 -> 9', 'new tier New: priority 5 -> 6', 'adds new tier Newer']);
  expect(difference).toMatchObject({
    created: [{ id: null, name: 'Newer' }],
    updated: [{ id: 7 }, { id: null, name: 'New' }],
    deleted: [],
  });
  expect(draftDifference(after, after)).toEqual({ summary: [], created: [], updated: [], deleted: [] });
});
