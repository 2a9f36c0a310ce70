import { exponential, squareRoot } from '../kit/exact-math.ts';
import { inclusionGiven, scaleToNumber } from '../generate/inclusion.ts';
import type { BidTable, Cell } from './bid-table.ts';
import type { Respect, Spot, Suspicion } from './deviation.ts';
import { Deviations, spotKey } from './deviation.ts';

const mostSteps = 200;
const settled = 1e-5;
const mostRounds = 8;
const leastExpected = 25;
const leastDifference = 0.1;
/** Of the logarithm of the odds, at once. */
const longestStep = 1;

/** Who takes part how readily: logarithms of odds, and by how much they differ for a country or sizes. */
export interface Participation {
  /** By buyer, from 0 to 1: their sum is the mean number of buyers in an auction. */
  readonly shares: Float64Array;
  readonly deviations: Deviations;
}

/** How often something was to be expected, with the variance of that, and how often it was. */
interface Tally {
  expected: number;
  variance: number;
  seen: number;
}

/**
 * The odds under which buyers take part as often as they did, given how many took part in each auction: the most likely
 * ones. A buyer that takes part more or less often in one country or size than that explains gets a deviation there.
 */
export function fitParticipation(table: BidTable): Participation {
  const logOdds = new Float64Array(table.buyers.values.length);
  const deviations = new Deviations();
  for (let round = 0; round < mostRounds; round++) {
    settle(table, logOdds, deviations);
    if (!deviations.takeIn(findDeviations(table, logOdds, deviations))) break;
  }
  return { shares: scaleToNumber(logOdds.map(exponential), meanNumber(table)), deviations };
}

function settle(table: BidTable, logOdds: Float64Array, deviations: Deviations): void {
  for (let step = 0; step < mostSteps; step++) {
    const tallies = new Tallies(table, logOdds, deviations);
    let largest = 0;
    for (const [buyerAt, tally] of tallies.buyers.entries()) {
      const move = stepTowards(tally);
      logOdds[buyerAt]! += move;
      largest = Math.max(largest, Math.abs(move));
    }
    for (const deviation of deviations.all) {
      const move = stepTowards(tallies.of(deviation.buyerAt, deviation.respect, deviation.at));
      deviation.value += move;
      largest = Math.max(largest, Math.abs(move));
    }
    if (largest < settled) return;
  }
}

/** Newton's step by itself, but not a long one: with few expectations it would go too far. */
function stepTowards({ expected, variance, seen }: Tally): number {
  if (variance === 0) return 0;
  const move = (seen - expected) / variance;
  return Math.max(-longestStep, Math.min(longestStep, move));
}

/** What the odds lead one to expect, against what was seen. */
class Tallies {
  readonly buyers: Tally[];
  readonly #bySpot = new Map<number, Spot & Tally>();

  constructor(table: BidTable, logOdds: Float64Array, deviations: Deviations) {
    this.buyers = Array.from(logOdds, () => ({ expected: 0, variance: 0, seen: 0 }));
    for (const cell of table.cells) this.#addCell(cell, logOdds, deviations);
  }

  /** By buyer and country, and by buyer and sizes. */
  get spots(): readonly (Spot & Tally)[] {
    return [...this.#bySpot.values()];
  }

  of(buyerAt: number, respect: Respect, at: number): Tally {
    const key = spotKey(buyerAt, respect, at);
    const known = this.#bySpot.get(key);
    if (known !== undefined) return known;
    const tally = { buyerAt, respect, at, expected: 0, variance: 0, seen: 0 };
    this.#bySpot.set(key, tally);
    return tally;
  }

  #addCell(
    { countryAt, sizesAt, auctionsByBuyers, buyers }: Cell,
    logOdds: Float64Array,
    deviations: Deviations,
  ): void {
    const odds = logOdds.map((value, at) => exponential(value + deviations.sum(at, countryAt, sizesAt)));
    for (const [number, auctions] of auctionsByBuyers) {
      // Where all take part, or nobody, nothing is said about who does so more readily.
      const likelihoods = inclusionGiven(odds, number);
      for (const [buyerAt, likelihood] of likelihoods.entries()) {
        this.#add(buyerAt, countryAt, sizesAt, {
          expected: auctions * likelihood,
          variance: auctions * likelihood * (1 - likelihood),
          seen: 0,
        });
      }
    }
    for (const [buyerAt, found] of buyers.entries()) {
      if (found !== undefined)
        this.#add(buyerAt, countryAt, sizesAt, { expected: 0, variance: 0, seen: found.auctions });
    }
  }

  #add(buyerAt: number, countryAt: number, sizesAt: number, added: Tally): void {
    const places = [this.buyers[buyerAt]!, this.of(buyerAt, 'country', countryAt), this.of(buyerAt, 'sizes', sizesAt)];
    for (const tally of places) {
      tally.expected += added.expected;
      tally.variance += added.variance;
      tally.seen += added.seen;
    }
  }
}

function findDeviations(table: BidTable, logOdds: Float64Array, deviations: Deviations): Suspicion[] {
  const { spots } = new Tallies(table, logOdds, deviations);
  return spots.flatMap(({ expected, variance, seen, ...spot }) => {
    const value = variance === 0 ? 0 : (seen - expected) / variance;
    const isCandidate = expected >= leastExpected && Math.abs(value) >= leastDifference;
    if (!isCandidate || deviations.has(spot)) return [];
    const score = Math.abs(seen - expected) / squareRoot(variance);
    return [{ deviation: { ...spot, value: Math.max(-longestStep, Math.min(longestStep, value)) }, score }];
  });
}

function meanNumber(table: BidTable): number {
  let [auctions, buyers] = [0, 0];
  for (const { auctionsByBuyers } of table.cells) {
    for (const [number, count] of auctionsByBuyers) {
      auctions += count;
      buyers += number * count;
    }
  }
  return buyers / auctions;
}
