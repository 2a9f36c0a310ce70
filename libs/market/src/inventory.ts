import type { Dma } from '@auction-tiers/dma-data';
import { dmas } from '@auction-tiers/dma-data';
import { type Random, Weighted } from '@auction-tiers/chance';
import type { MarketParams } from './params.ts';
import type { SyntheticImpression } from './synthetic-auction.ts';

type Site = MarketParams['publishers'][number]['sites'][number];
type Device = MarketParams['devices'][number];

type Inventory = Pick<
  SyntheticImpression,
  | 'publisher_id'
  | 'site_id'
  | 'placement_id'
  | 'domain'
  | 'device_type'
  | 'operating_system_family'
  | 'browser'
  | 'supply_type'
  | 'content_categories'
  | 'key_values'
>;

interface WeightedPublisher {
  readonly publisherId: number;
  readonly sites: Weighted<{ readonly site: Site; readonly placements: Weighted<number> }>;
}

/** Draws publisher, site and placement of an impression by Zipf's law, and its device. */
export class Inventories {
  readonly #publishers: Weighted<WeightedPublisher>;
  readonly #devices: Weighted<Device>;

  constructor({ publishers, zipf, devices }: MarketParams) {
    const weighted = publishers.map(({ publisher_id: publisherId, sites }) => ({
      publisherId,
      sites: Weighted.zipf(
        sites.map((site) => ({ site, placements: Weighted.zipf(site.placement_ids, zipf.placements) })),
        zipf.sites,
      ),
    }));
    this.#publishers = Weighted.zipf(weighted, zipf.publishers);
    this.#devices = new Weighted(devices.map((device) => [device, device.weight] as const));
  }

  draw(random: Random): Inventory {
    const { publisherId, sites } = this.#publishers.draw(random);
    const { site, placements } = sites.draw(random);
    const device = this.#devices.draw(random);
    const placementId = site.placement_ids.length === 0 ? undefined : placements.draw(random);
    // An app has a domain but no site id.
    const isInApp = device.supply_type === 'mobile_app';
    return {
      publisher_id: publisherId,
      ...(isInApp || site.site_id === null ? {} : { site_id: site.site_id }),
      ...(placementId === undefined ? {} : { placement_id: placementId }),
      ...(site.domain === null ? {} : { domain: site.domain }),
      ...toDevice(device),
      ...(site.category === null ? {} : { content_categories: [site.category] }),
      ...(site.section === null ? {} : { key_values: { section: [site.section] } }),
    };
  }
}

function toDevice({ device_type: type, operating_system_family: system, browser, supply_type: supply }: Device) {
  return {
    ...(type === null ? {} : { device_type: type }),
    ...(system === null ? {} : { operating_system_family: system }),
    ...(browser === null ? {} : { browser }),
    ...(supply === null ? {} : { supply_type: supply }),
  };
}

type Place = Pick<SyntheticImpression, 'country' | 'region' | 'city' | 'dma'>;

/** Draws a user's location: the country and, in the United States, the market area. */
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

  /** The index of a country in the params. */
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

/** One place for each state in the market's name, with the first city of the name. */
function toPlaces({ id, name, states }: Dma): Place[] {
  const [lead] = name.split('-');
  const city = states.reduce((text, state) => text.replace(` ${state}`, ''), lead!);
  return states.map((state) => ({ country: 'US', region: `US-${state}`, city, dma: id }));
}
