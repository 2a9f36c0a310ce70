import { addDays, calendarOf, type Day } from '@auction-tiers/calendar';
import type { ReportGroup, ReportRow } from '@auction-tiers/contract';
import type { Place } from '../address/place.ts';
import { hourMs, msOf } from '../figure/date.ts';
import { type Report, reportInput, reportQuery } from './use-report.ts';

/** The days of a course. */
export const courseDays = 14;

/** The course of longer tables is not read: it would be more rows than a browser should hold. */
export const mostCourses = 500;

/** What rows of a table brought on each of 14 days, read once an hour. */
export const courseQuery = (place: Place, by: ReportGroup, isAsked: boolean, path?: string) =>
  reportQuery(
    {
      ...reportInput({ ...place, from: addDays(place.to, 1 - courseDays) }, [by, 'day']),
      ...(path !== undefined && { path }),
    },
    hourMs,
    isAsked,
  );

const netOf = ({ net }: ReportRow): number => Number(net);

/** What each whole day of these rows brought, 0 on a day without, by what names the row. */
export function coursesOf<Key>(
  report: Pick<Report, 'rows' | 'complete_to'> | undefined,
  { to, timeZone }: { readonly to: Day; readonly timeZone: string },
  keyOf: (row: ReportRow) => Key,
  amountOf = netOf,
): ReadonlyMap<Key, readonly number[]> {
  const courses = new Map<Key, number[]>();
  if (report === undefined) return courses;
  const isOver = msOf(report.complete_to) >= calendarOf(timeZone).endOf(to);
  const days = wholeDays(report.rows, to, isOver);
  for (const row of report.rows) {
    const at = days.indexOf(row.day ?? '');
    if (at < 0) continue;
    const course = courses.get(keyOf(row)) ?? days.map(() => 0);
    course[at]! += amountOf(row);
    courses.set(keyOf(row), course);
  }
  return courses;
}

/** The whole days with bids: without a last day that goes on, and a first day within which counting began. */
export function wholeDays(rows: readonly ReportRow[], lastDay: Day, isOver: boolean): Day[] {
  const days = [...new Set(rows.map(({ day }) => day!))].toSorted();
  const isBegin = days[0] !== undefined && days[0] > addDays(lastDay, 1 - courseDays);
  return days.slice(isBegin ? 1 : 0).filter((day) => isOver || day !== lastDay);
}
