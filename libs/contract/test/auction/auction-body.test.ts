import { AuctionBody, auctionFields, bidFields, impressionFields, toAuctionRequest } from '@auction-tiers/contract';
import { expect, test } from 'vitest';
import { pathsOf, problemsOf } from '../fixture/problem.ts';

const bid = { id: 'b1', member_id: 12, price: 2.5 };
const least = { ym_profile_id: 42, bids: [] };

test('a full body is taken, its prices as micros and its fees as parts per million', () => {
  const impression = {
    country: 'US',
    region: 'US-NY',
    city: 'New York',
    dma: 501,
    sizes: [{ width: 300, height: 250 }],
    publisher_id: 9,
    site_id: 3,
    placement_id: 77,
    domain: 'news.example.com',
    device_type: 'phone',
    operating_system_family: 'iOS',
    carrier: 'Verizon',
    browser: 'Safari',
    language: 'en',
    supply_type: 'web',
    content_categories: ['IAB1'],
    segments: [12, 99],
    key_values: { section: ['sports'] },
    time: '2026-11-21T08:00:00Z',
  };
  const body = {
    ym_profile_id: 42,
    auction_type: 2,
    bid_floor: 0.5,
    revenue_share_pct: '15',
    seed: 'any string',
    unit: 'user 7',
    impression,
    bids: [
      { ...bid, revenue_share_pct: 10 },
      { ...bid, id: 'b2', member_id: null, price: '0.29' },
    ],
  };
  expect(AuctionBody.parse(body)).toStrictEqual({
    ...body,
    bid_floor: 500_000,
    revenue_share_pct: 150_000,
    impression: { ...impression, key_values: new Map([['section', ['sports']]]) },
    bids: [
      { ...bid, price: 2_500_000, revenue_share_pct: 100_000 },
      { id: 'b2', member_id: null, price: 290_000 },
    ],
  });
});

test('everything but the ym-profile and the bids may be left out', () => {
  expect(AuctionBody.parse(least)).toStrictEqual(least);
  expect(AuctionBody.parse({ publisher_id: 9, bids: [] })).toStrictEqual({ publisher_id: 9, bids: [] });
  expect(AuctionBody.parse({ ...least, impression: {} })).toStrictEqual({ ...least, impression: {} });
});

test.for([
  ['US', 'US'],
  ['us', 'us'],
  ['USA', 'US'],
  ['gbr', 'GB'],
  ['XYZ', 'XYZ'],
  ['USAA', 'USAA'],
  ['', ''],
] as const)('the country %j is %j for the engine', ([country, known]) => {
  const body = AuctionBody.parse({ ...least, impression: { country } });
  expect(toAuctionRequest(body, { seed: 's', timeMs: 7, feePpm: 9 }).impression.country).toBe(known);
});

/** Null for each of these attributes. */
const absent = (fields: object) => Object.fromEntries(Object.keys(fields).map((name) => [name, null]));
const requestOf = (body: unknown) => toAuctionRequest(AuctionBody.parse(body), { seed: 's', timeMs: 7, feePpm: 9 });

test('null is as good as nothing wherever something may be left out', () => {
  const bids = [{ ...absent(bidFields), ...bid }];
  const plain = requestOf({ ...least, bids: [bid] });
  for (const impression of [null, absent(impressionFields)]) {
    expect(requestOf({ ...absent(auctionFields), ...least, impression, bids })).toEqual(plain);
  }
  expect(problemsOf(AuctionBody, { ...absent(auctionFields), publisher_id: 9, bids: [] })).toStrictEqual([]);
  const keyed = requestOf({ ...least, impression: { key_values: { section: null, page: ['x'] } } });
  expect(keyed.impression.keyValues).toEqual(new Map([['page', ['x']]]));
});

