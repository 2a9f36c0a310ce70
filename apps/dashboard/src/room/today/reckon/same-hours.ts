import { type Day, dayOf, hourOf, minuteOf } from '../../../figure/date.ts';
import { mapSums, noSums, type Sums } from './sums.ts';

const hourMs = 3_600_000;
const dayHours = 24;

/** An hour and the sums of its auctions. */
export interface HourSums {
  readonly startsAtMs: number;
  readonly sums: Sums;
}

/** The sums of a day by clock hour, 0 to 23. An hour that the clock shows twice has the sum of both. */
export type HoursOfDay = readonly Sums[];

/**
 * What the clock shows in an hour of the service, 0 to 23. Where a clock changes by half an hour (Lord Howe Island), the rest
 * of that hour is named by a moment half an hour before it.
 */
export const clockHourOf = (startsAtMs: number, timeZone: string): number =>
  hourOf(startsAtMs + (hourMs * 3) / 4, timeZone);

/** When the hours of the service begin, from a full hour to before another moment. */
export function hourStarts(fromMs: number, toMs: number, timeZone: string): ReadonlySet<number> {
  const starts = new Set<number>();
  for (let ms = fromMs; ms < toMs; ms += hourMs / 2) starts.add(ms - minuteOf(ms, timeZone) * 60_000);
  return starts;
}

/** Hours by the days of a time zone. Hours without auctions are zero. */
export function hoursByDay(hours: readonly HourSums[], timeZone: string): ReadonlyMap<Day, HoursOfDay> {
  const days = new Map<Day, Sums[]>();
  for (const { startsAtMs, sums } of hours) {
    const day = dayOf(startsAtMs, timeZone);
    const ofDay = days.get(day) ?? Array.from({ length: dayHours }, () => noSums);
    days.set(day, ofDay);
    const hour = clockHourOf(startsAtMs, timeZone);
    const before = ofDay[hour]!;
    ofDay[hour] = mapSums((name) => before[name] + sums[name]);
  }
  return days;
}

/** The clock of a time zone, hours from 0 to 24: 14.5 at half past two. Offsets are whole quarter hours. */
export function clockOf(ms: number, timeZone: string): number {
  const quarterMs = hourMs / 4;
  const intoQuarterMs = ((ms % quarterMs) + quarterMs) % quarterMs;
  return hourOf(ms, timeZone) + minuteOf(ms - intoQuarterMs, timeZone) / 60 + intoQuarterMs / hourMs;
}

/** The shares of a day's sums that it had when its clock showed `until`; null for a sum that is 0. */
export type Shares = Readonly<Record<keyof Sums, number | null>>;

/** Each minute of an hour has the same share. Hours count by their absolute value, because forgone has either sign. */
export function sharesOf(hours: HoursOfDay, until: number): Shares {
  const share = (name: keyof Sums): number | null => {
    const total = hours.reduce((sum, { [name]: value }) => sum + Math.abs(value), 0);
    if (total === 0) return null;
    const soFar = hours.reduce((sum, { [name]: value }, hour) => sum + Math.abs(value) * partOf(hour, until), 0);
    return soFar / total;
  };
  return { auctions: share('auctions'), sold: share('sold'), net: share('net'), forgone: share('forgone') };
}

const partOf = (hour: number, until: number): number => Math.min(1, Math.max(0, until - hour));

/** The mean of the shares of several days; null where no day has one. */
export function meanShares(days: readonly HoursOfDay[], until: number): Shares {
  const shares = days.map((hours) => sharesOf(hours, until));
  const mean = (name: keyof Sums): number | null => {
    const known = shares.map(({ [name]: share }) => share).filter((share) => share !== null);
    return known.length === 0 ? null : known.reduce((sum, share) => sum + share, 0) / known.length;
  };
  return { auctions: mean('auctions'), sold: mean('sold'), net: mean('net'), forgone: mean('forgone') };
}

/** The sums of a part of the day, by its shares; null if a share that is needed is not known. */
export function partOfDay(day: Sums, shares: Shares): Sums | null {
  const isKnown = (name: keyof Sums) => shares[name] !== null || day[name] === 0;
  if (!(['auctions', 'sold', 'net', 'forgone'] as const).every(isKnown)) return null;
  return mapSums((name) => day[name] * (shares[name] ?? 0));
}
