import type { Impression } from '@auction-tiers/tier-engine';
import type { MarketParams } from '../generate/params.ts';
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

/** Beyond so many different values, new ones are not counted: a log may hold any. */
const mostValues = 100_000;

/** How often each value of some attribute was met. */
export class ValueCount<Value> {
  readonly #counts = new Map<string | number | null, { readonly value: Value; count: number }>();

  /** `key` tells values apart; of those with the same key the first one is kept. */
  add(key: string | number | null, value: Value): void {
    const known = this.#counts.get(key);
    if (known !== undefined) known.count++;
    else if (this.#counts.size < mostValues) this.#counts.set(key, { value, count: 1 });
  }

  /** The most frequent first; those that are equally frequent in the order in which they were met. */
  ranked(limit = Infinity): readonly { readonly value: Value; readonly count: number }[] {
    return [...this.#counts.values()].toSorted((left, right) => right.count - left.count).slice(0, limit);
  }

  get size(): number {
    return this.#counts.size;
  }
}

/** Shares and factors with as many digits as they deserve. */
export function rounded(value: number): number {
  return Number(value.toPrecision(6));
}

const longestText = 200;

/** A text that params may hold; null: there is none, or it is too long to mean anything. */
export function knownText(text: string | undefined): string | null {
  return text === undefined || text === '' || text.length > longestText ? null : text;
}
