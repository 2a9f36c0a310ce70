import { type IntervalMethod, leastClusters } from '@auction-tiers/contract/compare-report';
import {
  DayDesign,
  type Estimate,
  type Resamplings,
  type SpreadFigures,
  estimateByStudent,
  findPersistence,
  type Persistence,
  fixedReach,
  spreadIfShocksPersist,
  spreadOf,
  standardErrorOf,
  studentQuantile,
  toHourTable,
  total,
} from '@auction-tiers/inference';
import type { BlockColumn, EffectBlocks } from '../measuring/block.ts';
import type { Clusters } from './clusters.ts';
import { toClusters } from './clusters.ts';
import type { LogDays } from './log-days.ts';
import type { NeighbouringDays } from './neighbouring-days.ts';
import { toNeighbouringDays } from './neighbouring-days.ts';

/** With as many clusters, resamples tell the skewness of revenue; with fewer, Student's t allows for their small number. */
const enoughForBootstrap = 50;
/** Share of the auctions with a unit from which units are clusters: fewer tell nothing about the others. */
export const leastUnitShare = 0.05;
/** Kinds of at least this part of the widest estimated width are all computed, because that estimate is rough. */
const nearlyWidest = 0.85;
/** With fewer degrees of freedom there is no interval: what divides the log, such as a break, is named instead. */
const leastFreedom = 2;
/** The error probability of 95 % confidence; several tries share it. */
const errorOfAll = 0.05;

/** The intervals of one kind of cluster. */
export interface KindInterval {
  readonly clusters: Clusters;
  /** undefined: the log has too few clusters of the kind. */
  readonly method: IntervalMethod | undefined;
  /** Of Student's t; undefined: another method. */
  readonly spread: SpreadFigures | undefined;
  /** The difference in net revenue per auction, CPM micros. */
  readonly net: Estimate | undefined;
}

/** How the intervals of a report are worked out. */
export class Intervals {
  readonly auctions: number;
  /** The confidence of each interval, which rises with the number of tries. */
  readonly confidence: number;
  readonly logDays: LogDays;
  readonly neighbouringDays: NeighbouringDays;
  readonly design: DayDesign;
  readonly persistence: Persistence;
  /** Every kind, from fine to coarse. */
  readonly kinds: readonly KindInterval[];
  /** The kind with the widest interval; of equal ones, the coarsest. undefined: there is none. */
  readonly used: KindInterval | undefined;
  readonly #blocks: EffectBlocks;
  readonly #resamplings: Resamplings;
  readonly #days: Clusters;

