import {
  ListInput,
  memberResource,
  platformMemberResource,
  selectRows,
  ServiceError,
  tierResource,
} from '@auction-tiers/contract';
import { expect, test } from 'vitest';
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
  [{ id: '3,1' }, [1, 3]],
  [{ id: [3, 1] }, [1, 3]],
  [{ id: 99 }, []],
  [{ priority: '5' }, [1, 3]],
  [{ priority: 5, name: 'news' }, [1]],
  [{ name: 'News' }, []],
  [{ name: ['Sports, TV'] }, [3]],
  [{ code: 'w,fin' }, [4, 12]],
  [{ code: '' }, [2]],
  [{ code: 'null' }, []],
  [{ member_action: 'exclude' }, [1, 2, 3, 4, 12]],
  [{ min_priority: 5 }, [1, 3, 12]],
  [{ max_priority: '2' }, [2, 4]],
  [{ min_priority: 2, max_priority: 5 }, [1, 3, 4]],
  [{ not_priority: 5 }, [2, 4, 12]],
  [{ not_priority: '5,10' }, [2, 4]],
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
  [{ like_id: '2' }, [2, 12]],
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
  'PRIORITY',
])(
  'the parameter "%s" is refused by name, and the known ones are listed: a typo must never list everything',
  (name) => {
    const error = problemOf(tierResource.fields, JSON.parse(`{${JSON.stringify(name)}:"5"}`));
    expect(error).toMatchObject({ kind: 'invalid', issues: [{ path: name }] });
    for (const known of ['id', 'name', 'priority', 'min_price', 'last_modified', 'min_', 'max_', 'not_', 'like_']) {
      expect(error.issues[0]?.message).toContain(known);
    }
    expect(error.issues[0]?.message).not.toContain('buyer_members');
  },
);

test.for([
  [{ priority: 'high' }, 'is "high", allowed: int'],
  [{ priority: '1,high' }, 'is "high", allowed: int'],
  [{ priority: '' }, 'is "", allowed: int'],
  [{ min_priority: 'Infinity' }, 'is "Infinity", allowed: int'],
  [{ min_priority: '1,2' }, 'takes one value'],
  [{ max_priority: [1, 2] }, 'takes one value'],
  [{ priority: '0x5' }, 'is "0x5", allowed: int'],
  [{ priority: '5.5' }, 'is "5.5", allowed: int'],
  [{ priority: true }, 'is "true", allowed: int'],
  [{ min_price: 'cheap' }, 'is "cheap", allowed: money'],
  [{ min_min_price: '1e1' }, 'is "1e1", allowed: money'],
  [{ min_last_modified: 'yesterday' }, 'is "yesterday", allowed: date'],
  [{ last_modified: '21.11.2026' }, 'is "21.11.2026", allowed: date'],
] as const)('the filter %j is refused: %s', ([filter, message]) => {
  const [path] = Object.keys(filter);
  expect(problemOf(tierResource.fields, filter).issues).toStrictEqual([{ path, message }]);
});

test('a Boolean is true, false, 1 or 0', () => {
  expect(problemOf(platformMemberResource.fields, { active: 'yes' }).issues).toStrictEqual([
    { path: 'active', message: 'is "yes", allowed: boolean' },
  ]);
});

test('all wrong parameters are told at once', () => {
  const { issues } = problemOf(tierResource.fields, { colour: 1, priority: 5, min_priority: 'x', size: 2 });
  expect(issues.map(({ path }) => path)).toStrictEqual(['colour', 'min_priority', 'size']);
});

test.for([
  [{ ids: Array.from({ length: 101 }, (_, place) => place + 1) }, 'ids'],
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
