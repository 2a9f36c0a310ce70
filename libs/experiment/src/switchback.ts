import {
  type DrawnDose,
  estimateTwoWay,
  fixedReach,
  invertRandomisation,
  sequenceReachOfFew,
  type TwoWay,
  type TwoWayEstimate,
} from '@auction-tiers/inference';
import { hashSeed, Random } from '@auction-tiers/chance';
import { drawSchedule, type Schedule } from './assignment.ts';
import { countCell, partsPerDay } from './counts.ts';
import type { Change, CoursePoint } from './experiment-result.ts';

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
  readonly spillOver: Change | null;
}

export const drawCount = 2000;
const hoursSince = [0, 6, 12, 18, 24, 48] as const;
/** Level of the test whether the effect on the second day after a change equals that of later days. */
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

/** The doses of cells: counted are those with the previous day's share; in others half of the change is assumed. */
export function toDose({ shares }: Schedule, days: number, paused: ReadonlySet<number> = new Set()): DrawnDose {
  const counted = new Float64Array(shares.length * days);
  const full = new Float64Array(shares.length * days);
  for (const [cluster, own] of shares.entries()) {
    let before = 0;
    for (let day = 0; day < days; day++) {
      const share = own[day]!;
      const at = cluster * days + day;
      if (paused.has(day)) {
        // In a pause the live tiers decide, so a cluster resumes as one without a draft.
        [counted[at], full[at], before] = [NaN, 0, 0];
        continue;
      }
      counted[at] = share === before ? share : NaN;
      full[at] = (share + before) / 2;
      before = share;
    }
  }
  return { counted, full };
}

/**
 * Estimates the effect on buyers in whole days of a switchback: the effect of the share that the draft decides on the
 * logarithm of R(C,b) per auction, after removing the effects of cluster and day. Cells in the first 24 hours after a
 * change are left out, and so are `paused` days. `draws`: the number of redrawn assignments, 0: no such interval;
 * `alpha` is its level.
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
  const dose = toDose(schedule, days, paused);
  const kept = cells.filter(({ day }) => !paused.has(day));
  const whole = sumBy(kept, count, days, () => true);
  const weights = new Float64Array(clusters);
  for (const { cluster, day, auctions } of cells) if (day < days) weights[cluster]! += auctions;
  const table: TwoWay = { days, weights };
  const values = toLogarithms(whole);
  const estimate = estimateTwoWay(table, dose.counted, values);
  if (estimate === undefined) return undefined;
  const isCounted = (at: number) => !Number.isNaN(dose.counted[at]) && !Number.isNaN(values[at]);
  const random = new Random(hashSeed(seed), 1);
  const drawn = Array.from({ length: draws }, () =>
    toDose(
      drawSchedule(clusters, schedule.shares[0]!.length, () => random.fraction()),
      days,
      paused,
    ),
  );
  const since = schedule.shares.map((shares) => daysSinceChange(shares, paused));
  return {
    ...estimate,
    cells: Array.from({ length: count }, (_, at) => at).filter(isCounted).length,
    pairs: countPairs(clusters, days, isCounted),
    randomised: draws === 0 ? null : (invertRandomisation(table, values, dose, drawn, alpha) ?? null),
    ...toCourse(kept, table, since, schedule),
    spillOver: toSpillOver(kept, table, dose, days),
  };
}

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
 * changed that day. Buyers have not settled if the second day differs from later days.
 */
function toCourse(cells: readonly Cell[], table: TwoWay, since: readonly Int32Array[], { shares }: Schedule) {
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
  const course = [...parts, second, later].map((estimate, at): CoursePoint => {
    const [from_hours, to_hours] = [hoursSince[at]!, hoursSince[at + 1] ?? null];
    return { from_hours, to_hours, change: estimate === undefined ? null : toChange(estimate, 1) };
  });
  return { course, hasSettled: isAlike(second, later) };
}

function isAlike(one: TwoWayEstimate | undefined, other: TwoWayEstimate | undefined): boolean {
  if (one === undefined || other === undefined) return true;
  const error = Math.hypot(one.standardError, other.standardError);
  const reach = fixedReach(Math.min(one.degreesOfFreedom, other.degreesOfFreedom), settledLevel);
  return Math.abs(one.effect - other.effect) <= reach * error;
}

/** How R(C,b) of C's own auctions changes with the share of auctions around them that the draft decides. */
function toSpillOver(cells: readonly Cell[], table: TwoWay, dose: DrawnDose, days: number): Change | null {
  const count = dose.counted.length;
  const values = toLogarithms(sumBy(cells, count, days, ({ arm }) => arm === 'C'));
  const beside = dose.counted.map((share) => (share < 1 ? share : NaN));
  const estimate = estimateTwoWay(table, beside, values);
  return estimate === undefined ? null : toChange(estimate, 1);
}
