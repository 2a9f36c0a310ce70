import { assert, array, integer, property, record } from 'fast-check';
import { expect, test } from 'vitest';
import { type AuctionTier, selectInSteps, selectRows, tierResource } from '@auction-tiers/contract';
import { fiveTiers } from '../fixture/tier-row.ts';

const tierRow = (attributes: Partial<AuctionTier>): AuctionTier => ({ ...fiveTiers[0]!, ...attributes });

const priceOf = ({ min_price }: AuctionTier) => (min_price === null ? -1 : Number(min_price));

const rows = array(record({ priority: integer({ min: 1, max: 10 }), price: integer({ min: 0, max: 5 }) }), {
  minLength: 0,
  maxLength: 1500,
});

test('sorting in steps gives what sorting at once gives, whatever the number of rows', () => {
  assert(
    property(rows, (drawn) => {
      const all = drawn.map(({ priority, price }, at) =>
        tierRow({ id: drawn.length - at, priority, min_price: price === 0 ? null : `${price}.000000` }),
      );
      const { items } = selectRows(tierResource.fields, all, { sort: 'priority.desc,min_price.asc' }, () => {});
      const expected = all.toSorted((a, b) => b.priority - a.priority || priceOf(a) - priceOf(b) || a.id - b.id);
      expect(items.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
    }),
    { numRuns: 30 },
  );
});

test('a list of many rows is selected in many steps, one of few and a page by id in few', () => {
  const all = Array.from({ length: 10_000 }, (_, at) => tierRow({ id: at + 1, priority: (at % 10) + 1 }));
  const stepsOf = (input: Parameters<typeof selectInSteps>[2]) => {
    const steps = selectInSteps(tierResource.fields, all, input, () => {});
    let count = 0;
    while (steps.next().done !== true) count++;
    return count;
  };
  expect(stepsOf({ sort: 'priority.desc' })).toBeGreaterThan(80);
  expect(stepsOf({ search: '99' })).toBeGreaterThan(30);
  expect(stepsOf({ start_element: 9000, num_elements: 100 })).toBe(0);
});