const refused: readonly [rule: string, body: object, path: string, message: string][] = [
  ['neither ym-profile nor publisher', { ym_profile_id: undefined }, 'ym_profile_id', 'or else publisher_id'],
  ['both ym-profile and publisher', { publisher_id: 9 }, 'ym_profile_id', 'or else publisher_id'],
  ['ym-profile 0', { ym_profile_id: 0 }, 'ym_profile_id', 'is 0'],
  ['an unknown attribute', { colour: 'red' }, 'colour', 'is not a known field'],
  ['auction type 3', { auction_type: 3 }, 'auction_type', 'is 3, allowed: 1, 2'],
  ['auction type in words', { auction_type: 'first' }, 'auction_type', 'is "first", allowed: 1, 2'],
  ['a negative floor', { bid_floor: -0.5 }, 'bid_floor', '-0.5 is negative'],
  ['a fee of 100', { revenue_share_pct: 100 }, 'revenue_share_pct', '100 is too large'],
  ['a negative fee', { revenue_share_pct: '-1' }, 'revenue_share_pct', '"-1" is negative'],
  ['a fee of five decimals', { revenue_share_pct: 1.23456 }, 'revenue_share_pct', '1.23456 is finer than 4 decimals'],
  ['an empty seed', { seed: '' }, 'seed', 'at least 1 character'],
  ['a seed of 65', { seed: 's'.repeat(65) }, 'seed', 'at most 64 characters'],
  ['an empty unit', { unit: '' }, 'unit', 'at least 1 character'],
  ['a unit of 65', { unit: 'u'.repeat(65) }, 'unit', 'at most 64 characters'],
  ['a unit that is a number', { unit: 7 }, 'unit', 'is 7, allowed: string'],
  ['a seed that is a number', { seed: 7 }, 'seed', 'is 7, allowed: string'],
  ['both ym-profile and publisher null', { ym_profile_id: null, publisher_id: null }, 'ym_profile_id', 'or else'],
  ['bids that are null', { bids: null }, 'bids', 'is null, allowed: array'],
  ['a price that is null', { bids: [{ ...bid, price: null }] }, 'bids.0.price', 'is null'],
  ['no bids at all', { bids: undefined }, 'bids', 'is required (array)'],
  ['bids that are no list', { bids: {} }, 'bids', 'is an object, allowed: array'],
  ['a bid that is null', { bids: [null] }, 'bids.0', 'is null, allowed: object'],
  ['a bid without id', { bids: [{ ...bid, id: undefined }] }, 'bids.0.id', 'is required (string)'],
  ['an empty bid id', { bids: [{ ...bid, id: '' }] }, 'bids.0.id', 'at least 1 character'],
  ['a bid id that is a number', { bids: [{ ...bid, id: 1 }] }, 'bids.0.id', 'is 1, allowed: string'],
  ['a bid id of 256 characters', { bids: [{ ...bid, id: 'b'.repeat(256) }] }, 'bids.0.id', 'at most 255 characters'],
  ['a repeated bid id', { bids: [bid, { ...bid, id: 'b2' }, bid] }, 'bids.2.id', 'is "b1", which bids.0 has already'],
  [
    'a bid without buyer',
    { bids: [{ ...bid, member_id: undefined }] },
    'bids.0.member_id',
    'is required (number or null)',
  ],
  ['buyer 0', { bids: [{ ...bid, member_id: 0 }] }, 'bids.0.member_id', 'is 0, allowed: at least 1'],
  ['a bid without price', { bids: [{ ...bid, price: undefined }] }, 'bids.0.price', 'is required'],
  ["a bid's fee of 100", { bids: [{ ...bid, revenue_share_pct: '100' }] }, 'bids.0.revenue_share_pct', 'is too large'],
  ['an unknown attribute of a bid', { bids: [{ ...bid, colour: 1 }] }, 'bids.0.colour', 'is not a known field'],
  ['an impression that is a list', { impression: [] }, 'impression', 'is an array of 0, allowed: object'],
];

