import { calendarOf, isTimezone as isTimezoneOfCalendar } from '@auction-tiers/calendar';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { isTimezone, ZoneClock } from '../../src/targeting/zone-clock.ts';

const [firstMs, lastMs] = [Date.UTC(2015, 0, 1), Date.UTC(2038, 0, 1)];
const aroundMs = [-86_400_000, -3_600_000, -1, 0, 1, 1_799_999, 3_600_000, 86_400_000];
const zones = Intl.supportedValuesOf('timeZone');

test('the engine and the calendar show the same hour of the week in every zone, 2015 to 2037', () => {
  const drawn = fc.sample(fc.integer({ min: firstMs, max: lastMs }), { numRuns: 30, seed: 49 });
  let changes = 0;
  for (const zone of zones) {
    const [clock, calendar] = [new ZoneClock(zone), calendarOf(zone)];
    const moments = [...drawn];
    for (let { endMs } = calendar.spanAt(firstMs); endMs < lastMs; { endMs } = calendar.spanAt(endMs)) {
      moments.push(...aroundMs.map((ms) => endMs + ms));
      changes++;
    }
    const differing = moments.filter((ms) => clock.hourOfWeek(ms) !== calendar.hourOfWeek(ms));
    expect(differing.map((ms) => `${zone} ${new Date(ms).toISOString()}`)).toEqual([]);
  }
  expect(zones.length).toBeGreaterThan(400);
  expect(changes).toBeGreaterThan(5000);
});

test.for([...zones, 'UTC', 'Etc/GMT+5', 'america/new_york', '+05:30', '-05:00', 'Mars/Olympus', '', 'EST5EDT', 'Z'])(
  'the engine and the calendar agree whether %j is a time zone',
  (name) => expect(isTimezone(name)).toBe(isTimezoneOfCalendar(name)),
);
