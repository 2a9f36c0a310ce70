import {
  type AppRouter,
  type AuctionAnswer,
  type AuctionTier,
  countryResource,
  type createCallerFactory,
  type DmaRow,
  type FilterOf,
  filtersOf,
  type Handlers,
  type Page,
  type TargetingProfile,
  type tierResource,
} from '@auction-tiers/contract';
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import { expect, expectTypeOf, test } from 'vitest';

// The compiler judges this file: a wrong type fails `npm run typecheck`.
type Inputs = inferRouterInputs<AppRouter>;
type Outputs = inferRouterOutputs<AppRouter>;
type ListedService = { [S in keyof Inputs]: 'list' extends keyof Inputs[S] ? S : never }[keyof Inputs];
type ListFilter<S extends ListedService> = Inputs[S] extends { list: infer List }
  ? Extract<List, object> extends { filter?: infer Filter }
    ? NonNullable<Filter>
    : never
  : never;
type Caller = ReturnType<ReturnType<typeof createCallerFactory<AppRouter['_def']['record']>>>;

test('a create of a tier needs a name and a ym-profile, and nothing else', () => {
  type Create = Inputs['tier']['create'];
  expectTypeOf<{ name: string; ym_profile_id: number }>().toExtend<Create>();
  expectTypeOf<{ name: string }>().not.toExtend<Create>();
  expectTypeOf<{ ym_profile_id: number }>().not.toExtend<Create>();
  expectTypeOf<{ name: string; ym_profile_id: string }>().not.toExtend<Create>();
  expectTypeOf<Create['name']>().toEqualTypeOf<string>();
  expectTypeOf<Create['min_price']>().toEqualTypeOf<string | number | null | undefined>();
  expectTypeOf<Create['member_action']>().toEqualTypeOf<'include' | 'exclude' | undefined>();
  expectTypeOf<Create['priority']>().toEqualTypeOf<number | undefined>();
  expectTypeOf<Create['profile_id']>().toEqualTypeOf<number | null | undefined>();
});

test('an update may send any part, and null clears only what may be null', () => {
  type Update = Inputs['tier']['update'];
  expectTypeOf<{ id: number; changes: { priority: number } }>().toExtend<Update>();
  expectTypeOf<Update['changes']['name']>().toEqualTypeOf<string | undefined>();
  expectTypeOf<Update['changes']['code']>().toEqualTypeOf<string | null | undefined>();
  expectTypeOf<Update['changes']['min_price']>().toEqualTypeOf<string | number | null | undefined>();
  expectTypeOf<Update['append']>().toEqualTypeOf<boolean | undefined>();
});

test('a tier is returned whole: money as text, read-only attributes included', () => {
  type Tier = Outputs['tier']['create'];
  expectTypeOf<Tier>().toEqualTypeOf<AuctionTier>();
  expectTypeOf<Tier['min_price']>().toEqualTypeOf<string | null>();
  expectTypeOf<Tier['id']>().toEqualTypeOf<number>();
  expectTypeOf<Tier['last_modified']>().toEqualTypeOf<string>();
  expectTypeOf<Tier['buyer_members']>().toEqualTypeOf<{ id: number; name: string | null }[] | null>();
  expectTypeOf<Outputs['tier']['get']>().toEqualTypeOf<Tier>();
  expectTypeOf<Outputs['tier']['list']>().toEqualTypeOf<Page<Tier>>();
  expectTypeOf<Outputs['tier']['remove']>().toEqualTypeOf<{ id: number }>();
  expectTypeOf<Outputs['tier']['meta'][number]['name']>().toEqualTypeOf<string>();
  expectTypeOf<Outputs['tier']['meta'][number]['read_only']>().toEqualTypeOf<boolean | undefined>();
});

