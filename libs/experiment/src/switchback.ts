import {
  estimateTwoWay,
  fixedReach,
  invertRandomisation,
  sequenceReachOfFew,
  type TwoWay,
  type TwoWayEstimate,
  withoutColumns,
} from '@auction-tiers/inference';
import { hashSeed, Random } from '@auction-tiers/chance';
import { daysPerWeek, type Schedule } from './assignment.ts';
import { countCell, partsPerDay } from './counts.ts';
import { lagDays, layOut, moreLagDays, tableOf, toDose } from './dose.ts';
import type { Change, CoursePoint } from './experiment-result.ts';
import { drawSchedule } from './schedule.ts';

/** Sums of one cell. `controls` and `treatments`: R(C,b) of the auctions of arm C, and of arm T. */
export interface Cell {
  readonly cluster: number;
  readonly day: number;
  readonly part: number;
  readonly arm: string;
  readonly auctions: number;
  readonly control: number;
}

/** The cells of rows `cell/cluster/day/part/arm`. */
export function toCells(rows: readonly { readonly key: readonly string[]; readonly cells: Float64Array }[]): Cell[] {
  return rows.map(({ key: [cluster, day, part, arm], cells }) => ({
    cluster: Number(cluster),
    day: Number(day),
    part: Number(part),
    arm: arm!,
    auctions: cells[countCell.auctions]!,
    control: cells[countCell.control]!,
  }));
}

/** The effect on buyers that a switchback measures, in logarithms of R(C,b) per auction. */
export interface SwitchbackEstimate extends TwoWayEstimate {
  readonly cells: number;
  /** Pairs of a cluster's like weekdays of which both days count. */
  readonly pairs: number;
  /** The interval from redrawn assignments; null before the planned end. */
  readonly randomised: { readonly low: number; readonly high: number } | null;
  readonly course: readonly CoursePoint[];
  readonly hasSettled: boolean;
  /** The estimate with the shares of five days before, which shows slower answers; null: too few cells. */
  readonly longer: TwoWayEstimate | null;
  /** Of a whole seller by weeks: the weeks that are compared; null: another design. */
  readonly weeks: number | null;
}

export const drawCount = 2000;
const hoursSince = [0, 6, 12, 18, 24, 48] as const;
/** Level of the test whether the estimates with two and with five days before are equal. */
const settledLevel = 0.01;

/** By day: the number of days since the share of a cell changed, from 0; before the start every share is 0. */
function daysSinceChange(shares: readonly number[], paused: ReadonlySet<number>): Int32Array {
  const since = new Int32Array(shares.length);
  let before = 0;
  // Until its first change a cluster is as before the experiment, when it had long settled.
  let age = shares.length;
  for (const [day, drawn] of shares.entries()) {
    const share = paused.has(day) ? 0 : drawn;
    age = share === before ? age + 1 : 0;
    since[day] = age;
    before = share;
  }
  return since;
}

function estimateLagged(...order: Parameters<typeof toDose>): TwoWayEstimate | undefined {
  const [table, values] = order;
  const { counted, differences } = toDose(...order);
  const known = values.map((value, at) => (Number.isNaN(counted[at]) ? NaN : value));
  return estimateTwoWay(table, counted, withoutColumns(table, differences, known));
}

/**
 * Estimates the effect on buyers in whole days of a switchback: the effect of the share that the draft decides, today
 * and on the two days before, on the logarithm of R(C,b) per auction, after removing the effects of cluster and day.
 * `paused` days are left out. `draws`: the number of redrawn assignments, 0: no such interval; `alpha` is its level.
 */
