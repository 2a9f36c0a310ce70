import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { boundTexts, fit, type Fitted, fitRest, sizeOf } from '../../src/doors/mcp/fit.ts';

type Leaf = readonly [path: string, value: unknown];

/** The values in a value that hold no others, by their paths. */
function leavesOf(value: unknown, path = '', first = 0): readonly Leaf[] {
  if (typeof value !== 'object' || value === null || Object.keys(value).length === 0) return [[path, value]];
  return Object.entries(value).flatMap(([name, part]) =>
    leavesOf(part, `${path}/${encodeURIComponent(Array.isArray(value) ? String(first + Number(name)) : name)}`),
  );
}

/** All leaves of a value that was cut, read by following every handle. */
function followed(value: unknown, most: number): readonly Leaf[] {
  const found: Leaf[] = [];
  const take = ({ value: part, rest }: Fitted, path: string, first: number) => {
    found.push(...leavesOf(part, path, first));
    for (const handle of rest) {
      const [, at = '', from = ''] = /^(.*):(\d+)$/.exec(handle)!;
      const next = fitRest(value, handle, most);
      if (next === undefined) throw new Error(`the handle ${handle} names nothing`);
      take(next, at, Number(from));
    }
  };
  take(fit(value, most), '', 0);
  return found;
}

const sorted = (leaves: readonly Leaf[]) => leaves.map((one) => JSON.stringify(one)).toSorted();

const json = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.string({ maxLength: 30 }),
    fc.integer(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 40 }),
    fc.dictionary(fc.string({ minLength: 1, maxLength: 8 }), tie('value'), { maxKeys: 80 }),
  ),
})).value;

test('whoever follows all handles reads every value once, and nothing else', () => {
  fc.assert(
    fc.property(fc.oneof(fc.array(json), fc.dictionary(fc.string({ minLength: 1, maxLength: 8 }), json)), (value) => {
      const whole = leavesOf(value).filter(([, leaf]) => typeof leaf !== 'object' || leaf === null);
      const read = followed(value, 600).filter(([, leaf]) => typeof leaf !== 'object' || leaf === null);
      expect(sorted(read)).toEqual(sorted(whole));
    }),
    { numRuns: 300 },
  );
});

test('a value that fits is whole, and one that does not has at most the characters asked for', () => {
  const rows = Array.from({ length: 500 }, (_, id) => ({ id, name: `"row" ${id}`, parts: [id, id + 1] }));
  expect(fit({ rows: rows.slice(0, 3), note: null }, 600)).toEqual({
    value: { rows: rows.slice(0, 3), note: null },
    rest: [],
  });
  const { value, rest } = fit({ count: 500, rows }, 2000);
  expect(sizeOf(value)).toBeLessThanOrEqual(2000);
  expect(sizeOf(value)).toBeGreaterThan(1000);
  expect(rest).toEqual([`/rows:${(value as { rows: unknown[] }).rows.length}`]);
});

test.for(['', '/rows', '/rows:x', '/absent:0', '/rows/%:0', '/rows/0/id/deeper:0', '/__proto__:0'])(
  'the handle %j names nothing',
  (handle) => {
    expect(fitRest({ rows: [{ id: 1 }] }, handle, 100)).toBeUndefined();
  },
);

test('texts are cut to a bounded length, wherever they stand', () => {
  const long = 'x'.repeat(5000);
  const bounded = boundTexts({ [long]: [{ note: long }], short: 'y' });
  expect(JSON.stringify(bounded).length).toBeLessThan(700);
  expect(bounded).toMatchObject({ short: 'y' });
});
