import { Commitment } from '@auction-tiers/contract';
import { demoTierSet } from '@auction-tiers/contract/demo';
import { expect, test } from 'vitest';
import { toCommitment } from '../../src/comparison/commitment-list.tsx';
import { commitmentText, subjectsOf } from '../../src/words/commitment.ts';

const subjects = subjectsOf(demoTierSet(), null);

test.for([
  ['buyer', 107, 'at_least', 'wins', 1000, 'Saffron Travel: at least 1,000 wins a day'],
  ['tier', 4, 'at_most', 'net', 2.5, 'Rectangle partners: at most 2.50 EUR net a day'],
  ['buyer', 107, 'at_most', 'share_of_net', 25, 'Saffron Travel: at most 25 % of the net'],
] as const)('a form of %s %s makes a commitment that the contract takes', ([kind, id, bound, figure, value, text]) => {
  const made = Commitment.parse(toCommitment({ subject: { kind, id }, bound, figure, value }));
  expect(commitmentText(made, subjects, 'EUR')).toBe(text);
});

test('a promise about a tier that is deleted says so', () => {
  expect(commitmentText({ tier: 99_999, at_most: { wins: 5 } }, subjects, 'EUR')).toBe(
    'deleted tier no. 99999: at most 5 wins a day',
  );
});

test('a form that is not complete makes none', () => {
  expect(toCommitment({ subject: null, bound: 'at_least', figure: 'wins', value: 1 })).toBeNull();
  expect(toCommitment({ subject: { kind: 'tier', id: 1 }, bound: 'at_least', figure: 'wins', value: null })).toBeNull();
});
