import { describe, expect, test } from 'vitest';
import { defaults, map, mapOne, placeless } from './build.ts';

const request = { imp: [{ id: '1' }, { id: '2' }] };
const usd = (micros: number) => ({ currency: 'USD', micros });
const response = (seat: unknown, ...bid: unknown[]) => ({ seatbid: [{ seat, bid }] });

test('a bid joins the auction of the impression that it names, in the order of the responses', () => {
  const responses = [
    response('m12', { id: 'a', impid: '2', price: 1 }, { id: 'b', impid: '1', price: 2 }),
    response('m13', { id: 'c', impid: '2', price: '3.5' }),
  ];
  const [first, second] = map(request, responses).auctions;
  expect(placeless(first!.bids)).toEqual([{ seat: 'm12', bidId: 'b', memberId: 12, index: 0, offer: usd(2_000_000) }]);
  expect(placeless(second!.bids)).toEqual([
    { seat: 'm12', bidId: 'a', memberId: 12, index: 0, offer: usd(1_000_000) },
    { seat: 'm13', bidId: 'c', memberId: 13, index: 1, offer: usd(3_500_000) },
  ]);
  expect(second!.request.bids).toEqual([
    { id: '0', memberId: 12, grossMicros: 1_000_000 },
    { id: '1', memberId: 13, grossMicros: 3_500_000 },
  ]);
});

test('ids that repeat or are missing stay as given, and are unique for the engine', () => {
  const bid = { impid: '1', price: 1 };
  const auction = mapOne(request, [
    response('m1', { ...bid, id: 'x' }, { ...bid, id: 'x' }),
    response('m2', bid, { ...bid, id: 7 }),
  ]);
  expect(auction.bids.map(({ bidId }) => bidId)).toEqual(['x', 'x', null, '7']);
  expect(auction.request.bids.map(({ id }) => id)).toEqual(['0', '1', '2', '3']);
});

test.for([
  { title: 'a known seat', seat: 'm12', given: 'm12', memberId: 12 },
  { title: 'an unknown seat', seat: 'appnexus', given: 'appnexus', memberId: null },
  { title: 'no seat', seat: undefined, given: null, memberId: null },
  { title: 'a seat that is a number', seat: 12, given: '12', memberId: null },
  { title: 'a seat that is neither', seat: {}, given: null, memberId: null },
])('$title takes part', ({ seat, given, memberId }) => {
  const auction = mapOne(request, [response(seat, { id: 'b', impid: '1', price: 1 })]);
  expect(placeless(auction.bids)).toEqual([{ seat: given, bidId: 'b', memberId, index: 0, offer: usd(1_000_000) }]);
});

test.for([
  { title: 'no price', price: undefined, reason: 'price_missing', message: 'price is missing; a bid needs one' },
  { title: 'null', price: null, reason: 'price_missing', message: 'price is null; a bid needs one' },
  { title: 'a negative price', price: -1, reason: 'price_invalid', message: /^-1 is negative/ },
  {
    title: 'a price too large',
    price: 1e6,
    reason: 'price_invalid',
    message: /^1000000 is too large/,
    offer: { currency: 'USD', micros: 1e12 },
  },
  { title: 'a price of words', price: 'two', reason: 'price_invalid', message: /^"two" is not a decimal number/ },
  { title: 'an object', price: {}, reason: 'price_invalid', message: 'an object is no price; allowed is a number' },
  { title: 'infinity', price: Infinity, reason: 'price_invalid', message: /^Infinity is not a decimal number/ },
])('a bid with $title is invalid, and its neighbour goes on', ({ price, reason, message, offer }) => {
  const auction = mapOne(request, [response('m12', { id: 'a', impid: '1', price }, { id: 'b', impid: '1', price: 0 })]);
  expect(placeless(auction.bids)).toEqual([
    { seat: 'm12', bidId: 'a', memberId: 12, invalid: { reason, message: expect.stringMatching(message), offer } },
    { seat: 'm12', bidId: 'b', memberId: 12, index: 0, offer: usd(0) },
  ]);
  expect(auction.request.bids).toMatchObject([{ id: '0', memberId: 12, grossMicros: 0 }]);
});

test('a bid in a currency without a rate is invalid, with its offer', () => {
  const bids = [
    { cur: 'EUR', ...response('m12', { id: 'a', impid: '1', price: 1 }) },
    { cur: 'usd', ...response('m12', { id: 'b', impid: '1', price: 1 }) },
    response('m12', { id: 'c', impid: '1', price: 1 }),
  ];
  const reasons = (currency?: string) =>
    map(request, bids, { ...defaults, currency }).auctions[0]!.bids.map(({ invalid }) => invalid?.reason);
  expect(reasons()).toEqual(['currency_unsupported', undefined, undefined]);
  const [euros] = map(request, bids).auctions[0]!.bids;
  expect(euros?.invalid?.offer).toEqual({ currency: 'EUR', micros: 1_000_000 });
  expect(reasons('EUR')).toEqual([undefined, 'currency_unsupported', 'currency_unsupported']);
});

