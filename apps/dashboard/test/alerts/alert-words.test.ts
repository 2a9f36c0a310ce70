import { alertWords } from '@auction-tiers/contract';
import { expect, test } from 'vitest';
import { chanceWords } from '../../src/room/alerts/alert-words.ts';

test.for([
  [0, ''],
  [0.4, 'By chance that comes about once in 1 days.'],
  [400, 'By chance that comes about once in 400 days.'],
  [36_500, 'By chance that comes less often than once in ten years.'],
] as const)('once in %d days', ([days, words]) => expect(chanceWords(days)).toBe(words));

test('what else is off is named once', () => {
  expect(alertWords('')).toEqual([]);
  expect(alertWords('fill,tier:5,tier:6')).toEqual(['fill', 'wins of a tier']);
});