test('targets are typed: closed lists, ids, and actions that may be left out', () => {
  type Create = Inputs['profile']['create'];
  expectTypeOf<{ device_type_targets: ['phone'] }>().toExtend<Create>();
  expectTypeOf<{ device_type_targets: ['watch'] }>().not.toExtend<Create>();
  expectTypeOf<{ segment_targets: [{ id: 12 }] }>().toExtend<Create>();
  expectTypeOf<{ dma_targets: [{ dma: '501' }] }>().not.toExtend<Create>();
  expectTypeOf<Outputs['profile']['get']>().toEqualTypeOf<TargetingProfile>();
});

test('a list takes the filters of its resource, each with the type of its field', () => {
  type TierFilter = FilterOf<(typeof tierResource)['fields']>;
  expectTypeOf<ListFilter<'tier'>>().toEqualTypeOf<TierFilter>();
  type OneOrMore<Value> = Value | readonly Value[] | undefined;
  expectTypeOf<TierFilter['name']>().toEqualTypeOf<OneOrMore<string>>();
  expectTypeOf<TierFilter['not_priority']>().toEqualTypeOf<OneOrMore<number>>();
  expectTypeOf<TierFilter['min_priority']>().toEqualTypeOf<number | undefined>();
  expectTypeOf<TierFilter['min_price']>().toEqualTypeOf<OneOrMore<string | number>>();
  expectTypeOf<TierFilter['max_min_price']>().toEqualTypeOf<string | number | undefined>();
  expectTypeOf<TierFilter['member_action']>().toEqualTypeOf<
    'include' | 'exclude' | readonly ('include' | 'exclude')[] | undefined
  >();
  expectTypeOf<TierFilter['like_code']>().toEqualTypeOf<string | undefined>();
  expectTypeOf<TierFilter['null_code']>().toEqualTypeOf<boolean | undefined>();
  expectTypeOf<Extract<keyof TierFilter, `null_${string}`>>().toEqualTypeOf<
    | 'null_code'
    | 'null_description'
    | 'null_profile_id'
    | 'null_min_price'
    | 'null_max_forgone'
    | 'null_start_date'
    | 'null_end_date'
  >();
  expectTypeOf<Extract<keyof TierFilter, `${string}buyer_members`>>().toEqualTypeOf<never>();
});

/** The forms of a filter by value on a field that is never null. */
const forms = <Name extends string>(name: Name) =>
  ({ [name]: name, [`not_${name}`]: name }) as unknown as Record<Name | `not_${Name}`, string>;

test('the types have the filters that are taken at run time, and no others', () => {
  type NameOf<S extends ListedService> = keyof ListFilter<S>;
  type Elements = 'publisher_id' | 'not_publisher_id' | 'null_publisher_id';
  expectTypeOf<Extract<NameOf<'ymProfile'>, `${string}publisher_id${string}`>>().toEqualTypeOf<Elements>();
  expectTypeOf<Exclude<NameOf<'changeLog'>, `${'not' | 'min' | 'max' | 'like'}_${string}`>>().toEqualTypeOf<
    'service' | 'resource_id' | 'operation' | 'user' | 'request_id' | 'created_on'
  >();
  expectTypeOf<Exclude<NameOf<'dma'>, `${'not' | 'min' | 'max' | 'like'}_${string}`>>().toEqualTypeOf<
    'id' | 'name' | 'code' | 'country_id' | 'country_name' | 'country_code' | 'active'
  >();
  const parts = { like_name: 'name', like_code: 'code' };
  const ofCountries = { ...forms('id'), ...forms('name'), ...forms('code'), ...forms('active'), ...parts };
  expectTypeOf<Extract<NameOf<'tier'>, `max_${string}`>>().toEqualTypeOf<
    | 'max_priority'
    | 'max_min_price'
    | 'max_forgone'
    | 'max_max_forgone'
    | 'max_start_date'
    | 'max_end_date'
    | 'max_created_on'
    | 'max_last_modified'
  >();
  expectTypeOf<keyof typeof ofCountries>().toEqualTypeOf<NameOf<'country'>>();
  expect(Object.keys(ofCountries).toSorted()).toStrictEqual([...filtersOf(countryResource.fields).keys()].toSorted());
});

