import { addDays, type Day } from '@auction-tiers/calendar';
import { type HoursOfDay, meanShares, partOfDay, sharesOf } from './same-hours.ts';
import { addUp, type Figures, figuresOf, mapSums, type Sums } from './sums.ts';

/** The names of the days that a day can be compared with. */
export const againstNames = ['day', 'week', 'weeks'] as const;
export type AgainstName = (typeof againstNames)[number];
export const againstWords: Readonly<Record<AgainstName, string>> = {
  day: 'the day before',
  week: 'the same weekday a week ago',
  weeks: 'the four weeks before',
};

export interface Days {
  readonly from: Day;
  readonly to: Day;
}

/** What is known of days before. */
export interface KnownDays {
  readonly days: ReadonlyMap<Day, Sums>;
  /** Of days whose hours are still kept. */
  readonly hours: ReadonlyMap<Day, HoursOfDay>;
  /** The clock time up to which a day that is not over is compared; null: the day is over. */
  readonly until: number | null;
}

export function namedDays(name: AgainstName, day: Day): Days {
  const before = addDays(day, -1);
  if (name === 'day') return { from: before, to: before };
  const weekAgo = addDays(day, -7);
  return name === 'week' ? { from: weekAgo, to: weekAgo } : { from: addDays(day, -28), to: before };
}

/**
 * The mean of the days from one to another, each up to the same time, and their number. Days without auctions are left
 * out, because they may be before the first auction. Null where no day is known.
 */
export function meanOfDays(
  { from, to }: Days,
  known: KnownDays,
): { readonly figures: Figures; readonly count: number } | null {
  const all = [...known.days.keys()]
    .filter((day) => day >= from && day <= to)
    .flatMap((day) => sumsUntil(day, known) ?? []);
  if (all.length === 0) return null;
  const sum = addUp(all);
  return { figures: figuresOf(mapSums((name) => sum[name] / all.length)), count: all.length };
}

/** The sums of a day up to the clock time; null: not known. */
function sumsUntil(day: Day, { days, hours, until }: KnownDays): Sums | null {
  const whole = days.get(day);
  if (whole === undefined) return null;
  if (until === null) return whole;
  const own = hours.get(day);
  const wholeDays = [...hours].filter(([one]) => days.has(one)).map(([, hoursOf]) => hoursOf);
  return partOfDay(whole, own === undefined ? meanShares(wholeDays, until) : sharesOf(own, until));
}
