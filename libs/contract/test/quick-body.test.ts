import { AuctionBody, readAuctionBody } from '@auction-tiers/contract';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { quickAuctionBody } from '../src/auction/quick-body.ts';

const any = fc.constantFrom<unknown[]>(
  null,
  true,
  '',
  'US',
  '2.5',
  'x'.repeat(1001),
  -1,
  -0,
  0,
  1,
  2.5,
  0.1234567,
  999_999.999999,
  1e6,
  1e-7,
  2 ** 53,
  [],
  {},
  [1],
  ['a'],
);
/** Mostly what belongs there, sometimes something else. */
const or = <Value>(value: fc.Arbitrary<Value>) =>
  fc.oneof({ weight: 60, arbitrary: value }, { weight: 1, arbitrary: any });
/** What does not belong there. */
const rarely = <Value>(value: Value) =>
  fc.oneof({ weight: 30, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: fc.constant(value) });
const text = or(fc.string({ minLength: 1, maxLength: 8 }));
const id = or(fc.integer({ min: 1, max: 1000 }));
const side = or(fc.integer({ min: 0, max: 1000 }));
const price = or(
  fc.oneof(fc.double({ min: 0, max: 1e6, noNaN: true }), fc.integer({ max: 999_999, min: 0 }), micros()),
);
const fee = or(fc.integer({ min: 0, max: 1_000_000 }).map((ppm) => ppm / 10_000));

function micros(): fc.Arbitrary<number> {
  return fc.integer({ min: 0, max: 999_999_999_999 }).map((whole) => whole / 1_000_000);
}

const impression = fc.record(
  {
    country: text,
    region: text,
    city: text,
    dma: side,
    sizes: or(fc.array(or(fc.record({ width: side, height: side })), { maxLength: 3 })),
    publisher_id: id,
    site_id: id,
    placement_id: id,
    domain: text,
    device_type: or(fc.constantFrom('phone', 'tv')),
    operating_system_family: text,
    browser: text,
    language: text,
    supply_type: or(fc.constantFrom('web', 'mobile_app')),
    content_categories: or(fc.array(text, { maxLength: 3 })),
    segments: or(fc.array(id, { maxLength: 3 })),
    key_values: or(
      fc.dictionary(fc.constantFrom('a', '__proto__', 'constructor'), or(fc.array(text, { maxLength: 2 }))),
    ),
    time: or(
      fc.constantFrom(
        '2026-11-21T08:00:00Z',
        '2026-11-21T08:00:00.123Z',
        '2026-02-30T08:00:00Z',
        '2024-02-29T08:00:00Z',
        '2026-11-21T08:00:00+02:00',
        '2026-11-21T24:00:00Z',
        '2026-11-21',
      ),
    ),
    colour: rarely('red'),
  },
  { requiredKeys: [] },
);

const bid = fc.record(
  { id: text, member_id: or(fc.oneof(id, fc.constant(null))), price, revenue_share_pct: fee, seat: rarely('s') },
  { requiredKeys: ['id', 'member_id', 'price'] },
);

const body = fc.record(
  {
    ym_profile_id: id,
    publisher_id: rarely(9),
    auction_type: or(fc.constantFrom(1, 2)),
    bid_floor: price,
    revenue_share_pct: fee,
    seed: text,
    impression: or(impression),
    bids: or(fc.array(bid, { maxLength: 4 })),
    currency: rarely('USD'),
  },
  { requiredKeys: ['ym_profile_id', 'bids'] },
);

/** As it comes from the wire. */
const sent = body.map((value) => JSON.parse(JSON.stringify(value)) as unknown);

test('where the quick reading gives a body, it is the one that the definition gives', () => {
  let quick = 0;
  fc.assert(
    fc.property(sent, (value) => {
      const given = quickAuctionBody(value);
      if (given === undefined) return;
      quick += 1;
      expect(AuctionBody.parse(value)).toStrictEqual(given);
    }),
    { numRuns: 3000 },
  );
  expect(quick).toBeGreaterThan(250);
});

test('whatever is sent is read, or refused in the same words, as by the definition', () => {
  fc.assert(
    fc.property(sent, (value) => {
      const read = outcomeOf(() => readAuctionBody(value));
      expect(read).toStrictEqual(outcomeOf(() => AuctionBody.parse(value)));
    }),
    { numRuns: 500 },
  );
});

function outcomeOf(parse: () => AuctionBody): unknown {
  try {
    return parse();
  } catch (error) {
    return String(error);
  }
}

test('the usual body is read quickly: all attributes, plain prices, as numbers or whole', () => {
  const value = {
    ym_profile_id: 1,
    bid_floor: 0.5,
    seed: 's',
    impression: {
      country: 'US',
      dma: 501,
      sizes: [{ width: 300, height: 250 }],
      device_type: 'phone',
      supply_type: 'web',
      content_categories: ['IAB1'],
      segments: [12],
      key_values: { section: ['sports'] },
      time: '2026-11-21T08:00:00Z',
    },
    bids: [
      { id: 'a', member_id: 12, price: 2.5, revenue_share_pct: 12.5 },
      { id: 'b', member_id: null, price: 0 },
      { id: 'c', member_id: 13, price: 0.000001 },
    ],
  };
  expect(quickAuctionBody(value)).toStrictEqual(AuctionBody.parse(value));
});

test.for<[string, string]>([
  ['a key of the prototype', '{"ym_profile_id":1,"bids":[],"__proto__":{}}'],
  [
    'an id that stands twice',
    '{"ym_profile_id":1,"bids":[{"id":"a","member_id":1,"price":1},{"id":"a","member_id":1,"price":1}]}',
  ],
  ['a price as text', '{"ym_profile_id":1,"bids":[{"id":"a","member_id":1,"price":"1"}]}'],
  ['a price finer than a micro', '{"ym_profile_id":1,"bids":[{"id":"a","member_id":1,"price":0.1234567}]}'],
  ['both ways to name the ym-profile', '{"ym_profile_id":1,"publisher_id":9,"bids":[]}'],
  ['no bids', '{"ym_profile_id":1}'],
])('%s is left to the definition', ([, json]) => {
  expect(quickAuctionBody(JSON.parse(json))).toBeUndefined();
});
