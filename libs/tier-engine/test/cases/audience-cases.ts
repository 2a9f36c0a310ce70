import type { TargetingCase } from './targeting-case.ts';

const includesCategory = { contentCategory: { action: 'include', values: ['IAB1', 'IAB2-3'] } } as const;
const excludesCategory = { contentCategory: { action: 'exclude', values: ['IAB25'] } } as const;

const segment = (operator: 'and' | 'or', include: number[], exclude: number[] = []) => ({
  segment: { operator, include, exclude },
});

const sports = { key: 'section', values: ['sports', 'news'], action: 'include' } as const;
const notLive = { key: 'live', values: ['yes'], action: 'exclude' } as const;
const keyed = (...pairs: [string, string[]][]) => ({ keyValues: new Map(pairs) });

export const audienceCases: readonly TargetingCase[] = [
  {
    rule: 'any one category counts',
    targeting: includesCategory,
    impression: { contentCategories: ['IAB9', 'iab2-3'] },
    matches: true,
  },
  {
    rule: 'no category is among the included',
    targeting: includesCategory,
    impression: { contentCategories: ['IAB2', 'IAB9'] },
    matches: false,
  },
  { rule: 'no categories fail an include', targeting: includesCategory, matches: false },
  {
    rule: 'an empty list of categories is none',
    targeting: includesCategory,
    impression: { contentCategories: [] },
    matches: false,
  },
  {
    rule: 'one excluded category among others excludes',
    targeting: excludesCategory,
    impression: { contentCategories: ['IAB1', 'iab25'] },
    matches: false,
  },
  {
    rule: 'no category is excluded',
    targeting: excludesCategory,
    impression: { contentCategories: ['IAB1', 'IAB2'] },
    matches: true,
  },
  { rule: 'no categories pass an exclude', targeting: excludesCategory, matches: true },

  {
    rule: 'and: all included segments are there',
    targeting: segment('and', [1, 2]),
    impression: { segments: [3, 2, 1] },
    matches: true,
  },
  {
    rule: 'and: one included segment is missing',
    targeting: segment('and', [1, 2]),
    impression: { segments: [1, 1, 3] },
    matches: false,
  },
  {
    rule: 'or: one included segment is there',
    targeting: segment('or', [1, 2]),
    impression: { segments: [2] },
    matches: true,
  },
  { rule: 'or: none is there', targeting: segment('or', [1, 2]), impression: { segments: [3] }, matches: false },
  { rule: 'no segments fail an include by and', targeting: segment('and', [1]), matches: false },
  {
    rule: 'no segments fail an include by or',
    targeting: segment('or', [1]),
    impression: { segments: [] },
    matches: false,
  },
  {
    rule: 'an excluded segment is there',
    targeting: segment('and', [], [9]),
    impression: { segments: [1, 9] },
    matches: false,
  },
  {
    rule: 'or does not spare the excluded ones',
    targeting: segment('or', [1], [9, 8]),
    impression: { segments: [1, 8] },
    matches: false,
  },
  {
    rule: 'every excluded segment is absent',
    targeting: segment('or', [], [9, 8]),
    impression: { segments: [1] },
    matches: true,
  },
  { rule: 'no segments pass an exclude', targeting: segment('and', [], [9]), matches: true },
  {
    rule: 'included there and excluded absent',
    targeting: segment('and', [1], [9]),
    impression: { segments: [1, 2] },
    matches: true,
  },
  { rule: 'a segment target of nothing asks nothing', targeting: segment('or', []), matches: true },

  {
    rule: 'any one value of a key counts',
    targeting: { keyValue: [sports] },
    impression: keyed(['section', ['home', 'news']]),
    matches: true,
  },
  {
    rule: 'the key has other values',
    targeting: { keyValue: [sports] },
    impression: keyed(['section', ['home']]),
    matches: false,
  },
  {
    rule: 'the value stands under another key',
    targeting: { keyValue: [sports] },
    impression: keyed(['page', ['sports']]),
    matches: false,
  },
  {
    rule: 'key-values have case',
    targeting: { keyValue: [sports] },
    impression: keyed(['section', ['Sports']]),
    matches: false,
  },
  { rule: 'no key-values fail an include', targeting: { keyValue: [sports] }, matches: false },
  {
    rule: 'a key without values is lacking',
    targeting: { keyValue: [sports] },
    impression: keyed(['section', []]),
    matches: false,
  },
  {
    rule: 'an excluded value is there',
    targeting: { keyValue: [notLive] },
    impression: keyed(['live', ['no', 'yes']]),
    matches: false,
  },
  {
    rule: 'an excluded value is not there',
    targeting: { keyValue: [notLive] },
    impression: keyed(['live', ['no']]),
    matches: true,
  },
  { rule: 'no key-values pass an exclude', targeting: { keyValue: [notLive] }, matches: true },
  {
    rule: 'all entries hold',
    targeting: { keyValue: [sports, notLive] },
    impression: keyed(['section', ['sports']]),
    matches: true,
  },
  {
    rule: 'one entry does not hold',
    targeting: { keyValue: [sports, notLive] },
    impression: keyed(['section', ['sports']], ['live', ['yes']]),
    matches: false,
  },
  { rule: 'no entries ask nothing', targeting: { keyValue: [] }, matches: true },
  {
    rule: 'a key named like a property of objects is a key',
    targeting: { keyValue: [{ ...sports, key: '__proto__' }] },
    impression: keyed(['__proto__', ['news']]),
    matches: true,
  },
];
