import { expect, test } from 'vitest';
import { compareFindings } from '../../src/difference/findings.tsx';
import { listChange, tierText, valueText } from '../../src/difference/field-words.ts';
import { stepWords } from '../../src/difference/step-words.ts';

test.for([
  ['tier 5 Gold: min_price 2.000000 -> 2.500000', 'tier Gold: net minimum (USD CPM) 2.00 → 2.50'],
  ['tier 5 Gold: min_price 3.000000 -> null', 'tier Gold: net minimum (USD CPM) 3.00 → none'],
  ['tier 5 Gold: code null -> "null -> x"', 'tier Gold: code none → “null -> x”'],
  [
    'tier 5 Gold: profile_id null -> 3, priority 1 -> 2',
    'tier Gold: where everywhere → a targeting profile, priority 1 → 2',
  ],
  ['tier 5 Gold: description "a, b" -> null, priority 1 -> 2', 'tier Gold: description “a, b” → none, priority 1 → 2'],
  ['profile 3 Phones: daypart_timezone null -> UTC', 'profile Phones: time zone of the hours none → UTC'],
  ['tier 5 Worked example: 2.00 net: priority 7 -> 8', 'tier Worked example: 2.00 net: priority 7 → 8'],
  [
    'ym-profile 3 All: commitments adds buyer 107 at least 1000 wins and removes tier 5 at most 2.5 net, code null -> "a"',
    'group of sites All: promises + a buyer at least 1000 wins, − a tier at most 2.5 net, code none → “a”',
  ],
  ['tier 2 A: buyer_members adds 107 Saffron, priority 1 -> 2', 'tier A: buyers + Saffron, priority 1 → 2'],
  ['experiment 2 Autumn prices: ended: drop', 'live test Autumn prices: ended, dropped'],
  ['adds tier 13 name -> 2.000000', 'adds tier name -> 2.000000'],
  ['adds ym-profile 3 All sites', 'adds group of sites All sites'],
  ['ym-profile 3 ym-profile 4: code null -> "a"', 'group of sites ym-profile 4: code none → “a”'],
] as const)('%s', ([line, words]) => {
  expect(stepWords(line)).toBe(words);
});

test.for([
  ['min_price', '2.352942', '2.352942'],
  ['min_price', '2.000000', '2.00'],
  ['min_price', null, 'none'],
  ['code', null, 'none'],
  ['description', undefined, 'none'],
  ['member_action', 'exclude', '⊘ exclude'],
  ['profile_id', null, 'everywhere'],
  ['profile_id', 3, 'Phones'],
  [
    'buyer_members',
    [
      { id: 107, name: 'Saffron Travel' },
      { id: 9, name: null },
    ],
    'Saffron Travel, Buyer 9',
  ],
  ['size_targets', [{ width: 300, height: 250 }], '300×250'],
  ['key_value_targets', [], 'none'],
  ['commitments', [{ buyer: 107, at_least: { wins: 1000 } }], 'a buyer: at least 1,000 wins a day'],
] as const)('%s %j is shown as %s', ([field, value, text]) => {
  expect(valueText(field, value, (id) => (id === 3 ? 'Phones' : null))).toBe(text);
});

test('of a list, what comes and what goes is said', () => {
  const before = [
    { id: 1, name: 'A' },
    { id: 2, name: 'B' },
  ];
  const after = [
    { id: 2, name: 'B' },
    { id: 3, name: 'C' },
  ];
  expect(listChange('buyer_members', before, after)).toEqual({ added: ['C'], removed: ['A'] });
  expect(listChange('size_targets', null, [{ width: 1, height: 2 }])).toEqual({ added: ['1×2'], removed: [] });
  expect(listChange('priority', 1, 2)).toBeNull();
});

test('a tier is said in one line', () => {
  const tier = {
    priority: 5,
    member_action: 'include',
    min_price: '2.000000',
    buyer_members: [{ id: 107, name: 'X' }],
  };
  expect(tierText(tier)).toBe('▲ include, priority 5, net minimum 2.00 USD CPM, X, everywhere');
});

const finding = (code: string, ids: number[], severity: 'error' | 'warning' = 'warning') => ({
  code,
  severity,
  tier_ids: ids,
  message: `${code} at ${Math.max(...ids)}`,
  advice: '',
});

test('a finding is the same by its kind and its tiers, and the gravest comes first', () => {
  const before = [finding('same', [1, 2]), finding('ends', [3])];
  const after = [
    finding('new', [4]),
    { ...finding('same', [2, 1]), message: 'other words' },
    finding('bad', [5], 'error'),
  ];
  const { fresh, kept, resolved } = compareFindings(before, after);
  expect([fresh, kept, resolved].map((list) => list.map(({ code }) => code))).toEqual([
    ['bad', 'new'],
    ['same'],
    ['ends'],
  ]);
});
