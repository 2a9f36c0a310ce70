import type { Dma } from '@auction-tiers/dma-data';
import { dmas } from '@auction-tiers/dma-data';
import type { MarketParams } from './params.ts';
import type { Random } from '../kit/random.ts';
import type { SyntheticImpression } from './synthetic-auction.ts';
import { Weighted } from './weighted.ts';

export type Place = Pick<SyntheticImpression, 'country' | 'region' | 'city' | 'dma'>;

/** Draws where people are: their country and, in the United States, their market area. */
export class Places {
  readonly #countries: Weighted<number>;
  readonly #codes: readonly (string | null)[];
  readonly #areas: Weighted<readonly Place[]> | undefined;

  constructor({ countries, dmas: listed, other_dma_weight: otherWeight }: MarketParams) {
    this.#countries = new Weighted(countries.map(({ weight }, at) => [at, weight] as const));
    this.#codes = countries.map(({ code }) => code);
    const weightOf = new Map(listed.map(({ id, weight }) => [id, weight]));
    const otherCount = dmas.filter(({ id }) => !weightOf.has(id)).length;
    const weights = dmas.map((dma) => [toPlaces(dma), weightOf.get(dma.id) ?? otherWeight / otherCount] as const);
    this.#areas = weights.some(([, weight]) => weight > 0) ? new Weighted(weights) : undefined;
  }

  /** The place of a country in the params. */
  drawCountry(random: Random): number {
    return this.#countries.draw(random);
  }

  drawPlace(random: Random, countryAt: number): Place {
    const country = this.#codes[countryAt]!;
    if (country === null) return {};
    if (country !== 'US' || this.#areas === undefined) return { country };
    const inStates = this.#areas.draw(random);
    return inStates[random.below(inStates.length)]!;
  }
}

/** One place for each state that the market's name carries, with its lead city. */
function toPlaces({ id, name, states }: Dma): Place[] {
  const [lead] = name.split('-');
  const city = states.reduce((text, state) => text.replace(` ${state}`, ''), lead!);
  return states.map((state) => ({ country: 'US', region: `US-${state}`, city, dma: id }));
}
