import { assert, array, integer, property, record } from 'fast-check';
import { expect, test } from 'vitest';
import { type AuctionTier, selectRows, tierResource } from '@auction-tiers/contract';
import { fiveTiers } from '../fixture/tier-row.ts';

const tierRow = (attributes: Partial<AuctionTier>): AuctionTier => ({ ...fiveTiers[0]!, ...attributes });

const priceOf = ({ min_price }: AuctionTier) => (min_price === null ? -1 : Number(min_price));

const rows = array(record({ priority: integer({ min: 1, max: 10 }), price: integer({ min: 0, max: 5 }) }), {
  minLength: 0,
  maxLength: 1500,
});

test('rows are sorted by several attributes, nulls first, and by id where those are equal', () => {
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
