import { type ContentEntry, type DraftContent, isSameContent, mergeDraft, toContent } from '@auction-tiers/contract';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../fixture/runs.ts';

type Side = Readonly<Record<string, unknown>>;
const content = (tiers: readonly Side[], profiles: readonly Side[] = []): DraftContent =>
  toContent({ tiers, profiles });
const gold = { id: 7, name: 'Gold', min_price: '2.000000', member_action: 'include' };

describe('of two changes of a tier', () => {
  test('those of different fields are both carried', () => {
    const merged = mergeDraft(
      content([gold]),
      content([{ ...gold, min_price: '2.500000' }]),
      content([{ ...gold, priority: 9 }]),
    );
    expect(merged).toEqual({ ok: true, content: content([{ ...gold, min_price: '2.500000', priority: 9 }]) });
  });

  test('the same value of the same field is no conflict', () => {
    const changed = content([{ ...gold, priority: 9 }]);
    expect(mergeDraft(content([gold]), changed, changed)).toEqual({ ok: true, content: changed });
  });

  test('two values of one field are a conflict that names all three', () => {
    const merged = mergeDraft(
      content([gold]),
      content([{ ...gold, name: 'Golden', min_price: '3.000000' }]),
      content([{ ...gold, min_price: '4.000000' }]),
    );
    const conflict = { service: 'ym-auction-tier', id: 7, name: 'Golden', field: 'min_price' };
    expect(merged).toEqual({
      ok: false,
      conflicts: [{ ...conflict, base: '2.000000', live: '3.000000', draft: '4.000000' }],
    });
  });

  test.for<[string, readonly Side[], readonly Side[]]>([
    ['the draft deletes and others change', [{ ...gold, priority: 9 }], []],
    ['others delete and the draft changes', [], [{ ...gold, priority: 9 }]],
  ])('a tier that %s is a conflict', ([, live, draft]) => {
    expect(mergeDraft(content([gold]), content(live), content(draft))).toMatchObject({
      ok: false,
      conflicts: [{ id: 7, field: null }],
    });
  });

  test('a tier that one side deletes and the other leaves is deleted', () => {
    const [both, none] = [content([gold]), content([])];
    expect(mergeDraft(both, none, both)).toEqual({ ok: true, content: none });
    expect(mergeDraft(both, both, none)).toEqual({ ok: true, content: none });
  });

  test('new tiers of both sides are kept, those of the draft without an id', () => {
    const merged = mergeDraft(content([]), content([gold]), content([{ name: 'New' }]));
    expect(merged).toEqual({ ok: true, content: content([gold, { name: 'New' }]) });
  });

  test('an id that neither had before, with different values, is a conflict', () => {
    const merged = mergeDraft(content([]), content([gold]), content([{ ...gold, name: 'Silver' }]));
    expect(merged).toMatchObject({ ok: false, conflicts: [{ id: 7, field: 'name', base: null, draft: 'Silver' }] });
  });
});

describe('a profile', () => {
  const york = { id: 3, name: 'York', dma_action: 'include', dma_targets: [{ dma: 501 }] };
  const targeted = { ...gold, profile_id: 3 };

  test('that the draft dropped and a new live tier uses is kept as others have changed it', () => {
    const silver = { id: 8, name: 'Silver', profile_id: 3 };
    const changed = { ...york, name: 'New York' };
    const merged = mergeDraft(content([targeted], [york]), content([targeted, silver], [changed]), content([gold]));
    expect(merged).toEqual({ ok: true, content: content([gold, silver], [changed]) });
  });

  test('that a side has changed and no merged tier uses is a conflict', () => {
    const changed = { ...york, name: 'New York' };
    const merged = mergeDraft(content([targeted], [york]), content([gold]), content([targeted], [changed]));
    expect(merged).toMatchObject({ ok: false, conflicts: [{ service: 'profile', id: 3, field: null }] });
  });
});

/*
 * A model: the changes of a side are a list of single changes to objects by id, done one after the other. Profiles stay
 * stored, and only those that a tier uses are part of a tier set.
 */
type Rows = Map<string, Map<string, unknown>>;
type Change = { readonly key: string; readonly field?: string; readonly value?: unknown };

const shown = (rows: Rows): Rows => {
  const used = new Set(
    [...rows].flatMap(([key, row]) => (key.startsWith('t') ? [`p${String(row.get('profile_id'))}`] : [])),
  );
  return new Map([...rows].filter(([key]) => key.startsWith('t') || used.has(key)));
};
const rowOf = (letter: string) => (entry: ContentEntry, at: number) =>
  [`${letter}${entry.id ?? `new ${at}`}`, new Map(Object.entries(entry).filter(([name]) => name !== 'id'))] as const;
const toRows = ({ tiers, profiles }: DraftContent): Rows =>
  new Map([...tiers.map(rowOf('t')), ...profiles.map(rowOf('p'))]);
