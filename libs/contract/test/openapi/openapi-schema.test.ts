import {
  AuctionBody,
  Login,
  memberResource,
  OpenRtbBody,
  profileResource,
  tierResource,
} from '@auction-tiers/contract';
import { demoTierSet } from '@auction-tiers/contract/demo';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { auction, compileFile, explained } from '../fixture/auction.ts';
import { problemsOf, services, whole } from '../fixture/openapi-document.ts';
import { storedServices } from '../fixture/stored-object.ts';

const schemaOf = (name: string) => whole({ $ref: `#/components/schemas/${name}` });
const nameOf = (service: string) => service.replaceAll(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase());

test('the objects of the demo are of the documented form', () => {
  const { ym_profile, tiers, profiles } = demoTierSet();
  expect(problemsOf('YmProfile', ym_profile)).toStrictEqual([]);
  for (const tier of tiers) expect(problemsOf('YmAuctionTier', tier)).toStrictEqual([]);
  for (const profile of profiles) expect(problemsOf('Profile', profile)).toStrictEqual([]);
});

/** Drafts, experiments and channels are answered otherwise than they are stored. */
const storedAsAnswered = storedServices.filter(
  ({ resource }) => !/^(?:draft|experiment|channel)/.test(resource.service),
);

test.for(storedAsAnswered)('any legal $resource.service is of the documented form', ({ resource, object }) => {
  fc.assert(
    fc.property(object, (value) => {
      expect(problemsOf(nameOf(resource.service), value)).toStrictEqual([]);
    }),
    { numRuns: 50 },
  );
});

test.for(services)('of a $resource.service what must be there, and what may be null, is documented', (documented) => {
  const { resource, methods } = documented;
  const name = nameOf(resource.service);
  const doors: [string, z.ZodType][] = [
    [name, resource.Output],
    ...(methods.includes('POST') ? [[`${name}Create`, resource.Create] as [string, z.ZodType]] : []),
    ...(methods.includes('PUT') ? [[`${name}Update`, resource.Update] as [string, z.ZodType]] : []),
  ];
  for (const [schema, definition] of doors) {
    const required = definition.safeParse({}).error?.issues.map(({ path }) => path[0]) ?? [];
    const names = Object.keys((definition as z.ZodObject).shape);
    expect(new Set(schemaOf(schema)['required'] as readonly string[])).toStrictEqual(new Set(required));
    expect(new Set(Object.keys(schemaOf(schema).properties))).toStrictEqual(new Set(names));
    for (const field of Object.keys(resource.fields)) {
      const isRefused = (definition.safeParse({ [field]: null }).error?.issues ?? []).some(
        ({ path }) => path[0] === field,
      );
      const problems = problemsOf(schema, { [field]: null }).filter((problem) => problem.startsWith(`/${field}`));
      expect([schema, field, problems.length > 0]).toStrictEqual([schema, field, isRefused]);
    }
  }
});

test('a create documents what it stores for what is not sent; an update, which stores nothing then, does not', () => {
  expect(schemaOf('YmAuctionTierCreate').properties['priority']).toMatchObject({ default: 5 });
  expect(schemaOf('YmAuctionTierCreate').properties['member_action']).toMatchObject({ default: 'exclude' });
  expect(JSON.stringify(schemaOf('YmAuctionTierUpdate').properties)).not.toContain('"default"');
});

test.for(services)('every attribute of $resource.service says what it is', ({ resource }) => {
  const { properties } = schemaOf(nameOf(resource.service));
  for (const [name, { description }] of Object.entries(resource.fields)) {
    expect([name, whole(properties[name]!)['description']]).toStrictEqual([name, description]);
  }
});

const tier = (more: object) => ({ name: 'T', ym_profile_id: 42, ...more });
const bidding = (more: object) => ({ ym_profile_id: 1, bids: [{ id: 'b', member_id: 1, price: 1, ...more }] });

