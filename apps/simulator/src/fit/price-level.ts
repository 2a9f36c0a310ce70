import { squareRoot } from '@auction-tiers/market/exact-math';
import type { BidTable } from './bid-table.ts';
import type { Attribute, DeviationPlace } from './deviation.ts';
import { deviationKey, Deviations } from './deviation.ts';

const mostSweeps = 400;
const convergence = 1e-9;
const mostRounds = 12;
const leastBids = 50;
const leastDifference = 0.015;

/** The bids of one buyer in one cell: their number and the mean logarithm of their prices. */
interface Observation {
  readonly buyerAt: number;
  readonly countryAt: number;
  readonly sizesAt: number;
  readonly bids: number;
  readonly mean: number;
}

/** Levels of the logarithm of prices, which add up. The levels of the most frequent country and sizes are 0. */
export interface PriceLevels {
  readonly buyers: Float64Array;
  readonly countries: Float64Array;
  readonly sizes: Float64Array;
  readonly deviations: Deviations;
}

/** The level of a buyer's bids in a cell, without the buyer's own level. */
export function sharedLevel(levels: PriceLevels, buyerAt: number, countryAt: number, sizesAt: number): number {
  const { countries, sizes, deviations } = levels;
  return countries[countryAt]! + sizes[sizesAt]! + deviations.sum(buyerAt, countryAt, sizesAt);
}

/**
 * Least squares by coordinate descent: one kind of level after the other until they converge. Where a buyer's prices
 * differ for one country or list of sizes by more than chance, it gets a deviation there, and all levels are estimated
 * again.
 */
export function fitPriceLevels(table: BidTable): PriceLevels {
  const observations = toObservations(table);
  const levels: PriceLevels = {
    buyers: new Float64Array(table.buyers.values.length),
    countries: new Float64Array(table.countries.values.length),
    sizes: new Float64Array(table.sizes.values.length),
    deviations: new Deviations(),
  };
  const variances = varianceOfBuyers(table);
  for (let round = 0; round < mostRounds; round++) {
    converge(levels, observations);
    if (!levels.deviations.accept(findCandidates(levels, observations, variances))) break;
  }
  anchor(levels, table);
  return levels;
}

function toObservations(table: BidTable): Observation[] {
  return table.cells.flatMap(({ countryAt, sizesAt, buyers }) =>
    buyers.flatMap((found, buyerAt) =>
      found === undefined ? [] : [{ buyerAt, countryAt, sizesAt, bids: found.bids, mean: found.sum / found.bids }],
    ),
  );
}

/** The variance of each buyer's bids within cells; for a buyer with few bids, the variance of all buyers. */
function varianceOfBuyers(table: BidTable): Float64Array {
  const count = table.buyers.values.length;
  const [squares, freedom] = [new Float64Array(count), new Float64Array(count)];
  for (const { buyers } of table.cells) {
    for (const [buyerAt, found] of buyers.entries()) {
      if (found === undefined) continue;
      squares[buyerAt]! += found.sumOfSquares - (found.sum * found.sum) / found.bids;
      freedom[buyerAt]! += found.bids - 1;
    }
  }
  const common = totalOf(squares) / Math.max(1, totalOf(freedom));
  return squares.map((square, at) => (freedom[at]! < leastBids ? common : square / freedom[at]!));
}

function totalOf(values: Float64Array): number {
  return values.reduce((total, value) => total + value, 0);
}

function converge(levels: PriceLevels, observations: readonly Observation[]): void {
  for (let sweep = 0; sweep < mostSweeps; sweep++) {
    const changes = [
      adjust(levels, observations, levels.buyers, ({ buyerAt }) => buyerAt),
      adjust(levels, observations, levels.countries, ({ countryAt }) => countryAt),
      adjust(levels, observations, levels.sizes, ({ sizesAt }) => sizesAt),
      adjustDeviations(levels, observations),
    ];
    if (Math.max(...changes) < convergence) return;
  }
}

function residual(levels: PriceLevels, { buyerAt, countryAt, sizesAt, mean }: Observation): number {
  return mean - levels.buyers[buyerAt]! - sharedLevel(levels, buyerAt, countryAt, sizesAt);
}

/** Moves each level by the mean of its residuals; returns the largest move. */
function adjust(
  levels: PriceLevels,
  observations: readonly Observation[],
  moved: Float64Array,
  placeOf: (observation: Observation) => number,
): number {
  const [sums, bids] = [new Float64Array(moved.length), new Float64Array(moved.length)];
  for (const observation of observations) {
    const place = placeOf(observation);
    sums[place]! += observation.bids * residual(levels, observation);
    bids[place]! += observation.bids;
  }
  let largest = 0;
  for (const [place, sum] of sums.entries()) {
    const move = bids[place] === 0 ? 0 : sum / bids[place]!;
    moved[place]! += move;
    largest = Math.max(largest, Math.abs(move));
  }
  return largest;
}

function adjustDeviations(levels: PriceLevels, observations: readonly Observation[]): number {
  let largest = 0;
  for (const deviation of levels.deviations.all) {
    const own = observations.filter(
      (observation) =>
        observation.buyerAt === deviation.buyerAt && numberOf(observation, deviation.attribute) === deviation.at,
    );
    const bids = own.reduce((sum, observation) => sum + observation.bids, 0);
    const move = own.reduce((sum, one) => sum + one.bids * residual(levels, one), 0) / bids;
    deviation.value += move;
    largest = Math.max(largest, Math.abs(move));
  }
  return largest;
}

function numberOf({ countryAt, sizesAt }: Observation, attribute: Attribute): number {
  return attribute === 'country' ? countryAt : sizesAt;
}

function findCandidates(levels: PriceLevels, observations: readonly Observation[], variances: Float64Array) {
  const sums = new Map<number, DeviationPlace & { bids: number; sum: number }>();
  for (const observation of observations) {
    for (const attribute of ['country', 'sizes'] as const) {
      const { buyerAt, bids } = observation;
      const at = numberOf(observation, attribute);
      const key = deviationKey(buyerAt, attribute, at);
      const found = sums.get(key) ?? { buyerAt, attribute, at, bids: 0, sum: 0 };
      found.bids += bids;
      found.sum += bids * residual(levels, observation);
      sums.set(key, found);
    }
  }
  return [...sums.values()].flatMap(({ buyerAt, attribute, at, bids, sum }) => {
    const value = sum / bids;
    const isCandidate = bids >= leastBids && Math.abs(value) >= leastDifference;
    if (!isCandidate || levels.deviations.has({ buyerAt, attribute, at })) return [];
    const score = Math.abs(value) / squareRoot(variances[buyerAt]! / bids);
    return [{ deviation: { buyerAt, attribute, at, value }, score }];
  });
}

/** Makes the levels of the most frequent country and sizes 0, and adds what they were to the levels of all buyers. */
function anchor(levels: PriceLevels, table: BidTable): void {
  for (const [moved, placeOf] of [
    [levels.countries, ({ countryAt }: { countryAt: number }) => countryAt],
    [levels.sizes, ({ sizesAt }: { sizesAt: number }) => sizesAt],
  ] as const) {
    const auctions = new Float64Array(moved.length);
    for (const cell of table.cells) auctions[placeOf(cell)]! += cell.auctions;
    const level = moved[auctions.indexOf(Math.max(...auctions))]!;
    for (const place of moved.keys()) moved[place]! -= level;
    for (const place of levels.buyers.keys()) levels.buyers[place]! += level;
  }
}
