import { calendarOf, type Day } from '@auction-tiers/calendar';
import { mapSums, noSums, type Sums } from './sums.ts';

const dayHours = 24;

export interface HourSums {
  readonly startsAtMs: number;
  readonly sums: Sums;
}

/** The sums of a day by clock hour, 0 to 23. An hour that the clock shows twice has the sum of both. */
export type HoursOfDay = readonly Sums[];

/** Hours by the days of a time zone. Hours without auctions are zero. */
export function hoursByDay(hours: readonly HourSums[], timeZone: string): ReadonlyMap<Day, HoursOfDay> {
  const calendar = calendarOf(timeZone);
  const days = new Map<Day, Sums[]>();
  for (const { startsAtMs, sums } of hours) {
    const { day, hour } = calendar.clockAt(startsAtMs);
    const ofDay = days.get(day) ?? Array.from({ length: dayHours }, () => noSums);
    days.set(day, ofDay);
    const before = ofDay[hour]!;
    ofDay[hour] = mapSums((name) => before[name] + sums[name]);
  }
  return days;
}

/** The clock of a time zone, hours from 0 to 24: 14.5 at half past two. */
export function clockOf(ms: number, timeZone: string): number {
  const { hour, minute, second } = calendarOf(timeZone).clockAt(ms);
  return hour + minute / 60 + second / 3600;
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
  return mapSums(share);
}

const partOf = (hour: number, until: number): number => Math.min(1, Math.max(0, until - hour));

/** The mean of the shares of several days; null where no day has one. */
export function meanShares(days: readonly HoursOfDay[], until: number): Shares {
  const shares = days.map((hours) => sharesOf(hours, until));
  const mean = (name: keyof Sums): number | null => {
    const known = shares.map(({ [name]: share }) => share).filter((share) => share !== null);
    return known.length === 0 ? null : known.reduce((sum, share) => sum + share, 0) / known.length;
  };
  return mapSums(mean);
}

/** The sums of a part of the day, by its shares; null if a share that is needed is not known. */
export function partOfDay(day: Sums, shares: Shares): Sums | null {
  const isKnown = (name: keyof Sums) => shares[name] !== null || day[name] === 0;
  if (!(['auctions', 'sold', 'net', 'forgone'] as const).every(isKnown)) return null;
  return mapSums((name) => day[name] * (shares[name] ?? 0));
}
