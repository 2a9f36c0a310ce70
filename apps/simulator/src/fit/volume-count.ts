import type { AuctionRequest, Impression } from '@auction-tiers/tier-engine';
import { formatFee, microsToNumber } from '@auction-tiers/tier-engine';
import type { MarketParams } from '@auction-tiers/market';
import { knownText, rounded, ValueCount, zipfExponent } from './value-count.ts';

const [listedPublishers, listedSites, listedPlacements] = [200, 200, 200];

/** Sites are identified by domain, as an app and the web have different site ids for the same domain. */
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

/** Counts publishers, their sites and the placements of these. */
class InventoryCount {
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

type Device = Omit<MarketParams['devices'][number], 'weight'>;

const [listedValues, listedDmas] = [100, 1000];
const msPerDay = 86_400_000;
const mostDays = 366;
const mostSegmentsShown = 100;

/** The params that follow from volumes alone. Countries and sizes, which prices depend on, come from `BidTable`. */
type VolumeParams = Omit<MarketParams, 'buyers' | 'quality_spread' | 'countries' | 'sizes'>;

/** Counts attributes of impressions and terms of auctions. */
export class VolumeCount {
  readonly #inventory = new InventoryCount();
  readonly #dmas = new ValueCount<number>();
  readonly #devices = new ValueCount<Device>();
  readonly #languages = new ValueCount<string | null>();
  readonly #floors = new ValueCount<number | null>();
  readonly #fees = new ValueCount<number | null>();
  readonly #segments = new ValueCount<number>();
  readonly #hours = Array.from({ length: 24 }, () => 0);
  #mostSegments = 0;
  #firstMs = Infinity;
  #lastMs = -Infinity;
  #auctions = 0;
  #secondPriced = 0;

  /** `isFeeNamed`: whether the log names the fee of the auction. */
  add({ impression, auctionType, bidFloorMicros, feePpm, timeMs }: AuctionRequest, isFeeNamed: boolean): void {
    this.#auctions++;
    if (auctionType === 2) this.#secondPriced++;
    this.#floors.add(bidFloorMicros, bidFloorMicros === 0 ? null : microsToNumber(bidFloorMicros));
    this.#fees.add(isFeeNamed ? feePpm : null, isFeeNamed ? formatFee(feePpm) : null);
    this.#hours[new Date(timeMs).getUTCHours()]!++;
    this.#firstMs = Math.min(this.#firstMs, timeMs);
    this.#lastMs = Math.max(this.#lastMs, timeMs);
    this.#inventory.add(impression);
    if (impression.dma !== undefined) this.#dmas.add(impression.dma, impression.dma);
    const language = knownText(impression.language);
    this.#languages.add(language, language);
    this.#addDevice(impression);
    const { segments = [] } = impression;
    for (const segment of segments) this.#segments.add(segment, segment);
    this.#mostSegments = Math.max(this.#mostSegments, Math.min(segments.length, mostSegmentsShown));
  }

  toParams(): VolumeParams {
    const firstDay = Math.floor(this.#firstMs / msPerDay);
    const share = (count: number) => rounded(count / this.#auctions);
    const weigh = <Value, Entry>(values: ValueCount<Value>, toEntry: (value: Value) => Entry) =>
      values.ranked(listedValues).map(({ value, count }) => ({ ...toEntry(value), weight: share(count) }));
    const segments = this.#segments.ranked();
    return {
      version: 1,
      ym_profile_id: null,
      revenue_share_pct: this.#fees.ranked()[0]!.value,
      second_price_share: share(this.#secondPriced),
      bid_floors: weigh(this.#floors, (price) => ({ price })),
      dmas: this.#dmas.ranked(listedDmas).map(({ value: id, count }) => ({ id, weight: share(count) })),
      other_dma_weight: 0,
      hours: this.#hours.map(share),
      start: new Date(firstDay * msPerDay).toISOString().slice(0, 10),
      days: Math.min(mostDays, Math.floor(this.#lastMs / msPerDay) - firstDay + 1),
      ...this.#inventory.toParams(),
      devices: weigh(this.#devices, (device) => device),
      languages: weigh(this.#languages, (code) => ({ code })),
      segments: {
        count: segments.length,
        most: this.#mostSegments,
        zipf: rounded(zipfExponent([segments.map(({ count }) => count)])),
      },
    };
  }

  #addDevice({ deviceType, operatingSystemFamily, browser, supplyType }: Impression): void {
    const device: Device = {
      device_type: deviceType ?? null,
      operating_system_family: knownText(operatingSystemFamily),
      browser: knownText(browser),
      supply_type: supplyType ?? null,
    };
    this.#devices.add(Object.values(device).join('|'), device);
  }
}
