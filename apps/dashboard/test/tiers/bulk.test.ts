import { demoTierSet } from '@auction-tiers/contract/demo';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { contentOf, type DraftTier, keyOf } from '../../src/draft/content.ts';
import { bulkEditOf, type BulkEdit, previewOf } from '../../src/room/tiers/edit/bulk.ts';

const content = contentOf(demoTierSet());
const all = content.tiers.map((tier, place) => ({ key: keyOf(tier, place), tier }));
const named = (name: string) => all.find(({ tier }) => tier.name === name)!;

test('a rise of all minimums says how many change, and gives an example', () => {
  const edit: BulkEdit = { kind: 'price-by', percent: '10' };
  const preview = previewOf([named('House deal: Northwind'), named('Pair A')], edit);
  expect(preview).toMatchObject({ changed: 2, problem: null, kept: [] });
  expect(preview.words).toBe('2 tiers: net minimum × 1.10, e.g. House deal: Northwind 4.00 → 4.40');
});

test('a tier without a minimum keeps it, and is counted', () => {
  const preview = previewOf([named('Blocked: arbitrage'), named('Pair A')], { kind: 'price-by', percent: '-5' });
  expect(preview.changed).toBe(1);
  expect(preview.kept).toEqual([{ reason: 'without a net minimum', count: 1 }]);
  const [blocked] = bulkEditOf([named('Blocked: arbitrage')], { kind: 'price-to', price: '2' })(content).tiers;
  expect(blocked!.min_price).toBe(null);
});

test('an edit that cannot be read changes nothing and says why', () => {
  for (const edit of [
    { kind: 'price-by', percent: 'ten' },
    { kind: 'price-to', price: '-1' },
    { kind: 'priority', priority: 11 },
    { kind: 'add-buyers', buyers: [] },
  ] as const satisfies readonly BulkEdit[]) {
    const preview = previewOf(all, edit);
    expect(preview.problem, JSON.stringify(edit)).toEqual(expect.any(String));
    expect(preview.changed).toBe(0);
  }
});

test('buyers are added once, and removed by id', () => {
  const buyer = { id: 113, name: 'Sundial Energy' };
  const pair = named('Pair A');
  expect(previewOf([pair], { kind: 'add-buyers', buyers: [buyer] }).changed).toBe(0);
  const others = bulkEditOf([pair], { kind: 'remove-buyers', buyers: [buyer] })(content);
  const after = others.tiers.find(({ name }) => name === 'Pair A')!;
  expect(after.buyer_members!.map(({ id }) => id)).toEqual([112]);
});

const edits: fc.Arbitrary<BulkEdit> = fc.oneof(
  fc.record({ kind: fc.constant('price-by' as const), percent: fc.integer({ min: -100, max: 500 }).map(String) }),
  fc.record({ kind: fc.constant('price-to' as const), price: fc.integer({ min: 0, max: 900 }).map(String) }),
  fc.record({ kind: fc.constant('priority' as const), priority: fc.integer({ min: 1, max: 10 }) }),
  fc.record({
    kind: fc.constantFrom('add-buyers' as const, 'remove-buyers' as const),
    buyers: fc.array(fc.record({ id: fc.integer({ min: 101, max: 120 }), name: fc.constant(null) }), { minLength: 1 }),
  }),
  fc.record({ kind: fc.constant('remove' as const) }),
);

test('what is announced is what is done: so many tiers change, and no other', () => {
  fc.assert(
    fc.property(edits, fc.subarray(all), (edit, chosen) => {
      const before = new Map(content.tiers.map((tier) => [tier.id, JSON.stringify(tier)]));
      const after = bulkEditOf(chosen, edit)(content).tiers;
      const kept = new Map(after.map((tier: DraftTier) => [tier.id, JSON.stringify(tier)]));
      const changed = [...before].filter(([id, text]) => kept.get(id) !== text).map(([id]) => id);
      expect(changed).toHaveLength(previewOf(chosen, edit).changed);
      const ids = new Set(chosen.map(({ tier }) => tier.id));
      expect(changed.filter((id) => !ids.has(id))).toEqual([]);
      expect(JSON.stringify(after)).not.toContain('NaN');
    }),
  );
});
