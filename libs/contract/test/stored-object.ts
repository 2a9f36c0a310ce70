import {
  type ApiKey,
  apiKeyResource,
  type AuctionTier,
  type Fields,
  type Member,
  memberResource,
  type Plain,
  type PlatformMember,
  platformMemberResource,
  profileResource,
  scopes,
  type TargetingProfile,
  tierResource,
  type User,
  userResource,
  type YmProfile,
  ymProfileResource,
} from '@auction-tiers/contract';
import * as fc from 'fast-check';
import type { z } from 'zod';

const id = fc.oneof(
  fc.integer({ min: 1, max: 9 }),
  fc.constantFrom(1, 2 ** 31, 2 ** 53 - 1),
  fc
    .maxSafeNat()
    .map((n) => n + 1)
    .filter(Number.isSafeInteger),
);
/** Any characters at all: separators, quotes, line ends, other scripts. */
const text = (minLength: number, maxLength = 40) => fc.string({ unit: 'binary', minLength, maxLength });
const orNull = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null, freq: 3 });
const few = <Value>(value: fc.Arbitrary<Value>) => fc.array(value, { maxLength: 4 });
const list = <Value>(value: fc.Arbitrary<Value>) => orNull(few(value));
const date = fc
  .date({ min: new Date('1970-01-01T00:00:00Z'), max: new Date('2100-01-01T00:00:00Z'), noInvalidDate: true })
  .map((moment) => moment.toISOString().slice(0, 19).replace('T', ' '));
const money = fc
  .tuple(fc.integer({ min: 0, max: 999_999 }), fc.integer({ min: 0, max: 999_999 }))
  .map(([whole, micros]) => `${whole}.${String(micros).padStart(6, '0')}`);
const action = fc.constantFrom('include' as const, 'exclude' as const);
const names = list(fc.record({ name: text(1) }));
const ids = list(fc.record({ id }));
const hour = fc.integer({ min: 0, max: 23 });
const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday', 'all'] as const;
const devices = ['phone', 'tablet', 'pc', 'tv', 'gameconsole', 'stb', 'mediaplayer'] as const;

const tierAttributes = {
  id,
  name: text(1),
  code: orNull(text(1)),
  description: orNull(text(0)),
  profile_id: orNull(id),
  priority: fc.integer({ min: 1, max: 10 }),
  ym_profile_id: id,
  min_price: orNull(money),
  member_action: action,
  member_id: id,
  buyer_members: list(fc.record({ id, name: orNull(text(1)) })),
  created_on: date,
  last_modified: date,
};
const tier: fc.Arbitrary<AuctionTier> = fc.record(tierAttributes);

const ymProfile: fc.Arbitrary<YmProfile> = fc.record({
  id,
  code: orNull(text(1)),
  name: text(1),
  description: orNull(text(0)),
  publisher_ids: list(id),
  member_id: id,
  last_modified: date,
});

const platformMember: fc.Arbitrary<PlatformMember> = fc.record({
  id,
  name: text(1),
  primary_type: fc.constantFrom('buyer', 'network', 'seller', 'data_provider'),
  active: fc.boolean(),
  last_modified: date,
});

const member: fc.Arbitrary<Member> = fc.record({
  id,
  name: text(1),
  revenue_share_pct: fc.integer({ min: 0, max: 999_999 }).map((ppm) => ppm / 10_000),
  last_modified: date,
});

const user: fc.Arbitrary<User> = fc.record({
  id,
  username: text(1),
  role: fc.constantFrom('seller', 'admin'),
  member_id: orNull(id),
  created_on: date,
  last_modified: date,
});

const apiKey: fc.Arbitrary<ApiKey> = fc.record({
  id,
  name: orNull(text(1)),
  user_id: orNull(id),
  scopes: list(fc.constantFrom(...scopes)),
  prefix: text(1),
  key: fc.constant(null),
  created_on: date,
});

