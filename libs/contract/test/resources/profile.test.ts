import { profileResource, withInitials } from '@auction-tiers/contract';
import { expect, test } from 'vitest';
import { dimensionCases } from '../fixture/dimension-case.ts';
import { problemsOf } from '../fixture/problem.ts';

const { Create, Update, Output } = profileResource;
const lists = Object.keys(profileResource.fields).filter((name) => name.endsWith('_targets'));
const actions = Object.keys(profileResource.fields).filter((name) => name.endsWith('_action'));

test('a bare profile excludes nothing in every dimension, in UTC', () => {
  const bare = withInitials(profileResource, Create.parse({}));
  for (const name of actions) expect(bare[name], name).toBe('exclude');
  for (const name of lists) expect(bare[name], name).toBeNull();
  expect(bare).toMatchObject({ daypart_timezone: 'UTC', segment_boolean_operator: 'and', code: null, name: null });
  expect(lists).toHaveLength(23);
  expect(actions).toHaveLength(17);
});

const accepted: readonly [list: string, sent: unknown, stored?: unknown][] = [
  ['country_targets', [{ id: 233 }]],
  ['country_targets', [{ code: ' us ' }], [{ code: 'us' }]],
  ['country_targets', [{ id: 233, code: 'US', name: 'United States', active: true }]],
  ['region_targets', [{ code: 'US-NY' }, { code: 'FR-75' }, { code: 'GB-LND' }]],
  ['city_targets', [{ name: ' New York ', country_code: 'US' }], [{ name: 'New York', country_code: 'US' }]],
  ['dma_targets', [{ dma: 501 }]],
  ['size_targets', [{ width: 1, height: 1 }]],
  ['publisher_targets', [{ id: 9 }]],
  ['site_targets', [{ id: 3 }]],
  ['placement_targets', [{ id: 77 }]],
  ['domain_targets', [{ domain: 'example.com' }]],
  ['device_type_targets', ['phone', 'tablet', 'pc', 'tv', 'gameconsole', 'stb', 'mediaplayer']],
  ['operating_system_family_targets', [{ name: 'iOS' }]],
  ['carrier_targets', [{ name: 'Verizon' }]],
  ['browser_targets', [{ name: 'Safari' }]],
  ['language_targets', [{ code: 'en' }, { code: 'pt-BR' }, { code: 'zh-Hant-TW' }]],
  ['supply_type_targets', ['web', 'mobile_web', 'mobile_app']],
  ['content_category_targets', [{ code: 'IAB1' }, { code: 'IAB1-2' }]],
  ['media_type_targets', ['banner', 'video', 'native', 'audio']],
  ['position_targets', ['above', 'below', 'unknown']],
  ['deal_targets', [{ code: ' RBC_1' }]],
  ['deal_targets', [{ id: 77 }, { id: 'RBC_1' }], [{ code: '77' }, { code: 'RBC_1' }]],
  ['advertiser_domain_targets', [{ domain: ' shop.example ' }], [{ domain: 'shop.example' }]],
  ['segment_targets', [{ id: 12 }], [{ id: 12, action: 'include' }]],
  ['segment_targets', [{ id: 12, action: 'exclude' }]],
  [
    'key_value_targets',
    [{ key: 'section', values: ['sports'] }],
    [{ key: 'section', values: ['sports'], action: 'include' }],
  ],
  ['key_value_targets', [{ key: ' section ', values: [' sports '], action: 'include' }]],
  ['key_value_targets', [{ key: '__proto__', values: ['a', 'b'], action: 'exclude' }]],
  [
    'daypart_targets',
    [
      { day: 'all', start_hour: 0, end_hour: 23 },
      { day: 'monday', start_hour: 9, end_hour: 9 },
    ],
  ],
];

test.for(accepted)('%s takes %j', ([list, sent, stored = sent]) => {
  expect(Update.parse({ [list]: sent })).toStrictEqual({ [list]: stored });
});