const price = (value: number | string, cur?: string) => ({
  cur,
  ...response('m12', { id: 'b', impid: '1', price: value }),
});
const withFloor = (bidfloor: number, bidfloorcur?: string) => ({ imp: [{ id: '1', bidfloor, bidfloorcur }] });

describe('a seller in EUR with a rate for USD', () => {
  const inEuros = { ...defaults, currency: 'EUR', rates: { USD: '0.92', JPY: '0.000000001' } };
  const grossOf = (bidRequest: object, ...responses: object[]) =>
    map(bidRequest, responses, inEuros).auctions[0]!.request.bids.map(({ grossMicros }) => grossMicros);

  test('bids are converted and rounded up', () => {
    expect(grossOf(request, price(1, 'EUR'), price(1, 'USD'), price(0.000001, 'USD'), price(1, 'JPY'))).toEqual([
      1_000_000, 920_000, 1, 1,
    ]);
  });

  test('a response that names no currency is in the only one of the request, else in USD', () => {
    expect(grossOf({ ...request, cur: ['EUR'] }, price(1))).toEqual([1_000_000]);
    expect(grossOf({ ...request, cur: ['EUR', 'USD'] }, price(1))).toEqual([920_000]);
    expect(grossOf(request, price(1))).toEqual([920_000]);
  });

  test('prices above the highest one are converted from a currency that is worth less', () => {
    const inDong = { ...inEuros, rates: { VND: '0.000035' } };
    const sent = [1_500_000, '1500000', '0x1E8480', ' 1500000', 1e18].map((value) => price(value, 'VND'));
    const mapped = map(withFloor(1_200_000, 'VND'), sent, inDong);
    const { bidFloorMicros, bids } = mapped.auctions[0]!.request;
    expect([bidFloorMicros, bids.map(({ grossMicros }) => grossMicros)]).toEqual([
      42_000_000,
      [52_500_000, 52_500_000],
    ]);
    expect(mapped.auctions[0]!.bids.map(({ invalid }) => invalid?.reason)).toEqual([
      undefined,
      undefined,
      ...Array.from({ length: 3 }, () => 'price_invalid'),
    ]);
    expect(map(withFloor(1e18, 'VND'), [], inDong).auctions[0]!.request.bidFloorMicros).toBe(999_999_999_999);
    expect(map(withFloor(1e6, 'EUR'), [], inDong).auctions[0]!.request.bidFloorMicros).toBe(999_999_999_999);
  });

  const floorOf = (bidRequest: object) => map(bidRequest, [], inEuros).auctions[0]!.request.bidFloorMicros;

  test('a floor is converted and rounded down, and never dropped: one without a rate refuses its impression alone', () => {
    expect(floorOf(withFloor(0.5, 'EUR'))).toBe(500_000);
    expect(floorOf(withFloor(0.5))).toBe(460_000);
    expect(floorOf(withFloor(0.000001, 'USD'))).toBe(0);
    for (const floor of [0.5, 1_500_000]) {
      const [imp] = withFloor(floor, 'GBP').imp;
      const { auctions, refused } = map({ imp: [imp, { id: 'other' }] }, [], inEuros);
      expect(auctions.map(({ impId, impIndex }) => [impId, impIndex])).toEqual([['other', 1]]);
      expect(refused).toMatchObject([
        {
          impId: '1',
          impIndex: 0,
          issues: [{ path: 'bid_request.imp[0].bidfloor', message: expect.stringMatching(/GBP.*EUR, JPY, USD/) }],
        },
      ]);
    }
  });
});

test('what targets of the bid read, and the floor of its deal', () => {
  const deals = [{ id: 'RBC_1', bidfloor: 3 }, { id: 'free' }, { id: 'x'.repeat(65), bidfloor: 4 }];
  const bids = [
    { id: 'a', impid: '1', price: 2, dealid: 'RBC_1', adomain: ['shop.example', 7, ' '], mtype: 2 },
    { id: 'b', impid: '1', price: 2, dealid: 'free', adomain: [], mtype: 9 },
    { id: 'c', impid: '1', price: 2, dealid: 'x'.repeat(65), mtype: '4' },
  ];
  const auction = mapOne({ imp: [{ id: '1', bidfloor: 1, pmp: { deals } }] }, [response('m12', ...bids)]);
  expect(auction.request.bidFloorMicros).toBe(1_000_000);
  expect(auction.request.bids).toEqual([
    {
      id: '0',
      memberId: 12,
      grossMicros: 2_000_000,
      deal: 'RBC_1',
      advertiserDomains: ['shop.example'],
      mediaType: 'video',
      floorMicros: 3_000_000,
    },
    { id: '1', memberId: 12, grossMicros: 2_000_000, deal: 'free' },
    { id: '2', memberId: 12, grossMicros: 2_000_000, mediaType: 'native', floorMicros: 4_000_000 },
  ]);
});

