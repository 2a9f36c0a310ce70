import type { DaypartWindow } from '@auction-tiers/tier-engine';
import type { TargetingCase } from './targeting-case.ts';

const daypart = (timezone: string, ...windows: DaypartWindow[]) => ({ daypart: { timezone, windows } });
const hours = (startHour: number, endHour: number, day: DaypartWindow['day'] = 'all') => ({ day, startHour, endHour });

/** The hour on the wall at a moment, told by whether it is inside the one-hour window. */
const shows = (timezone: string, time: string, day: DaypartWindow['day'], hour: number): TargetingCase => ({
  rule: `${time} is hour ${hour} of ${day} in ${timezone}`,
  targeting: daypart(timezone, hours(hour, hour, day)),
  time,
  matches: true,
});

export const daypartCases: readonly TargetingCase[] = [
  {
    rule: 'the first moment of a window',
    targeting: daypart('UTC', hours(8, 9)),
    time: '2026-11-21T08:00:00Z',
    matches: true,
  },
  {
    rule: 'the moment before a window',
    targeting: daypart('UTC', hours(8, 9)),
    time: '2026-11-21T07:59:59.999Z',
    matches: false,
  },
  {
    rule: 'the end hour is part of a window',
    targeting: daypart('UTC', hours(8, 9)),
    time: '2026-11-21T09:59:59.999Z',
    matches: true,
  },
  {
    rule: 'the hour after a window',
    targeting: daypart('UTC', hours(8, 9)),
    time: '2026-11-21T10:00:00Z',
    matches: false,
  },
  {
    rule: 'hours 0 to 23 are the whole day',
    targeting: daypart('UTC', hours(0, 23)),
    time: '2026-11-21T23:59:59.999Z',
    matches: true,
  },
  {
    rule: 'the day is the wanted one',
    targeting: daypart('UTC', hours(0, 23, 'saturday')),
    time: '2026-11-21T00:00:00Z',
    matches: true,
  },
  {
    rule: 'the day is another',
    targeting: daypart('UTC', hours(0, 23, 'sunday')),
    time: '2026-11-21T23:59:59Z',
    matches: false,
  },
  {
    rule: 'any one window counts',
    targeting: daypart('UTC', hours(1, 2), hours(8, 8, 'saturday')),
    time: '2026-11-21T08:30:00Z',
    matches: true,
  },
  {
    rule: 'the hour of one window and the day of another do not make a third',
    targeting: daypart('UTC', hours(1, 2, 'saturday'), hours(8, 8, 'sunday')),
    time: '2026-11-21T08:30:00Z',
    matches: false,
  },
  {
    rule: 'two windows make one over midnight',
    targeting: daypart('UTC', hours(22, 23, 'friday'), hours(0, 1, 'saturday')),
    time: '2026-11-21T01:59:00Z',
    matches: true,
  },

  shows('America/New_York', '2026-11-21T02:00:00Z', 'friday', 21),
  shows('Pacific/Kiritimati', '2026-11-21T12:00:00Z', 'sunday', 2),
  shows('Asia/Kolkata', '2026-11-21T18:29:59Z', 'saturday', 23),
  shows('Asia/Kolkata', '2026-11-21T18:30:00Z', 'sunday', 0),
  shows('Asia/Kathmandu', '2026-11-21T18:14:59Z', 'saturday', 23),
  shows('Asia/Kathmandu', '2026-11-21T18:15:00Z', 'sunday', 0),
  shows('Pacific/Chatham', '2026-11-21T10:14:59Z', 'saturday', 23),
  shows('Pacific/Chatham', '2026-11-21T10:15:00Z', 'sunday', 0),

  shows('America/New_York', '2026-03-08T06:59:59Z', 'sunday', 1),
  shows('America/New_York', '2026-03-08T07:00:00Z', 'sunday', 3),
  shows('America/New_York', '2026-11-01T05:30:00Z', 'sunday', 1),
  shows('America/New_York', '2026-11-01T06:30:00Z', 'sunday', 1),
  shows('America/New_York', '2026-11-01T07:00:00Z', 'sunday', 2),
  shows('Europe/Berlin', '2026-03-29T00:59:59Z', 'sunday', 1),
  shows('Europe/Berlin', '2026-03-29T01:00:00Z', 'sunday', 3),
  shows('Australia/Lord_Howe', '2026-04-04T14:59:59Z', 'sunday', 1),
  shows('Australia/Lord_Howe', '2026-04-04T15:00:00Z', 'sunday', 1),
  shows('Australia/Lord_Howe', '2026-04-04T15:30:00Z', 'sunday', 2),
  shows('America/St_Johns', '2010-03-14T03:30:59Z', 'sunday', 0),
  shows('America/St_Johns', '2010-03-14T03:31:00Z', 'sunday', 1),
  shows('Africa/Monrovia', '1971-06-01T00:44:29Z', 'monday', 23),
  shows('Africa/Monrovia', '1971-06-01T00:44:30Z', 'tuesday', 0),
];
