import { addDays, monthOf, weekOf, type ZoneCalendar } from '@auction-tiers/calendar';
import {
  dateText,
  invalid,
  reportDaysKept,
  reportHoursKeptDays,
  type ReportInput,
  type ReportTime,
} from '@auction-tiers/contract';
import { type Counted, presentZone, type Slot, type StoredCounts } from '../../report/stored-counts.ts';

const msPerDay = 86_400_000;
/** Without a start, a report covers its last day and this many days before. */
const usualDaysBefore = 7;

/** The period of a report, and the hours and days that it reads. */
export interface Period {
  readonly startMs: number;
  readonly endMs: number;
  readonly slots: readonly Slot[];
}

/** The hours and days that a report is made of. Throws `invalid` for hours that are no longer kept. */
export async function resolvePeriod(
  stored: StoredCounts,
  counted: Counted,
  { start_date, end_date }: Pick<ReportInput, 'start_date' | 'end_date'>,
  by: ReportTime | undefined,
  nowMs: number,
): Promise<Period> {
  const zone = presentZone(counted.cuts);
  const endIn = (of: ZoneCalendar) =>
    end_date === undefined ? nowMs : isDay(end_date) ? of.endOf(end_date) : toMoment(end_date, of);
  const endMs = endIn(zone);
  const startIn = (of: ZoneCalendar) => (start_date === undefined ? usualStart(of, endMs) : toMoment(start_date, of));
  const startMs = startIn(zone);
  if (endMs <= startMs) {
    const message = `is ${end_date ?? dateText(nowMs)}, which is not after start_date ${start_date ?? dateText(startMs)}`;
    throw invalid([{ path: end_date === undefined ? 'start_date' : 'end_date', message }]);
  }
  // Nothing was counted before or after.
  const from = (of: ZoneCalendar) => Math.max(startIn(of), of.startOf(of.dayAt(nowMs - reportDaysKept * msPerDay)));
  const to = (of: ZoneCalendar) => Math.min(endIn(of), nowMs + msPerDay);
  const [fromMs, toMs] = [from(zone), to(zone)];
  if (fromMs >= toMs) return { startMs, endMs, slots: [] };
  if (by === 'hour') requireKept(fromMs, nowMs);
  const slots = by === 'hour' ? stored.hours(counted, fromMs, toMs) : await stored.days(counted, { from, to }, nowMs);
  for (const slot of slots) if (slot.needsHours) requireKept(slot.startMs, nowMs);
  return { startMs, endMs, slots };
}

function requireKept(fromMs: number, nowMs: number): void {
  const keptMs = nowMs - reportHoursKeptDays * msPerDay;
  if (fromMs >= keptMs - 1000) return;
  const message = `needs hours from ${dateText(fromMs)} on, allowed: from ${dateText(keptMs)} on, for hours are kept ${reportHoursKeptDays} days; ask for whole days without group_by=hour`;
  throw invalid([{ path: 'start_date', message }]);
}

/** The label of the rows of a slot in a report by some time. */
export function labelOf({ startMs, day }: Pick<Slot, 'startMs' | 'day'>, by: ReportTime | undefined): string {
  switch (by) {
    case undefined:
      return '';
    case 'hour':
      return dateText(startMs);
    case 'day':
      return day;
    case 'week':
      return weekOf(day);
    case 'month':
      return monthOf(day);
  }
}

const usualStart = (zone: ZoneCalendar, endMs: number): number =>
  zone.startOf(addDays(zone.dayAt(endMs - 1), -usualDaysBefore));

const isDay = (text: string): boolean => text.length === 10;

function toMoment(text: string, zone: ZoneCalendar): number {
  return isDay(text) ? zone.startOf(text) : Date.parse(`${text.replace(' ', 'T')}Z`);
}