test('the table of what is taken has every list of targets, and each takes null and nothing', () => {
  expect([...new Set(accepted.map(([list]) => list))].toSorted()).toStrictEqual(lists.toSorted());
  for (const list of lists) {
    expect(problemsOf(Update, { [list]: null }), list).toStrictEqual([]);
    expect(problemsOf(Update, { [list]: [] }), list).toStrictEqual([]);
  }
});

const refused: readonly [list: string, element: unknown, path: string, message: string][] = [
  ['country_targets', {}, '', 'needs an id or a code'],
  ['country_targets', { id: 0 }, '.id', 'is 0'],
  ['country_targets', { code: 'USA' }, '.code', 'is "USA", allowed: a code such as US'],
  ['country_targets', { code: 'US', country: 'US' }, '.country', 'is not a known field'],
  ['country_targets', { code: 'US', name: 'x'.repeat(256) }, '.name', 'at most 255 characters'],
  ['region_targets', { code: 'NY' }, '.code', 'is "NY", allowed: a code such as US-NY'],
  ['region_targets', { code: 'US-CA', id: 3922 }, '.id', 'is not a known field'],
  ['city_targets', { name: 'Paris' }, '.country_code', 'is required'],
  ['city_targets', { name: ' ', country_code: 'FR' }, '.name', 'at least 1'],
  ['city_targets', { name: 'Paris\ud800', country_code: 'FR' }, '.name', 'unpaired surrogate'],
  ['dma_targets', { dma: '501.0' }, '.dma', 'is "501.0"'],
  ['dma_targets', 501, '', 'is 501, allowed: object'],
  ['size_targets', { width: 0, height: 250 }, '.width', 'is 0, allowed: at least 1'],
  ['size_targets', { width: 300, height: 2.5 }, '.height', 'is 2.5'],
  ['size_targets', { width: 300 }, '.height', 'is required'],
  ['publisher_targets', { id: -1 }, '.id', 'is -1'],
  ['site_targets', { id: 2 ** 53 }, '.id', 'is 9007199254740992'],
  ['placement_targets', { id: null }, '.id', 'is null'],
  ['domain_targets', { domain: '' }, '.domain', 'at least 1'],
  ['device_type_targets', 'Phone', '', 'is "Phone", allowed: phone, tablet, pc, tv, gameconsole, stb, mediaplayer'],
  ['operating_system_family_targets', { id: 1, name: 'iOS' }, '.id', 'is not a known field'],
  ['carrier_targets', { id: 1, name: 'Verizon' }, '.id', 'is not a known field'],
  ['browser_targets', { name: 'x'.repeat(256) }, '.name', 'at most 255 characters'],
  ['language_targets', { code: 'english' }, '.code', 'is "english", allowed: a code such as en'],
  ['supply_type_targets', 'app', '', 'is "app", allowed: web, mobile_web, mobile_app'],
  ['content_category_targets', { code: 1 }, '.code', 'is 1, allowed: string'],
  ['media_type_targets', 'print', '', 'is "print", allowed: banner, video, native, audio'],
  ['position_targets', 'left', '', 'is "left", allowed: above, below, unknown'],
  ['deal_targets', {}, '', 'needs a code'],
  ['deal_targets', { code: 'x'.repeat(65) }, '.code', 'at most 64'],
  ['advertiser_domain_targets', { domain: '' }, '.domain', 'at least 1'],
  ['segment_targets', { id: 12, action: 'any' }, '.action', 'is "any", allowed: include, exclude'],
  ['key_value_targets', { key: 'section', values: [] }, '.values', 'is an array of 0, allowed: at least 1 entry'],
  ['key_value_targets', { key: '', values: ['a'] }, '.key', 'at least 1'],
  ['key_value_targets', { key: 'section', values: [1] }, '.values.0', 'is 1, allowed: string'],
  ['daypart_targets', { day: 'Mon', start_hour: 0, end_hour: 1 }, '.day', 'is "Mon", allowed: monday'],
  ['daypart_targets', { day: 'all', start_hour: 0, end_hour: 24 }, '.end_hour', 'is 24, allowed: at most 23'],
  ['daypart_targets', { day: 'all', start_hour: -1, end_hour: 3 }, '.start_hour', 'is -1, allowed: at least 0'],
  ['daypart_targets', { day: 'all', start_hour: 22, end_hour: 3 }, '', 'starts after it ends'],
];

