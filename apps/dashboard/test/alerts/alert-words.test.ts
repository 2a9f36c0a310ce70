import { type AlertKind, alertKinds, alertWords } from '@auction-tiers/contract';
import { expect, test } from 'vitest';
import { chanceWords, watchesOf } from '../../src/room/alerts/alert-words.ts';

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

const usual = { date: '2026-11-29', timezone: 'America/New_York', is_learning: false, learned_hours: 700 };
const of = (what: string, more: object = {}, muted: readonly AlertKind[] = []) =>
  watchesOf({ ...usual, finds: [], ...more }, muted).find((watch) => new RegExp(what).test(watch.what))?.how;

test('each kind is watched, learned or muted, and stands once', () => {
  for (const more of [{}, { is_learning: true }]) {
    const told = watchesOf({ ...usual, finds: [], ...more }, ['fill', 'draft']).map(({ what }) => what);
    for (const kind of alertKinds) {
      const [word] = alertWords(kind);
      expect(told.filter((what) => what === word || what.split(', ').includes(word!))).toHaveLength(1);
    }
  }
  expect(of('fill', {}, ['fill'])).toContain('Muted');
});

test.for([
  [0, /0 of 14 days of auctions so far$/],
  [100, /4 of 14 days.* known from Dec 9 on/],
  [335, /13 of 14 days.* known from Nov 30 on/],
] as const)('with %d hours what counts tell is learned, and objects are watched', ([hours, how]) => {
  const learning = { is_learning: true, learned_hours: hours };
  expect(of('traffic', learning)).toMatch(how);
  expect(of('wins of a tier', learning)).toMatch(how);
  expect(of('drafts that wait', learning)).toBe('As soon as it happens');
});

test.for([
  ['traffic', [], /too few/],
  ['^net$', [finds('net', null, null, 0.25)], /25\.0 % within a day$/],
  ['traffic', [finds('auctions', 0.6, 0.4, 0.1)], /40\.0 % within an hour, of 10\.0 % within a day$/],
  ['bids', [finds('buyer:1', 0.5, 0.4, 0.1), finds('buyer:2', null, null, null)], /Falls of 1 buyer$/],
] as const)('which falls of %s are found, %#', ([what, known, how]) => expect(of(what, { finds: known })).toMatch(how));
