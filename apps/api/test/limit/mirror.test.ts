import { finish } from '@auction-tiers/contract';
import { array, assert, boolean, constantFrom, integer, oneof, property, record } from 'fast-check';
import { expect, test } from 'vitest';
import { Mirror } from '../../src/mirror/mirror.ts';
import { Rows } from '../../src/mirror/rows.ts';

const id = integer({ min: 1, max: 30 });
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
          rows.set(one.id, row);
          model.set(one.id, row);
        } else if (one.kind === 'delete') {
          rows.delete(one.id);
          model.delete(one.id);
        } else {
          const expected = [...model].toSorted(([a], [b]) => a - b).map(([, row]) => row);
          lists.push([rows.ordered(), expected]);
        }
      }
      for (const [given, expected] of lists) expect(given).toEqual(expected);
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
    member_id: 1,
    last_modified: '2026-11-22 08:00:00',
  },
}));
const isOfPartition = (owner: number | null) => owner === 1;

/** A mirror with the objects, and what its listeners are told from then on. */
function filled() {
  const mirror = new Mirror();
  finish(mirror.load(1, isOfPartition, objects));
  const told: string[] = [];
  mirror.listen(({ id: changed, before, after }) => {
    told.push(`${changed} ${before === null ? 'new' : after === null ? 'gone' : 'changed'}`);
  });
  return { mirror, told };
}

test('loading again what the mirror has is many steps, and changes nothing', () => {
  const { mirror, told } = filled();
  const rows = mirror.rows('ym-profile', 1);
  const copies = objects.map((object) => ({ ...object, value: structuredClone(object.value) }));
  const steps = mirror.load(1, isOfPartition, copies);
  let stepCount = 0;
  while (steps.next().done !== true) stepCount++;
  expect(stepCount).toBeGreaterThanOrEqual(count / 100);
  expect(told).toEqual([]);
  expect(mirror.rows('ym-profile', 1)).toBe(rows);
});

test('what a load finds to differ is changed in its last step, all at once', () => {
  const { mirror, told } = filled();
  const [first, second, ...others] = objects;
  const changed = { ...second!, value: { ...second!.value, name: 'Other' } };
  const added = { ...first!, id: count + 1, value: { ...first!.value, id: count + 1 } };
  const steps = mirror.load(1, isOfPartition, [changed, ...others, added]);
  for (let step = steps.next(); step.done !== true; step = steps.next()) expect(told).toEqual([]);
  expect(told.toSorted()).toEqual(['1 gone', '2 changed', `${count + 1} new`]);
  expect(mirror.row('ym-profile', 1, 1)).toBeUndefined();
  expect(mirror.row('ym-profile', 1, 2)).toMatchObject({ name: 'Other' });
});

test('an update of the stream, which has the changed attributes only, leaves the others as they are', () => {
  const { mirror } = filled();
  const update = { service: 'ym-profile', operation: 'update', memberId: 1 } as const;
  expect(mirror.apply({ ...update, id: 7, after: { name: 'New', publisher_ids: null } })).toBe(true);
  expect(mirror.row('ym-profile', 1, 7)).toEqual({ ...objects[6]?.value, name: 'New', publisher_ids: null });
  expect(mirror.apply({ ...update, id: count + 9, after: { name: 'New' } })).toBe(false);
  expect(mirror.row('ym-profile', 1, count + 9)).toBeUndefined();
});
