import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { AuctionReader, toRequest } from '@auction-tiers/auction-codec';
import { auctionFields, bidFields, impressionFields } from '@auction-tiers/contract';
import { parseBid, parseFloor } from '@auction-tiers/tier-engine';
import { anyJson, auctionJson, change, changed, impressionShape } from './auction-json.ts';
import { defaults, readByDefinition } from './definition.ts';

const reader = new AuctionReader();

/** Between other auctions, as in a file: nothing beyond the end may be read. */
function read(json: string | Uint8Array) {
  const [before, body] = [Buffer.from('{"bids":[]}\n'), Buffer.from(json)];
  const bytes = Buffer.concat([before, body, Buffer.from('\n{"bids":[{"id":"z"')]);
  const parsed = reader.read(bytes, before.length, before.length + body.length);
  if (parsed === undefined) return undefined;
  const alone = reader.read(body, 0, body.length);
  expect(alone).toEqual(parsed);
  const { ymProfileId, publisherId, unit } = parsed;
  return { ymProfileId, publisherId, unit, request: toRequest(parsed, defaults) };
}

test('the auctions of these tests have every attribute that there is', () => {
  expect(Object.keys(impressionShape)).toStrictEqual(Object.keys(impressionFields));
});

test('what is read from the bytes is what the definition reads, and most right auctions are', () => {
  let [right, plain] = [0, 0];
  fc.assert(
    fc.property(auctionJson, (json) => {
      const [found, defined] = [read(json), readByDefinition(Buffer.from(json))];
      if (defined !== undefined) right++;
      if (found === undefined) return;
      plain++;
      expect(found).toEqual(defined);
    }),
    { numRuns: 2000 },
  );
  expect(plain).toBeGreaterThan(right * 0.6);
  expect(right).toBeGreaterThan(600);
});

test('an auction with a changed byte is never read otherwise than the definition reads it', () => {
  fc.assert(
    fc.property(auctionJson, change, (json, changes) => {
      const bytes = changed(json, changes);
      const found = read(bytes);
      if (found !== undefined) expect(found).toEqual(readByDefinition(bytes));
    }),
    { numRuns: 4000 },
  );
});

test('any JSON is read as the definition reads it, or not at all', () => {
  fc.assert(
    fc.property(anyJson, (json) => {
      const found = read(json);
      if (found !== undefined) expect(found).toEqual(readByDefinition(Buffer.from(json)));
    }),
    { numRuns: 2000 },
  );
});

test('a bid and a floor of any number of digits are what the engine makes of the double', () => {
  const [whole, fraction] = [fc.integer({ min: 0, max: 1_000_000 }), fc.stringMatching(/^\d{1,30}$/)];
  const micros = fc.integer({ min: 0, max: 999_999 }).map((number) => String(number).padStart(6, '0'));
  const noise = fc
    .tuple(micros, fc.constantFrom('0', '9'), fc.integer({ min: 1, max: 14 }), fc.nat(99))
    .map(([digits, digit, count, last]) => `${digits}${digit.repeat(count)}${last}`);
  const double = fc.double({ min: 0.001, max: 30, noNaN: true }).map((number) => JSON.stringify(number));
  const text = fc.oneof(
    fc.tuple(whole, fc.oneof(fraction, noise)).map((parts) => parts.join('.')),
    double,
  );
  let plainly = 0;
  fc.assert(
    fc.property(text, (price) => {
      const json = `{"ym_profile_id":1,"bid_floor":${price},"bids":[{"id":"a","member_id":1,"price":${price}}]}`;
      const [bid, floor] = [parseBid(Number(price)), parseFloor(Number(price))];
      const found = read(json)?.request;
      if (!bid.ok || !floor.ok) expect(found).toBeUndefined();
      if (found === undefined) return;
      plainly++;
      expect([found.bids[0]?.grossMicros, found.bidFloorMicros]).toEqual([
        bid.ok ? bid.micros : undefined,
        floor.ok ? floor.micros : undefined,
      ]);
    }),
    { numRuns: 10_000 },
  );
  expect(plainly, 'long prices do not leave the fast path').toBeGreaterThan(9000);
});

const plain = {
  publisher_id: 9,
  auction_type: 2,
  bid_floor: 0.5,
  revenue_share_pct: 12.5,
  seed: 's/1',
  unit: 'user 7',
  impression: {
    country: 'US',
    city: 'San José',
    dma: 501,
    sizes: [{ width: 300, height: 250 }],
    device_type: 'phone',
    segments: [1, 2],
    key_values: { section: ['news'] },
    time: '2026-11-21T08:00:00.250Z',
  },
  bids: [
    { id: 'b1', member_id: 12, price: 2.5 },
    { id: 'b2', member_id: null, price: 0.1234567, revenue_share_pct: 10 },
    { id: '9f6b2c1e-7d10-4f7e-8a55-0d6b9f1c2a3b', member_id: 13, price: 3 },
    { id: 'größer', member_id: 14, price: 0 },
  ],
};

test.for([
  { name: 'as JSON.stringify writes it', text: JSON.stringify(plain) },
  { name: 'over several lines', text: JSON.stringify(plain, null, 2) },
  { name: 'of another order', text: JSON.stringify(Object.fromEntries(Object.entries(plain).toReversed())) },
  { name: 'with little in it', text: '{"ym_profile_id":1,"bids":[]}' },
  { name: 'of a thousand bids', text: `{"ym_profile_id":1,"bids":[${manyBids(1000)}]}` },
])('a plain auction needs no definition: $name', ({ text }) => {
  expect(read(text)).toBeDefined();
  expect(read(text)).toEqual(readByDefinition(Buffer.from(text)));
});

