import { deviceTypes, mediaTypes, positions, supplyTypes } from '@auction-tiers/tier-engine';
import * as fc from 'fast-check';

/** Mostly a right value; an auction has a hundred, so a wrong one must be rare. */
const mostly = <Value>(right: fc.Arbitrary<Value>, ...wrong: readonly unknown[]) =>
  fc.oneof({ weight: 150, arbitrary: right }, { weight: 1, arbitrary: fc.constantFrom<unknown>(...wrong) });

const anyText = fc.oneof(
  fc.constantFrom(
    'US',
    'iOS',
    'São Paulo',
    '東京',
    'x'.repeat(70),
    'news.example.com',
    '',
    '__proto__',
    '\uFEFFx',
    '7',
  ),
  fc.stringMatching(/^[A-Za-z0-9 ._-]{1,14}$/),
);
const mostText = mostly(anyText, 'x'.repeat(1001), 'say "hi"', 'a\tb', '\u{1F600}', '\uD800', 7, null);
const price = mostly(
  fc.oneof(
    fc.integer({ min: 0, max: 9_000_000 }).map((micros) => micros / 1e6),
    fc.integer({ min: 0, max: 1e15 }).map((tenths) => tenths / 1e10),
    fc.double({ min: 0.001, max: 50, noNaN: true }),
    fc.integer({ min: 0, max: 9_000_000 }).map((micros) => micros / 1e6 / 0.85),
    fc.constantFrom(0, 999_999.999999, 0.0000005, 12.9999995, 0.1 + 0.2, 0.7 + 0.1),
  ),
  1_000_000,
  999_999.9999999,
  1e-7,
  '2.5',
  -1,
  null,
);
const fee = mostly(fc.constantFrom(0, 15, 12.3456, 99.9999), 100, 0.00001, '15', -1);
const id = mostly(fc.oneof(fc.integer({ min: 1, max: 300 }), fc.constant(10 ** 15 - 1)), 0, 2 ** 53, -1, 1.5, '1');
const moment = mostly(
  fc
    .date({ min: new Date('1000-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
    .map((date) => date.toISOString().replace('.000', '')),
  '2026-02-29T08:00:00Z',
  '2026-11-21T08:00:00+01:00',
  '2026-11-21T24:00:00Z',
  '2026-11-21',
  '0026-01-01T00:00:00Z',
);
const texts = fc.array(mostText, { maxLength: 3 });
/** Attributes that may be absent, and then are left out or null. */
const some = <Shape extends Record<string, fc.Arbitrary<unknown>>>(shape: Shape, requiredKeys: (keyof Shape)[] = []) =>
  fc.record(
    Object.fromEntries(
      Object.entries(shape).map(([name, value]) => [
        name,
        requiredKeys.includes(name) ? value : fc.option(value, { freq: 6 }),
      ]),
    ),
    { requiredKeys: requiredKeys as string[] },
  );

/** Every attribute of an impression. */
export const impressionShape = {
  country: mostly(fc.constantFrom('US', 'GB', 'USA', 'deu', 'UK'), 'x'.repeat(1001), 7),
  region: mostly(fc.constantFrom('US-NY', 'gb-eng'), 'US-ZZ', 7),
  city: mostText,
  dma: mostly(fc.constantFrom(501, 803), 620, 7),
  sizes: fc.array(fc.record({ width: id, height: id }), { maxLength: 3 }),
  publisher_id: id,
  site_id: id,
  placement_id: id,
  domain: mostText,
  device_type: mostly(fc.constantFrom(...deviceTypes), 'toaster'),
  operating_system_family: mostText,
  carrier: mostText,
  browser: mostText,
  language: mostText,
  supply_type: mostly(fc.constantFrom(...supplyTypes), 'print'),
  content_categories: texts,
  media_types: fc.array(mostly(fc.constantFrom(...mediaTypes), 'print'), { maxLength: 3 }),
  position: mostly(fc.constantFrom(...positions), 'left'),
  segments: fc.array(id, { maxLength: 3 }),
  key_values: fc.dictionary(anyText, texts, { maxKeys: 3 }),
  time: moment,
};
const impression = some(impressionShape);
const seat = mostly(fc.stringMatching(/^[A-Za-zé0-9 ]{1,14}$/), '', 'x'.repeat(256), 7, null);
const deal = mostly(fc.stringMatching(/^[A-Za-z0-9_é-]{1,64}$/), '', 'x'.repeat(65), 7);
const ofBid = {
  deal,
  advertiser_domains: texts,
  media_type: mostly(fc.constantFrom(...mediaTypes), 'print'),
  bid_floor: price,
};
const bid = some(
  { id: mostText, member_id: fc.option(id, { freq: 8 }), price, revenue_share_pct: fee, seat, ...ofBid },
  ['id', 'member_id', 'price'],
);
const shape = {
  auction_type: mostly(fc.constantFrom(1, 2), 3, '1'),
  bid_floor: price,
  revenue_share_pct: fee,
  seed: mostly(fc.stringMatching(/^[a-z0-9/é]{1,64}$/), '', 'x'.repeat(65)),
  unit: mostly(fc.stringMatching(/^[a-zé0-9-]{1,64}$/), '', 'x'.repeat(65), 'say "hi"', 7),
  impression,
  bids: fc.array(bid, { maxLength: 5 }),
};
const body = fc.oneof(
  { weight: 9, arbitrary: some({ ym_profile_id: id, ...shape }, ['ym_profile_id', 'bids']) },
  { weight: 9, arbitrary: some({ publisher_id: id, ...shape }, ['publisher_id', 'bids']) },
  { weight: 1, arbitrary: some({ ym_profile_id: id, publisher_id: id, ...shape }, ['bids']) },
);

/** The body of an auction as programs write it: in any order of keys, and some put spaces or lines between things. */
export const auctionJson = fc
  .record({ body, spaces: fc.constantFrom(undefined, 1, '\t'), isReversed: fc.boolean() })
  .map(({ body: known, spaces, isReversed }) => {
    const entries = Object.entries(known);
    const ordered = Object.fromEntries(isReversed ? entries.toReversed() : entries);
    return JSON.stringify(ordered, null, spaces);
  });

/** Any JSON, some of it nearly an auction. */
export const anyJson = fc.oneof(
  fc.json(),
  fc.json().map((json) => `{"ym_profile_id":1,"bids":${json}}`),
  fc.json().map((json) => `{"ym_profile_id":1,"impression":${json},"bids":[]}`),
  auctionJson,
);

/** A few bytes of a text changed, at places and to values that matter. */
export const change = fc.array(
  fc.record({
    at: fc.nat(),
    byte: fc.oneof(fc.nat(255), fc.constantFrom(...Buffer.from('{}[]",:0.e-\\ \n'))),
  }),
  { minLength: 1, maxLength: 2 },
);

export function changed(json: string, changes: readonly { readonly at: number; readonly byte: number }[]): Buffer {
  const bytes = Buffer.from(json);
  for (const { at, byte } of changes) bytes[at % bytes.length] = byte;
  return bytes;
}
