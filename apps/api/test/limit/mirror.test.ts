import { array, assert, boolean, constantFrom, integer, oneof, property, record } from 'fast-check';
import { expect, test } from 'vitest';
import { Mirror } from '../../src/mirror/mirror.ts';
import { Rows } from '../../src/mirror/rows.ts';

/** Few, some of them far apart. */
const id = oneof(integer({ min: 1, max: 20 }), integer({ min: 60, max: 70 }), constantFrom(1e9, 2 ** 53 - 1));
const action = oneof(
  record({ kind: constantFrom('set' as const), id, mark: integer() }),
  record({ kind: constantFrom('delete' as const), id }),
  record({ kind: constantFrom('list' as const), isKept: boolean() }),
);

test('rows come by ascending id, and a list that was given stays as it was', () => {
  assert(
    property(array(action, { maxLength: 300 }), (actions) => {
      const rows = new Rows();
      const model = new Map<number, object>();
      const lists: (readonly [given: readonly object[], expected: readonly object[]])[] = [];
      for (const one of actions) {
        if (one.kind === 'set') {
          const row = { id: one.id, mark: one.mark };
          expect(rows.set(one.id, row)).toBe(model.get(one.id));
          model.set(one.id, row);
        } else if (one.kind === 'delete') {
          expect(rows.delete(one.id)).toBe(model.get(one.id));
          model.delete(one.id);
        } else {
          const expected = [...model].toSorted(([a], [b]) => a - b).map(([, row]) => row);
          lists.push([rows.ordered(), expected]);
        }
      }
      for (const [given, expected] of lists) expect(given).toEqual(expected);
      expect(new Set(rows.ids())).toEqual(new Set(model.keys()));
      expect(new Set(rows.values())).toEqual(new Set(model.values()));
    }),
  );
});

const count = 2000;
const objects = Array.from({ length: count }, (_, at) => ({
  service: 'ym-profile' as const,
  id: at + 1,
  revision: at + 1,
  value: {
    id: at + 1,
    code: null,
    name: `Profile ${at + 1}`,
    description: null,
    publisher_ids: [at + 1],
    commitments: null,
    closed_hours: null,
    no_units: false,
    member_id: 1,
    last_modified: '2026-11-22 08:00:00',
  },
}));
const isOfPartition = (owner: number | null) => owner === 1;

/** A mirror with the objects, and what its listeners are told from then on. */
async function filled() {
  const mirror = new Mirror();
  await mirror.load(1, isOfPartition, objects);
  const told: string[] = [];
  mirror.listen(({ id: changed, before, after }) => {
    told.push(`${changed} ${before === null ? 'new' : after === null ? 'gone' : 'changed'}`);
  });
  return { mirror, told };
}

test.for([false, true])('loading again what the mirror has changes nothing (%s)', async (isKept) => {
  const { mirror, told } = await filled();
  const rows = mirror.rows('ym-profile', 1);
  const copies = objects.map((object) => ({ ...object, value: structuredClone(object.value) }));
  await mirror.load(1, isOfPartition, isKept ? copies.map((copy) => mirror.orKnown(copy)) : copies);
  expect(told).toEqual([]);
  expect(mirror.rows('ym-profile', 1)).toBe(rows);
});

test('a loaded object gives way to the one that the mirror has only where both are the same', async () => {
  const { mirror } = await filled();
  const copy = structuredClone(objects[6]!);
  expect(mirror.orKnown(copy).value).toBe(mirror.row('ym-profile', 1, 7));
  const others = [
    { ...copy, value: { ...copy.value, name: 'Other' } },
    { ...copy, value: { ...copy.value, member_id: 2 } },
    { ...copy, id: 8 },
    { ...copy, id: count + 1 },
    { ...copy, problem: 'not of the form that this version reads: name' },
  ];
  for (const other of others) expect(mirror.orKnown(other)).toBe(other);
});

test('an object that is stored in another partition too, with the same value, is unreadable there', async () => {
  const { mirror } = await filled();
  const stray = mirror.orKnown(structuredClone(objects[6]!));
  await mirror.load(2, (owner) => owner === 2, [stray]);
  expect(mirror.unreadable()).toMatchObject([{ id: 7, problem: 'its member belongs to another partition' }]);
  expect(mirror.row('ym-profile', 1, 7)).toBe(stray.value);
});

test.for([false, true])('what a load finds to differ is changed, and nothing else (%s)', async (isKept) => {
  const { mirror, told } = await filled();
  const [first, second, ...others] = objects;
  const changed = { ...second!, value: { ...second!.value, name: 'Other' } };
  const added = { ...first!, id: count + 1, value: { ...first!.value, id: count + 1 } };
  const loaded = structuredClone([changed, ...others, added]);
  await mirror.load(1, isOfPartition, isKept ? loaded.map((one) => mirror.orKnown(one)) : loaded);
  expect(told.toSorted()).toEqual(['1 gone', '2 changed', `${count + 1} new`]);
  expect(mirror.row('ym-profile', 1, 1)).toBeUndefined();
  expect(mirror.row('ym-profile', 1, 2)).toMatchObject({ name: 'Other' });
});

test('an update of the stream, which has the changed attributes only, leaves the others as they are', async () => {
  const { mirror } = await filled();
  const update = { service: 'ym-profile', operation: 'update', memberId: 1 } as const;
  expect(mirror.apply({ ...update, id: 7, after: { name: 'New', publisher_ids: null } })).toBe(true);
  expect(mirror.row('ym-profile', 1, 7)).toEqual({ ...objects[6]?.value, name: 'New', publisher_ids: null });
  expect(mirror.apply({ ...update, id: count + 9, after: { name: 'New' } })).toBe(false);
  expect(mirror.row('ym-profile', 1, count + 9)).toBeUndefined();
});