export function estimateSwitchback(
  cells: readonly Cell[],
  schedule: Schedule,
  days: number,
  seed: string,
  paused: ReadonlySet<number>,
  draws = drawCount,
  alpha = 0.05,
): SwitchbackEstimate | undefined {
  const clusters = schedule.shares.length;
  const count = clusters * days;
  const kept = cells.filter(({ day }) => !paused.has(day));
  const whole = sumBy(kept, count, days, () => true);
  const byDay = toLogarithms(whole);
  if (schedule.cells === 'seller_weeks') return estimateWeeks(byDay, schedule, days, paused);
  const table = tableOf(schedule, days, whole.auctions);
  const values = layOut(schedule, table, byDay);
  const estimate = estimateLagged(table, values, schedule, { paused });
  if (estimate === undefined) return undefined;
  const longer = estimateLagged(table, values, schedule, { paused, lags: moreLagDays });
  const dose = toDose(table, values, schedule, { paused });
  const isKnown = (at: number) => !Number.isNaN(byDay[at]);
  const random = new Random(hashSeed(seed), 1);
  // A whole seller has too few schedules: hardly any effect could be rejected by drawing another one.
  const isDrawn = draws > 0 && typeof schedule.cells === 'number';
  const drawn = Array.from({ length: isDrawn ? draws : 0 }, () =>
    toDose(
      table,
      values,
      drawSchedule(schedule.cells, schedule.shares[0]!.length, () => random.fraction()),
      { paused },
    ),
  );
  const since = schedule.shares.map((shares) => daysSinceChange(shares, paused));
  // What five days before add is an answer that two days miss, so the error counts it.
  const added = longer === undefined || typeof schedule.cells !== 'number' ? 0 : longer.effect - estimate.effect;
  const standardError = Math.hypot(estimate.standardError, added);
  const reach = fixedReach(estimate.degreesOfFreedom, alpha) * standardError;
  const randomised = isDrawn ? invertRandomisation(table, values, dose, drawn, alpha) : undefined;
  return {
    ...estimate,
    standardError,
    cells: byDay.filter((value) => !Number.isNaN(value)).length,
    pairs: countPairs(clusters, days, isKnown),
    randomised:
      randomised === undefined
        ? null
        : {
            // Drawing again knows nothing of what two days miss.
            low: Math.min(randomised.low, estimate.effect - reach),
            high: Math.max(randomised.high, estimate.effect + reach),
          },
    course: typeof schedule.cells === 'number' ? toCourse(kept, table, since, schedule) : [],
    hasSettled: hasSettled(estimate, longer),
    longer: longer ?? null,
    weeks: null,
  };
}

/**
 * The effect on buyers of a whole seller by whole weeks: the mean of the weeks of T less that of C, without the days in
 * which buyers still learn the change. Student's t over the weeks, of which there are few.
 */
function estimateWeeks(
  byDay: Float64Array,
  { shares: [shares] }: Schedule,
  days: number,
  paused: ReadonlySet<number>,
): SwitchbackEstimate | undefined {
  const since = daysSinceChange(shares!, paused);
  const isKnown = (day: number) => !Number.isNaN(byDay[day]) && since[day]! > lagDays;
  const known = Array.from({ length: days }, (_, day) => day).filter(isKnown);
  const weeks = Array.from(Map.groupBy(known, (day) => Math.floor(day / daysPerWeek)).values(), (own) => ({
    share: shares![own[0]!]!,
    mean: own.reduce((sum, day) => sum + byDay[day]!, 0) / own.length,
  }));
  const [treated, controls] = [1, 0].map((share) =>
    weeks.filter((week) => week.share === share).map(({ mean }) => mean),
  );
  const degreesOfFreedom = weeks.length - 2;
  if (treated!.length < 2 || controls!.length < 2) return undefined;
  const variance = (squaresOf(treated!) + squaresOf(controls!)) / degreesOfFreedom;
  return {
    effect: meanOf(treated!) - meanOf(controls!),
    standardError: Math.sqrt(variance * (1 / treated!.length + 1 / controls!.length)),
    degreesOfFreedom,
    cells: known.length,
    pairs: countPairs(1, days, (day) => !Number.isNaN(byDay[day])),
    randomised: null,
    course: [],
    hasSettled: true,
    longer: null,
    weeks: weeks.length,
  };
}

const meanOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
const squaresOf = (values: readonly number[]) => values.reduce((sum, value) => sum + (value - meanOf(values)) ** 2, 0);

