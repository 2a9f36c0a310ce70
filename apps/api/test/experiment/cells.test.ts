import { calendarOf } from '@auction-tiers/calendar';
import type { StoredExperiment } from '@auction-tiers/contract';
import { expect, test } from 'vitest';
import { cellsOf, clusterValue, clusterValuesOf, dayOf, hourOf, wholeSteps } from '../../src/experiment/cells.ts';

const at = (text: string) => Date.parse(text);
const newYork = calendarOf('America/New_York');

test('days begin at local midnights, the first at the next one, also where a day has 25 hours', () => {
  // The clock goes back on 1 November 2026.
  const starts = wholeSteps(newYork, 14, at('2026-10-25T15:00:00Z'), at('2026-11-30T00:00:00Z'));
  expect(starts.length).toBe(29);
  expect([starts[0], starts[6], starts[7]]).toEqual([
    at('2026-10-26T04:00:00Z'),
    at('2026-11-01T04:00:00Z'),
    at('2026-11-02T05:00:00Z'),
  ]);
  expect(wholeSteps(newYork, 14, at('2026-10-26T04:00:00Z'), at('2026-11-08T05:00:00Z')).length).toBe(1);
  const cells = { starts };
  const last = at('2026-11-02T04:59:00Z');
  expect([Math.floor(dayOf(cells, last)), hourOf(cells, 6, last)]).toEqual([6, 6 * 24 + 23]);
  expect([dayOf(cells, starts[0]! - 1), dayOf(cells, starts.at(-1)!)]).toEqual([-1, 28]);
});

test('cells follow from what is stored alone, and each cluster has either arm on one of two like weekdays', () => {
  const stored = {
    design: 'switchback',
    clusters: { by: 'site', values: Array.from({ length: 8 }, (_, site) => String(site + 1)) },
    start_at: '2026-11-21 15:00:00',
    end_at: '2026-12-20 05:00:00',
    timezone: 'America/New_York',
    salt: 'a secret',
  } as unknown as StoredExperiment;
  const cells = cellsOf(stored)!;
  expect(cellsOf(stored)).toEqual(cells);
  expect(cells.starts.length).toBe(29);
  for (const arms of cells.schedule.arms) {
    for (const day of [0, 3, 6, 14, 20]) expect(new Set([arms[day], arms[day + 7]]).size).toBe(2);
  }
  expect(cellsOf({ ...stored, design: 'split' })).toBeNull();
});

test.for([
  ['seller', [2, 3, 4]],
  ['seller_weeks', [7, 14]],
] as const)('by %s every auction is in one cell a day, and the arm stays for %j days', ([by, lengths]) => {
  const stored = {
    design: 'switchback',
    clusters: { by, values: [] },
    start_at: '2026-11-21 15:00:00',
    end_at: '2027-01-18 05:00:00',
    timezone: 'America/New_York',
    salt: 'a secret',
  } as unknown as StoredExperiment;
  const { starts, schedule, clusters } = cellsOf(stored)!;
  // 58 days until the end: two whole steps of 28.
  expect([starts.length, schedule.arms.length]).toEqual([57, 1]);
  expect(cellsOf({ ...stored, end_at: '2026-12-10 05:00:00' })).toBeNull();
  const runs = schedule.arms[0]!.join('').match(/C+|T+/g)!;
  expect(runs.filter(({ length }) => !lengths.some((one) => one === length))).toEqual([]);
  const values = clusterValuesOf(clusters);
  expect([{ siteId: 7 }, {}].map((impression) => values.indexOf(clusterValue(by, impression)!))).toEqual([0, 0]);
});

test('an impression is in the cluster of its own value', () => {
  const impression = { siteId: 7, placementId: 8, country: 'us', deviceType: 'phone' } as const;
  expect((['site', 'placement', 'country', 'device'] as const).map((by) => clusterValue(by, impression))).toEqual([
    '7',
    '8',
    'US',
    'phone',
  ]);
  expect(clusterValue('site', {})).toBeUndefined();
});
