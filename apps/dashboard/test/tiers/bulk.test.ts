import { demoTierSet } from '@auction-tiers/contract/demo';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { contentOf, type DraftTier, keyOf } from '../../src/draft/content.ts';
import { bulkEditOf, type BulkEdit, previewOf, quotesPrice, undoBulkOf } from '../../src/room/tiers/edit/bulk.ts';

const content = contentOf(demoTierSet());
const all = content.tiers.map((tier, index) => ({ key: keyOf(tier, index), tier }));
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

const finance = named('No finance above 6.00');

test('a rise leaves exclude tiers alone unless asked, and says what it means for them', () => {
  const chosen = [finance, named('Pair A')];
  const rise: BulkEdit = { kind: 'price-by', percent: '10' };
  const alone = previewOf(chosen, rise);
  expect(alone).toMatchObject({ changed: 1, excludes: 1, kept: [{ reason: 'that exclude, left alone', count: 1 }] });
  expect(alone.meaning).toMatch(/lets more bids in/);
  const asked = { ...rise, isOfExcludes: true };
  expect(previewOf(chosen, asked)).toMatchObject({ changed: 2, kept: [] });
  expect(previewOf(chosen, { ...asked, percent: '-10' }).meaning).toMatch(/keeps more bids out/);
  const priceOf = (edit: BulkEdit) => bulkEditOf(chosen, edit)(content).tiers.find(({ id }) => id === finance.tier.id);
  expect([rise, asked].map((edit) => priceOf(edit)!.min_price)).toEqual(['6.000000', '6.600000']);
});

test.for([
  ['No finance above 6.00', '6.000000', true],
  ['Worked example: 2.00 net', '2.000000', true],
  ['Floor $6', '6.000000', true],
  ['Gold 2,50', '2.500000', true],
  ['Tier 6', '6.000000', false],
  ['From 16.00', '6.000000', false],
  ['From 6.005', '6.000000', false],
  ['Version 1.6.00', '6.000000', false],
  ['Gold', null, false],
] as const)('whether the name %s quotes the price %s: %s', ([name, price, does]) => {
  expect(quotesPrice(name, price)).toBe(does);
});

test('names that quote an old price are pointed out', () => {
  const edit: BulkEdit = { kind: 'price-by', percent: '10', isOfExcludes: true };
  expect(previewOf([finance, named('Pair A')], edit).quotes).toEqual(['No finance above 6.00']);
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
  fc.record({
    kind: fc.constant('price-by' as const),
    percent: fc.integer({ min: -100, max: 500 }).map(String),
    isOfExcludes: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('price-to' as const), price: fc.integer({ min: 0, max: 900 }).map(String) }),
  fc.record({ kind: fc.constant('priority' as const), priority: fc.integer({ min: 1, max: 10 }) }),
  fc.record({
    kind: fc.constantFrom('add-buyers' as const, 'remove-buyers' as const),
    buyers: fc.array(fc.record({ id: fc.integer({ min: 101, max: 120 }), name: fc.constant(null) }), { minLength: 1 }),
  }),
  fc.record({ kind: fc.constant('remove' as const) }),
);

test('a whole step is taken back, but for what others have set meanwhile', () => {
  const steps = edits.filter((edit): edit is Exclude<BulkEdit, { kind: 'remove' }> => edit.kind !== 'remove');
  fc.assert(
    fc.property(steps, fc.subarray(all), (edit, chosen) => {
      const after = bulkEditOf(chosen, edit)(content);
      expect(undoBulkOf(chosen, edit)(after)).toEqual(content);
    }),
  );
  const chosen = [named('Pair A'), named('Pair B')];
  const edit = { kind: 'price-by', percent: '10' } as const;
  const after = bulkEditOf(chosen, edit)(content);
  const others = after.tiers.map((tier) =>
    tier.name === 'Pair A'
      ? { ...tier, min_price: '7.000000' }
      : tier.name === 'Pair B'
        ? { ...tier, priority: 9 }
        : tier,
  );
  const back = undoBulkOf(chosen, edit)({ ...after, tiers: others }).tiers;
  expect(back.find(({ name }) => name === 'Pair A')).toMatchObject({ min_price: '7.000000' });
  expect(back.find(({ name }) => name === 'Pair B')).toMatchObject({ min_price: '1.000000', priority: 9 });
});

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
