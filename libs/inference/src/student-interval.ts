import type { Estimate } from './estimate.ts';
import { total } from './estimate.ts';
import { studentQuantile } from './student.ts';

/** How precisely the clusters of a log estimate their own spread. It depends only on their sizes. */
export interface SpreadFigures {
  readonly degreesOfFreedom: number;
  /** The distance from the estimate to either end of the interval, in standard errors. */
  readonly quantile: number;
  /** The factor by which correlations of clusters enlarge the standard error; 1: no correlation. */
  readonly widening: number;
}

/**
 * The ratio of the values of few clusters to their sizes, with its interval by Student's t. The more of the log a
 * cluster is, the smaller its deviation, which is corrected (Bell and McCaffrey, Survey Methodology 28 (2002): CR2).
 */
export function estimateByStudent(
  values: Float64Array,
  sizes: Float64Array,
  { quantile, widening }: SpreadFigures,
): Estimate {
  const ratio = total(values) / total(sizes);
  const standardError = widening * standardErrorOf(values, sizes);
  const reach = quantile * standardError;
  return { ratio, low: ratio - reach, high: ratio + reach, standardError };
}

/** The standard error of the ratio of the values of clusters to their sizes, assuming uncorrelated clusters. */
export function standardErrorOf(values: Float64Array, sizes: Float64Array): number {
  const size = total(sizes);
  const ratio = total(values) / size;
  let sum = 0;
  for (const [cluster, value] of values.entries()) {
    const own = sizes[cluster]!;
    // A cluster that is all of the log does not deviate from it.
    if (own < size) sum += (value - ratio * own) ** 2 / (1 - own / size);
  }
  return Math.sqrt(sum) / size;
}

/** The correlation of two clusters by their places. */
export type Correlation = (left: number, right: number) => number;

/**
 * The degrees of freedom of the standard error, by its first two moments (Satterthwaite), if all clusters' means have
 * equal variances and these correlations; and the factor by which the correlations widen the standard error. For n
 * equal clusters without correlation: n - 1, and 1. `lost`: degrees of freedom that other estimates use up.
 */
export function spreadOf(
  sizes: Float64Array,
  correlation: Correlation,
  lost: number,
  confidence = 0.95,
): SpreadFigures {
  const count = sizes.length;
  const size = total(sizes);
  const shares = sizes.map((own) => own / size);
  const independent = momentsOf(shares, (left, right) => (left === right ? 1 : 0));
  const { trace, traceOfSquare, variance } = momentsOf(shares, correlation);
  const widening = Math.sqrt(variance / trace / (independent.variance / independent.trace));
  const degreesOfFreedom = Math.max(1, Math.min(count - 1, trace ** 2 / traceOfSquare) - lost);
  const quantile = studentQuantile((1 + confidence) / 2, degreesOfFreedom);
  return { degreesOfFreedom, quantile, widening: Math.max(1, widening) };
}

/**
 * Moments of the squared standard error, as a quadratic form of clusters' means: its expectation, the trace of its
 * square, and the true variance that it estimates.
 */
function momentsOf(shares: Float64Array, correlation: Correlation) {
  const count = shares.length;
  const weights = shares.map((share) => (share < 1 ? share ** 2 / (1 - share) : 0));
  const weight = total(weights);
  // The matrix of the form: weights on the diagonal, applied to the means less their mean weighted by shares.
  const form = (row: number, column: number) =>
    (row === column ? weights[row]! : 0) -
    weights[row]! * shares[column]! -
    shares[row]! * weights[column]! +
    weight * shares[row]! * shares[column]!;
  const product = Array.from({ length: count }, (_row, row) =>
    Float64Array.from({ length: count }, (_column, column) => {
      let sum = 0;
      for (let at = 0; at < count; at++) sum += form(row, at) * correlation(at, column);
      return sum;
    }),
  );
  let [trace, traceOfSquare, variance] = [0, 0, 0];
  for (let row = 0; row < count; row++) {
    trace += product[row]![row]!;
    for (let column = 0; column < count; column++) {
      traceOfSquare += product[row]![column]! * product[column]![row]!;
      variance += shares[row]! * correlation(row, column) * shares[column]!;
    }
  }
  return { trace, traceOfSquare, variance };
}