function manyBids(count: number): string {
  return Array.from({ length: count }, (_, at) => `{"id":"b${at}","member_id":${at + 1},"price":1.5}`).join();
}

/** Null for each of these attributes. */
const absent = (fields: object) => Object.fromEntries(Object.keys(fields).map((name) => [name, null]));

test('null for every attribute that may be absent needs no definition', () => {
  // True and false are left to the definition.
  const { first_price: _ofBid, ...ofBid } = absent(bidFields);
  const bids = [{ ...ofBid, id: 'a', member_id: null, price: 1 }];
  for (const impression of [null, absent(impressionFields)]) {
    const { min_to_win: _flag, ...fields } = absent(auctionFields);
    const body = { ...fields, impression, ym_profile_id: 1, bids };
    for (const spaces of [0, 2]) {
      const text = JSON.stringify(body, null, spaces);
      expect(read(text)).toBeDefined();
      expect(read(text)).toEqual(readByDefinition(Buffer.from(text)));
    }
  }
});

test.for([{ country: 'XYZ' }, { country: '419' }, { region: 'US-ZZ' }, { dma: 0 }, { dma: 620 }])(
  'a place that does not exist is left to the definition: %j',
  (impression) => {
    expect(read(JSON.stringify({ ym_profile_id: 1, impression, bids: [] }))).toBeUndefined();
  },
);

test('a bid at first price is left to the definition', () => {
  const bid = { id: 'a', member_id: null, price: 1 };
  const textOf = (first_price: unknown) => JSON.stringify({ ym_profile_id: 1, bids: [{ ...bid, first_price }] });
  expect([true, false, undefined].map((flag) => read(textOf(flag)) === undefined)).toEqual([true, true, false]);
});

test('an alpha-3 country, and UK, need no definition either', () => {
  for (const [country, alpha2] of [
    ['USA', 'US'],
    ['deu', 'DE'],
    ['UK', 'GB'],
  ]) {
    const text = JSON.stringify({ ym_profile_id: 1, impression: { country }, bids: [] });
    expect(read(text)?.request.impression.country).toBe(alpha2);
    expect(read(text)).toEqual(readByDefinition(Buffer.from(text)));
  }
});

const withBids = (bids: string) => `{"ym_profile_id":1,"bids":${bids}}`;

test.for<[string, string | Uint8Array]>([
  ['an id is repeated', withBids('[{"id":"a","member_id":1,"price":1},{"id":"a","member_id":2,"price":1}]')],
  ['a key is repeated', '{"ym_profile_id":1,"bids":[],"bids":[]}'],
  ['a key of a bid is repeated', withBids('[{"id":"a","member_id":1,"price":1,"price":2}]')],
  ['a key is that of every object', '{"ym_profile_id":1,"bids":[],"__proto__":{}}'],
  ['a key is unknown', '{"ym_profile_id":1,"bids":[],"colour":1}'],
  ['a key is one of another object', '{"ym_profile_id":1,"bids":[],"price":1}'],
  ['the ym-profile is named twice', '{"ym_profile_id":1,"publisher_id":9,"bids":[]}'],
  ['no ym-profile is named', '{"bids":[]}'],
  ['the ym-profile is 0', '{"ym_profile_id":0,"bids":[]}'],
  ['a comma is too many', '{"ym_profile_id":1,"bids":[],}'],
  ['something follows the end', '{"ym_profile_id":1,"bids":[]} x'],
  ['a number has a zero before it', withBids('[{"id":"a","member_id":1,"price":01}]')],
  ['a member has a zero before it', withBids('[{"id":"a","member_id":01,"price":1}]')],
  ['a point lacks digits', withBids('[{"id":"a","member_id":1,"price":1.}]')],
  ['a number has an exponent', withBids('[{"id":"a","member_id":1,"price":1e2}]')],
  ['a number is negative', withBids('[{"id":"a","member_id":1,"price":-0}]')],
  ['a number is beyond what a double tells apart', withBids('[{"id":"a","member_id":9007199254740993,"price":1}]')],
  ['a price is beyond the bounds', withBids('[{"id":"a","member_id":1,"price":1000000}]')],
  ['a text has an escape', withBids('[{"id":"a\\u0041","member_id":1,"price":1}]')],
  ['a text is not UTF-8', Buffer.from(withBids('[{"id":"\u00e9","member_id":1,"price":1}]'), 'latin1')],
  ['an id is empty', withBids('[{"id":"","member_id":1,"price":1}]')],
  ['an id is too long', withBids(`[{"id":"${'x'.repeat(256)}","member_id":1,"price":1}]`)],
  ['a bid is too many', withBids(`[${manyBids(1001)}]`)],
  ['a key is null and repeated', '{"ym_profile_id":1,"seed":null,"seed":"s","bids":[]}'],
  ['bids are null', '{"ym_profile_id":1,"bids":null}'],
  ['a price is null', withBids('[{"id":"a","member_id":1,"price":null}]')],
  ['a segment is null', '{"ym_profile_id":1,"impression":{"segments":[null]},"bids":[]}'],
  ['null is not written out', '{"ym_profile_id":1,"seed":nul,"bids":[]}'],
  ['it breaks off', withBids('[{"id":"a","member_id":1,"price":1}')],
  ['it is nothing', ''],
  ['it is no object', 'null'],
])('an auction is left to the definition where %s', ([, json]) => {
  expect(read(json)).toBeUndefined();
});

test('a logged auction may leave open whose tiers are meant', () => {
  for (const json of ['{"bids":[]}', '{"ym_profile_id":1,"publisher_id":9,"bids":[]}']) {
    const bytes = Buffer.from(json);
    expect(reader.read(bytes, 0, bytes.length)).toBeUndefined();
    expect(reader.readLogged(bytes, 0, bytes.length)).toBeDefined();
  }
});
