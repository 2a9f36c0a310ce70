import {
  type AuctionTier,
  ListInput,
  maxPageSize,
  pageSize,
  selectRows,
  ServiceError,
  tierResource,
} from '@auction-tiers/contract';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { tierRows } from '../fixture/stored-object.ts';
import { fiveTiers } from '../fixture/tier-row.ts';

const { fields } = tierResource;
const noWarning = (message: string) => expect.unreachable(message);
const idsOf = (items: readonly AuctionTier[]) => items.map(({ id }) => id);
const byValue = (a: number, b: number) => a - b;
const sorted = (sort: string) => idsOf(selectRows(fields, fiveTiers, { sort }, noWarning).items);

test.for([
  ['id.asc', [1, 2, 3, 4, 12]],
  ['id', [1, 2, 3, 4, 12]],
  ['id.desc', [12, 4, 3, 2, 1]],
  ['priority.desc', [12, 1, 3, 4, 2]],
  ['priority.desc,id.desc', [12, 3, 1, 4, 2]],
  [' priority.desc , name.asc ', [12, 3, 1, 4, 2]],
  ['min_price.asc', [1, 2, 4, 12, 3]],
  ['min_price.desc', [3, 12, 4, 2, 1]],
  ['code', [1, 2, 3, 4, 12]],
  ['last_modified.desc', [12, 1, 2, 3, 4]],
  ['profile_id.desc', [1, 2, 3, 4, 12]],
] as const)('sort=%s lists %j: nulls are lowest, the id breaks ties', ([sort, ids]) => {
  expect(sorted(sort)).toStrictEqual(ids);
});

test.for(['colour', 'id.up', 'id.asc.desc', 'buyer_members.asc', '', 'id,', 'constructor.asc', '__proto__', 'ID'])(
  'sort=%s is refused, with the fields that can be sorted by',
  (sort) => {
    expect(() => sorted(sort)).toThrow(ServiceError);
    expect(() => sorted(sort)).toThrow(
      /^sort is ".*", allowed: a field and \.asc or \.desc, of: id, name, .*min_price/,
    );
  },
);

test('with neither paging parameter everything is returned', () => {
  expect(selectRows(fields, fiveTiers, {}, noWarning)).toMatchObject({
    count: 5,
    start_element: 0,
    num_elements: 5,
  });
  expect(selectRows(fields, [], {}, noWarning)).toStrictEqual({
    count: 0,
    start_element: 0,
    num_elements: 0,
    items: [],
  });
});

test.for([
  [{ start_element: 0 }, 0, 100, [1, 2, 3, 4, 12]],
  [{ start_element: 3 }, 3, 100, [4, 12]],
  [{ num_elements: 2 }, 0, 2, [1, 2]],
  [{ start_element: 2, num_elements: 2 }, 2, 2, [3, 4]],
  [{ start_element: 5, num_elements: 2 }, 5, 2, []],
  [{ start_element: 2 ** 53 - 1 }, 2 ** 53 - 1, 100, []],
  [{ num_elements: 1000 }, 0, 1000, [1, 2, 3, 4, 12]],
] as const)('the page %j', ([input, start, size, ids]) => {
  const page = selectRows(fields, fiveTiers, ListInput.parse(input), noWarning);
  expect({ ...page, items: idsOf(page.items) }).toStrictEqual({
    count: 5,
    start_element: start,
    num_elements: size,
    items: ids,
  });
});

test('a page over the most that one may have is cut, with a warning', () => {
  const rows = Array.from({ length: maxPageSize + 1 }, (_, index) => ({ id: index + 1 }));
  const warnings: string[] = [];
  const page = selectRows(fields, rows, { num_elements: maxPageSize + 1 }, (message) => warnings.push(message));
  expect(page).toMatchObject({ count: 1001, num_elements: 1000 });
  expect(page.items).toHaveLength(1000);
  expect(warnings).toStrictEqual(['num_elements 1001 is over the most a page may have; 1000 is used']);
  expect([pageSize(undefined, noWarning), pageSize(1, noWarning), pageSize(1000, noWarning)]).toStrictEqual([
    100, 1, 1000,
  ]);
});

const order = fc
  .tuple(fc.constantFrom('id', 'name', 'code', 'priority', 'min_price'), fc.constantFrom('', '.asc', '.desc'))
  .map(([name, direction]) => name + direction);
const sort = fc.array(order, { minLength: 1, maxLength: 3 }).map((orders) => orders.join());

test('pages of any size and any order cover each row exactly once', () => {
  fc.assert(
    fc.property(tierRows, sort, fc.integer({ min: 1, max: 7 }), (rows, by, size) => {
      const all = selectRows(fields, rows, { sort: by }, noWarning);
      const paged: AuctionTier[] = [];
      for (let start = 0; start < rows.length; start += size) {
        const input = { sort: by, start_element: start, num_elements: size };
        const page = selectRows(fields, rows.toReversed(), input, noWarning);
        expect(page.count).toBe(rows.length);
        paged.push(...page.items);
      }
      expect(paged).toStrictEqual(all.items);
      expect(idsOf(paged).toSorted(byValue)).toStrictEqual(idsOf(rows).toSorted(byValue));
    }),
  );
});

test('a list by price and priority is in order: nulls first, equal rows by id', () => {
  fc.assert(
    fc.property(tierRows, (rows) => {
      const { items } = selectRows(fields, rows, { sort: 'min_price.asc,priority.desc' }, noWarning);
      const keys = items.map((row) => [row.min_price === null ? -1 : Number(row.min_price), -row.priority, row.id]);
      const inOrder = keys.toSorted((a, b) => a[0]! - b[0]! || a[1]! - b[1]! || a[2]! - b[2]!);
      expect(keys).toStrictEqual(inOrder);
    }),
  );
});

test('the rows themselves stay as they are', () => {
  const rows = Object.freeze([...fiveTiers]);
  selectRows(fields, rows, { sort: 'priority.desc', num_elements: 2 }, noWarning);
  expect(rows).toStrictEqual(fiveTiers);
});
