import { total } from './estimate.ts';
import { spreadOf, standardErrorOf } from './student-interval.ts';

/** A table of cells, clusters by days, row by row. NaN: the cell is not counted. */
export interface TwoWay {
  readonly days: number;
  /** The weight of each cluster. */
  readonly weights: Float64Array;
}

/**
 * Alternations between clusters and days that remove the means; each reduces the remainder several times. Where every
 * cell counts, the first one leaves nothing.
 */
const alternations = 8;

/** The residuals of a table after the effects of cluster and day are removed from the counted cells; 0 elsewhere. */
export function withoutEffects({ days, weights }: TwoWay, cells: Float64Array): Float64Array {
  const left = cells.slice();
  const clusters = weights.length;
  const rounds = left.some(Number.isNaN) ? alternations : 1;
  for (let round = 0; round < rounds; round++) {
    for (let cluster = 0; cluster < clusters; cluster++) {
      let [sum, count] = [0, 0];
      const [from, to] = [cluster * days, (cluster + 1) * days];
      for (let at = from; at < to; at++) {
        if (Number.isNaN(left[at])) continue;
        sum += left[at]!;
        count++;
      }
      const mean = sum / count;
      for (let at = from; at < to; at++) left[at]! -= mean;
    }
    for (let day = 0; day < days; day++) {
      let [sum, weight] = [0, 0];
      for (let cluster = 0; cluster < clusters; cluster++) {
        const value = left[cluster * days + day]!;
        if (Number.isNaN(value)) continue;
        sum += weights[cluster]! * value;
        weight += weights[cluster]!;
      }
      const mean = sum / weight;
      for (let cluster = 0; cluster < clusters; cluster++) left[cluster * days + day]! -= mean;
    }
  }
  for (let at = 0; at < left.length; at++) if (Number.isNaN(left[at])) left[at] = 0;
  return left;
}

/**
 * What is left of the values of cells once the columns, and the effects of cluster and day, are taken out by least
 * squares. Cells whose value is NaN stay so and are not counted.
 */
export function withoutColumns(table: TwoWay, columns: readonly Float64Array[], values: Float64Array): Float64Array {
  const within = (cells: Float64Array) =>
    withoutEffects(
      table,
      cells.map((cell, at) => (Number.isNaN(values[at]) ? NaN : cell)),
    );
  const { days, weights } = table;
  const product = (one: Float64Array, other: Float64Array) =>
    one.reduce((sum, value, at) => sum + weights[Math.floor(at / days)]! * value * other[at]!, 0);
  const remove = (from: Float64Array, column: Float64Array) => {
    const size = product(column, column);
    if (size < 1e-9) return from;
    const slope = product(from, column) / size;
    return from.map((value, at) => value - slope * column[at]!);
  };
  // Each column without those before it (Gram and Schmidt), so that they can be taken out one by one.
  const apart: Float64Array[] = [];
  for (const column of columns) apart.push(apart.reduce(remove, within(column)));
  const left = apart.reduce(remove, within(values));
  return left.map((value, at) => (Number.isNaN(values[at]) ? NaN : value));
}

/** A regression coefficient within clusters and days. */
export interface TwoWayEstimate {
  readonly effect: number;
  readonly standardError: number;
  /** By Bell and McCaffrey, with clusters as units. */
  readonly degreesOfFreedom: number;
}

/**
 * The effect of a dose on the values of cells after removing the effects of cluster and day, with a standard error by
 * clusters, each corrected for its part of the whole (Bell and McCaffrey, Survey Methodology 28 (2002)). Undefined if
 * fewer than three clusters have cells with different doses.
 */
