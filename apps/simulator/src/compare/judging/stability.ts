import { calendarOf } from '@auction-tiers/calendar';
import {
  compareEnds,
  estimateByStudent,
  findBreak,
  type LastDays,
  lengthOfPart,
  spreadOf,
  studentTail,
} from '@auction-tiers/inference';
import { namesOfWeekdays } from '@auction-tiers/contract/compare-report';
import type { Stability, Stretch } from '@auction-tiers/contract/compare-report';
import { findCap } from './capped.ts';
import { round, toMoneyInterval } from './effect.ts';
import type { Seen } from './stopped.ts';
import { findStops, hourText } from './stopped.ts';
import { roundToUnits } from '../../figure/text.ts';
import type { Intervals } from './interval.ts';

const [msPerDay, daysAWeek] = [86_400_000, 7];
/** A break is reported if fewer logs without a break than this share show one as clear. */
const breakProbability = 0.01;
/** A log of fewer days has no halves, or thirds. */
const [leastDays, leastDaysOfThirds] = [5, 6];
/** With fewer whole weeks Student's t over them has fewer than two degrees of freedom. */
const leastWeeks = 3;
const [msPerHour, hoursADay] = [3_600_000, 24];
/**
 * With fewer auctions an hour of the night may lack one by chance: in so many, an hour with a tenth of the mean is empty
 * in at most one log of twenty (rule of three).
 */
const leastAuctionsForHours = 10 * 3 * hoursADay;

/**
 * Whether the difference stays what it is from day to day. `closed`: hours of the day in which there are no auctions.
 * `seen`: when buyers bid and tiers won.
 */
export function toStability(
  intervals: Intervals,
  closed: readonly number[] = [],
  seen: readonly Seen[] = [],
): Stability {
  const { design, logDays, persistence, ifShocksPersist } = intervals;
  const { days } = logDays;
  const { variance, isDifferent, kept } = persistence;
  const found = variance && findBreak(variance, design.strata, isDifferent);
  const ends = compareEnds(variance, design.strata, isDifferent);
  return {
    weekdays: {
      cover: design.cover,
      missing: namesOfWeekdays(design.missing),
      frequent: namesOfWeekdays(design.frequent),
    },
    days_differ: {
      probability: variance === undefined ? null : round(variance.probability, 6),
      is_likely: isDifferent,
      kept: round(kept, 3),
    },
    if_shocks_persist: ifShocksPersist ? toMoneyInterval(ifShocksPersist, intervals.auctions) : null,
    break:
      found === undefined || found.probability >= breakProbability
        ? null
        : { probability: round(found.probability, 6), since: toStretch(intervals, found.at) },
    halves: days.length < leastDays ? [] : toParts(intervals, 2),
    thirds: days.length < leastDaysOfThirds ? [] : toParts(intervals, 3),
    trend: toLastDays(intervals, ends.third),
    last_day: toLastDays(intervals, ends.lastDay),
    weeks: toWeeks(intervals),
    missing_hours: findMissingHours(intervals).filter((hour) => !closed.includes(hour)),
    cap: findCap(logDays.hours),
    stopped: findStops(seen, logDays.hours).map(({ kind, id, name, last, probability }) => {
      const at = days.findIndex((day) => day > last.day);
      return {
        kind,
        id,
        name,
        last_seen: hourText(last),
        probability: round(probability, 6),
        since: at < 0 ? null : toStretch(intervals, at),
      };
    }),
  };
}

/** The last days against those before; null: their hours do not tell. */
function toLastDays(intervals: Intervals, found: LastDays | null): Stability['trend'] {
  if (found === null) return null;
  return { since: toStretch(intervals, intervals.logDays.days.length - found.days), below: round(found.below, 6) };
}

/** The difference by whole weeks, counted from the last day back. */
function toWeeks({ logDays: { days, hours }, confidence, auctions: all }: Intervals): Stability['weeks'] {
  const last = days.at(-1) ?? 0;
  const byWeek = Map.groupBy(days, (day) => Math.floor((last - day) / daysAWeek));
  const whole = [...byWeek].flatMap(([week, own]) => (own.length === daysAWeek ? [week] : []));
  if (whole.length < leastWeeks) return null;
  const sumOf = (of: (hour: (typeof hours)[number]) => number) =>
    Float64Array.from(whole, (week) =>
      hours.reduce((sum, hour) => (Math.floor((last - hour.day) / daysAWeek) === week ? sum + of(hour) : sum), 0),
    );
  const [sizes, values] = [sumOf(({ auctions }) => auctions), sumOf(({ netDifference }) => netDifference)];
  const spread = spreadOf(sizes, (left, right) => (left === right ? 1 : 0), 0, confidence);
  const interval = spread.degreesOfFreedom < 2 ? null : toMoneyInterval(estimateByStudent(values, sizes, spread), all);
  return { count: whole.length, interval };
}

/** The hours of the day in which no day has an auction, in a log that would show them. */
function findMissingHours({ logDays: { hours, timeZone }, auctions }: Intervals): number[] {
  if (auctions < leastAuctionsForHours) return [];
  const zone = calendarOf(timeZone);
  const found = new Set(hours.map(({ hour }) => zone.hourAt(hour * msPerHour).hour));
  return Array.from({ length: hoursADay }, (_, hour) => hour).filter((hour) => !found.has(hour));
}

/** Divides the log into parts; all but the first have the same length. */
function toParts(intervals: Intervals, parts: number): Stretch[] {
  const { length } = intervals.logDays.days;
  const days = lengthOfPart(length, parts);
  return Array.from({ length: parts }, (_, part) =>
    toStretch(intervals, part === 0 ? 0 : length - (parts - part) * days, length - (parts - 1 - part) * days),
  );
}

/**
 * The days from one index up to another, with the interval of the whole log, widened because they are fewer: a few days
 * alone do not show how much days differ.
 */
function toStretch(intervals: Intervals, at: number, end = intervals.logDays.days.length): Stretch {
  const { days, hours } = intervals.logDays;
  const { used } = intervals;
  const first = days[at]!;
  const next = days[end] ?? Infinity;
  const own = hours.filter(({ day }) => day >= first && day < next);
  const auctions = own.reduce((sum, hour) => sum + hour.auctions, 0);
  const micros = own.reduce((sum, hour) => sum + hour.netDifference, 0);
  const wider = Math.sqrt(days.length / (end - at));
  const net = used?.net;
  const ratio = micros / auctions;
  return {
    from: new Date(first * msPerDay).toISOString().slice(0, 10),
    days: end - at,
    difference: roundToUnits(micros),
    interval:
      net === undefined
        ? null
        : toMoneyInterval(
            { low: ratio - wider * (net.ratio - net.low), high: ratio + wider * (net.high - net.ratio) },
            auctions,
          ),
    probability: probabilityOf(intervals, ratio / wider),
  };
}

/**
 * The probability of a difference per auction as large or larger, if the true one is 0. Where days differ by no more
 * than their hours explain, days are left out, because the finer clusters tell more than their few means.
 */
function probabilityOf({ kinds, persistence }: Intervals, ratio: number): number | null {
  const known = kinds.flatMap(({ clusters, net, spread }) =>
    net === undefined || (clusters.kind === 'day' && !persistence.isDifferent)
      ? []
      : { error: net.standardError, freedom: spread?.degreesOfFreedom ?? clusters.count - 1 },
  );
  const [widest] = known.toSorted((left, right) => right.error - left.error);
  if (widest === undefined || widest.error === 0) return null;
  const tail = studentTail(Math.abs(ratio) / widest.error, widest.freedom);
  return round(ratio < 0 ? 1 - tail : tail, 6);
}
