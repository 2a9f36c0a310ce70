import {
  changeLogResource,
  type Field,
  fromHash,
  storedExperimentResource,
  memberResource,
  platformMemberResource,
  storedResources,
  tierResource,
  toHash,
} from '@auction-tiers/contract';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { storedServices } from '../fixture/stored-object.ts';

const services = storedServices.map((service) => [service.resource.service, service] as const);

test('there is a legal object of every stored resource', () => {
  expect(services.map(([name]) => name)).toStrictEqual(storedResources.map(({ service }) => service));
});

test.for(services)('any %s comes back from its hash as it was', ([, { resource, object }]) => {
  fc.assert(
    fc.property(object, (stored) => {
      expect(resource.Output.parse(stored)).toStrictEqual(stored);
      const hash = toHash(resource, stored);
      expect(fromHash(resource, hash)).toStrictEqual(stored);
      expect(toHash(resource, fromHash(resource, hash))).toStrictEqual(hash);
    }),
  );
});

test.for(services)('the hash of a %s has text in each field, and no field for null', ([, { resource, object }]) => {
  fc.assert(
    fc.property(object, (stored) => {
      const hash = toHash(resource, stored);
      const set = Object.keys(stored).filter((name) => stored[name] !== null);
      expect(Object.keys(hash).toSorted()).toStrictEqual(set.toSorted());
      for (const value of Object.values(hash)) expect(typeof value).toBe('string');
    }),
  );
});

test('a tier as another application reads it', () => {
  const tier = tierResource.Output.parse({
    id: 1110,
    name: 'Tier: "one"\n',
    code: null,
    description: '',
    profile_id: 9_007_199_254_740_991,
    priority: 10,
    ym_profile_id: 42,
    min_price: '2.000000',
    max_forgone: null,
    member_action: 'include',
    state: 'active',
    start_date: '2026-12-01 00:00:00',
    end_date: null,
    member_id: 7,
    buyer_members: [
      { id: 12, name: 'B' },
      { id: 13, name: null },
    ],
    created_on: '2026-11-21 08:00:00',
    last_modified: '2026-11-21 08:00:01',
  });
  expect(toHash(tierResource, tier)).toStrictEqual({
    id: '1110',
    name: 'Tier: "one"\n',
    description: '',
    profile_id: '9007199254740991',
    priority: '10',
    ym_profile_id: '42',
    min_price: '2.000000',
    member_action: 'include',
    state: 'active',
    start_date: '2026-12-01 00:00:00',
    member_id: '7',
    buyer_members: '[{"id":12,"name":"B"},{"id":13,"name":null}]',
    created_on: '2026-11-21 08:00:00',
    last_modified: '2026-11-21 08:00:01',
  });
});

test.for([
  ['an empty array is not null', tierResource, { buyer_members: [] }, { buyer_members: '[]' }],
  ['true', platformMemberResource, { active: true }, { active: '1' }],
  ['false', platformMemberResource, { active: false }, { active: '0' }],
  ['a fee of four decimals', memberResource, { revenue_share_pct: 12.3456 }, { revenue_share_pct: '12.3456' }],
  ['no fee', memberResource, { revenue_share_pct: 0 }, { revenue_share_pct: '0' }],
  ['an object', changeLogResource, { before: null, after: { id: 1 } }, { after: '{"id":1}' }],
  ['an attribute that is not there', tierResource, { code: undefined }, {}],
  ['an attribute of no resource', tierResource, { colour: 'red' }, {}],
] as const)('%s', ([, resource, value, hash]) => {
  expect(toHash(resource, value)).toStrictEqual(hash);
});

test('an unknown field is left out; a missing one has its initial value, as in objects older than the attribute', () => {
  const read = fromHash(memberResource, { id: '7', _revision: '12', constructor: 'x' });
  expect(read).toStrictEqual({
    id: 7,
    name: null,
    revenue_share_pct: 0,
    timezone: 'UTC',
    currency: 'USD',
    currency_rates: null,
    currency_rates_date: null,
    seats: null,
    publishing: 'direct',
    record_share: null,
    report_breakdowns: null,
    alerts: null,
    report_changes: null,
    calendar: null,
    last_modified: null,
  });
});

test('a limit of an experiment that was defined after the experiment was stored has its usual value', () => {
  const guard = '{"max_loss":"20.000000","max_buyer_loss_pct":100,"min_fill_points":5}';
  expect(fromHash(storedExperimentResource, { guard })['guard']).toStrictEqual({
    max_loss: '20.000000',
    max_total_loss_pct: 10,
    max_buyer_loss_pct: 100,
    min_fill_points: 5,
  });
});

test('null is stored as a missing field, so whatever may be null begins as null', () => {
  const fields = Object.values(storedResources).flatMap((resource) => Object.values<Field>(resource.fields));
  const nullable = fields.filter(({ value }) => value.safeParse(null).success);
  expect(nullable.length).toBeGreaterThan(20);
  expect(nullable.filter(({ initial }) => initial !== null && initial !== undefined)).toStrictEqual([]);
});
