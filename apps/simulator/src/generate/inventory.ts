import type { MarketParams } from './params.ts';
import type { Random } from '../kit/random.ts';
import type { SyntheticImpression } from './synthetic-auction.ts';
import { Weighted } from './weighted.ts';

type Site = MarketParams['publishers'][number]['sites'][number];
type Device = MarketParams['devices'][number];

export type Inventory = Pick<
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

interface Shelf {
  readonly publisherId: number;
  readonly sites: Weighted<{ readonly site: Site; readonly placements: Weighted<number> }>;
}

/** Draws what is sold: publisher, site and placement by Zipf's law, and the device that shows it. */
export class Inventories {
  readonly #publishers: Weighted<Shelf>;
  readonly #devices: Weighted<Device>;

  constructor({ publishers, zipf, devices }: MarketParams) {
    const shelves = publishers.map(({ publisher_id: publisherId, sites }) => ({
      publisherId,
      sites: Weighted.zipf(
        sites.map((site) => ({ site, placements: Weighted.zipf(site.placement_ids, zipf.placements) })),
        zipf.sites,
      ),
    }));
    this.#publishers = Weighted.zipf(shelves, zipf.publishers);
    this.#devices = new Weighted(devices.map((device) => [device, device.weight] as const));
  }

  draw(random: Random): Inventory {
    const { publisherId, sites } = this.#publishers.draw(random);
    const { site, placements } = sites.draw(random);
    const device = this.#devices.draw(random);
    const placementId = site.placement_ids.length === 0 ? undefined : placements.draw(random);
    // An app is no site, but belongs to the same domain.
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