const refusedImpressions: readonly [rule: string, impression: object, path: string, message: string][] = [
  ['an unknown attribute', { postal_code: '10001' }, 'postal_code', 'is not a known field'],
  ['a country that is a number', { country: 1 }, 'country', 'is 1, allowed: string'],
  ['a domain of 1001 characters', { domain: 'd'.repeat(1001) }, 'domain', 'at most 1000 characters'],
  ['a market area by name', { dma: 'New York' }, 'dma', 'is "New York"'],
  ['a negative market area', { dma: -1 }, 'dma', 'is -1'],
  ['half a size', { sizes: [{ width: 300 }] }, 'sizes.0.height', 'is required'],
  ['a size as text', { sizes: ['300x250'] }, 'sizes.0', 'is "300x250", allowed: object'],
  ['a broken size', { sizes: [{ width: 300.5, height: 250 }] }, 'sizes.0.width', 'is 300.5'],
  ['site 0', { site_id: 0 }, 'site_id', 'is 0'],
  ['an unknown device type', { device_type: 'watch' }, 'device_type', 'is "watch", allowed: phone, tablet'],
  ['an unknown supply type', { supply_type: 'app' }, 'supply_type', 'is "app", allowed: web, mobile_web, mobile_app'],
  ['a category that is no list', { content_categories: 'IAB1' }, 'content_categories', 'is "IAB1", allowed: array'],
  ['segment 0', { segments: [12, 0] }, 'segments.1', 'is 0'],
  ['1001 segments', { segments: Array.from({ length: 1001 }, () => 1) }, 'segments', 'at most 1000 entries'],
  ['key-values that are a list', { key_values: [['a', 'b']] }, 'key_values', 'an array of 1, allowed: an object'],
  ['a value that holds null', { key_values: { a: [null] } }, 'key_values.a', 'is an array of 1, allowed: an array'],
  ['a segment that is null', { segments: [12, null] }, 'segments.1', 'is null'],
  ['half a size and null', { sizes: [{ width: 300, height: null }] }, 'sizes.0.height', 'is null'],
  ['a value that is no list', { key_values: { a: 'b' } }, 'key_values.a', 'is "b", allowed: an array'],
  ['a value that is a number', { key_values: { a: ['b', 1] } }, 'key_values.a', 'is an array of 2, allowed: an array'],
];

test.for([
  ...refused,
  ...refusedImpressions.map(
    ([rule, impression, path, message]) =>
      [`in the impression, ${rule}`, { impression }, `impression.${path}`, message] as const,
  ),
])('refused: %s', ([, body, path, message]) => {
  expect(problemsOf(AuctionBody, { ...least, ...body })).toStrictEqual([
    { path, message: expect.stringContaining(message) },
  ]);
});

test.for([null, 5, 'text', undefined])('a body that is %j is refused as a whole', (body) => {
  expect(pathsOf(AuctionBody, body)).toStrictEqual(['']);
});

test('all problems of a body are told at once', () => {
  const body = {
    colour: 'red',
    seed: '',
    bid_floor: -1,
    impression: { dma: 'x', time: 'now', key_values: { a: 1 } },
    bids: [
      { ...bid, price: -1 },
      { ...bid, price: 'x' },
    ],
  };
  expect(pathsOf(AuctionBody, body)).toStrictEqual([
    'bid_floor',
    'bids.0.price',
    'bids.1.id',
    'bids.1.price',
    'colour',
    'impression.dma',
    'impression.key_values.a',
    'impression.time',
    'seed',
    'ym_profile_id',
  ]);
});

test('an auction has at most 1000 bids, and none is enough', () => {
  const bids = Array.from({ length: 1001 }, (_, index) => ({ ...bid, id: `b${index}` }));
  expect(pathsOf(AuctionBody, { ...least, bids })).toStrictEqual(['bids']);
  expect(AuctionBody.parse({ ...least, bids: bids.slice(1) }).bids).toHaveLength(1000);
});

test('key-values have at most 1000 keys, each with at most 1000 values', () => {
  const texts = Array.from({ length: 1001 }, (_, index) => `t${index}`);
  const many = Object.fromEntries(texts.map((key) => [key, []]));
  expect(pathsOf(AuctionBody, { ...least, impression: { key_values: many } })).toStrictEqual(['impression.key_values']);
  const long = { key_values: { a: texts, b: texts.slice(1) } };
  expect(pathsOf(AuctionBody, { ...least, impression: long })).toStrictEqual(['impression.key_values.a']);
});

test('seeds of 1 and of 64 characters are taken as they are', () => {
  for (const seed of ['s', ' ', 's'.repeat(64)]) expect(AuctionBody.parse({ ...least, seed }).seed).toBe(seed);
});

test("keys of key-values are the caller's own words, whatever they mean to JavaScript", () => {
  const text = '{"__proto__":["a"],"constructor":["b","c"],"":[],"toString":[""]}';
  const parsed = AuctionBody.parse({ ...least, impression: { key_values: JSON.parse(text) } });
  expect([...(parsed.impression?.key_values ?? [])]).toStrictEqual([
    ['__proto__', ['a']],
    ['constructor', ['b', 'c']],
    ['', []],
    ['toString', ['']],
  ]);
});

test('an attribute named __proto__ is unknown like any other', () => {
  const body = JSON.parse('{"ym_profile_id":42,"__proto__":1,"impression":{"__proto__":{"dma":1}},"bids":[]}');
  expect(pathsOf(AuctionBody, body)).toStrictEqual(['__proto__', 'impression.__proto__']);
});
