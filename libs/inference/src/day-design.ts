import type { Estimate } from './estimate.ts';
import { total } from './estimate.ts';
import { studentQuantile } from './student.ts';
import type { Correlation, SpreadFigures } from './student-interval.ts';

const daysAWeek = 7;
/** Standard errors added to the estimated correlation: too low a share makes intervals too narrow, not only wide. */
const addedErrors = 0.5;
/** The largest share of a day's deviation that the next day may keep: beyond it a month is hardly more than one day. */
const mostKept = 0.97;
const bisections = 12;

/** The weekday of a day since 1970-01-01, which was a Thursday; Sunday is 0. */
export function weekdayOf(day: number): number {
  return (((day + 4) % daysAWeek) + daysAWeek) % daysAWeek;
}

function countByWeekday(days: readonly number[]): number[] {
  const counts = Array.from({ length: daysAWeek }, () => 0);
  for (const day of days) counts[weekdayOf(day)]!++;
  return counts;
}

/** The weekdays that none of these days is, ascending; Sunday is 0. */
export function missingWeekdaysOf(days: readonly number[]): number[] {
  return countByWeekday(days).flatMap((count, weekday) => (count === 0 ? [weekday] : []));
}

/**
 * How well the days of a log represent weeks. `some`: some weekdays are missing. `weighted`: none is missing, and days
 * of frequent weekdays have less weight. `stratified`: each weekday occurs at least twice, so that days are compared
 * with the same weekday of other weeks.
 */
export type WeekCover = 'some' | 'weighted' | 'stratified';

/**
 * The days of a log as a stratified sample of clusters (Cochran, Sampling Techniques (1977), 5.4 and 9A): their
 * weights, and the error of their mean. For uncorrelated days of equal size it gives the textbook's formulas.
 */
export class DayDesign {
  readonly cover: WeekCover;
  /** The weekdays that are missing, and those that occur more often than others; Sunday is 0. */
  readonly missing: readonly number[];
  readonly frequent: readonly number[];
  /** The weight of each day. */
  readonly weights: Float64Array;
  readonly #days: readonly number[];
  readonly #sizes: Float64Array;
  /** The stratum of each day. */
  readonly #strata: readonly number[];
  /** The share of each day in the estimate, and in its stratum. */
  readonly #shares: Float64Array;
  readonly #ownShares: Float64Array;

