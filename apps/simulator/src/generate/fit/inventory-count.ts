import type { Impression } from '@auction-tiers/tier-engine';
import type { MarketParams } from '../params.ts';
import { knownText, rounded, ValueCount } from './value-count.ts';
import { zipfExponent } from './zipf-exponent.ts';

const [listedPublishers, listedSites, listedPlacements] = [200, 200, 200];

/** What a site is called is not the same in apps and on the web, but its domain is. */
interface CountedSite {
  siteId: number | null;
  readonly domain: string | null;
  readonly section: string | null;
  readonly category: string | null;
  readonly placements: ValueCount<number>;
}

interface CountedPublisher {
  readonly publisherId: number;
  readonly sites: ValueCount<CountedSite>;
  readonly siteOfKey: Map<string, CountedSite>;
}

/** Counts publishers, their sites and those' placements. */
export class InventoryCount {
  readonly #publishers = new ValueCount<CountedPublisher>();
  readonly #publisherOfId = new Map<number, CountedPublisher>();

  add({ publisherId = 1, siteId, domain, contentCategories, keyValues, placementId }: Impression): void {
    let publisher = this.#publisherOfId.get(publisherId);
    if (publisher === undefined) {
      publisher = { publisherId, sites: new ValueCount(), siteOfKey: new Map() };
      this.#publisherOfId.set(publisherId, publisher);
    }
    this.#publishers.add(publisherId, publisher);
    const key = domain ?? `site ${siteId ?? ''}`;
    let site = publisher.siteOfKey.get(key);
    if (site === undefined) {
      site = {
        siteId: siteId ?? null,
        domain: knownText(domain),
        section: knownText(keyValues?.get('section')?.[0]),
        category: knownText(contentCategories?.[0]),
        placements: new ValueCount(),
      };
      publisher.siteOfKey.set(key, site);
    }
    site.siteId ??= siteId ?? null;
    publisher.sites.add(key, site);
    if (placementId !== undefined) site.placements.add(placementId, placementId);
  }

  toParams(): Pick<MarketParams, 'publishers' | 'zipf'> {
    const publishers = this.#publishers.ranked(listedPublishers);
    const sites = publishers.map(({ value }) => value.sites.ranked(listedSites));
    const placements = sites.flatMap((ofPublisher) =>
      ofPublisher.map(({ value }) => value.placements.ranked(listedPlacements)),
    );
    return {
      publishers: publishers.map(({ value: { publisherId } }, at) => ({
        publisher_id: publisherId,
        sites: sites[at]!.map(({ value: site }) => ({
          site_id: site.siteId,
          domain: site.domain,
          section: site.section,
          category: site.category,
          placement_ids: site.placements.ranked(listedPlacements).map(({ value }) => value),
        })),
      })),
      zipf: {
        publishers: rounded(zipfExponent([counts(publishers)])),
        sites: rounded(zipfExponent(sites.map(counts))),
        placements: rounded(zipfExponent(placements.map(counts))),
      },
    };
  }
}

function counts(ranked: readonly { readonly count: number }[]): number[] {
  return ranked.map(({ count }) => count);
}
