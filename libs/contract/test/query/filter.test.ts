import {
  changeLogResource,
  filtersOf,
  ListInput,
  memberResource,
  platformMemberResource,
  selectRows,
  ServiceError,
  tierResource,
  ymProfileResource,
} from '@auction-tiers/contract';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { everyResource } from '../fixture/every-resource.ts';
import { problemsOf } from '../fixture/problem.ts';
import { fiveTiers } from '../fixture/tier-row.ts';

const warn = (message: string) => expect.unreachable(message);

function idsOf(input: unknown): number[] {
  return selectRows(tierResource.fields, fiveTiers, ListInput.parse(input), warn).items.map(({ id }) => id);
}

function problemOf(fields: Parameters<typeof selectRows>[0], filter: unknown): ServiceError {
  try {
    selectRows(fields, [], ListInput.parse({ filter }), warn);
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
  return expect.unreachable('the filter was taken');
}

test.for([
  [{}, [1, 2, 3, 4, 12]],
  [{ id: 3 }, [3]],
  [{ id: ['3', ' 1 '] }, [1, 3]],
  [{ id: [3, 1] }, [1, 3]],
  [{ id: 99 }, []],
  [{ priority: '5' }, [1, 3]],
  [{ priority: 5, name: 'news' }, [1]],
  [{ name: 'Sports, TV' }, [3]],
  [{ name: ['NEWS', ' weather '] }, [1, 12]],
  [{ not_name: ['News', 'TV'] }, [3, 4, 12]],
  [{ name: ['Sports, TV'] }, [3]],
  [{ code: ['w', 'fin'] }, [4, 12]],
  [{ code: 'w,fin' }, []],
  [{ code: 'W' }, []],
  [{ code: '' }, [2]],
  [{ code: 'null' }, []],
  [{ member_action: 'exclude' }, [1, 2, 3, 4, 12]],
  [{ not_member_action: ['exclude', 'include'] }, []],
  [{ null_code: 'true' }, [1]],
  [{ null_code: true }, [1]],
  [{ null_code: 'false' }, [2, 3, 4, 12]],
  [{ null_min_price: false, priority: 5 }, [3]],
  [{ null_profile_id: 'false' }, []],
  [{ min_priority: 5 }, [1, 3, 12]],
  [{ max_priority: '2' }, [2, 4]],
  [{ min_priority: 2, max_priority: 5 }, [1, 3, 4]],
  [{ not_priority: 5 }, [2, 4, 12]],
  [{ not_priority: ['5', 10] }, [2, 4]],
  [{ not_code: 'w' }, [1, 2, 3, 4]],
  [{ not_code: '' }, [1, 3, 4, 12]],
  [{ min_price: '2' }, [2]],
  [{ min_price: 2.5 }, [4]],
  [{ min_min_price: '2.5' }, [3, 4, 12]],
  [{ min_min_price: 9 }, [3, 12]],
  [{ max_min_price: '9.000000' }, [2, 4, 12]],
  [{ not_min_price: 2 }, [1, 3, 4, 12]],
  [{ like_name: 'TV' }, [2, 3]],
  [{ like_name: 'sports, t' }, [3]],
  [{ like_code: 'SP' }, [3]],
  [{ last_modified: '2026-11-21 08:00:00' }, [2, 3]],
  [{ min_last_modified: '2026-11-21 08:00:01' }, [1, 12]],
  [{ max_last_modified: '2026-11-20 00:00:00' }, [4]],
  [{ min_last_modified: '2026-11-22' }, [12]],
  [{ min_priority: -1 }, [1, 2, 3, 4, 12]],
] as const)('the filter %j lists %j', ([filter, ids]) => {
  expect(idsOf({ filter })).toStrictEqual(ids);
});

test.for([
  [{ search: 'TV' }, [2, 3]],
  [{ search: '1' }, [1, 3, 4, 12]],
  [{ search: 'SP-' }, [3]],
  [{ search: '2026' }, []],
  [{ search: 'tv', filter: { priority: 1 } }, [2]],
  [{ ids: [12, 1, 12, 99] }, [1, 12]],
  [{ ids: [] }, []],
  [{ ids: [1, 2], filter: { priority: 5 } }, [1]],
] as const)('%j lists %j', ([input, ids]) => {
  expect(idsOf(input)).toStrictEqual(ids);
});

const buyers = [
  { id: 1, active: true },
  { id: 2, active: false },
];

test.for([
  [{ active: true }, [1]],
  [{ active: 'true' }, [1]],
  [{ active: '1' }, [1]],
  [{ active: '0' }, [2]],
  [{ not_active: 'false' }, [1]],
] as const)('of a buyer that trades and one that does not, %j lists %j', ([filter, ids]) => {
  const page = selectRows(platformMemberResource.fields, buyers, ListInput.parse({ filter }), warn);
  expect(page.items.map(({ id }) => id)).toStrictEqual(ids);
});

test('fees compare as numbers', () => {
  const rows = [
    { id: 1, revenue_share_pct: 9 },
    { id: 2, revenue_share_pct: 12.5 },
  ];
  const page = selectRows(memberResource.fields, rows, { filter: { min_revenue_share_pct: '10' } }, warn);
  expect(page.items).toStrictEqual([rows[1]]);
});

test.for([
  'prioritty',
  'min_prioritty',
  'having_priority',
  'buyer_members',
  'like_buyer_members',
  'min_',
  '',
  '__proto__',
  'min___proto__',
  'constructor',
  'not_constructor',
  'null_priority',
  'null_',
  'PRIORITY',
])(
  'the parameter "%s" is refused by name, and the known ones are listed: a typo must never list everything',
  (name) => {
    const error = problemOf(tierResource.fields, JSON.parse(`{${JSON.stringify(name)}:"5"}`));
    expect(error).toMatchObject({ kind: 'invalid', issues: [{ path: name }] });
    const names = ['id', 'name', 'priority', 'min_price', 'last_modified', 'min_', 'max_', 'not_', 'like_', 'null_'];
    for (const known of names) expect(error.issues[0]?.message).toContain(known);
    expect(error.issues[0]?.message).not.toContain('buyer_members');
    expect(error.issues[0]?.message.length).toBeLessThan(400);
  },
);

test.for([
  [{ priority: 'high' }, 'is "high", allowed: int'],
  [{ priority: [1, 'high'] }, 'is "high", allowed: int'],
  [{ priority: '1,2' }, 'is "1,2", allowed: int'],
  [{ priority: [] }, 'is an empty list, allowed: one value or more'],
  [{ priority: '' }, 'is "", allowed: int'],
  [{ min_priority: 'Infinity' }, 'is "Infinity", allowed: int'],
  [{ min_priority: '1,2' }, 'is "1,2", allowed: int'],
  [{ max_priority: [1, 2] }, 'takes one value'],
  [{ priority: '0x5' }, 'is "0x5", allowed: int'],
  [{ priority: '5.5' }, 'is "5.5", allowed: int'],
  [{ priority: true }, 'is "true", allowed: int'],
  [{ min_price: 'cheap' }, 'is "cheap", allowed: money'],
  [{ min_min_price: '1e1' }, 'is "1e1", allowed: money'],
  [{ min_last_modified: 'yesterday' }, 'is "yesterday", allowed: YYYY-MM-DD, or YYYY-MM-DD HH:MM:SS in UTC'],
  [{ max_last_modified: '2026-02-30' }, 'is "2026-02-30", allowed: YYYY-MM-DD, or YYYY-MM-DD HH:MM:SS in UTC'],
  [{ last_modified: '21.11.2026' }, 'is "21.11.2026", allowed: YYYY-MM-DD, or YYYY-MM-DD HH:MM:SS in UTC'],
  [{ member_action: 'includ' }, 'is "includ", allowed: include, exclude'],
  [{ not_member_action: ['include', ''] }, 'is "", allowed: include, exclude'],
  [{ null_code: 'yes' }, 'is "yes", allowed: true, false'],
  [{ null_code: '1' }, 'is "1", allowed: true, false'],
  [{ null_code: '' }, 'is "", allowed: true, false'],
  [{ null_code: [true, false] }, 'takes one value'],
  [{ like_name: ['a', 'b'] }, 'takes one value'],
] as const)('the filter %j is refused: %s', ([filter, message]) => {
  const [path] = Object.keys(filter);
  expect(problemOf(tierResource.fields, filter).issues).toStrictEqual([{ path, message }]);
});

test.for(['yes', 'maybe', 'TRUE', ''])('a Boolean is true, false, 1 or 0, and not "%s"', (active) => {
  expect(problemOf(platformMemberResource.fields, { active }).issues).toStrictEqual([
    { path: 'active', message: `is "${active}", allowed: true, false, 1, 0` },
  ]);
});

const enums = everyResource.flatMap(({ service, fields }) =>
  Object.entries(fields).flatMap(([name, { values, filterBy, value }]) =>
    filterBy !== 'none' && value instanceof z.ZodEnum ? [[service, name, fields, value.options, values] as const] : [],
  ),
);

test.for(enums)('of %s, %s is one of its known values in a filter', ([, name, fields, options, values]) => {
  expect(values).toStrictEqual(options);
  const [issue] = problemOf(fields, { [name]: 'no such value' }).issues;
  expect(issue?.path).toBe(name);
  for (const option of options) expect(issue?.message).toContain(option);
});

test.for([
  ['ym-auction-tier', 'code description profile_id min_price max_forgone start_date end_date'],
  ['ym-profile', 'code description publisher_id'],
  ['profile', 'code name description'],
  ['platform-member', ''],
  ['member', 'record_share'],
  ['user', 'member_id'],
  ['api-key', 'name user_id end_date'],
  ['dma', ''],
  ['country', ''],
  ['change-log', ''],
] as const)('of %s, null_ stands in front of: %s', ([service, names]) => {
  const fields = everyResource.find((one) => one.service === service)?.fields ?? {};
  const nullable = [...filtersOf(fields).values()].filter(({ form }) => form === 'null').map(({ name }) => name);
  expect(nullable.join(' ')).toBe(names);
});

const named = everyResource.flatMap(({ service, fields }) =>
  Object.keys(fields).flatMap((name) => (/^(country_)?name$/.test(name) ? [[service, name, fields] as const] : [])),
);

test.for(named)('of %s, %s is compared without case, in any script', ([, name, fields]) => {
  const rows = ['Straße', 'ΟΔΟΣ', 'Café', 'Жук', 'other'].map((text, index) => ({ id: index + 1, [name]: text }));
  const found = (filter: object) =>
    selectRows(fields, rows, ListInput.parse({ filter }), warn)
      .items.map(({ id }) => id)
      .join();
  expect(found({ [name]: ['STRASSE', 'οδος', 'CAFE\u0301', 'жУК'] })).toBe('1,2,3,4');
  expect(found({ [`not_${name}`]: ['straße', 'οδοσ', 'CAFÉ', 'ЖУК'] })).toBe('5');
  expect(found({ [`like_${name}`]: 'ТОТ' })).toBe('');
  expect(found({ [`like_${name}`]: 'trASS' })).toBe('1');
});

const ymProfiles = [
  { id: 1, publisher_ids: [9, 10] },
  { id: 2, publisher_ids: [11] },
  { id: 3, publisher_ids: [] },
  { id: 4, publisher_ids: null },
];

test.for([
  [{ publisher_id: 9 }, [1]],
  [{ publisher_id: ['11', 10] }, [1, 2]],
  [{ publisher_id: 12 }, []],
  [{ not_publisher_id: 9 }, [2, 3, 4]],
  [{ null_publisher_id: true }, [3, 4]],
  [{ null_publisher_id: 'false' }, [1, 2]],
] as const)('of four ym-profiles, %j lists %j', ([filter, ids]) => {
  const page = selectRows(ymProfileResource.fields, ymProfiles, ListInput.parse({ filter }), warn);
  expect(page.items.map(({ id }) => id)).toStrictEqual(ids);
});

test.for(['publisher_ids', 'min_publisher_id', 'like_publisher_id'])('ym-profiles have no filter %s', (name) => {
  const [issue] = problemOf(ymProfileResource.fields, { [name]: '9' }).issues;
  expect(issue?.path).toBe(name);
  expect(issue?.message).toContain('publisher_id, member_id, last_modified, also not_');
});

test.for([
  [
    tierResource,
    'min_',
    ['priority', 'min_price', 'max_forgone', 'start_date', 'end_date', 'created_on', 'last_modified'],
  ],
  [tierResource, 'like_', ['name', 'code', 'description']],
  [ymProfileResource, 'not_', ['id', 'code', 'name', 'description', 'publisher_id', 'member_id', 'last_modified']],
  [memberResource, 'max_', ['revenue_share_pct', 'record_share', 'last_modified']],
  [memberResource, 'like_', ['name', 'timezone', 'currency']],
  [platformMemberResource, 'min_', ['last_modified']],
  [changeLogResource, 'like_', ['user', 'request_id']],
  [changeLogResource, 'min_', ['created_on']],
] as const)(
  'of $0.service, $1 stands in front of what it means something for: an id, a choice and true or false have no order and no parts',
  ([{ fields }, prefix, names]) => {
    const all = [...filtersOf(fields)].filter(([parameter, { name }]) => parameter === `${prefix}${name}`);
    expect(all.map(([, { name }]) => name)).toStrictEqual(names);
  },
);

test.for([
  'min_id',
  'like_id',
  'max_ym_profile_id',
  'like_member_action',
  'min_member_action',
  'like_priority',
  'min_name',
])('a tier has no filter %s, and the answer lists what there is', (name) => {
  const [issue] = problemOf(tierResource.fields, { [name]: '1' }).issues;
  expect(issue?.path).toBe(name);
  expect(issue?.message).toContain(
    'min_, max_ with priority, min_price, max_forgone, start_date, end_date, created_on, last_modified',
  );
});

test('a publisher is a number or a text, and not nothing', () => {
  expect(problemOf(ymProfileResource.fields, { publisher_id: '' }).issues).toStrictEqual([
    { path: 'publisher_id', message: 'is "", allowed: int or string' },
  ]);
});

test('all wrong parameters are told at once', () => {
  const { issues } = problemOf(tierResource.fields, { colour: 1, priority: 5, min_priority: 'x', size: 2 });
  expect(issues.map(({ path }) => path)).toStrictEqual(['colour', 'min_priority', 'size']);
});

test.for([
  [{ ids: Array.from({ length: 101 }, (_, index) => index + 1) }, 'ids'],
  [{ ids: [0] }, 'ids.0'],
  [{ start_element: -1 }, 'start_element'],
  [{ num_elements: 0 }, 'num_elements'],
  [{ num_elements: 1.5 }, 'num_elements'],
  [{ filter: { name: { like: 'tv' } } }, 'filter.name'],
  [{ filter: { name: null } }, 'filter.name'],
  [{ filter: 'name=tv' }, 'filter'],
  [{ filter: null }, 'filter'],
  [{ order: 'id' }, 'order'],
] as const)('a list that is asked %j is refused at %s', ([input, path]) => {
  expect(problemsOf(ListInput, input).map((problem) => problem.path)).toStrictEqual([path]);
});
