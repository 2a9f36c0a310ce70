import { draftDifference } from '@auction-tiers/contract';
import { demoTierSet } from '@auction-tiers/contract/demo';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Content, contentOf, type DraftTier } from '../../src/draft/content.ts';
import { merge, mergeSettled } from '../../src/draft/merge.ts';
import { type Choice, conflictKey } from '../../src/draft/settle.ts';

const demo = contentOf(demoTierSet());
const { id: _id, ...unnumbered } = { ...demo.tiers[0]!, code: null, name: 'New' };
/** The demo's tiers and two new ones of one name, which have no id. */
const seen: Content = { ...demo, tiers: [...demo.tiers, unnumbered, { ...unnumbered, priority: 2 }] };

const prices = fc.integer({ min: 0, max: 5_000_000 }).map((micros) => (micros / 1e6).toFixed(6));
const changes = fc.record(
  { min_price: prices, priority: fc.integer({ min: 1, max: 10 }), code: fc.constantFrom('a', 'b', null) },
  { requiredKeys: [] },
);
/** Any edit of some tiers, new ones too. */
const edits = fc.array(fc.tuple(fc.nat(seen.tiers.length - 1), changes), { maxLength: 6 }).map((list) =>
  list.reduce<Content>(
    ({ tiers, profiles }, [index, change]) => ({
      profiles,
      tiers: tiers.with(index, { ...tiers[index]!, ...change }),
    }),
    seen,
  ),
);
const fields = ['min_price', 'priority', 'code'] as const satisfies readonly (keyof DraftTier)[];

test('each field has what one side made of it, and what both made of it is chosen', () => {
  fc.assert(
    fc.property(edits, edits, fc.constantFrom<Choice>('theirs', 'yours'), (wanted, now, choice) => {
      const versions = { seen, wanted, now };
      const merged = merge(versions);
      const conflicts = merged.ok ? [] : merged.conflicts;
      const choices = new Map(conflicts.map((conflict) => [conflictKey(conflict), choice]));
      const settled = mergeSettled(versions, conflicts, choices);
      if (!settled.ok) throw new Error(`still in conflict: ${JSON.stringify(settled.conflicts)}`);
      // Stored tiers come in their order, new ones behind them in theirs.
      for (const [index, tier] of settled.content.tiers.entries()) {
        expect(tier.id).toBe(seen.tiers[index]?.id);
        for (const field of fields) {
          const [before, mine, theirs] = [seen, wanted, now].map(({ tiers }) => tiers[index]![field]);
          const expected = mine === before ? theirs : theirs === before || choice === 'yours' ? mine : theirs;
          expect(tier[field]).toBe(expected);
        }
      }
      expect(settled.content.tiers).toHaveLength(seen.tiers.length);
    }),
    { numRuns: 200 },
  );
});

test('a tier that one deletes and another changes is a conflict of the whole', () => {
  const [first, ...others] = seen.tiers;
  const without = { ...seen, tiers: others };
  const changed = { ...seen, tiers: [{ ...first!, min_price: '9.000000' }, ...others] };
  for (const [wanted, now] of [
    [without, changed],
    [changed, without],
  ] as const) {
    const versions = { seen, wanted, now };
    const merged = merge(versions);
    if (merged.ok) throw new Error('there is no conflict');
    expect(merged.conflicts).toMatchObject([{ id: first!.id, field: null }]);
    for (const [choice, kept] of [
      ['yours', wanted],
      ['theirs', now],
    ] as const) {
      const settled = mergeSettled(versions, merged.conflicts, new Map([[conflictKey(merged.conflicts[0]!), choice]]));
      if (!settled.ok) throw new Error('still in conflict');
      expect(settled.content.tiers.some(({ id }) => id === first!.id)).toBe(kept === changed);
    }
  }
});

test('a difference names new tiers by their name and has no id of them', () => {
  const now = { ...seen, tiers: seen.tiers.map((tier) => (tier.priority === 2 ? { ...tier, priority: 3 } : tier)) };
  expect(draftDifference(seen, now).updated).toMatchObject([
    { id: null, name: 'New', changes: [{ field: 'priority' }] },
  ]);
});