const profile: fc.Arbitrary<TargetingProfile> = fc.record({
  id,
  code: orNull(text(1)),
  name: orNull(text(1)),
  description: orNull(text(0)),
  member_id: id,
  country_action: action,
  region_action: action,
  city_action: action,
  dma_action: action,
  inventory_action: action,
  domain_action: action,
  device_type_action: action,
  operating_system_family_action: action,
  browser_action: action,
  language_action: action,
  supply_type_action: action,
  content_category_action: action,
  segment_boolean_operator: fc.constantFrom('and', 'or'),
  daypart_timezone: fc.constantFrom('UTC', 'America/New_York', 'Asia/Kathmandu'),
  country_targets: list(fc.record({ id, code: fc.constantFrom('US', 'FR'), name: text(1) })),
  region_targets: list(fc.record({ code: fc.constantFrom('US-NY', 'FR-75') })),
  city_targets: list(fc.record({ name: text(1).filter(isTrimmed), country_code: fc.constantFrom('US', 'FR') })),
  dma_targets: list(fc.record({ dma: id })),
  size_targets: list(
    fc.record({ width: fc.integer({ min: 1, max: 4000 }), height: fc.integer({ min: 1, max: 4000 }) }),
  ),
  publisher_targets: ids,
  site_targets: ids,
  placement_targets: ids,
  domain_targets: list(fc.record({ domain: fc.domain() })),
  device_type_targets: list(fc.constantFrom(...devices)),
  operating_system_family_targets: names.filter(areTrimmed),
  browser_targets: names.filter(areTrimmed),
  language_targets: list(fc.record({ code: fc.constantFrom('en', 'pt-BR') })),
  supply_type_targets: list(fc.constantFrom('web', 'mobile_web', 'mobile_app')),
  content_category_targets: list(fc.record({ code: fc.constantFrom('IAB1', 'IAB1-2') })),
  segment_targets: list(fc.record({ id, action })),
  key_value_targets: list(
    fc.record({
      key: text(1),
      values: fc.array(text(1), { minLength: 1, maxLength: 3 }),
      action,
    }),
  ),
  daypart_targets: list(
    fc
      .tuple(fc.constantFrom(...days), hour, hour)
      .map(([day, one, other]) => ({ day, start_hour: Math.min(one, other), end_hour: Math.max(one, other) })),
  ),
  last_modified: date,
});

function isTrimmed(value: string): boolean {
  return value === value.trim();
}

function areTrimmed(targets: readonly { readonly name: string }[] | null): boolean {
  return targets === null || targets.every(({ name }) => isTrimmed(name));
}

interface StoredService {
  readonly resource: { readonly service: string; readonly fields: Fields; readonly Output: z.ZodType };
  readonly object: fc.Arbitrary<Plain>;
}

/** With the prototype that a parsed object has; the arbitraries make objects without one. */
const asParsed = (object: fc.Arbitrary<Plain>) => object.map((value) => structuredClone(value));

/** Every stored service with any legal object of it. */
export const storedServices: readonly StoredService[] = [
  { resource: tierResource, object: asParsed(tier) },
  { resource: ymProfileResource, object: asParsed(ymProfile) },
  { resource: profileResource, object: asParsed(profile) },
  { resource: platformMemberResource, object: asParsed(platformMember) },
  { resource: memberResource, object: asParsed(member) },
  { resource: userResource, object: asParsed(user) },
  { resource: apiKeyResource, object: asParsed(apiKey) },
];

/** Tiers of few values, so that sorting meets ties and nulls; in any order of their ids. */
export const tierRows: fc.Arbitrary<AuctionTier[]> = fc.uniqueArray(
  fc.record({
    ...tierAttributes,
    id: fc.integer({ min: 1, max: 200 }),
    name: fc.constantFrom('a', 'b', 'B', 'c'),
    code: orNull(fc.constantFrom('x', 'y')),
    priority: fc.integer({ min: 1, max: 3 }),
    min_price: orNull(fc.constantFrom('0.000000', '9.000000', '10.000000')),
  }),
  { selector: (row) => row.id, maxLength: 30 },
);
