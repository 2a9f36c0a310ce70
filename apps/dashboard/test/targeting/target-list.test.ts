import { profileResource } from '@auction-tiers/contract';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  hoursOf,
  isUsed,
  listOf,
  type ListName,
  profileDimensions,
  targetLists,
  textsOf,
  withHours,
  withoutDimension,
  withTexts,
} from '../../src/targeting/target-list.ts';

test('there are 21 dimensions, and every list of a profile is in one of them', () => {
  expect(profileDimensions).toHaveLength(21);
  const lists = Object.keys(profileResource.fields).filter((name) => name.endsWith('_targets'));
  expect(profileDimensions.flatMap((one) => one.lists).toSorted()).toEqual(lists.toSorted());
});

const id = fc.oneof(
  fc.integer({ min: 1, max: 9e9 }),
  fc.constantFrom('/1111/news/top', '/1111/news/*', 'pub-abc', 'seg_1', '007', '1.5', '0', 'Ünïversal, Ltd'),
);
const segmentId = fc.oneof(id, fc.constantFrom('not seg_1', 'NOT seg_1', 'not', 'nothing', '"seg_1"', '"', 'not "x"'));
const word = fc.stringMatching(/^[a-z][a-z0-9 .-]{0,20}[a-z0-9]$/);
const action = fc.constantFrom('include', 'exclude');
const elements: { readonly [Name in keyof typeof targetLists]: fc.Arbitrary<object | string> } = {
  country_targets: fc.constantFrom('US', 'DE', 'FR').map((code) => ({ code })),
  region_targets: fc.constantFrom('US-NY', 'DE-BE').map((code) => ({ code })),
  city_targets: fc.record({ name: word, country_code: fc.constantFrom('US', 'DE') }),
  dma_targets: fc.constantFrom(501, 803).map((dma) => ({ dma })),
  size_targets: fc.record({ width: fc.integer({ min: 1, max: 99_999 }), height: fc.integer({ min: 1, max: 99_999 }) }),
  publisher_targets: fc.record({ id }),
  site_targets: fc.record({ id }),
  placement_targets: fc.record({ id }),
  domain_targets: fc.record({ domain: word }),
  device_type_targets: fc.constantFrom('phone', 'tv'),
  operating_system_family_targets: fc.record({ name: word }),
  carrier_targets: fc.record({ name: word }),
  browser_targets: fc.record({ name: word }),
  language_targets: fc.record({ code: fc.constantFrom('en', 'de') }),
  supply_type_targets: fc.constantFrom('web', 'mobile_app'),
  content_category_targets: fc.record({ code: fc.constantFrom('IAB1', 'IAB17-2') }),
  media_type_targets: fc.constantFrom('banner', 'audio'),
  position_targets: fc.constantFrom('above', 'unknown'),
  deal_targets: fc.record({ code: word }),
  advertiser_domain_targets: fc.record({ domain: word }),
  segment_targets: fc.record({ id: segmentId, action }),
  key_value_targets: fc.record({ key: word, values: fc.array(word, { minLength: 1, maxLength: 3 }), action }),
};

test.for(Object.keys(elements) as (keyof typeof elements)[])('what is typed for %s is what is stored', (list) => {
  fc.assert(
    fc.property(fc.array(elements[list], { minLength: 1, maxLength: 5 }), (targets) => {
      const body = { [list]: targets };
      expect(withTexts({}, list, textsOf(body, list))).toEqual(body);
      const profile = { name: 'P', [list]: targets };
      expect(profileResource.Create.safeParse(profile).error?.issues ?? []).toEqual([]);
    }),
  );
});

test.for<[list: keyof typeof targetLists, text: string]>([
  ['size_targets', '300'],
  ['size_targets', '300x'],
  ['dma_targets', 'New York'],
  ['city_targets', 'New York'],
  ['segment_targets', 'not'],
  ['key_value_targets', 'section'],
  ['device_type_targets', 'toaster'],
])('%s has no element %s', ([list, text]) => {
  expect(targetLists[list].toElement(text)).toBeUndefined();
});

test('inventory is named by number or text, and a segment may be barred by either', () => {
  const { publisher_targets, segment_targets } = targetLists;
  expect(publisher_targets.toElement('12')).toEqual({ id: 12 });
  expect(publisher_targets.toElement('99999999999999999999')).toEqual({ id: '99999999999999999999' });
  expect(segment_targets.toElement('seg_1')).toEqual({ id: 'seg_1', action: 'include' });
  expect(segment_targets.toElement('Not seg_1')).toEqual({ id: 'seg_1', action: 'exclude' });
  expect(segment_targets.toElement('not 12')).toEqual({ id: 12, action: 'exclude' });
  expect(segment_targets.toElement('"not 12"')).toEqual({ id: 'not 12', action: 'include' });
  expect(segment_targets.toElement('not "not 12"')).toEqual({ id: 'not 12', action: 'exclude' });
});

test('hours of the week survive being written as windows, as the contract takes them', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer({ min: 0, max: 167 })), (picked) => {
      const hours = new Set(picked);
      const body = withHours({ name: 'P' }, hours);
      expect(hoursOf(body)).toEqual(hours);
      expect(profileResource.Create.safeParse(body).success).toBe(true);
    }),
  );
});

test.for([
  ['NYC', '501'],
  ['bay area', '807'],
  ['Twin Cities', '613'],
])('the market that people call %s is found', ([text, code]) => {
  expect(targetLists.dma_targets.find?.(text!)).toEqual([code]);
});

test('a state finds all of its markets, and a name one', () => {
  expect(targetLists.dma_targets.find?.('Texas')).toContain('623');
  expect(targetLists.dma_targets.find?.('Texas').length).toBeGreaterThan(10);
  expect(targetLists.dma_targets.find?.('boston')).toEqual(['506']);
});

test('evenings of all days are one window', () => {
  const evenings = new Set(Array.from({ length: 7 }, (_, day) => [18, 19, 20].map((hour) => day * 24 + hour)).flat());
  expect(withHours({}, evenings).daypart_targets).toEqual([{ day: 'all', start_hour: 18, end_hour: 20 }]);
});

test('a dimension that is taken out says nothing any more', () => {
  for (const dimension of profileDimensions) {
    const [list] = dimension.lists as [ListName];
    const body = { [list]: [{}], [`${dimension.name}_action`]: 'include' };
    expect(isUsed(body, dimension)).toBe(true);
    const without = withoutDimension(body, dimension);
    expect(listOf(without, list)).toEqual([]);
    expect(isUsed(without, dimension)).toBe(false);
  }
});

test('what a list has stays as it is when more is added to it', () => {
  const key_value_targets = [
    { key: 'a=b', values: ['x|y', 'z'], action: 'include' as const },
    { key: 'k!', values: ['v'], action: 'exclude' as const },
  ];
  const body = withTexts({ key_value_targets }, 'key_value_targets', [
    ...textsOf({ key_value_targets }, 'key_value_targets'),
    's=1',
  ]);
  expect(body.key_value_targets).toEqual([...key_value_targets, { key: 's', values: ['1'], action: 'include' }]);
});