const bodies: readonly [string, z.ZodType, readonly unknown[]][] = [
  [
    'YmAuctionTierCreate',
    tierResource.Create,
    [
      '2',
      '2.00',
      '0.000001',
      '999999.999999',
      '1000000',
      '2.0000001',
      '-1',
      '',
      ' 2',
      '02',
      'x',
      0,
      2.5,
      999_999.999999,
      1_000_000,
      -0.01,
      null,
      true,
    ].map((min_price) => tier({ min_price })),
  ],
  [
    'YmAuctionTierCreate',
    tierResource.Create,
    [
      ...[0, 1, 10, 11, 5.5, '5.0'].map((priority) => tier({ priority })),
      ...['', ' ', 'x', 'x'.repeat(255), 'x'.repeat(256), 7].map((name) => tier({ name })),
      ...['', 'x'.repeat(100), 'x'.repeat(101), null].map((code) => tier({ code })),
      ...['', null].map((description) => tier({ description })),
      ...[[{}], [{ id: 1 }], [{ name: 'A' }], [{ name: null }], [{ id: 0 }], [], null].map((buyer_members) =>
        tier({ buyer_members }),
      ),
      tier({ colour: 'red' }),
      tier({ id: 7, last_modified: 'whatever' }),
      { name: 'T' },
      [],
    ],
  ],
  [
    'MemberUpdate',
    memberResource.Update,
    [0, 99.9999, 100, -1, '15', '15.1234', '15.12345', '100', null].map((revenue_share_pct) => ({ revenue_share_pct })),
  ],
  [
    'ProfileUpdate',
    profileResource.Update,
    [
      { country_targets: [{}] },
      { country_targets: [{ code: 'US' }] },
      { country_targets: [{ id: 233 }] },
      { key_value_targets: [{ key: 'k', values: [] }] },
      { key_value_targets: [{ key: 'k', values: ['v'] }] },
      { segment_targets: [{ id: 1 }] },
      { device_type_targets: ['fridge'] },
      { daypart_targets: [{ day: 'all', start_hour: 0, end_hour: 24 }] },
    ],
  ],
  [
    'AuctionBody',
    AuctionBody,
    [
      bidding({}),
      ...['2.35294117647', 0, 999_999.999999, 1_000_000, -1, 'x', null].map((price) => bidding({ price })),
      ...[0, 100, '99.9999', '99.99999'].map((revenue_share_pct) => bidding({ revenue_share_pct })),
      { ...bidding({}), publisher_id: 9 },
      { bids: [] },
      { publisher_id: 9, bids: [] },
      { ...bidding({}), auction_type: 3 },
      { ...bidding({}), seed: '' },
      { ...bidding({}), impression: { key_values: { section: ['sports'] } } },
      { ...bidding({}), impression: { key_values: { section: 'sports' } } },
      { ...bidding({}), impression: { key_values: [] } },
      { ...bidding({}), impression: { weather: 'rain' } },
    ],
  ],
  ['OpenRtbBody', OpenRtbBody, [{ bid_request: {} }, {}, { bid_request: [] }, { bid_request: {}, seats: { a: 0 } }]],
  ['Login', Login, [{ username: 'ann', password: 'x' }, { username: 'ann' }, { username: '', password: 'x' }]],
];

describe.for(bodies)('%s', ([name, definition, values]) => {
  test.for(values.map((value) => [JSON.stringify(value).slice(0, 120), value] as const))(
    'takes and refuses as its definition does: %s',
    ([, value]) => {
      expect(problemsOf(name, value).length === 0).toBe(definition.safeParse(value).success);
    },
  );
});

test('answers of auctions are of the documented form', () => {
  const bids = [101, 107, 108, 112, 112, 120, 999].map((member_id, index) => ({
    id: `b${index}`,
    member_id,
    price: 5 - index / 2,
  }));
  const body = { ym_profile_id: 1, bid_floor: 2.5, seed: 's', bids };
  const tierSet = compileFile(demoTierSet());
  expect(problemsOf('AuctionAnswer', auction(tierSet, body))).toStrictEqual([]);
  expect(problemsOf('AuctionAnswer', auction(tierSet, { ym_profile_id: 1, bids: [] }))).toStrictEqual([]);
  const explanation = explained(tierSet, body);
  expect(new Set(explanation.bids.map(({ decision }) => decision.kind)).size).toBeGreaterThan(2);
  expect(problemsOf('ExplainedAuction', explanation)).toStrictEqual([]);
});