  /** `tries`: drafts that were tried on this log, of which this one is shown (Bonferroni). */
  constructor(blocks: EffectBlocks, logDays: LogDays, resamplings: Resamplings, tries = 1) {
    this.#blocks = blocks;
    this.#resamplings = resamplings;
    this.confidence = 1 - errorOfAll / tries;
    this.logDays = logDays;
    this.neighbouringDays = toNeighbouringDays(logDays);
    const kinds = toClusters(blocks, logDays);
    this.auctions = total(kinds[0]!.sizes);
    this.#days = kinds.find(({ kind }) => kind === 'day')!;
    const { days } = logDays;
    this.design = new DayDesign(
      this.#days.sizes,
      this.#days.groups.map((index) => days[index]!),
    );
    const differences = blocks.values('netDifference');
    const table =
      this.#days.count === days.length
        ? toHourTable(logDays.hours, days, ({ netDifference }) => netDifference)
        : undefined;
    this.persistence = findPersistence(this.design, table, this.#days.sum(differences));
    this.kinds = kinds.map((clusters) => {
      const way = this.#wayOf(clusters);
      return { clusters, ...way, net: this.#estimateBy({ clusters, ...way }, differences) };
    });
    const widest = widestOf(this.kinds, ({ net }) => (net === undefined ? undefined : net.high - net.low));
    // With one degree of freedom the widest interval says nothing, and a narrower one would say too much.
    this.used = (widest?.spread?.degreesOfFreedom ?? leastFreedom) < leastFreedom ? undefined : widest;
  }

  /** How many standard errors of a large sample reach to either end of an interval of this confidence. */
  get reachOfErrors(): number {
    return fixedReach(Infinity, 1 - this.confidence);
  }

  /** The difference in net by days, if most of what a day is off went on to the next; undefined: not known. */
  get ifShocksPersist(): Estimate | undefined {
    if (this.kinds.find(({ clusters }) => clusters === this.#days)?.net === undefined) return undefined;
    const spread = spreadIfShocksPersist(this.design, this.persistence, this.confidence);
    const sums = this.#sumsOf(this.#days, this.#blocks.values('netDifference'));
    return spread && this.design.estimate(...sums, spread);
  }

  /** A figure per auction, or per unit of another figure, with the interval of the kind that is used. */
  estimate(column: BlockColumn, per: BlockColumn = 'auctions'): Estimate | undefined {
    if (this.used === undefined) return undefined;
    const perByPlace = per === 'auctions' ? undefined : this.#blocks.values(per);
    return this.#estimateBy(this.used, this.#blocks.values(column), perByPlace);
  }

  /**
   * A figure by place of blocks, per auction or per unit of another figure, with the widest interval of all kinds, like
   * the difference of the whole report. Kinds that are clearly narrower are not resampled.
   */
  estimateWidest(byPlace: Float64Array, perByPlace?: Float64Array): Estimate | undefined {
    const reaches = this.kinds.map((kind) => this.#reachOf(kind, byPlace, perByPlace));
    const widest = Math.max(...reaches);
    const estimates = this.kinds.flatMap((kind, at) =>
      kind.method !== undefined && reaches[at]! >= nearlyWidest * widest
        ? (this.#estimateBy(kind, byPlace, perByPlace) ?? [])
        : [],
    );
    return estimates.reduce<Estimate | undefined>(
      (kept, one) => (kept === undefined || one.high - one.low >= kept.high - kept.low ? one : kept),
      undefined,
    );
  }

  /** Roughly half the width of the interval of a kind; -1: the kind has no interval. */
  #reachOf({ clusters, method, spread }: KindInterval, byPlace: Float64Array, perByPlace?: Float64Array): number {
    if (method === undefined) return -1;
    const [values, sizes] = this.#sumsOf(clusters, byPlace, perByPlace);
    if (clusters.kind === 'day' && spread !== undefined) {
      return this.design.standardError(values, sizes) * spread.quantile * spread.widening;
    }
    const quantile = spread?.quantile ?? studentQuantile((1 + this.confidence) / 2, clusters.count - 1);
    return standardErrorOf(values, sizes) * quantile * this.design.widening;
  }

  #wayOf(clusters: Clusters): Pick<KindInterval, 'method' | 'spread'> {
    const { kind, count, sizes } = clusters;
    const lacksUnits = this.#blocks.auctionsWithUnit < leastUnitShare * this.auctions;
    if (count < leastClusters[kind] || (kind === 'unit' && lacksUnits)) return { method: undefined, spread: undefined };
    if (kind === 'day') return { method: 'student_t', spread: this.#spreadOfDays() };
    if (count >= enoughForBootstrap) return { method: 'bootstrap', spread: undefined };
    return {
      method: 'student_t',
      spread: spreadOf(sizes, (left, right) => (left === right ? 1 : 0), 0, this.confidence),
    };
  }

  /**
   * The correlation of days is estimated in two ways, and the wider result counts: from the means of neighbouring days,
   * which costs one degree of freedom, and from the hours around midnight, which costs two.
   */
  #spreadOfDays(): SpreadFigures {
    const { design, confidence, persistence, neighbouringDays } = this;
    const { days } = this.logDays;
    const numbers = this.#days.groups.map((index) => days[index]!);
    const ofMeans = design.spread(design.keeping(persistence.kept), persistence.kept > 0 ? 1 : 0, confidence);
    if (!persistence.isDifferent || !neighbouringDays.moveTogether) return ofMeans;
    const ofNights = design.spread(
      (left, right) => (left === right ? 1 : neighbouringDays.ofDays(Math.abs(numbers[left]! - numbers[right]!))),
      2,
      confidence,
    );
    return reachIn(ofNights) > reachIn(ofMeans) ? ofNights : ofMeans;
  }

  #estimateBy(
    { clusters, method, spread }: Omit<KindInterval, 'net'>,
    byPlace: Float64Array,
    perByPlace?: Float64Array,
  ): Estimate | undefined {
    const [values, sizes] = this.#sumsOf(clusters, byPlace, perByPlace);
    if (method === undefined || total(sizes) === 0) return undefined;
    const { design } = this;
    if (clusters.kind === 'day' && spread !== undefined) return design.estimate(values, sizes, spread);
    const estimate =
      spread === undefined
        ? this.#resamplings.of(clusters.count).estimate(values, sizes, this.confidence)
        : estimateByStudent(values, sizes, spread);
    if (estimate === undefined || design.widening === 1) return estimate;
    // The ratio weights all weekdays alike, which the clusters of other kinds cannot do.
    const ratio = design.ratio(...this.#sumsOf(this.#days, byPlace, perByPlace));
    return {
      ratio,
      low: ratio - design.widening * (estimate.ratio - estimate.low),
      high: ratio + design.widening * (estimate.high - estimate.ratio),
      standardError: design.widening * estimate.standardError,
    };
  }

  /**
   * A figure and its sizes by cluster. Where days are compared with the same weekday of other weeks, so are hours: the
   * mean excess of each weekday over all weeks is subtracted from its hours.
   */
  #sumsOf(clusters: Clusters, byPlace: Float64Array, perByPlace?: Float64Array): [Float64Array, Float64Array] {
    const sizes = perByPlace === undefined ? clusters.sizes : clusters.sum(perByPlace);
    const values = clusters.sum(byPlace);
    const { design } = this;
    if (clusters.kind !== 'hour' || design.cover !== 'stratified') return [values, sizes];
    const [dayValues, daySizes] = this.#sumsOf(this.#days, byPlace, perByPlace);
    const ratio = total(dayValues) / total(daySizes);
    const strata = design.strata;
    const excess = new Map<number, number>();
    for (const stratum of new Set(strata)) {
      const sumOf = (sums: Float64Array) =>
        sums.reduce((sum, value, day) => sum + (strata[day] === stratum ? value : 0), 0);
      const size = sumOf(daySizes);
      excess.set(stratum, size === 0 ? 0 : sumOf(dayValues) / size - ratio);
    }
    const placeOfDay = new Map(this.#days.groups.map((group, index) => [group, index]));
    const stratumOf = (block: number) => strata[placeOfDay.get(this.logDays.dayOfBlock[block]!)!]!;
    return [values.map((value, at) => value - excess.get(stratumOf(clusters.groups[at]!))! * sizes[at]!), sizes];
  }
}

function reachIn({ quantile, widening }: SpreadFigures): number {
  return quantile * widening;
}

/** The kind of the largest figure; of equal ones, the last. undefined: none has a figure. */
function widestOf(
  kinds: readonly KindInterval[],
  figureOf: (kind: KindInterval) => number | undefined,
): KindInterval | undefined {
  let widest: { readonly kind: KindInterval; readonly figure: number } | undefined;
  for (const kind of kinds) {
    const figure = figureOf(kind);
    if (figure !== undefined && (widest === undefined || figure >= widest.figure)) widest = { kind, figure };
  }
  return widest?.kind;
}