const places = (bids: readonly { readonly responseIndex: number; readonly bidIndex: number }[]) =>
  bids.map(({ responseIndex, bidIndex }) => [responseIndex, bidIndex]);

test('bids are told apart by their places, over all seats of a response, null ones counted', () => {
  const bid = { id: 'same', impid: '1', price: 1 };
  const responses = [
    null,
    {
      seatbid: [
        { seat: 'm1', bid: [bid, null, bid] },
        { seat: 'm2', bid: [bid] },
      ],
    },
    { seatbid: [{ seat: 'm3', bid: [bid, { ...bid, impid: 'none' }] }] },
  ];
  const { auctions, strayBids } = map(request, responses);
  expect(places(auctions[0]!.bids)).toEqual([
    [1, 0],
    [1, 2],
    [1, 3],
    [2, 0],
  ]);
  expect(places(strayBids)).toEqual([[2, 1]]);
});

test('a bid on no impression of the request is a stray bid, whatever its price', () => {
  const bids = [{ id: 'a', impid: '3', price: 1 }, { id: 'b', price: 1 }, { id: 'c', impid: 1 }, 'bid', 5];
  const { auctions, strayBids } = map(request, [response('m12', ...bids)]);
  expect(auctions.flatMap((auction) => auction.bids)).toEqual([]);
  const bidder = { seat: 'm12', memberId: 12 };
  expect(placeless(strayBids)).toEqual([
    {
      ...bidder,
      bidId: 'a',
      impId: '3',
      invalid: { reason: 'unknown_impression', message: '"3" is no impression of the request' },
    },
    {
      ...bidder,
      bidId: 'b',
      impId: null,
      invalid: { reason: 'impression_missing', message: 'impid is missing; allowed is the id of an impression' },
    },
    {
      ...bidder,
      bidId: 'c',
      impId: null,
      invalid: { reason: 'impression_missing', message: 'impid is 1; allowed is the id of an impression' },
    },
    {
      ...bidder,
      bidId: null,
      impId: null,
      invalid: { reason: 'not_an_object', message: '"bid" is no bid; allowed is an object' },
    },
    {
      ...bidder,
      bidId: null,
      impId: null,
      invalid: { reason: 'not_an_object', message: '5 is no bid; allowed is an object' },
    },
  ]);
});

test('null among seats and bids is none, and changes the place of no other', () => {
  const bid = { impid: '1', price: 1 };
  const responses = [
    null,
    { seatbid: [null, { seat: 'm1', bid: [null, { ...bid, id: 'a' }, null, { ...bid, id: 'b' }] }] },
  ];
  const { auctions, strayBids, warnings } = map(request, responses);
  expect(auctions[0]!.bids.map(({ bidId, index }) => [bidId, index])).toEqual([
    ['a', 0],
    ['b', 1],
  ]);
  expect([strayBids, warnings]).toEqual([[], []]);
});

const unitsOf = (id: string) => map({ ...request, user: { id } }).auctions.map(({ unit }) => unit);

test('units that are too long and differ stay different, and all impressions have the same one', () => {
  const long = 'x'.repeat(70);
  const [first, second] = [unitsOf(`${long}1`), unitsOf(`${long}2`)];
  expect(first[0]).toBe(first[1]);
  expect(first[0]).not.toBe(second[0]);
});

test.for([
  { seed: 's', seeds: ['s/0', 's/1'] },
  { seed: 'x'.repeat(62), seeds: [`${'x'.repeat(62)}/0`, `${'x'.repeat(62)}/1`] },
  {
    seed: 'x'.repeat(63),
    seeds: [expect.stringMatching(/^[0-9a-f]{16}\/0$/), expect.stringMatching(/^[0-9a-f]{16}\/1$/)],
  },
])('each impression has a seed of its own of at most 64 characters: $seed', ({ seed, seeds }) => {
  expect(map(request, [], { ...defaults, seed }).auctions.map((auction) => auction.request.seed)).toEqual(seeds);
});

const seedOf = (seed: string) => map(request, [], { ...defaults, seed }).auctions[0]!.request.seed;

test('long seeds that differ anywhere stay different', () => {
  const long = 'x'.repeat(70);
  const seeds = Array.from(long, (_, at) => seedOf(`${long.slice(0, at)}y${long.slice(at + 1)}`));
  expect(new Set(seeds).size).toBe(long.length);
  expect(seedOf(long)).toBe(seedOf(long));
});

test('fee and moment are the given ones', () => {
  expect(mapOne(request).request).toMatchObject({ feePpm: defaults.feePpm, timeMs: defaults.timeMs });
});