test('an auction takes prices as text or number and answers with numbers', () => {
  type Bid = Inputs['auction']['run']['bids'][number];
  expectTypeOf<Bid['price']>().toEqualTypeOf<string | number>();
  expectTypeOf<Bid['member_id']>().toEqualTypeOf<number | null>();
  expectTypeOf<Outputs['auction']['run']>().toEqualTypeOf<AuctionAnswer>();
  type Verdict = Outputs['auction']['explain']['bids'][number]['tiers'][number];
  expectTypeOf<Verdict['result']>().toEqualTypeOf<
    | 'matched'
    | 'inactive'
    | 'out_of_flight'
    | 'buyer_not_listed'
    | 'below_min_price'
    | 'profile_mismatch'
    | 'too_costly'
  >();
  expectTypeOf<NonNullable<AuctionAnswer['winner']>['price']>().toEqualTypeOf<number>();
});

test('what a service does not do, its client does not have', () => {
  expectTypeOf<keyof Inputs['dma']>().toEqualTypeOf<'list' | 'get' | 'meta'>();
  expectTypeOf<keyof Inputs['country']>().toEqualTypeOf<'list' | 'get' | 'meta'>();
  type Stored = 'list' | 'get' | 'getTagged' | 'meta';
  expectTypeOf<keyof Inputs['member']>().toEqualTypeOf<Stored | 'create' | 'update'>();
  expectTypeOf<keyof Inputs['apiKey']>().toEqualTypeOf<Stored | 'create' | 'remove'>();
  expectTypeOf<keyof Inputs['user']>().toEqualTypeOf<Stored | 'create' | 'update' | 'remove'>();
  expectTypeOf<keyof Inputs['tier']>().toEqualTypeOf<Stored | 'create' | 'update' | 'remove'>();
  expectTypeOf<Outputs['tier']['getTagged']>().toEqualTypeOf<{ readonly etag: string; readonly item: AuctionTier }>();
  expectTypeOf<Outputs['dma']['get']>().toEqualTypeOf<DmaRow>();
  expectTypeOf<Outputs['changeLog']['list']['items'][number]['after']>().toEqualTypeOf<{
    [x: string]: unknown;
  } | null>();
});

test('wrong calls do not compile', () => {
  const calls = (caller: Caller) => [
    // @ts-expect-error there is no such service
    () => caller.tiers.list(),
    // @ts-expect-error there is no such operation
    () => caller.tier.erase({ id: 1 }),
    // @ts-expect-error markets are only read
    () => caller.dma.create({ name: 'New York' }),
    // @ts-expect-error a tier needs a ym-profile
    () => caller.tier.create({ name: 'T' }),
    // @ts-expect-error there is no such attribute
    () => caller.tier.create({ name: 'T', ym_profile_id: 1, colour: 'red' }),
    // @ts-expect-error there is no such filter
    () => caller.tier.list({ filter: { nmae: 'T' } }),
    // @ts-expect-error a priority is a number
    () => caller.tier.list({ filter: { priority: 'high' } }),
    // @ts-expect-error a priority is never null
    () => caller.tier.list({ filter: { null_priority: true } }),
    // @ts-expect-error there is no such action
    () => caller.tier.list({ filter: { not_member_action: 'block' } }),
    // @ts-expect-error markets have no priority
    () => caller.dma.list({ filter: { priority: 5 } }),
    // @ts-expect-error the change log is not searched by member
    () => caller.changeLog.list({ filter: { member_id: 1 } }),
    // @ts-expect-error there is no such action
    () => caller.tier.create({ name: 'T', ym_profile_id: 1, member_action: 'block' }),
  ];
  expectTypeOf(calls).parameter(0).toEqualTypeOf<Caller>();
});

test('a missing handler does not compile', () => {
  expectTypeOf<Omit<Handlers, 'tier'>>().not.toExtend<Handlers>();
  expectTypeOf<Omit<Handlers, 'tier'> & { tier: Omit<Handlers['tier'], 'remove'> }>().not.toExtend<Handlers>();
  expectTypeOf<Handlers>().toExtend<Omit<Handlers, 'tier'>>();
});
