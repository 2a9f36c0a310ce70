import type { Impression, Targeting } from '@auction-tiers/tier-engine';
import { explainAuction } from '@auction-tiers/tier-engine';
import { expect, test } from 'vitest';
import { compiled, profile, request, source, tier } from '../fixture/build.ts';

function mismatch(targeting: Targeting, impression: Impression) {
  const set = compiled(source([tier({ id: 1, profileId: 7 })], [profile(7, targeting)]));
  const [found] = explainAuction(set, request({ impression })).bids[0]!.tiers;
  if (found?.result !== 'profile_mismatch') throw new Error(`The result is ${found?.result}.`);
  return found.detail;
}

const list = <Value>(action: 'include' | 'exclude', ...values: Value[]) => ({ action, values });
const ny = { name: 'New York', countryCode: 'US' };
const inventory = { publisherIds: [9], siteIds: [], placementIds: [77] };
const window = { day: 'sunday', startHour: 8, endHour: 9 } as const;

interface MismatchCase {
  readonly targeting: Targeting;
  readonly impression: Impression;
  readonly dimension: string;
  readonly action?: 'include' | 'exclude';
  readonly seen: unknown;
  readonly wanted: unknown;
}

const cases: MismatchCase[] = [
  {
    targeting: { country: list('include', 'US', 'CA') },
    impression: { country: 'mx' },
    dimension: 'country',
    seen: 'mx',
    wanted: ['US', 'CA'],
  },
  { targeting: { country: list('include', 'US') }, impression: {}, dimension: 'country', seen: null, wanted: ['US'] },
  {
    targeting: { region: list('exclude', 'US-NY') },
    impression: { region: 'us-ny' },
    dimension: 'region',
    action: 'exclude',
    seen: 'us-ny',
    wanted: ['US-NY'],
  },
  {
    targeting: { city: list('include', ny) },
    impression: { city: 'Paris', country: 'FR' },
    dimension: 'city',
    seen: { name: 'Paris', countryCode: 'FR' },
    wanted: [ny],
  },
  {
    targeting: { city: list('include', ny) },
    impression: { city: 'New York' },
    dimension: 'city',
    seen: null,
    wanted: [ny],
  },
  { targeting: { dma: list('include', 501) }, impression: { dma: 803 }, dimension: 'dma', seen: 803, wanted: [501] },
  {
    targeting: { size: [{ width: 300, height: 250 }] },
    impression: { sizes: [{ width: 728, height: 90 }] },
    dimension: 'size',
    seen: [{ width: 728, height: 90 }],
    wanted: [{ width: 300, height: 250 }],
  },
  {
    targeting: { size: [{ width: 300, height: 250 }] },
    impression: { sizes: [] },
    dimension: 'size',
    seen: null,
    wanted: [{ width: 300, height: 250 }],
  },
  {
    targeting: { inventory: { action: 'include', ...inventory } },
    impression: { siteId: 3 },
    dimension: 'inventory',
    seen: { publisherId: null, siteId: 3, placementId: null },
    wanted: inventory,
  },
  {
    targeting: { inventory: { action: 'include', ...inventory } },
    impression: {},
    dimension: 'inventory',
    seen: null,
    wanted: inventory,
  },
  {
    targeting: { domain: list('exclude', 'example.com') },
    impression: { domain: 'News.Example.com' },
    dimension: 'domain',
    action: 'exclude',
    seen: 'News.Example.com',
    wanted: ['example.com'],
  },
  {
    targeting: { deviceType: list('include', 'phone') },
    impression: { deviceType: 'tv' },
    dimension: 'device_type',
    seen: 'tv',
    wanted: ['phone'],
  },
  {
    targeting: { operatingSystemFamily: list('include', 'iOS') },
    impression: {},
    dimension: 'operating_system_family',
    seen: null,
    wanted: ['iOS'],
  },
  {
    targeting: { carrier: list('exclude', 'Verizon') },
    impression: { carrier: 'VERIZON' },
    dimension: 'carrier',
    action: 'exclude',
    seen: 'VERIZON',
    wanted: ['Verizon'],
  },
  {
    targeting: { browser: list('include', 'Safari') },
    impression: { browser: 'Chrome' },
    dimension: 'browser',
    seen: 'Chrome',
    wanted: ['Safari'],
  },
  {
    targeting: { language: list('include', 'en') },
    impression: { language: 'es' },
    dimension: 'language',
    seen: 'es',
    wanted: ['en'],
  },
  {
    targeting: { supplyType: list('exclude', 'web') },
    impression: { supplyType: 'web' },
    dimension: 'supply_type',
    action: 'exclude',
    seen: 'web',
    wanted: ['web'],
  },
  {
    targeting: { contentCategory: list('exclude', 'IAB25') },
    impression: { contentCategories: ['IAB1', 'iab25'] },
    dimension: 'content_category',
    action: 'exclude',
    seen: ['IAB1', 'iab25'],
    wanted: ['IAB25'],
  },
  {
    targeting: { contentCategory: list('include', 'IAB1') },
    impression: { contentCategories: [] },
    dimension: 'content_category',
    seen: null,
    wanted: ['IAB1'],
  },
  {
    targeting: { segment: { operator: 'or', include: [1], exclude: [9] } },
    impression: { segments: [2] },
    dimension: 'segment',
    seen: [2],
    wanted: { operator: 'or', include: [1], exclude: [9] },
  },
  {
    targeting: { segment: { operator: 'and', include: [1], exclude: [9] } },
    impression: { segments: [1, 9] },
    dimension: 'segment',
    action: 'exclude',
    seen: [1, 9],
    wanted: { operator: 'and', include: [1], exclude: [9] },
  },
  {
    targeting: { segment: { operator: 'and', include: [1], exclude: [] } },
    impression: {},
    dimension: 'segment',
    seen: null,
    wanted: { operator: 'and', include: [1], exclude: [] },
  },
  {
    targeting: {
      keyValue: [
        { key: 'a', values: ['x'], action: 'include' },
        { key: 'b', values: ['y'], action: 'exclude' },
      ],
    },
    impression: {
      keyValues: new Map([
        ['a', ['x']],
        ['b', ['y', 'z']],
      ]),
    },
    dimension: 'key_value',
    action: 'exclude',
    seen: { key: 'b', values: ['y', 'z'] },
    wanted: { key: 'b', values: ['y'] },
  },
  {
    targeting: { keyValue: [{ key: 'a', values: ['x'], action: 'include' }] },
    impression: { keyValues: new Map() },
    dimension: 'key_value',
    seen: null,
    wanted: { key: 'a', values: ['x'] },
  },
  {
    targeting: { daypart: { timezone: 'Asia/Tokyo', windows: [window] } },
    impression: {},
    dimension: 'daypart',
    seen: { day: 'saturday', hour: 17 },
    wanted: { timezone: 'Asia/Tokyo', windows: [window] },
  },
];

test.for(cases)(
  'an $action of $dimension says what it saw and what it wanted',
  ({ targeting, impression, dimension, action = 'include', seen, wanted }) => {
    expect(mismatch(targeting, impression)).toStrictEqual({ profileId: 7, dimension, action, seen, wanted });
  },
);

test('of several dimensions that fail, the first in the order of the dimensions is told', () => {
  const targeting: Targeting = {
    dma: list('include', 501),
    browser: list('include', 'Safari'),
    country: list('exclude', 'US'),
  };
  expect(mismatch(targeting, { country: 'US' }).dimension).toBe('country');
  expect(mismatch(targeting, { country: 'CA' }).dimension).toBe('dma');
  expect(mismatch(targeting, { country: 'CA', dma: 501 }).dimension).toBe('browser');
});