function changesOf(before: Rows, after: Rows): Change[] {
  const removed = [...before.keys()].filter((key) => key.startsWith('t') && !after.has(key)).map((key) => ({ key }));
  const set = [...after].flatMap(([key, row]) =>
    [...row]
      .filter(([field, value]) => JSON.stringify(before.get(key)?.get(field)) !== JSON.stringify(value))
      .map(([field, value]) => ({ key, field, value })),
  );
  return [...removed, ...set];
}
function doChanges(rows: Rows, changes: readonly Change[]): Rows {
  const copy: Rows = new Map([...rows].map(([key, row]) => [key, new Map(row)]));
  for (const { key, field, value } of changes) {
    if (field === undefined) copy.delete(key);
    else copy.set(key, (copy.get(key) ?? new Map<string, unknown>()).set(field, value));
  }
  return copy;
}
/** Whether a pair of changes excludes each other. */
const clash = (one: Change, other: Change): boolean =>
  one.key === other.key &&
  (one.field === undefined
    ? other.field !== undefined
    : other.field === undefined ||
      (one.field === other.field && JSON.stringify(one.value) !== JSON.stringify(other.value)));

/** New objects have no id by which two sets could be compared. */
const sort = (rows: Rows) =>
  [...rows].map(([key, one]) => JSON.stringify([key.includes('new') ? 'new' : key, [...one]])).toSorted();

const profileIds = [1, 2, 3];
const tierOf = (id: number | undefined) =>
  fc.record({
    ...(id === undefined ? {} : { id: fc.constant(id) }),
    name: fc.constantFrom('A', 'B'),
    priority: fc.constantFrom(1, 2, 3),
    profile_id: fc.constantFrom(null, ...profileIds),
  });
const sets = fc
  .record({
    tiers: fc.tuple(...[1, 2, 3, 4].map((id) => fc.option(tierOf(id), { nil: undefined, freq: 4 }))),
    profiles: fc.tuple(
      ...profileIds.map((id) => fc.record({ id: fc.constant(id), name: fc.constantFrom('X', 'Y', 'Z') })),
    ),
    fresh: fc.array(tierOf(undefined), { maxLength: 2 }),
  })
  .map(({ tiers, profiles, fresh }) => ({ tiers: tiers.filter((one) => one !== undefined), profiles, fresh }));
type Drawn = typeof sets extends fc.Arbitrary<infer T> ? T : never;

/** A side that keeps most of what the base has, as people do. */
const sideOf = (base: Drawn, other: Drawn, keeps: readonly boolean[]): DraftContent => {
  const tiers = [1, 2, 3, 4].flatMap((id, at) =>
    (keeps[at] === true ? base : other).tiers.filter((one) => one.id === id),
  );
  const profiles = profileIds.map((_, at) => (keeps[at + 4] === true ? base : other).profiles[at]!);
  const used = new Set(tiers.map(({ profile_id: id }) => id));
  return content(
    tiers,
    profiles.filter(({ id }) => used.has(id)),
  );
};
const keeps = fc.array(fc.boolean(), { minLength: 7, maxLength: 7 });

test('a merge without conflicts is both lists of changes done in either order; conflicts are where they exclude each other', () => {
  let [clean, clashing] = [0, 0];
  fc.assert(
    fc.property(fc.tuple(sets, sets, sets), fc.tuple(keeps, keeps), ([first, second, third], [one, two]) => {
      const base = sideOf(first, first, one);
      const live = sideOf(first, second, one);
      const own = sideOf(first, third, two);
      const draft = {
        ...own,
        tiers: [...own.tiers, ...content(third.fresh.map((tier) => ({ ...tier, profile_id: null }))).tiers],
      };
      const [lives, drafts] = [changesOf(toRows(base), toRows(live)), changesOf(toRows(base), toRows(draft))];
      const merged = mergeDraft(base, live, draft);
      const pairs = lives.flatMap((change) => drafts.map((other) => [change, other] as const));
      const used = shown(doChanges(doChanges(toRows(base), lives), drafts));
      const isLost = [...lives, ...drafts].some(
        ({ key, field }) => key.startsWith('p') && field !== undefined && toRows(base).has(key) && !used.has(key),
      );
      const isClashing = isLost || pairs.some(([a, b]) => clash(a, b) && (a.key.startsWith('t') || used.has(a.key)));
      expect(merged.ok).toBe(!isClashing);
      if (!merged.ok) {
        clashing++;
        return;
      }
      clean++;
      const orders = [
        [lives, drafts],
        [drafts, lives],
      ] as const;
      for (const [a, b] of orders) {
        expect(sort(toRows(merged.content))).toEqual(sort(shown(doChanges(doChanges(toRows(base), a), b))));
      }
    }),
    { numRuns: runs(3000) },
  );
  expect([clean, clashing].every((count) => count > runs(100))).toBe(true);
});

test('a draft that changed nothing is merged into what is live; a live set that is the base leaves the draft as it is', () => {
  fc.assert(
    fc.property(sets, sets, keeps, (first, second, kept) => {
      const [base, other] = [sideOf(first, first, kept), sideOf(first, second, kept)];
      for (const merged of [mergeDraft(base, other, base), mergeDraft(base, base, other)]) {
        // Only a profile that its side has changed and nobody uses could be lost, and there is none.
        expect(merged.ok && isSameContent(merged.content, other)).toBe(true);
      }
    }),
  );
});