/** A change of a logarithm as a change in per cent, with the interval valid at all times together. */
export function toChange({ effect, standardError, degreesOfFreedom }: TwoWayEstimate, share: number): Change {
  const reach = standardError * sequenceReachOfFew(share, degreesOfFreedom);
  return { percent: percentOf(effect), interval: { low: percentOf(effect - reach), high: percentOf(effect + reach) } };
}

/** A logarithm as per cent, rounded to a thousandth. */
export const percentOf = (logarithm: number) => Math.round(100_000 * Math.expm1(logarithm)) / 1000;

function countPairs(clusters: number, days: number, isCounted: (at: number) => boolean): number {
  let pairs = 0;
  for (let cluster = 0; cluster < clusters; cluster++) {
    for (let day = 0; day + 7 < days; day++) {
      if (Math.floor(day / 7) % 2 === 1) continue;
      pairs += Number(isCounted(cluster * days + day) && isCounted(cluster * days + day + 7));
    }
  }
  return pairs;
}

function sumBy(cells: readonly Cell[], count: number, days: number, isTaken: (cell: Cell) => boolean) {
  const auctions = new Float64Array(count);
  const control = new Float64Array(count);
  for (const cell of cells) {
    if (cell.day >= days || !isTaken(cell)) continue;
    const at = cell.cluster * days + cell.day;
    auctions[at]! += cell.auctions;
    control[at]! += cell.control;
  }
  return { auctions, control };
}

function toLogarithms({ auctions, control }: { readonly auctions: Float64Array; readonly control: Float64Array }) {
  return auctions.map((size, at) => (control[at]! > 0 ? Math.log(control[at]! / size) : NaN));
}

/**
 * The effect by hours since a change. On the day of a change it is measured per quarter of the day, among cells that
 * changed that day.
 */
function toCourse(
  cells: readonly Cell[],
  table: TwoWay,
  since: readonly Int32Array[],
  { shares }: Schedule,
): readonly CoursePoint[] {
  const { days } = table;
  const count = shares.length * days;
  const effectWhere = (isDay: (age: number) => boolean, isPart: (part: number) => boolean) => {
    const dose = Float64Array.from({ length: count }, (_, at) => {
      const [cluster, day] = [Math.floor(at / days), at % days];
      return isDay(since[cluster]![day]!) ? shares[cluster]![day]! : NaN;
    });
    return estimateTwoWay(table, dose, toLogarithms(sumBy(cells, count, days, ({ part }) => isPart(part))));
  };
  const parts = Array.from({ length: partsPerDay }, (_, part) =>
    effectWhere(
      (age) => age === 0,
      (own) => own === part,
    ),
  );
  const second = effectWhere(
    (age) => age === 1,
    () => true,
  );
  const later = effectWhere(
    (age) => age >= 2,
    () => true,
  );
  return [...parts, second, later].map((estimate, at): CoursePoint => {
    const [from_hours, to_hours] = [hoursSince[at]!, hoursSince[at + 1] ?? null];
    return { from_hours, to_hours, change: estimate === undefined ? null : toChange(estimate, 1) };
  });
}

/**
 * Whether five days before a cell's own show no other effect than two. The longer estimate adds to the error of the
 * shorter one, so that their difference has the difference of their variances (Hausman, Econometrica 46 (1978)).
 */
function hasSettled(shorter: TwoWayEstimate, longer: TwoWayEstimate | undefined): boolean {
  if (longer === undefined) return true;
  const added = longer.standardError ** 2 - shorter.standardError ** 2;
  const error = Math.sqrt(Math.max(added, (leastAdded * longer.standardError) ** 2));
  const reach = fixedReach(longer.degreesOfFreedom, settledLevel) * error;
  return Math.abs(longer.effect - shorter.effect) <= Math.max(reach, negligibleChange);
}

/** Where cells hardly vary, estimates that differ by less than this, a thousandth of revenue, are the same to a seller. */
const negligibleChange = Math.log1p(0.001);
/** By chance the longer estimate may seem as exact as the shorter one: at least this part of its error is its own. */
const leastAdded = 0.25;
