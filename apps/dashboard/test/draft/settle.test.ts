import { mergeDraft, type MergeConflict } from '@auction-tiers/contract';
import { demoTierSet } from '@auction-tiers/contract/demo';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Content, contentOf, type DraftTier } from '../../src/draft/content.ts';
import { type Choice, conflictKey, settle } from '../../src/draft/settle.ts';

const demo = demoTierSet();
const base = contentOf(demo);

/** What the service's merge makes of three contents. */
const merge = (live: Content, draft: Content) => mergeDraft(base, live, draft);

const conflictsOf = (live: Content, draft: Content): readonly MergeConflict[] => {
  const merged = merge(live, draft);
  return merged.ok ? [] : merged.conflicts;
};

/** Settles as the page does: agree, rebase, insist. */
function settled(live: Content, draft: Content, choice: (conflict: MergeConflict) => Choice): Content {
  const conflicts = conflictsOf(live, draft);
  const choices = new Map(conflicts.map((conflict) => [conflictKey(conflict), choice(conflict)]));
  const { agree, insist } = settle(conflicts, choices, live, draft);
  const merged = merge(live, agree(draft));
  if (!merged.ok) throw new Error(`still in conflict: ${JSON.stringify(merged.conflicts)}`);
  return insist(merged.content as Content);
}

const change = (content: Content, id: number, changes: Partial<DraftTier>): Content => ({
  ...content,
  tiers: content.tiers.map((tier) => (tier.id === id ? { ...tier, ...changes } : tier)),
});
const without = (content: Content, id: number): Content => ({
  ...content,
  tiers: content.tiers.filter((tier) => tier.id !== id),
});
const tierOf = (content: Content, id: number) => content.tiers.find((tier) => tier.id === id);

test('of a field that both changed the chosen value stays, and what only one side changed stays in any case', () => {
  const live = change(base, 5, { min_price: '3.000000', priority: 9 });
  const draft = change(base, 5, { min_price: '4.000000', description: 'ours' });
  expect(conflictsOf(live, draft)).toHaveLength(1);
  const shared = { priority: 9, description: 'ours' };
  expect(
    tierOf(
      settled(live, draft, () => 'theirs'),
      5,
    ),
  ).toMatchObject({ min_price: '3.000000', ...shared });
  expect(
    tierOf(
      settled(live, draft, () => 'yours'),
      5,
    ),
  ).toMatchObject({ min_price: '4.000000', ...shared });
});

test('a tier that others removed and the draft changed goes, or comes back with its profile', () => {
  const live = { tiers: without(base, 3).tiers, profiles: base.profiles.filter(({ id }) => id !== 1) };
  const draft = change(base, 3, { min_price: '9.000000' });
  expect(
    tierOf(
      settled(live, draft, () => 'theirs'),
      3,
    ),
  ).toBeUndefined();
  const kept = settled(live, draft, () => 'yours');
  expect(tierOf(kept, 3)).toMatchObject({ min_price: '9.000000', profile_id: 1 });
  expect(kept.profiles.some(({ id }) => id === 1)).toBe(true);
});

test('a tier that others changed and the draft removed stays as it is live, or goes', () => {
  const live = change(base, 5, { min_price: '3.000000' });
  const draft = without(base, 5);
  expect(
    tierOf(
      settled(live, draft, () => 'theirs'),
      5,
    ),
  ).toMatchObject({ min_price: '3.000000' });
  expect(
    tierOf(
      settled(live, draft, () => 'yours'),
      5,
    ),
  ).toBeUndefined();
});

const rename = (content: Content): Content => ({
  ...content,
  profiles: content.profiles.map((one) => (one.id === 2 ? { ...one, size_targets: [{ width: 1, height: 1 }] } : one)),
});
const leave = (content: Content): Content => ({
  tiers: change(content, 4, { profile_id: null }).tiers,
  profiles: content.profiles.filter(({ id }) => id !== 2),
});

test.for(['theirs', 'yours'] as const)(
  'a changed profile that no tier would use any more is settled by %s',
  (choice) => {
    // Others changed the profile, the draft left it, and the other way round.
    expect(
      tierOf(
        settled(rename(base), leave(base), () => choice),
        4,
      )?.profile_id,
    ).toBe(choice === 'yours' ? null : 2);
    expect(
      tierOf(
        settled(leave(base), rename(base), () => choice),
        4,
      )?.profile_id,
    ).toBe(choice === 'yours' ? 2 : null);
  },
);

const apply = (made: readonly (readonly [number, Partial<DraftTier> | null])[]) =>
  made.reduce((content, [id, one]) => (one === null ? without(content, id) : change(content, id, one)), base);

test('whatever both sides change of tiers, choosing settles every conflict, and each field has the chosen value', () => {
  const price = fc.constantFrom('1.000000', '2.000000', '3.000000');
  const edit = fc.oneof(
    fc.record({ min_price: price }),
    fc.record({ priority: fc.integer({ min: 1, max: 4 }) }),
    fc.record({ name: fc.constantFrom('A', 'B') }),
    fc.constant(null),
  );
  const edits = fc.array(fc.tuple(fc.integer({ min: 2, max: 6 }), edit), { maxLength: 6 });
  fc.assert(
    fc.property(edits, edits, fc.boolean(), (ofOthers, own, isOwn) => {
      const [live, draft] = [apply(ofOthers), apply(own)];
      const conflicts = conflictsOf(live, draft);
      const result = settled(live, draft, () => (isOwn ? 'yours' : 'theirs'));
      for (const { id, field } of conflicts) {
        const wanted = tierOf(isOwn ? draft : live, id);
        const seen = tierOf(result, id);
        if (field === null) expect(seen === undefined).toBe(wanted === undefined);
        else expect(seen?.[field as 'name']).toEqual(wanted?.[field as 'name']);
      }
    }),
  );
});
