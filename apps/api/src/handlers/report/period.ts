import { addDays, type ZoneCalendar } from '@auction-tiers/calendar';
import {
  invalid,
  type ReportGroup,
  reportDaysKept,
  reportHoursKeptDays,
  type ReportInput,
} from '@auction-tiers/contract';
import { hourNamesBetween } from '../../report/hour-name.ts';

const msPerDay = 86_400_000;
/** Without a start, a report covers its last day and this many days before. */
const usualDaysBefore = 7;

/** An hour or a day that a report reads, as the store names it, and the label of its rows. */
export interface ReportTime {
  readonly time: string;
  /** The day, or with `group_by=hour` the hour. */
  readonly label: string;
}

/** The period of a report, and the hours and days that it reads. */
export interface Period {
  readonly startMs: number;
  readonly endMs: number;
  readonly times: readonly ReportTime[];
}

/** The hours and days that a report is made of. Throws `invalid` for hours that are no longer kept. */
export function resolvePeriod(
  { start_date, end_date }: Pick<ReportInput, 'start_date' | 'end_date'>,
  groups: ReadonlySet<ReportGroup>,
  zone: ZoneCalendar,
  nowMs: number,
): Period {
  const endMs = end_date === undefined ? nowMs : isDay(end_date) ? zone.endOf(end_date) : toMoment(end_date, zone);
  const startMs = start_date === undefined ? usualStart(zone, endMs) : toMoment(start_date, zone);
  if (endMs <= startMs) {
    const message = `is ${end_date ?? dateText(nowMs)}, which is not after start_date ${start_date ?? dateText(startMs)}`;
    throw invalid([{ path: end_date === undefined ? 'start_date' : 'end_date', message }]);
  }
  // Nothing was counted before or after.
  const fromMs = Math.max(startMs, zone.startOf(zone.dayAt(nowMs - reportDaysKept * msPerDay)));
  const toMs = Math.min(endMs, nowMs + msPerDay);
  if (fromMs >= toMs) return { startMs, endMs, times: [] };
  const times = groups.has('hour')
    ? hoursOf(fromMs, toMs, nowMs).map((time) => ({ time, label: hourText(time) }))
    : daysOf(fromMs, toMs, zone, nowMs);
  return { startMs, endMs, times };
}

/** Whole days by their day; partly requested days by their hours. */
function daysOf(fromMs: number, toMs: number, zone: ZoneCalendar, nowMs: number): ReportTime[] {
  const [first, last] = [zone.dayAt(fromMs), zone.dayAt(toMs - 1)];
  const isFirstWhole = fromMs <= zone.startOf(first);
  // The rest of today has no counts, so today is whole without it.
  const isLastWhole = toMs >= nowMs || toMs >= zone.endOf(last);
  const times: ReportTime[] = [];
  for (let day = first; day <= last; day = addDays(day, 1)) {
    if ((day !== first || isFirstWhole) && (day !== last || isLastWhole)) {
      times.push({ time: day, label: day });
      continue;
    }
    const beginMs = day === first ? fromMs : zone.startOf(day);
    const endMs = day === last ? toMs : zone.endOf(day);
    times.push(...hoursOf(beginMs, endMs, nowMs).map((time) => ({ time, label: day })));
  }
  return times;
}

function hoursOf(fromMs: number, toMs: number, nowMs: number): string[] {
  const keptMs = nowMs - reportHoursKeptDays * msPerDay;
  if (fromMs < keptMs - 1000) {
    const message = `needs hours from ${dateText(fromMs)} on, allowed: from ${dateText(keptMs)} on, for hours are kept ${reportHoursKeptDays} days; ask for whole days without group_by=hour`;
    throw invalid([{ path: 'start_date', message }]);
  }
  return hourNamesBetween(fromMs, toMs);
}

const usualStart = (zone: ZoneCalendar, endMs: number): number =>
  zone.startOf(addDays(zone.dayAt(endMs - 1), -usualDaysBefore));

const isDay = (text: string): boolean => text.length === 10;

function toMoment(text: string, zone: ZoneCalendar): number {
  return isDay(text) ? zone.startOf(text) : Date.parse(`${text.replace(' ', 'T')}Z`);
}

/** A moment as answers have it. */
export const dateText = (timeMs: number): string => new Date(timeMs).toISOString().slice(0, 19).replace('T', ' ');

const hourText = (hour: string): string => `${hour.replace('T', ' ')}:00`;
