import { AuctionBody } from '@auction-tiers/contract';
import { expect, test } from 'vitest';
import { problemsOf } from '../fixture/problem.ts';

const bidOf = (price: unknown) => ({ ym_profile_id: 42, bids: [{ id: 'b', member_id: 12, price }] });

test.for([
  [2.5, 2_500_000],
  ['2.5', 2_500_000],
  ['2.500000', 2_500_000],
  [0, 0],
  [-0, 0],
  ['0', 0],
  [0.1 + 0.2, 300_000],
  ['1E1', 10_000_000],
  [999_999.999999, 999_999_999_999],
] as const)('a price of %j is %d micros', ([price, micros]) => {
  const body = AuctionBody.parse({ ...bidOf(price), bid_floor: price });
  expect([body.bids[0]?.price, body.bid_floor]).toEqual([micros, micros]);
});

test.for([
  [1.0000004, 1_000_001, 1_000_000],
  ['1.0000005', 1_000_001, 1_000_000],
  [2 / 0.85, 2_352_942, 2_352_941],
  [1e-7, 1, 0],
  [5e-7, 1, 0],
] as const)('%j is finer than a micro: as a bid %d, as a floor %d', ([price, bid, floor]) => {
  const body = AuctionBody.parse({ ...bidOf(price), bid_floor: price });
  expect([body.bids[0]?.price, body.bid_floor]).toEqual([bid, floor]);
});

test('a bid that rounds up beyond the highest price is refused; a floor is rounded down to it', () => {
  const price = '999999.9999994';
  expect(problemsOf(AuctionBody, bidOf(price))).toMatchObject([{ path: 'bids.0.price' }]);
  expect(AuctionBody.parse({ ...bidOf(1), bid_floor: price }).bid_floor).toBe(999_999_999_999);
});

test.for([
  ['-1', '"-1" is negative'],
  [-1e-9, '-1e-9 is negative'],
  ['-0', '"-0" is negative'],
  [1_000_000, '1000000 is too large'],
  ['1000000.0000001', 'is too large'],
  ['1e400', '"1e400" is too large'],
  [JSON.parse('1e400'), 'is Infinity'],
  [JSON.parse('-1e400'), 'is -Infinity'],
  [NaN, 'is NaN'],
  ['NaN', '"NaN" is not a decimal number'],
  ['', '"" is not a decimal number'],
  ['2,5', '"2,5" is not a decimal number'],
  ['$2.50', '"$2.50" is not a decimal number'],
  [true, 'is true'],
  [[2.5], 'is an array of 1'],
  [{}, 'is an object'],
] as const)('a bid of %j is refused, saying: %s', ([price, seen]) => {
  const message = expect.stringContaining(seen);
  expect(problemsOf(AuctionBody, bidOf(price))).toStrictEqual([{ path: 'bids.0.price', message }]);
  const [problem] = problemsOf(AuctionBody, { ...bidOf(1), bid_floor: price });
  expect(problem).toStrictEqual({ path: 'bid_floor', message });
  expect(problem?.message).toContain('allowed');
});
