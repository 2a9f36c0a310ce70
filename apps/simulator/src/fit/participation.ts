import { exponential, squareRoot } from '@auction-tiers/market/exact-math';
import { inclusionGiven, scaleToNumber } from '@auction-tiers/market';
import type { BidTable, Cell } from './bid-table.ts';
import type { Attribute, Candidate, DeviationPlace } from './deviation.ts';
import { deviationKey, Deviations } from './deviation.ts';

const mostSteps = 200;
const convergence = 1e-5;
const mostRounds = 12;
const leastExpected = 25;
const leastDifference = 0.1;
const partOfStep = 0.7;
/** The most by which the logarithm of odds changes in one step. */
const longestStep = 1;

/** The part of impressions each buyer bids on, and how much its odds differ for a country or sizes (logarithms). */
export interface Participation {
  /** By buyer number, from 0 to 1; their sum is the mean number of buyers per auction. */
  readonly probabilities: Float64Array;
  readonly deviations: Deviations;
}

/** The expected number of auctions in which a buyer takes part, its variance, and the number seen in the log. */
interface Expectation {
  expected: number;
  variance: number;
  seen: number;
}

/**
 * The maximum-likelihood odds: with them, and given the number of buyers of each auction, each buyer is expected to take
 * part as often as it did. A buyer that takes part more or less often than expected for one country or list of sizes gets
 * a deviation there.
 */
export function fitParticipation(table: BidTable): Participation {
  const logOdds = new Float64Array(table.buyers.values.length);
  const deviations = new Deviations();
  for (let round = 0; round < mostRounds; round++) {
    converge(table, logOdds, deviations);
    if (!deviations.accept(findCandidates(table, logOdds, deviations))) break;
  }
  return { probabilities: scaleToNumber(logOdds.map(exponential), meanNumber(table)), deviations };
}

/** Adjusts buyers, their countries and their sizes in turn: moved at once, each would correct the same error. */
function converge(table: BidTable, logOdds: Float64Array, deviations: Deviations): void {
  for (let step = 0; step < mostSteps; step++) {
    let largest = 0;
    const { buyers } = new Expectations(table, logOdds, deviations);
    for (const [buyerAt, expectation] of buyers.entries()) {
      const move = newtonStep(expectation);
      logOdds[buyerAt]! += move;
      largest = Math.max(largest, Math.abs(move));
    }
    for (const kind of ['country', 'sizes'] as const) {
      const some = deviations.all.filter(({ attribute }) => attribute === kind);
      if (some.length === 0) continue;
      const expectations = new Expectations(table, logOdds, deviations);
      for (const deviation of some) {
        const move = newtonStep(expectations.of(deviation.buyerAt, deviation.attribute, deviation.at));
        deviation.value += move;
        largest = Math.max(largest, Math.abs(move));
      }
    }
    if (largest < convergence) return;
  }
}

/**
 * A part of a step of Newton's method. The number of buyers of an auction is fixed, so that buyers compensate each
 * other: with two buyers, whole steps of both overshoot by a factor of two and never converge. The step is limited,
 * because small expected numbers make it too long.
 */
function newtonStep({ expected, variance, seen }: Expectation): number {
  if (variance === 0) return 0;
  const move = (partOfStep * (seen - expected)) / variance;
  return Math.max(-longestStep, Math.min(longestStep, move));
}

/** The expectations that follow from odds, by buyer and by place. */
class Expectations {
  readonly buyers: Expectation[];
  readonly #byKey = new Map<number, DeviationPlace & Expectation>();

  constructor(table: BidTable, logOdds: Float64Array, deviations: Deviations) {
    this.buyers = Array.from(logOdds, () => ({ expected: 0, variance: 0, seen: 0 }));
    for (const cell of table.cells) this.#addCell(cell, logOdds, deviations);
  }

  /** By buyer and country, and by buyer and sizes. */
  get places(): readonly (DeviationPlace & Expectation)[] {
    return [...this.#byKey.values()];
  }

  of(buyerAt: number, attribute: Attribute, at: number): Expectation {
    const key = deviationKey(buyerAt, attribute, at);
    const known = this.#byKey.get(key);
    if (known !== undefined) return known;
    const expectation = { buyerAt, attribute, at, expected: 0, variance: 0, seen: 0 };
    this.#byKey.set(key, expectation);
    return expectation;
  }

  #addCell(
    { countryAt, sizesAt, auctionsByBuyers, buyers }: Cell,
    logOdds: Float64Array,
    deviations: Deviations,
  ): void {
    const odds = logOdds.map((value, at) => exponential(value + deviations.sum(at, countryAt, sizesAt)));
    for (const [number, auctions] of auctionsByBuyers) {
      const probabilities = inclusionGiven(odds, number);
      for (const [buyerAt, probability] of probabilities.entries()) {
        this.#add(buyerAt, countryAt, sizesAt, {
          expected: auctions * probability,
          variance: auctions * probability * (1 - probability),
          seen: 0,
        });
      }
    }
    for (const [buyerAt, found] of buyers.entries()) {
      if (found !== undefined)
        this.#add(buyerAt, countryAt, sizesAt, { expected: 0, variance: 0, seen: found.auctions });
    }
  }

  #add(buyerAt: number, countryAt: number, sizesAt: number, added: Expectation): void {
    const places = [this.buyers[buyerAt]!, this.of(buyerAt, 'country', countryAt), this.of(buyerAt, 'sizes', sizesAt)];
    for (const expectation of places) {
      expectation.expected += added.expected;
      expectation.variance += added.variance;
      expectation.seen += added.seen;
    }
  }
}

function findCandidates(table: BidTable, logOdds: Float64Array, deviations: Deviations): Candidate[] {
  const { places } = new Expectations(table, logOdds, deviations);
  return places.flatMap(({ expected, variance, seen, ...place }) => {
    const value = variance === 0 ? 0 : (seen - expected) / variance;
    const isCandidate = expected >= leastExpected && Math.abs(value) >= leastDifference;
    if (!isCandidate || deviations.has(place)) return [];
    const score = Math.abs(seen - expected) / squareRoot(variance);
    return [{ deviation: { ...place, value: Math.max(-longestStep, Math.min(longestStep, value)) }, score }];
  });
}

/** The mean number of buyers per auction. */
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
