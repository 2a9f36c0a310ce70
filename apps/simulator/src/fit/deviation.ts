/** The attribute by which a buyer may deviate from the others. */
export type Attribute = 'country' | 'sizes';

/** One buyer with one country or one list of sizes. */
export interface DeviationPlace {
  readonly buyerAt: number;
  readonly attribute: Attribute;
  /** The number of the country or of the sizes. */
  readonly at: number;
}

/** Above the most countries and sizes of a `BidTable`, so that every key differs. */
const keysPerAttribute = 512;

/** A different number for each place. */
export function deviationKey(buyerAt: number, attribute: Attribute, at: number): number {
  return (buyerAt * 2 + (attribute === 'country' ? 0 : 1)) * keysPerAttribute + at;
}

/** How much a buyer deviates for one country or list of sizes, on a logarithmic scale. */
export interface Deviation extends DeviationPlace {
  value: number;
}

/** A deviation that may be due to chance; `score` is its distance from 0 in standard deviations. */
export interface Candidate {
  readonly deviation: Deviation;
  readonly score: number;
}

/** Chance hardly ever gives a score this high, even among hundreds of candidates. */
const leastScore = 5;
/**
 * Least part of the top score. Accepting the strongest candidates removes many weaker ones that they cause, above all
 * those of other buyers for the same country or sizes; per country or sizes only the strongest is accepted at once.
 */
const partOfTop = 0.5;

/** The accepted deviations; all others are 0. */
export class Deviations {
  readonly #found = new Map<number, Deviation>();

  get all(): readonly Deviation[] {
    return [...this.#found.values()];
  }

  /** The sum of a buyer's deviations for a country and sizes. */
  sum(buyerAt: number, countryAt: number, sizesAt: number): number {
    if (this.#found.size === 0) return 0;
    return this.of(buyerAt, 'country', countryAt) + this.of(buyerAt, 'sizes', sizesAt);
  }

  of(buyerAt: number, attribute: Attribute, at: number): number {
    return this.#found.get(deviationKey(buyerAt, attribute, at))?.value ?? 0;
  }

  has({ buyerAt, attribute, at }: DeviationPlace): boolean {
    return this.#found.has(deviationKey(buyerAt, attribute, at));
  }

  /** Accepts the strongest candidates; returns whether there were any. */
  accept(candidates: readonly Candidate[]): boolean {
    const top = candidates.reduce((highest, { score }) => Math.max(highest, score), 0);
    const strongest = new Map<string, Candidate>();
    for (const candidate of candidates) {
      const place = `${candidate.deviation.attribute} ${candidate.deviation.at}`;
      if (candidate.score > (strongest.get(place)?.score ?? 0)) strongest.set(place, candidate);
    }
    const strong = [...strongest.values()].filter(({ score }) => score >= leastScore && score >= partOfTop * top);
    for (const { deviation } of strong) {
      this.#found.set(deviationKey(deviation.buyerAt, deviation.attribute, deviation.at), deviation);
    }
    return strong.length > 0;
  }
}
