import { type AuctionTier, dateText } from '@auction-tiers/contract';
import { expect, test } from 'vitest';
import { mayWin } from '../../src/alert/cause.ts';

const nowMs = Date.parse('2026-12-01T12:00:00Z');
const tier = { state: 'active', member_action: 'include', start_date: null, end_date: null } as unknown as AuctionTier;
const [before, now, after] = [-1000, 0, 1000].map((ms) => dateText(nowMs + ms)) as [string, string, string];

test.for([
  ['is there', tier, true],
  ['was deleted', undefined, false],
  ['is switched off', { ...tier, state: 'inactive' }, false],
  ['excludes', { ...tier, member_action: 'exclude' }, false],
  ['begins now', { ...tier, start_date: now }, true],
  ['begins later', { ...tier, start_date: after }, false],
  ['ends later', { ...tier, end_date: after }, true],
  ['ends now', { ...tier, end_date: now }, false],
  ['was for a second', { ...tier, start_date: before, end_date: now }, false],
] as const)('a tier that %s', ([, one, expected]) => {
  expect(mayWin(one, nowMs)).toBe(expected);
});
