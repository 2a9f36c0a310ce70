import type { Estimate, Resamplings, SpreadFigures } from '@auction-tiers/inference';
import { estimateByStudent, spreadOf, standardErrorOf, total } from '@auction-tiers/inference';
import type { IntervalMethod } from '../../schema/method.ts';
import { leastClusters } from '../../schema/method.ts';
import type { BlockColumn, EffectBlocks } from '../measuring/block.ts';
import type { Clusters } from './clusters.ts';
import { toClusters } from './clusters.ts';
import type { LogDays } from './log-days.ts';
import type { NeighbouringDays } from './neighbouring-days.ts';
import { toNeighbouringDays } from './neighbouring-days.ts';

/** With as many clusters, resamples tell the skewness of revenue; with fewer, Student's t allows for their small number. */
const enoughForBootstrap = 50;
/** Share of the auctions with a unit from which units are clusters: fewer tell nothing about the others. */
const leastUnitShare = 0.05;

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
  readonly logDays: LogDays;
  readonly neighbouringDays: NeighbouringDays;
  /** Every kind, from fine to coarse. */
  readonly kinds: readonly KindInterval[];
  /** The kind with the widest interval; of equal ones, the coarsest. undefined: there is none. */
  readonly used: KindInterval | undefined;
  readonly #blocks: EffectBlocks;
  readonly #resamplings: Resamplings;

  constructor(blocks: EffectBlocks, logDays: LogDays, resamplings: Resamplings) {
    this.#blocks = blocks;
    this.#resamplings = resamplings;
    this.logDays = logDays;
    this.neighbouringDays = toNeighbouringDays(logDays);
    const kinds = toClusters(blocks, logDays);
    this.auctions = total(kinds[0]!.sizes);
    const differences = blocks.values('netDifference');
    this.kinds = kinds.map((clusters) => {
      const way = this.#wayOf(clusters);
      return {
        clusters,
        ...way,
        net: this.#estimateBy({ clusters, ...way }, clusters.sum(differences), clusters.sizes),
      };
    });
    this.used = widestOf(this.kinds, ({ net }) => (net === undefined ? undefined : net.high - net.low));
  }

  /** A figure per auction, or per unit of another figure, with the interval of the kind that is used. */
  estimate(column: BlockColumn, per: BlockColumn = 'auctions'): Estimate | undefined {
    if (this.used === undefined) return undefined;
    const { clusters } = this.used;
    const sizes = per === 'auctions' ? clusters.sizes : clusters.sum(this.#blocks.values(per));
    return this.#estimateBy(this.used, clusters.sum(this.#blocks.values(column)), sizes);
  }

  /**
   * A figure of the blocks at all places per auction, or per unit of another figure, with the interval of the kind that is
   * about the widest for it.
   */
  estimateWidest(byPlace: Float64Array, perByPlace?: Float64Array): Estimate | undefined {
    const sizesOf = (clusters: Clusters) => (perByPlace === undefined ? clusters.sizes : clusters.sum(perByPlace));
    const kind = widestOf(this.kinds, ({ clusters, method, spread }) => {
      if (method === undefined) return undefined;
      const error = standardErrorOf(clusters.sum(byPlace), sizesOf(clusters));
      return error * (spread === undefined ? 1 : spread.quantile * spread.widening);
    });
    return kind && this.#estimateBy(kind, kind.clusters.sum(byPlace), sizesOf(kind.clusters));
  }

  #wayOf(clusters: Clusters): Pick<KindInterval, 'method' | 'spread'> {
    const { kind, count, sizes, groups } = clusters;
    const lacksUnits = this.#blocks.auctionsWithUnit < leastUnitShare * this.auctions;
    if (count < leastClusters[kind] || (kind === 'unit' && lacksUnits)) return { method: undefined, spread: undefined };
    if (kind === 'day') return { method: 'student_t', spread: this.#spreadOfDays(sizes, groups) };
    if (count >= enoughForBootstrap) return { method: 'bootstrap', spread: undefined };
    return { method: 'student_t', spread: spreadOf(sizes, (left, right) => (left === right ? 1 : 0), 0) };
  }

  /** That neighbouring days move together, and how much, is found in the same days: two degrees of freedom. */
  #spreadOfDays(sizes: Float64Array, places: readonly number[]): SpreadFigures {
    const { days } = this.logDays;
    const { ofDays, moveTogether } = this.neighbouringDays;
    const numbers = places.map((place) => days[place]!);
    return spreadOf(
      sizes,
      (left, right) => (left === right ? 1 : ofDays(Math.abs(numbers[left]! - numbers[right]!))),
      moveTogether ? 2 : 0,
    );
  }

  #estimateBy(
    { clusters: { count }, method, spread }: Omit<KindInterval, 'net'>,
    values: Float64Array,
    sizes: Float64Array,
  ): Estimate | undefined {
    if (method === undefined || total(sizes) === 0) return undefined;
    if (spread !== undefined) return estimateByStudent(values, sizes, spread);
    return this.#resamplings.of(count).estimate(values, sizes);
  }
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
