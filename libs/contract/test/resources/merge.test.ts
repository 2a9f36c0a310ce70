import { memberResource, merge, tierResource, tooManyEntries, ymProfileResource } from '@auction-tiers/contract';
import { expect, test } from 'vitest';

/** Its fields have no part here: none of them is merged by key. */
const anyResource = { fields: {} };

const current = {
  id: 1,
  name: 'T',
  code: 'c',
  priority: 7,
  buyer_members: [
    { id: 12, name: 'B' },
    { id: 13, name: 'C' },
  ],
  publisher_ids: [9, 10],
  size_targets: [{ width: 300, height: 250 }],
  device_type_targets: null,
};

test.for([
  ['nothing sent changes nothing', {}, false, {}],
  ['what is sent replaces what is stored', { name: 'U', priority: 1 }, false, { name: 'U', priority: 1 }],
  ['null clears', { code: null, buyer_members: null }, false, { code: null, buyer_members: null }],
  ['an array is replaced whole', { buyer_members: [{ id: 14 }] }, false, { buyer_members: [{ id: 14 }] }],
  ['an empty array empties', { buyer_members: [] }, false, { buyer_members: [] }],
  [
    'appending replaces the element of the same id in its place and adds the others at the end',
    {
      buyer_members: [
        { id: 14, name: 'D' },
        { id: 12, name: 'New' },
      ],
    },
    true,
    {
      buyer_members: [
        { id: 12, name: 'New' },
        { id: 13, name: 'C' },
        { id: 14, name: 'D' },
      ],
    },
  ],
  ['appending scalars folds those that are there', { publisher_ids: [10, 11] }, true, { publisher_ids: [9, 10, 11] }],
  [
    'appending elements without an id folds equal ones',
    {
      size_targets: [
        { width: 300, height: 250 },
        { width: 728, height: 90 },
      ],
    },
    true,
    {
      size_targets: [
        { width: 300, height: 250 },
        { width: 728, height: 90 },
      ],
    },
  ],
  ['appending to nothing sets', { device_type_targets: ['tv'] }, true, { device_type_targets: ['tv'] }],
  ['appending nothing keeps', { publisher_ids: [] }, true, {}],
  ['appending null clears', { publisher_ids: null }, true, { publisher_ids: null }],
  ['appending replaces what is no array', { name: 'U' }, true, { name: 'U' }],
] as const)('%s', ([, changes, append, changed]) => {
  expect(merge(anyResource, current, changes, append)).toStrictEqual({ ...current, ...changed });
});

test('a number and a text that look alike are not one element', () => {
  expect(merge(anyResource, { values: [1] }, { values: ['1', { id: 1 }] }, true)).toStrictEqual({
    values: [1, '1', { id: 1 }],
  });
});

test('what was stored is not changed in place', () => {
  const stored = { buyer_members: [{ id: 12 }] };
  const sent = { buyer_members: [{ id: 13 }] };
  merge(tierResource, stored, sent, true);
  expect(stored).toStrictEqual({ buyer_members: [{ id: 12 }] });
  expect(sent).toStrictEqual({ buyer_members: [{ id: 13 }] });
});

test.for([
  ['a key that is not sent stays', { digest_hour: 7 }, { digest_hour: 7 }],
  ['null resets a key', { muted: null, quiet_hours: null }, { muted: [], quiet_hours: null }],
] as const)('settings are merged by key: %s', ([, sent, changed]) => {
  const alerts = { false_alarms_per_month: 2, muted: ['fill'], quiet_hours: [22, 7], digest_hour: 6, channels: [3] };
  const merged = merge(
    memberResource,
    { alerts },
    { alerts: memberResource.Update.parse({ alerts: sent }).alerts },
    false,
  );
  expect(merged).toStrictEqual({ alerts: { ...alerts, ...changed } });
});

test('null removes a rate, and the others stay', () => {
  const stored = { currency_rates: { USD: '0.92', GBP: '1.15' } };
  const sent = memberResource.Update.parse({ currency_rates: { GBP: null, CHF: '1.05' } });
  expect(merge(memberResource, stored, sent, false)['currency_rates']).toStrictEqual({ USD: '0.92', CHF: '1.05' });
  expect(merge(memberResource, stored, { currency_rates: null }, false)['currency_rates']).toBeNull();
});

const ids = (from: number, count: number) => Array.from({ length: count }, (_, index) => from + index);

test('a merged list holds no more than a list that is sent', () => {
  const full = { publisher_ids: ids(1, 999) };
  const merged = merge(ymProfileResource, full, { publisher_ids: ids(999, 2) }, true);
  expect(tooManyEntries(ymProfileResource, merged)).toStrictEqual([]);
  expect(
    tooManyEntries(ymProfileResource, merge(ymProfileResource, merged, { publisher_ids: [5000] }, true)),
  ).toStrictEqual([{ path: 'publisher_ids', message: 'would hold 1001 entries, allowed: at most 1000 entries' }]);
  const buyers = ids(1, 1001).map((id) => ({ id, name: null }));
  expect(tooManyEntries(tierResource, { name: 'T', buyer_members: buyers }).map(({ path }) => path)).toStrictEqual([
    'buyer_members',
  ]);
  expect(tooManyEntries(tierResource, { name: 'T', buyer_members: null })).toStrictEqual([]);
});
