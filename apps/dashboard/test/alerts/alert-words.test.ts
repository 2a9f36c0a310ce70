import { alertWords } from '@auction-tiers/contract';
import { expect, test } from 'vitest';
import { chanceWords, findsWords } from '../../src/room/alerts/alert-words.ts';

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

const finds = (figure: string, half: number | null, hour: number | null, day: number | null) => ({
  figure,
  half_hour: half,
  hour,
  day,
});

test.for([
  [[], 'There are too few auctions for the alerts to find a fall within a day.'],
  [[finds('net', null, null, 0.25)], 'Within a day the alerts find a fall of 25.0 % in net.'],
  [
    [finds('auctions', 0.6, 0.4, 0.1), finds('fill', 0.3, null, 0.05), finds('buyer:101', 0.5, 0.4, 0.1)],
    'Within an hour the alerts find a fall of 40.0 % in traffic, 30.0 % in fill; within a day of 10.0 % in traffic, 5.0 % in fill.',
  ],
] as const)('which falls are found, %#', ([known, words]) => expect(findsWords(known)).toBe(words));
