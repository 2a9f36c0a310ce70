import { type KeptDays, leastClusters } from '@auction-tiers/contract/compare-report';
import type { ReadCommitment } from '@auction-tiers/contract/tier-set';
import {
  DayDesign,
  findPersistence,
  leastHoursOfWholeDay,
  studentQuantile,
  studentTail,
  toHourTable,
  total,
} from '@auction-tiers/inference';
import type { PromiseHours, PromiseSide } from '../measuring/promise-hours.ts';
import type { LogDays, LogHour } from './log-days.ts';

export const microsPerUnit = 1e9;
/** Of a new day, and of the mean of all days: a promise is missed in at most so many of a hundred. */
const errorProbability = 0.05;
/** Where new days of the current tiers miss it more often, those of a draft may miss it in so many of a hundred more. */
const addedMisses = 0.05;
/** Shares of sums have the rounding errors of doubles. */
const tolerance = 1e-9;

type Sides = Readonly<Record<PromiseSide, number>>;

/** Whether days keep a promise, and on how many of them. */
export interface Keeping {
  readonly isKept: boolean;
  /** null: fewer whole days than clusters need, or a sample of the auctions, which has no whole day. */
  readonly keptDays: KeptDays | null;
}

/** How far a figure is on the right side of what was promised; below 0: it misses it. */
export function slackOf({ bound, wanted }: Pick<ReadCommitment, 'bound' | 'wanted'>, figure: number): number {
  const slack = bound === 'at_least' ? figure - wanted : wanted - figure;
  return Math.abs(slack) <= tolerance * Math.max(wanted, tolerance) ? 0 : slack;
}

/**
 * Whether a draft keeps a promise, beyond the error of the days. Its mean has to lie on the right side by more than the
 * one-sided 95 % error of the mean, or by as much as that of the current tiers: then the draft is not what makes it
 * unsure. And a new day has to keep it in 95 of 100, or nearly as often as under the current tiers. `reached`: the means
 * over the log.
 */
export function judgeKeeping(
  hours: PromiseHours,
  at: number,
  reached: Sides,
  logDays: LogDays,
  share: number,
): Keeping {
  const commitment = hours.commitments[at]!;
  const slack = {
    current: slackOf(commitment, reached.current),
    draft: slackOf(commitment, reached.draft),
  };
  const days = wholeDaysOf(logDays);
  if (days.length < leastClusters.day) return { isKept: slack.draft >= 0, keptDays: null };
  const [current, draft] = (['current', 'draft'] as const).map((side) =>
    toPromiseDays(hours, side, at, logDays.hours, days, share),
  ) as [PromiseDays, PromiseDays];
  const isMeanSure = slack.draft >= draft.errorOfMean || (slack.current >= 0 && slack.draft >= slack.current);
  // A day of a sample is off by what the sample lacks of it, so that days are not judged one by one.
  const isSample = share < 1;
  const isDaySure = isSample || missOf(draft, slack.draft) <= mostMisses(missOf(current, slack.current));
  const keptOf = (own: PromiseDays) => own.figures.filter((figure) => slackOf(commitment, figure) >= 0).length;
  return {
    isKept: slack.draft >= 0 && isMeanSure && isDaySure,
    keptDays: isSample ? null : { days: days.length, current: keptOf(current), draft: keptOf(draft) },
  };
}

/**
 * How far beyond a promise a draft has to stay so that it counts as kept on one half of the days, by the days of the
 * current tiers, which reach so much; 0: the log does not tell.
 */
export function reachOfKeeping(
  hours: PromiseHours,
  at: number,
  reached: number,
  logDays: LogDays,
  share: number,
): number {
  const days = wholeDaysOf(logDays);
  if (days.length < leastClusters.day) return 0;
  const own = toPromiseDays(hours, 'current', at, logDays.hours, days, share);
  const { figure, wanted } = hours.commitments[at]!;
  // The present tiers may have days more alike than those of any draft: where a buyer wins all, it wins the same each day.
  const ofChance = figure === 'wins' ? Math.sqrt(wanted / share) : 0;
  const spread = Math.max(own.spread, ofChance);
  const quantileOf = (missed: number) => studentQuantile(1 - missed, own.freedom);
  const errorOfMean = Math.max(own.errorOfMean, quantileOf(errorProbability) * (ofChance / Math.sqrt(days.length)));
  const most = mostMisses(missOf({ ...own, spread }, slackOf(hours.commitments[at]!, reached)));
  const ofDay = share < 1 || most >= 1 / 2 ? 0 : quantileOf(most) * spread;
  return Math.max(Math.SQRT2 * errorOfMean, ofDay);
}