test.for(refused)('%s refuses %j', ([list, element, path, message]) => {
  const problems = problemsOf(Create, { [list]: [element] });
  expect(problems).toStrictEqual([{ path: `${list}.0${path}`, message: expect.stringContaining(message) }]);
});

test('the table of what is refused has every list of targets; none takes what is no list or has 1001 entries', () => {
  expect([...new Set(refused.map(([list]) => list))].toSorted()).toStrictEqual(lists.toSorted());
  for (const list of lists) {
    const [, good = []] = accepted.find(([name]) => name === list) ?? [];
    const many = Array.from({ length: 1001 }, () => (good as readonly unknown[])[0]);
    expect(problemsOf(Update, { [list]: many }), list).toStrictEqual([
      { path: list, message: expect.stringMatching(/\b1001\b.*\b1000\b/) },
    ]);
    expect(problemsOf(Update, { [list]: 'US' }), list).toHaveLength(1);
  }
});

test.for(['age_targets', 'size_action', 'daypart_action', 'segment_action', 'gender_targets'])(
  '%s is no dimension here and is refused by name: to ignore it would widen delivery',
  (name) => {
    expect(problemsOf(Create, { [name]: [] })).toStrictEqual([{ path: name, message: expect.any(String) }]);
  },
);

test.for([
  ['New York', false],
  ['', false],
  ['UTC', true],
  ['America/New_York', true],
  ['Asia/Kathmandu', true],
] as const)('the time zone "%s" is known: %s', ([daypart_timezone, known]) => {
  const problems = problemsOf(Update, { daypart_timezone });
  expect(problems).toHaveLength(known ? 0 : 1);
  if (!known)
    expect(problems[0]?.message).toContain(`is ${JSON.stringify(daypart_timezone)}, allowed: an IANA time zone`);
});

const whole = Output.parse({
  ...withInitials(profileResource, {}),
  id: 1,
  member_id: 7,
  last_modified: '2026-11-21 08:00:00',
});

test.for(actions)('%s include without targets, null or empty, could never match and is refused', (action) => {
  const own =
    action === 'inventory_action'
      ? ['publisher_targets', 'site_targets', 'placement_targets']
      : [action.replace('_action', '_targets')];
  const empty = Object.fromEntries(own.map((list) => [list, []]));
  const problem = { path: action, message: expect.stringContaining(own.join(', ')) };
  expect(profileResource.check(whole)).toStrictEqual([]);
  expect(profileResource.check(Output.parse({ ...whole, [action]: 'include' }))).toStrictEqual([problem]);
  expect(profileResource.check(Output.parse({ ...whole, ...empty, [action]: 'include' }))).toStrictEqual([problem]);
  expect(profileResource.check(Output.parse({ ...whole, ...empty }))).toStrictEqual([]);
});

test.for(dimensionCases.filter(({ include }) => Object.keys(include).some((name) => actions.includes(name))))(
  'an include of $dimension with $targets is in order',
  ({ targets, include }) => {
    expect(profileResource.check(Output.parse({ ...whole, ...targets, ...include }))).toStrictEqual([]);
  },
);

test('every include without targets is told at once', () => {
  const all = Output.parse({ ...whole, ...Object.fromEntries(actions.map((action) => [action, 'include'])) });
  expect(
    profileResource
      .check(all)
      .map(({ path }) => path)
      .toSorted(),
  ).toStrictEqual(actions.toSorted());
});
