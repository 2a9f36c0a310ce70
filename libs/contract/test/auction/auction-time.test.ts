import { AuctionBody } from '@auction-tiers/contract';
import { expect, test } from 'vitest';
import { auction, tierSetOf } from '../fixture/auction.ts';
import { problemsOf } from '../fixture/problem.ts';

const tierSet = tierSetOf([]);
const at = <Time>(time: Time) => ({ ym_profile_id: 42, bids: [], impression: { time } });

test.for([
  ['2026-11-21T08:00:00Z', '2026-11-21T08:00:00.000Z'],
  ['2026-11-21T08:00:00.5Z', '2026-11-21T08:00:00.500Z'],
  ['2026-11-21T08:00:00.123456789Z', '2026-11-21T08:00:00.123Z'],
  ['2026-11-21T08:00:00+01:00', '2026-11-21T07:00:00.000Z'],
  ['2026-11-21T00:30:00-05:30', '2026-11-21T06:00:00.000Z'],
  ['2024-02-29T00:00:00Z', '2024-02-29T00:00:00.000Z'],
  ['1969-12-31T23:59:59Z', '1969-12-31T23:59:59.000Z'],
] as const)('the time %s is repeated as %s, which gives the same answer again', ([time, repeated]) => {
  const answer = auction(tierSet, at(time));
  expect(answer.time).toBe(repeated);
  expect(auction(tierSet, at(answer.time))).toStrictEqual(answer);
});

test.for([
  'now',
  '2026-11-21',
  '2026-11-21T08:00:00',
  '2026-11-21 08:00:00Z',
  '2026-02-30T00:00:00Z',
  '2026-11-21T24:00:00Z',
  '2026-11-21T08:60:00Z',
  '2026-11-21T08:00:00+99:00',
  '+012026-11-21T08:00:00Z',
  '',
  1_795_248_000,
])('the time %j is refused, in words', (time) => {
  const [problem, ...others] = problemsOf(AuctionBody, at(time));
  expect(others).toStrictEqual([]);
  expect(problem?.path).toBe('impression.time');
  expect(problem?.message).toMatch(/^is (\d+|".*"), allowed: .*2026-11-21T08:00:00Z$/);
});

test.for(['9999-12-31T23:59:59-23:59', '0000-01-01T00:00:00+23:59'])(
  'the time %s is no year of four digits in UTC: it is refused, for the answer could not repeat it',
  (time) => {
    expect(problemsOf(AuctionBody, at(time)).map(({ path }) => path)).toStrictEqual(['impression.time']);
  },
);
