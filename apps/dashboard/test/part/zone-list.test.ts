import { isTimezone } from '@auction-tiers/calendar';
import { expect, test } from 'vitest';
import { isZoneFound, zonesWith } from '../../src/part/zone-list.ts';

const found = (search: string) => zonesWith('UTC').flatMap(({ value }) => (isZoneFound(value, search) ? value : []));

test.for([
  ['new york', 'America/New_York'],
  ['kolkata', 'Asia/Kolkata'],
  ['Calcutta', 'Asia/Kolkata'],
  ['ho chi', 'Asia/Ho_Chi_Minh'],
  ['america/new_york', 'America/New_York'],
  ['berlin europe', 'Europe/Berlin'],
  ['utc', 'UTC'],
] as const)('%s finds the time zone %s', ([search, zone]) => {
  expect(found(search)).toEqual([zone]);
});

test('a zone that is set is listed, and each zone is one that a clock has', () => {
  const zones = zonesWith('US/Eastern').map(({ value }) => value);
  expect(zones).toContain('US/Eastern');
  expect(new Set(zones).size).toBe(zones.length);
  expect(zones.filter((zone) => !isTimezone(zone))).toEqual([]);
});
