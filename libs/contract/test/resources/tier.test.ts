import { merge, tierResource, withInitials } from '@auction-tiers/contract';
import { expect, test } from 'vitest';
import { problemsOf } from '../fixture/problem.ts';

const { Create, Update } = tierResource;
const longest = 'é'.repeat(255);

test('a tier that sends only what it must gets the initial values of the specification', () => {
  expect(withInitials(tierResource, Create.parse({ name: 'T', ym_profile_id: 42 }))).toStrictEqual({
    name: 'T',
    code: null,
    description: null,
    profile_id: null,
    priority: 5,
    ym_profile_id: 42,
    min_price: null,
    max_forgone: null,
    member_action: 'exclude',
    state: 'active',
    start_date: null,
    end_date: null,
    buyer_members: null,
  });
});

test('all problems of a body are told at once, each with its path', () => {
  const body = {
    name: '  ',
    ym_profile_id: 1.5,
    profile_id: '7.0',
    priority: 11,
    min_price: '1.0000001',
    member_action: 'allow',
    code: '',
    description: 'x'.repeat(1001),
    buyer_members: [{ id: 1 }, {}, { id: 0 }, { id: 2, colour: 'red' }],
    colour: 'red',
  };
  expect(problemsOf(Create, body).map(({ path }) => path)).toStrictEqual([
    'name',
    'code',
    'description',
    'profile_id',
    'priority',
    'ym_profile_id',
    'min_price',
    'member_action',
    'buyer_members.1',
    'buyer_members.2.id',
    'buyer_members.3.colour',
    'colour',
  ]);
});

const accepted: readonly [rule: string, sent: object, parsed: object][] = [
  ['a name is trimmed', { name: ' \t Tier one \n' }, { name: 'Tier one' }],
  ['a name of 255 characters, counted after trimming', { name: ` ${longest} ` }, { name: longest }],
  ['text outside the basic plane', { name: '\u{1F600}' }, { name: '\u{1F600}' }],
  ['a code of 100 characters', { code: 'c'.repeat(100) }, { code: 'c'.repeat(100) }],
  ['an empty description', { description: ' ' }, { description: '' }],
  ['a description of 1000 characters', { description: 'd'.repeat(1000) }, { description: 'd'.repeat(1000) }],
  ['null where there may be nothing', { code: null, profile_id: null }, { code: null, profile_id: null }],
  ['the lowest priority', { priority: 1 }, { priority: 1 }],
  ['the highest priority', { priority: 10 }, { priority: 10 }],
  ['the smallest id', { ym_profile_id: 1 }, { ym_profile_id: 1 }],
  ['the largest id', { ym_profile_id: 2 ** 53 - 1 }, { ym_profile_id: 2 ** 53 - 1 }],
  [
    'buyers by id, by name and by both',
    ...twice({ buyer_members: [{ id: 12 }, { name: 'B' }, { id: 13, name: 'C' }] }),
  ],
  ['a buyer as it is returned, its name unknown', ...twice({ buyer_members: [{ id: 12, name: null }] })],
  ['no buyers', ...twice({ buyer_members: [] })],
  ['1000 buyers', ...twice({ buyer_members: Array.from({ length: 1000 }, (_, index) => ({ id: index + 1 })) })],
];

test.for(accepted)('accepted: %s', ([, sent, parsed]) => {
  expect(Update.parse(sent)).toStrictEqual(parsed);
});

