import {
  fromHash,
  memberResource,
  platformMemberResource,
  toHash,
  withInitials,
  ymProfileResource,
} from '@auction-tiers/contract';
import { expect, test } from 'vitest';
import { problemsOf } from '../fixture/problem.ts';

test('a ym-profile serves the publishers it lists, none unless it says so', () => {
  const body = ymProfileResource.Create.parse({ name: ' News ', publisher_ids: [9, 10] });
  expect(body).toStrictEqual({ name: 'News', publisher_ids: [9, 10] });
  expect(withInitials(ymProfileResource, { name: 'News' })).toStrictEqual({
    name: 'News',
    code: null,
    description: null,
    publisher_ids: null,
    commitments: null,
    closed_hours: null,
    no_units: false,
  });
});

test('a ym-profile that an earlier version stored is open at all hours, and its users may return', () => {
  const { closed_hours: _closed, no_units: _units, ...before } = toHash(ymProfileResource, { name: 'News' });
  expect(fromHash(ymProfileResource, before)).toMatchObject({ closed_hours: null, no_units: false });
});

test.for([
  ['publisher 0', { publisher_ids: [9, 0] }, 'publisher_ids.1'],
  ['a publisher without a name', { publisher_ids: [''] }, 'publisher_ids.0'],
  ['one publisher that is no list', { publisher_ids: 9 }, 'publisher_ids'],
  ['1001 publishers', { publisher_ids: Array.from({ length: 1001 }, (_, index) => index + 1) }, 'publisher_ids'],
  ['an hour that no day has', { closed_hours: [3, 24] }, 'closed_hours.1'],
  ['a part of an hour', { closed_hours: [1.5] }, 'closed_hours.0'],
  ['a day without an hour', { closed_hours: Array.from({ length: 24 }, (_, hour) => hour) }, 'closed_hours'],
  ['a number of returning users', { no_units: 2 }, 'no_units'],
] as const)('a ym-profile refuses %s', ([, body, path]) => {
  expect(problemsOf(ymProfileResource.Update, body).map((problem) => problem.path)).toStrictEqual([path]);
});

test('a buyer of the directory comes with the id that bids carry, and is an active buyer unless it says otherwise', () => {
  const body = platformMemberResource.Create.parse({ id: 12, name: 'B' });
  expect(withInitials(platformMemberResource, body)).toStrictEqual({
    id: 12,
    name: 'B',
    primary_type: 'buyer',
    active: true,
  });
});

test.for([
  ['an unknown type', { primary_type: 'agency' }, 'primary_type', 'buyer, network, seller, data_provider'],
  ['active as text', { active: 'true' }, 'active', 'is "true", allowed: boolean'],
  ['id 0', { id: 0 }, 'id', 'is 0'],
] as const)('the directory refuses %s', ([, body, path, message]) => {
  expect(problemsOf(platformMemberResource.Update, body)).toStrictEqual([
    { path, message: expect.stringContaining(message) },
  ]);
});

test.for([
  [15, 15],
  ['15', 15],
  ['12.3456', 12.3456],
  [0, 0],
  [-0, 0],
  [99.9999, 99.9999],
] as const)("a member's fee of %j per cent is stored as %d", ([sent, stored]) => {
  expect(memberResource.Update.parse({ revenue_share_pct: sent })).toStrictEqual({ revenue_share_pct: stored });
});

test.for([
  [100, '100 is too large'],
  [-1, '-1 is negative'],
  ['12.34567', '"12.34567" is finer than 4 decimals'],
  ['15%', '"15%" is not a decimal number'],
  [null, 'is null'],
] as const)("a member's fee of %j is refused, saying: %s", ([sent, seen]) => {
  expect(problemsOf(memberResource.Update, { revenue_share_pct: sent })).toStrictEqual([
    { path: 'revenue_share_pct', message: expect.stringContaining(seen) },
  ]);
});
