/** In which respect a buyer may differ from the others. */
export type Respect = 'country' | 'sizes';

/** A place where a buyer may differ. */
export interface Spot {
  readonly buyerAt: number;
  readonly respect: Respect;
  /** The country or the sizes, by number. */
  readonly at: number;
}

/** Countries and sizes have smaller numbers. */
const spotsOfRespect = 512;

/** A number for each spot, and another one for each other. */
export function spotKey(buyerAt: number, respect: Respect, at: number): number {
  return (buyerAt * 2 + (respect === 'country' ? 0 : 1)) * spotsOfRespect + at;
}

/** A buyer's own value for one country or one list of sizes, on a logarithmic scale. */
export interface Deviation extends Spot {
  value: number;
}

/** A deviation that might be there, and how many standard deviations it is from nothing. */
export interface Suspicion {
  readonly deviation: Deviation;
  readonly score: number;
}

/** Chance alone hardly ever goes so far, though hundreds of deviations are looked at. */
const leastScore = 5;
/** With those that stand out the others go, which only seem to be there. */
const shareOfTop = 0.5;

/** The deviations by which buyers differ; the others are nothing. */
export class Deviations {
  readonly #found = new Map<number, Deviation>();

  get all(): readonly Deviation[] {
    return [...this.#found.values()];
  }

  /** What is added for a buyer in a country and sizes. */
  sum(buyerAt: number, countryAt: number, sizesAt: number): number {
    if (this.#found.size === 0) return 0;
    return this.of(buyerAt, 'country', countryAt) + this.of(buyerAt, 'sizes', sizesAt);
  }

  of(buyerAt: number, respect: Respect, at: number): number {
    return this.#found.get(spotKey(buyerAt, respect, at))?.value ?? 0;
  }

  has({ buyerAt, respect, at }: Spot): boolean {
    return this.#found.has(spotKey(buyerAt, respect, at));
  }

  /** Takes in those that stand out most; says whether there were any. */
  takeIn(suspicions: readonly Suspicion[]): boolean {
    const top = suspicions.reduce((highest, { score }) => Math.max(highest, score), 0);
    const strong = suspicions.filter(({ score }) => score >= leastScore && score >= shareOfTop * top);
    for (const { deviation } of strong) {
      this.#found.set(spotKey(deviation.buyerAt, deviation.respect, deviation.at), deviation);
    }
    return strong.length > 0;
  }
}