/** How often a new day misses a promise from which the mean is so far. */
function missOf({ spread, freedom }: PromiseDays, slack: number): number {
  if (spread === 0) return slack >= 0 ? 0 : 1;
  const tail = studentTail(Math.abs(slack) / spread, freedom);
  return slack >= 0 ? tail : 1 - tail;
}

/** How often a new day may miss a promise, given how often it does under the current tiers. */
const mostMisses = (current: number): number =>
  current <= errorProbability ? errorProbability : current + addedMisses;

interface PromiseDays {
  /** By day, in the unit of the promise. */
  readonly figures: readonly number[];
  /** How far the mean of the log is from that of all such days, at most in 95 of 100; one-sided. */
  readonly errorOfMean: number;
  /** The standard error of a new day about the mean of the log, and its degrees of freedom. */
  readonly spread: number;
  readonly freedom: number;
}

/** The figure of a promise by day, with its errors: days may carry on, each promise by itself. */
function toPromiseDays(
  hours: PromiseHours,
  side: PromiseSide,
  at: number,
  logHours: readonly LogHour[],
  days: readonly number[],
  share: number,
): PromiseDays {
  const { figure } = hours.commitments[at]!;
  const isShare = figure === 'share_of_net';
  const scale = isShare ? 1 : 1 / (share * (figure === 'net' ? microsPerUnit : 1));
  const placeOf = new Map(days.map((day, index) => [day, index]));
  const [values, sizes] = [new Float64Array(days.length), new Float64Array(days.length)];
  const counted = logHours.flatMap(({ hour, day }) => {
    const index = placeOf.get(day);
    if (index === undefined) return [];
    const { net, amount } = hours.at(hour, side, at);
    values[index]! += amount * scale;
    sizes[index]! += isShare ? net : 0;
    // The traffic of an hour is part of what a promise gets, so that hours count alike.
    return [{ hour, day, auctions: 1, net, value: amount * scale }];
  });
  if (!isShare) sizes.fill(1);
  if (total(sizes) === 0) return { figures: days.map(() => 0), errorOfMean: 0, spread: 0, freedom: 1 };
  const design = new DayDesign(sizes, days);
  const mean = design.ratio(values, sizes);
  const table = toHourTable(counted, days, ({ net, value }) => (isShare ? value - mean * net : value));
  const { kept } = findPersistence(design, table, values);
  const spread = design.spread(design.keeping(kept), kept > 0 ? 1 : 0, 1 - 2 * errorProbability);
  const error = spread.widening * design.standardError(values, sizes);
  const figures = Array.from(values, (value, index) => (sizes[index] === 0 ? 0 : value / sizes[index]!));
  const center = figures.reduce((sum, one) => sum + one, 0) / figures.length;
  const variance = figures.reduce((sum, one) => sum + (one - center) ** 2, 0) / (figures.length - 1);
  return {
    figures,
    errorOfMean: spread.quantile * error,
    spread: Math.sqrt(variance + error ** 2),
    // All days tell of a new one, and not only those of its day of the week, unless days carry on.
    freedom: kept > 0 ? spread.degreesOfFreedom : figures.length - 1,
  };
}

/** The days of the log that have about as many hours as the others. */
function wholeDaysOf({ days, hours }: LogDays): readonly number[] {
  const counts = new Map<number, number>();
  for (const { day } of hours) counts.set(day, (counts.get(day) ?? 0) + 1);
  const least = leastHoursOfWholeDay(days.map((day) => counts.get(day)!));
  return days.filter((day) => counts.get(day)! >= least);
}