  /** `sizes`: auctions by day; `days`: since 1970-01-01, ascending. */
  constructor(sizes: Float64Array, days: readonly number[]) {
    this.#days = days;
    this.#sizes = sizes;
    const counts = countByWeekday(days);
    const least = Math.min(...counts);
    this.missing = missingWeekdaysOf(days);
    this.frequent = least === 0 ? [] : counts.flatMap((count, weekday) => (count > least ? [weekday] : []));
    this.cover = least === 0 ? 'some' : least === 1 ? 'weighted' : 'stratified';
    this.weights = Float64Array.from(days, (day) => (least === 0 ? 1 : least / counts[weekdayOf(day)]!));
    this.#strata = days.map((day) => (this.cover === 'stratified' ? weekdayOf(day) : 0));
    const weighted = this.#weigh(sizes);
    const whole = total(weighted);
    this.#shares = weighted.map((size) => size / whole);
    const ofStratum = sumBy(this.#shares, this.#strata);
    this.#ownShares = this.#shares.map((share, at) => share / ofStratum[this.#strata[at]!]!);
  }

  get strata(): readonly number[] {
    return this.#strata;
  }

  /** The factor by which unequal weights widen an interval (Kish, Survey Sampling (1965), 11.7); 1: equal weights. */
  get widening(): number {
    if (this.weights.length === 0) return 1;
    const squares = this.weights.reduce((sum, weight) => sum + weight * weight, 0);
    return Math.sqrt((squares * this.weights.length) / total(this.weights) ** 2);
  }

  /** The ratio of values to sizes of a mean week. */
  ratio(values: Float64Array, sizes: Float64Array): number {
    return total(this.#weigh(values)) / total(this.#weigh(sizes));
  }

  /**
   * The ratio with its interval by Student's t. The more of its stratum a day is, the smaller its deviation from the
   * stratum's mean; each day is corrected for that (Bell and McCaffrey, Survey Methodology 28 (2002): CR2).
   */
  estimate(values: Float64Array, sizes: Float64Array, { quantile, widening }: SpreadFigures): Estimate {
    const ratio = this.ratio(values, sizes);
    const standardError = widening * this.standardError(values, sizes);
    const reach = quantile * standardError;
    return { ratio, low: ratio - reach, high: ratio + reach, standardError };
  }

  /** The standard error of the ratio, assuming uncorrelated days. */
  standardError(values: Float64Array, sizes: Float64Array): number {
    const [weighted, weightedSizes] = [this.#weigh(values), this.#weigh(sizes)];
    const [sums, sumSizes] = [sumBy(weighted, this.#strata), sumBy(weightedSizes, this.#strata)];
    let squares = 0;
    for (const [day, value] of weighted.entries()) {
      const stratum = this.#strata[day]!;
      const [size, whole] = [weightedSizes[day]!, sumSizes[stratum]!];
      if (size >= whole) continue;
      squares += (value - (sums[stratum]! / whole) * size) ** 2 / (1 - size / whole);
    }
    return Math.sqrt(squares) / total(weightedSizes);
  }

  /**
   * The degrees of freedom by the first two moments of the squared standard error (Satterthwaite, Biometrics 2 (1946)),
   * if days' means have equal variances and these correlations; and the factor by which the correlations widen the
   * standard error. `lost`: degrees of freedom that other estimates use up.
   */
  spread(correlation: Correlation, lost: number, confidence: number): SpreadFigures {
    const independent = this.#moments((left, right) => (left === right ? 1 : 0));
    const { trace, traceOfSquare, variance } = this.#moments(correlation);
    const widening = Math.sqrt(variance / trace / (independent.variance / independent.trace));
    const most = this.#days.length - new Set(this.#strata).size;
    const degreesOfFreedom = Math.max(1, Math.min(most, trace ** 2 / traceOfSquare) - lost);
    const quantile = studentQuantile((1 + confidence) / 2, degreesOfFreedom);
    return { degreesOfFreedom, quantile, widening: Math.max(1, widening) };
  }

  /**
   * The share of a day's deviation that the next day keeps (AR(1)), from the correlation of the means of neighbouring
   * days. Because the overall means come from the same days, that correlation is too small, especially for few days.
   * Returns the share whose expected correlation is the one found plus half of its standard error.
   */
  persistence(values: Float64Array): number {
    const means = values.map((value, day) => (this.#sizes[day] === 0 ? 0 : value / this.#sizes[day]!));
    const centers = sumBy(
      means.map((mean, day) => mean * this.#ownShares[day]!),
      this.#strata,
    );
    const off = means.map((mean, day) => mean - centers[this.#strata[day]!]!);
    const square = off.reduce((sum, value) => sum + value * value, 0);
    if (square === 0) return 0;
    const correlation = this.#sumOfNeighbours((left, right) => off[left]! * off[right]!) / square;
    // The standard error of a correlation (Bartlett, Journal of the Royal Statistical Society, Supplement 8 (1946)).
    const error = Math.sqrt(Math.max(0, 1 - correlation ** 2) / off.length);
    const found = correlation + addedErrors * error;
    const expectedAt = (kept: number) => {
      const covariance = this.#centred(this.keeping(kept));
      const variance = covariance.reduce((sum, row, day) => sum + row[day]!, 0);
      return this.#sumOfNeighbours((left, right) => covariance[left]![right]!) / variance;
    };
    if (found <= expectedAt(0)) return 0;
    let [low, high] = [0, mostKept];
    for (let step = 0; step < bisections; step++) {
      const middle = (low + high) / 2;
      if (expectedAt(middle) < found) low = middle;
      else high = middle;
    }
    return high;
  }

  /** The correlation of days if each keeps a share of the previous day's deviation. */
  keeping(share: number): Correlation {
    const last = this.#days.at(-1)! - this.#days[0]!;
    const powers = [1];
    for (let distance = 1; distance <= last; distance++) powers.push(powers[distance - 1]! * share);
    return (left, right) => powers[Math.abs(this.#days[left]! - this.#days[right]!)]!;
  }

  #weigh(values: Float64Array): Float64Array {
    return values.map((value, day) => value * this.weights[day]!);
  }

  #sumOfNeighbours(of: (left: number, right: number) => number): number {
    let sum = 0;
    for (let day = 1; day < this.#days.length; day++) {
      const distance = this.#days[day]! - this.#days[day - 1]!;
      if (distance === 1) sum += of(day - 1, day);
    }
    return sum;
  }

  /** The covariances of the deviations of days' means from the mean of their stratum. */
  #centred(correlation: Correlation): Float64Array[] {
    const count = this.#days.length;
    const all = Array.from({ length: count }, (_row, row) =>
      Float64Array.from({ length: count }, (_column, column) => correlation(row, column)),
    );
    // The mean of each stratum with each day, and of each two strata.
    const meanOf = (values: Float64Array) =>
      sumBy(
        values.map((value, day) => value * this.#ownShares[day]!),
        this.#strata,
      );
    const withDay = all.map(meanOf);
    const strata = withDay[0]!.length;
    const withStratum = Array.from({ length: strata }, (_, stratum) =>
      meanOf(Float64Array.from(withDay, (means) => means[stratum]!)),
    );
    return all.map((row, left) =>
      row.map((value, right) => {
        const [own, other] = [this.#strata[left]!, this.#strata[right]!];
        return value - withDay[right]![own]! - withDay[left]![other]! + withStratum[own]![other]!;
      }),
    );
  }

  /** Of the squared standard error: its expectation, the trace of its square, and the variance that it estimates. */
  #moments(correlation: Correlation) {
    const centred = this.#centred(correlation);
    const weights = this.#shares.map((share, day) => {
      const own = this.#ownShares[day]!;
      return own < 1 ? share ** 2 / (1 - own) : 0;
    });
    let [trace, traceOfSquare, variance] = [0, 0, 0];
    for (const [left, row] of centred.entries()) {
      trace += weights[left]! * row[left]!;
      for (const [right, value] of row.entries()) {
        traceOfSquare += weights[left]! * weights[right]! * value * value;
        variance += this.#shares[left]! * correlation(left, right) * this.#shares[right]!;
      }
    }
    return { trace, traceOfSquare, variance };
  }
}

/** The sum of each stratum. */
function sumBy(values: Float64Array, strata: readonly number[]): Float64Array {
  const sums = new Float64Array(Math.max(0, ...strata) + 1);
  for (const [at, value] of values.entries()) sums[strata[at]!]! += value;
  return sums;
}
