import { calendarOf, numberOfDay } from '@auction-tiers/calendar';
import { leastHoursOfDay } from '@auction-tiers/contract/compare-report';
import type { CountedHour } from '@auction-tiers/inference';
import type { Tally } from '../../tally/tally.ts';
import { hourBlockCount, hourBlockOf } from '../measuring/block.ts';

const msPerHour = 3_600_000;

/** An hour of the log. The hour is since the epoch, its day the local one in which it begins. */
export interface LogHour extends CountedHour {
  /** Draft less current, CPM micros. */
  readonly netDifference: number;
}

/** The hours and days of a log. */
export interface LogDays {
  readonly timeZone: string;
  /** In the order of time. */
  readonly hours: readonly LogHour[];
  /** The days that count, ascending; if no day counts, the first. */
  readonly days: readonly number[];
  /** For the block of each hour, the place among the `days` of the day that it belongs to. */
  readonly dayOfBlock: Int32Array;
}

/** The hours of a comparison, in the order of time. Both tallies have the same auctions, so the same hours. */
export function readHours(current: Tally, draft: Tally): Omit<LogHour, 'day'>[] {
  const draftRows = draft.rows('date_hour');
  return current.rows('date_hour').flatMap(({ key, auctions, revenue }, at) => {
    const netDifference = Number(draftRows[at]!.revenue.netMicros - revenue.netMicros);
    return typeof key === 'number' ? [{ hour: key, auctions, netDifference }] : [];
  });
}

/**
 * The days that the hours of a log make in a time zone. A day counts if it has enough hours with auctions; the hours of
 * other days belong to the nearest day that counts, so that none is lost and no hour around midnight is a day.
 */
export function toLogDays(hoursWithoutDay: readonly Omit<LogHour, 'day'>[], timeZone: string): LogDays {
  const zone = calendarOf(timeZone);
  const hours = hoursWithoutDay.map((one) => ({ ...one, day: numberOfDay(zone.dayAt(one.hour * msPerHour)) }));
  const days = findDays(hours);
  return { timeZone, hours, days, dayOfBlock: toDayOfBlock(hours, days) };
}

function findDays(hours: readonly LogHour[]): number[] {
  const counts = new Map<number, number>();
  for (const { day } of hours) counts.set(day, (counts.get(day) ?? 0) + 1);
  const days = [...counts].flatMap(([day, count]) => (count >= leastHoursOfDay ? [day] : []));
  return days.length === 0 ? hours.slice(0, 1).map(({ day }) => day) : days;
}

/** The first hour of a block decides: all others are five weeks or a multiple later. */
function toDayOfBlock(hours: readonly LogHour[], days: readonly number[]): Int32Array {
  const dayOfBlock = new Int32Array(hourBlockCount);
  const isKnown = new Uint8Array(hourBlockCount);
  const ends = days.map((day) => {
    const own = hours.filter((hour) => hour.day === day);
    return { first: own[0]!.hour, last: own.at(-1)!.hour };
  });
  let next = 0;
  for (const { hour, day } of hours) {
    const block = hourBlockOf(hour);
    while (next < days.length && days[next]! < day) next++;
    if (isKnown[block] === 1) continue;
    isKnown[block] = 1;
    // `next` is the day itself, if it counts, or the first that counts after it.
    const before = next - 1;
    const isBefore =
      next === days.length ||
      (before >= 0 && days[next] !== day && hour - ends[before]!.last <= ends[next]!.first - hour);
    dayOfBlock[block] = isBefore ? before : next;
  }
  return dayOfBlock;
}
