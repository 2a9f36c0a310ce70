import {
  AuctionBody,
  IdInput,
  ListInput,
  Login,
  memberResource,
  profileResource,
  tierResource,
} from '@auction-tiers/contract';
import { expect, test } from 'vitest';
import type { z } from 'zod';
import { problemsOf } from '../fixture/problem.ts';

const tier = tierResource.Update;
const profile = profileResource.Update;

test.for<[schema: z.ZodType, value: unknown, path: string, message: string]>([
  [tier, 5, '', 'is 5, allowed: object'],
  [tier, null, '', 'is null, allowed: object'],
  [tier, [1, 2], '', 'is an array of 2, allowed: object'],
  [tier, { name: 5 }, 'name', 'is 5, allowed: string'],
  [tier, { name: ['T'] }, 'name', 'is an array of 1, allowed: string'],
  [tier, { name: { T: 1 } }, 'name', 'is an object, allowed: string'],
  [tier, { name: ' ' }, 'name', 'is "", allowed: at least 1 character'],
  [tier, { priority: true }, 'priority', 'is true, allowed: number'],
  [tier, { priority: NaN }, 'priority', 'is NaN, allowed: number'],
  [tier, { priority: 5.5 }, 'priority', 'is 5.5, allowed: int'],
  [tier, { priority: 0 }, 'priority', 'is 0, allowed: at least 1'],
  [tier, { priority: 11 }, 'priority', 'is 11, allowed: at most 10'],
  [tier, { member_action: 'block' }, 'member_action', 'is "block", allowed: include, exclude'],
  [
    tier,
    { min_price: 'x' },
    'min_price',
    '"x" is not a decimal number; allowed is a decimal number from 0 to 999999.999999',
  ],
  [tier, { buyer_members: [{ id: 1 }, { id: '2.0' }] }, 'buyer_members.1.id', 'is "2.0", allowed: a whole number'],
  [tier, { colour: 1 }, 'colour', 'is not a known field'],
  [tier, { buyer_members: [{ id: 1, colour: 1 }] }, 'buyer_members.0.colour', 'is not a known field'],
  [tierResource.Create, { name: 'T' }, 'ym_profile_id', 'is required (number)'],
  [memberResource.Create, {}, 'name', 'is required (string)'],
  [
    memberResource.Create,
    { name: 'M', currency_rates: { XTS: '1' } },
    'currency_rates.XTS',
    'as a key is "XTS", allowed: a currency by its ISO 4217 code',
  ],
  [
    profile,
    { key_value_targets: [{ key: 'k', values: [] }] },
    'key_value_targets.0.values',
    'is an array of 0, allowed: at least 1 entry',
  ],
  [profile, { country_targets: [{ code: 'USA' }] }, 'country_targets.0.code', 'is "USA", allowed: a code such as US'],
  [profile, { daypart_timezone: 'Mars' }, 'daypart_timezone', 'is "Mars", allowed: an IANA time zone such as'],
  [AuctionBody, { ym_profile_id: 1, bids: [], auction_type: 3 }, 'auction_type', 'is 3, allowed: 1, 2'],
  [ListInput, { ids: Array.from({ length: 101 }, () => 1) }, 'ids', 'is an array of 101, allowed: at most 100 entries'],
  [IdInput, { id: '07' }, 'id', 'is "07", allowed: a whole number'],
  [Login, { username: 'u' }, 'password', 'is required (string)'],
])('%# the value seen and what is allowed: %o %o %o', ([schema, value, path, message]) => {
  expect(problemsOf(schema, value)).toStrictEqual([{ path, message: expect.stringContaining(message) }]);
});

test('a long value is cut to what fits a sentence', () => {
  const [problem] = problemsOf(tier, { member_action: 'x'.repeat(10_000) });
  expect(problem?.message).toMatch(/^is "x{60,}\.\.\., allowed: include, exclude$/);
  expect(problem?.message.length).toBeLessThan(150);
});

test('a password is never repeated', () => {
  for (const password of ['', 'hunter2'.repeat(200), 12_345]) {
    const [problem] = problemsOf(Login, { username: 'u', password });
    expect(problem?.path).toBe('password');
    expect(problem?.message).not.toMatch(/hunter2|12345/);
  }
});