export function estimateTwoWay(table: TwoWay, dose: Float64Array, values: Float64Array): TwoWayEstimate | undefined {
  const known = dose.map((own, at) => (Number.isNaN(values[at]) ? NaN : own));
  const own = withoutEffects(table, known);
  const left = withoutEffects(
    table,
    values.map((value, at) => (Number.isNaN(known[at]) ? NaN : value)),
  );
  const { days, weights } = table;
  const sums = new Float64Array(weights.length);
  const sizes = new Float64Array(weights.length);
  for (let at = 0; at < own.length; at++) {
    const cluster = Math.floor(at / days);
    sums[cluster]! += weights[cluster]! * own[at]! * left[at]!;
    sizes[cluster]! += weights[cluster]! * own[at]! ** 2;
  }
  const filled = [...sizes.keys()].filter((cluster) => sizes[cluster]! > 1e-9);
  if (filled.length < 3) return undefined;
  const [filledSums, filledSizes] = [sums, sizes].map((of) => Float64Array.from(filled, (at) => of[at]!));
  const spread = spreadOf(filledSizes!, (row, column) => (row === column ? 1 : 0), 0);
  return {
    effect: total(filledSums!) / total(filledSizes!),
    standardError: standardErrorOf(filledSums!, filledSizes!),
    degreesOfFreedom: spread.degreesOfFreedom,
  };
}

/** One assignment that the design could have drawn. */
export interface DrawnDose {
  /** By cell; NaN: the cell would not count. */
  readonly counted: Float64Array;
  /** By cell, including uncounted ones: the part of the effect that the cell would have. */
  readonly full: Float64Array;
}

/**
 * The interval of an effect by redrawing the assignment: the effects for which the actual assignment is not rejected at
 * `alpha` as unusually related to the values without the effect (Fisher's test, inverted; Rosenbaum, Observational
 * Studies (2002), 2.6). `full`: of each cell, the part of the effect that it had.
 */
export function invertRandomisation(
  table: TwoWay,
  values: Float64Array,
  { counted, full }: DrawnDose,
  draws: readonly DrawnDose[],
  alpha = 0.05,
): { readonly low: number; readonly high: number } | undefined {
  const observed = project(table, counted, values, full);
  if (observed === undefined) return undefined;
  const [value, dose] = observed;
  const drawn = draws.flatMap((one) => {
    const projected = project(table, one.counted, values, full);
    return projected === undefined ? [] : [projected];
  });
  const effect = value / dose;
  // For a tried effect: the part of draws that are at least as related to the values without it as the actual one.
  const isKept = (tried: number) => {
    const own = Math.abs(value - tried * dose) * (1 - 1e-9);
    const asFar = drawn.filter(([of, part]) => Math.abs(of - tried * part) >= own).length;
    return (asFar + 1) / (drawn.length + 1) > alpha;
  };
  return { low: endOf(effect, -1, isKept), high: endOf(effect, 1, isKept) };
}

/** Projects the values, and the actual doses, on an assignment. */
function project(table: TwoWay, counted: Float64Array, values: Float64Array, full: Float64Array) {
  const known = counted.map((own, at) => (Number.isNaN(values[at]) ? NaN : own));
  const own = withoutEffects(table, known);
  const { days, weights } = table;
  let [size, value, dose] = [0, 0, 0];
  for (let at = 0; at < own.length; at++) {
    if (own[at] === 0) continue;
    const weight = weights[Math.floor(at / days)]! * own[at]!;
    size += weight * own[at]!;
    value += weight * values[at]!;
    dose += weight * full[at]!;
  }
  return size < 1e-9 ? undefined : ([value / size, dose / size] as const);
}

/** The last effect on one side of the estimate that is not rejected, to a millionth of the distance. */
function endOf(effect: number, side: 1 | -1, isKept: (effect: number) => boolean): number {
  let [kept, rejected] = [0, 0.01];
  for (let doubled = 0; isKept(effect + side * rejected); doubled++) {
    if (doubled === 20) return side * Infinity;
    [kept, rejected] = [rejected, 2 * rejected];
  }
  for (let halved = 0; halved < 20; halved++) {
    const middle = (kept + rejected) / 2;
    if (isKept(effect + side * middle)) kept = middle;
    else rejected = middle;
  }
  return effect + side * kept;
}
