import { type DrawnDose, type TwoWay, withoutColumns } from '@auction-tiers/inference';
import { daysPerWeek, type Schedule } from './assignment.ts';

/** The days before a cell's own whose shares count: in the estimate, and in the one beside it that shows slower answers. */
export const [lagDays, moreLagDays] = [2, 5];

/**
 * The table of a switchback's first days: clusters by days, or of a whole seller weekdays by whole weeks, so that what
 * repeats from week to week is taken out of its days as what clusters differ by is out of theirs.
 */
export function tableOf({ cells, shares }: Schedule, days: number, auctions: Float64Array): TwoWay {
  if (typeof cells !== 'number') {
    return { days: Math.floor(days / daysPerWeek), weights: new Float64Array(daysPerWeek).fill(1) };
  }
  const weights = new Float64Array(shares.length);
  for (const [at, count] of auctions.entries()) weights[Math.floor(at / days)]! += count;
  return { days, weights };
}

/** Values by cluster and day, as the table has them; the last days of a whole seller that are no week are left out. */
export function layOut({ cells }: Schedule, { days: weeks }: TwoWay, byDay: Float64Array): Float64Array {
  if (typeof cells === 'number') return byDay;
  return Float64Array.from({ length: daysPerWeek * weeks }, (_, at) => {
    const [weekday, week] = [Math.floor(at / weeks), at % weeks];
    return byDay[weekday + daysPerWeek * week]!;
  });
}

/** The share of each cell, and of the same cluster on each day before it; NaN: the day was paused. */
function sharesBefore(schedule: Schedule, table: TwoWay, paused: ReadonlySet<number>, lags: number): Float64Array[] {
  const { cells, shares } = schedule;
  const days = typeof cells === 'number' ? table.days : daysPerWeek * table.days;
  return Array.from({ length: lags + 1 }, (_, lag) => {
    const byDay = new Float64Array(shares.length * days);
    for (const [cluster, own] of shares.entries()) {
      for (let day = lag; day < days; day++) {
        if (!paused.has(day - lag)) byDay[cluster * days + day] = own[day - lag]!;
      }
      for (const day of paused) if (day < days) byDay[cluster * days + day] = NaN;
    }
    return layOut(schedule, table, byDay);
  });
}

/**
 * The dose whose coefficient is the sum of the coefficients of the cell's share today and on the days before (a
 * distributed lag): the share today, without what its differences from those days explain.
 */
export function toDose(
  table: TwoWay,
  values: Float64Array,
  schedule: Schedule,
  { paused, lags = lagDays }: { readonly paused: ReadonlySet<number>; readonly lags?: number },
): DrawnDose & { readonly differences: readonly Float64Array[] } {
  const [today, ...before] = sharesBefore(schedule, table, paused, lags);
  const own = today!.map((share, at) => (Number.isNaN(values[at]) ? NaN : share));
  const differences = before.map((then) => then.map((share, at) => share - today![at]!));
  // In a pause the live tiers decide, so a cell has nothing of the effect.
  const full = today!.map((share) => (Number.isNaN(share) ? 0 : share));
  return { counted: withoutColumns(table, differences, own), full, differences };
}