const refused: readonly [rule: string, sent: object, path: string, message: RegExp][] = [
  ['a name of spaces', { name: ' \n' }, 'name', /is "", allowed: at least 1/],
  ['a name of 256 characters', { name: `${longest}x` }, 'name', /at most 255 characters/],
  ['a name that is null', { name: null }, 'name', /is null, allowed: string/],
  ['a name that is a number', { name: 7 }, 'name', /is 7, allowed: string/],
  ['a name with half a character', { name: 'a\ud800b' }, 'name', /unpaired surrogate/],
  ['a code with half a character', { code: '\udc00' }, 'code', /unpaired surrogate/],
  ['a description with half a character', { description: '\ud83d' }, 'description', /unpaired surrogate/],
  ['an empty code', { code: '' }, 'code', /is "", allowed: at least 1/],
  ['a code of 101 characters', { code: 'c'.repeat(101) }, 'code', /at most 100 characters/],
  ['a description of 1001 characters', { description: 'd'.repeat(1001) }, 'description', /at most 1000 characters/],
  ['priority 0', { priority: 0 }, 'priority', /is 0, allowed: at least 1/],
  ['priority 11', { priority: 11 }, 'priority', /is 11, allowed: at most 10/],
  ['a broken priority', { priority: 5.5 }, 'priority', /is 5.5, allowed: int/],
  ['a priority in words', { priority: 'high' }, 'priority', /is "high", allowed: a whole number/],
  ['a priority that is null', { priority: null }, 'priority', /is null, allowed: number/],
  ['id 0', { ym_profile_id: 0 }, 'ym_profile_id', /is 0, allowed: at least 1/],
  ['a negative id', { ym_profile_id: -1 }, 'ym_profile_id', /is -1, allowed: at least 1/],
  ['a broken id', { ym_profile_id: 1.5 }, 'ym_profile_id', /is 1.5, allowed: int/],
  ['an id that a double does not hold', { ym_profile_id: 2 ** 53 }, 'ym_profile_id', /is 9007199254740992, allowed/],
  ['an id with a zero before it', { ym_profile_id: '042' }, 'ym_profile_id', /is "042", allowed: a whole number/],
  ['no ym-profile at all', { ym_profile_id: null }, 'ym_profile_id', /is null, allowed: number/],
  ['a profile id of 0', { profile_id: 0 }, 'profile_id', /is 0, allowed: at least 1/],
  ['an unknown action', { member_action: 'Include' }, 'member_action', /is "Include", allowed: include, exclude/],
  ['an action that is null', { member_action: null }, 'member_action', /is null, allowed: include, exclude/],
  ['a buyer that says nothing', { buyer_members: [{}] }, 'buyer_members.0', /needs an id or a name/],
  ['a buyer without id or name', { buyer_members: [{ name: null }] }, 'buyer_members.0', /needs an id or a name/],
  ['a buyer with an empty name', { buyer_members: [{ name: ' ' }] }, 'buyer_members.0.name', /at least 1/],
  [
    'a buyer with half a character',
    { buyer_members: [{ name: 'B\ud800' }] },
    'buyer_members.0.name',
    /unpaired surrogate/,
  ],
  ['a buyer that is an id', { buyer_members: [12] }, 'buyer_members.0', /is 12, allowed: object/],
  ['buyers that are no list', { buyer_members: { id: 12 } }, 'buyer_members', /is an object, allowed: array/],
  [
    '1001 buyers',
    { buyer_members: Array.from({ length: 1001 }, (_, index) => ({ id: index + 1 })) },
    'buyer_members',
    /is an array of 1001, allowed: at most 1000 entries/,
  ],
];

test.for(refused)('refused: %s', ([, sent, path, message]) => {
  expect(problemsOf(Update, sent)).toStrictEqual([{ path, message: expect.stringMatching(message) }]);
  expect(problemsOf(Create, { name: 'T', ym_profile_id: 42, ...sent })).toStrictEqual(problemsOf(Update, sent));
});

const whole = tierResource.Output.parse({
  ...withInitials(tierResource, Create.parse({ name: 'T', ym_profile_id: 42 })),
  id: 1,
  member_id: 7,
  created_on: '2026-11-21 08:00:00',
  last_modified: '2026-11-21 08:00:00',
});

test.for([
  ['exclude', null, []],
  ['exclude', '2.000000', []],
  ['include', '0.000000', []],
  ['include', '2.000000', []],
  ['include', null, ['min_price']],
] as const)('%s with a min_price of %s has problems at %j', ([member_action, min_price, paths]) => {
  const problems = tierResource.check({ ...whole, member_action, min_price });
  expect(problems.map(({ path }) => path)).toStrictEqual(paths);
});

test.for([
  ['include', '0.000000', []],
  ['include', '1.500000', []],
  ['exclude', null, []],
  ['exclude', '1.500000', ['max_forgone']],
] as const)('%s with a max_forgone of %s has problems at %j', ([member_action, max_forgone, paths]) => {
  const problems = tierResource.check({ ...whole, member_action, min_price: '1.000000', max_forgone });
  expect(problems.map(({ path }) => path)).toStrictEqual(paths);
});

test('an update that only sets include on a tier without a min_price fails, for the merged tier is judged', () => {
  const merged = tierResource.Output.parse(
    merge(tierResource, whole, Update.parse({ member_action: 'include' }), false),
  );
  expect(tierResource.check(merged)).toStrictEqual([
    { path: 'min_price', message: expect.stringMatching(/\bnull\b.*\binclude\b/) },
  ]);
});

function twice<Value>(value: Value): [Value, Value] {
  return [value, value];
}
