import { expect, test } from 'vitest';
import { isOfOther, isOfOtherPromises } from '../../../src/room/draft/use-draft-comparison.ts';

test('a verdict is of another content unless its draft has the same hash as that of the present content', () => {
  const tries = [1, 2, 3].map((id) => ({ id, inputs: { draft_sha256: id === 3 ? 'b' : 'a' } })) as never;
  expect(isOfOther(tries, 1, 2)).toBe(false);
  expect(isOfOther(tries, 3, 2)).toBe(true);
  expect(isOfOther(tries, 1, null)).toBe(true);
  expect(isOfOther(tries, null, null)).toBe(false);
});

test('a verdict is about other commitments once one is added, left out or changed', () => {
  const row = { subject: 'buyer', id: 107, bound: 'at_least', figure: 'wins', wanted: 10 } as const;
  const report = {
    commitments: [row, { ...row, subject: 'tier', id: 5 }].map((one) => ({ ...one, who: '' })),
  } as never;
  const [buyer, tier] = [
    { buyer: 107, at_least: { wins: 10 } },
    { tier: 5, at_least: { wins: 10 } },
  ];
  expect(isOfOtherPromises(report, [tier, buyer])).toBe(false);
  expect(isOfOtherPromises(report, [buyer])).toBe(true);
  expect(isOfOtherPromises(report, [buyer, { tier: 5, at_least: { wins: 11 } }])).toBe(true);
  expect(isOfOtherPromises({ commitments: [] }, [])).toBe(false);
});
