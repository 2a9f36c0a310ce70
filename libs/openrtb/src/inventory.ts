import type { Impression, SupplyType } from '@auction-tiers/tier-engine';
import type { App, BidRequest, Content, DOOH, Publisher, Site } from 'iab-openrtb/v26';
import { firstEntries, readInventoryName, withoutLong } from './bound.ts';
import { toDomain } from './domain.ts';
import type { KeyValueSource } from './key-value.ts';
import type { Loose } from './loose.ts';
import { isObject, toArray, toId, toObject, toText } from './loose.ts';
import type { Report } from './model.ts';
import { below } from './report.ts';

/** The attributes from a request's `site`, `app` or `dooh`. */
export interface Inventory
  extends Pick<Impression, 'publisherId' | 'siteId' | 'domain' | 'supplyType' | 'contentCategories'> {
  readonly keyValueSources: readonly KeyValueSource[];
}

/** IAB Content Category Taxonomy 1.0, with codes such as `IAB1`; also OpenRTB's default. */
const contentTaxonomy1 = 1;

/** `report`: problems by their place in the request. */
export function toInventory(request: Loose<BidRequest>, isHandheld: boolean | undefined, report: Report): Inventory {
  if (isObject(request.site)) {
    const site = toObject<Site>(request.site);
    return {
      ...toShared(site, below(report, 'site')),
      siteId: readInventoryName(site.id, (message) => report('site.id', message)),
      domain: toDomain(toText(site.domain)) ?? toDomain(toText(site.page)),
      supplyType: toWebSupplyType(site, isHandheld),
    };
  }
  const app = toObject<App>(request.app);
  if (isObject(request.app))
    return {
      ...toShared(app, below(report, 'app')),
      siteId: readInventoryName(app.id, (message) => report('app.id', message)),
      domain: toDomain(toText(app.domain)),
      supplyType: 'mobile_app',
    };
  const dooh = toObject<DOOH>(request.dooh);
  return { ...toShared(dooh, below(report, 'dooh')), domain: toDomain(toText(dooh.domain)) };
}

/** The device type takes precedence over `site.mobile`, which only says what the site was made for. */
function toWebSupplyType({ mobile }: Loose<Site>, isHandheld = toId(mobile) === 1): SupplyType {
  return isHandheld ? 'mobile_web' : 'web';
}

function toShared(inventory: Loose<Site> & Loose<App> & Loose<DOOH>, report: Report): Inventory {
  const content = toObject<Content>(inventory.content);
  const listed = [
    ...toCategories(inventory.cattax, [inventory.cat, inventory.sectioncat, inventory.pagecat]),
    ...toCategories(content.cattax, [content.cat]),
  ];
  const warn = (message: string) => report('cat', message);
  const categories = firstEntries(withoutLong([...new Set(listed)], 'categories', warn), 'categories', warn);
  return {
    publisherId: readInventoryName(toObject<Publisher>(inventory.publisher).id, (message) =>
      report('publisher.id', message),
    ),
    contentCategories: categories.length === 0 ? undefined : categories,
    keyValueSources: [inventory, content],
  };
}

function toCategories(taxonomy: unknown, lists: readonly unknown[]): string[] {
  if (toId(taxonomy ?? contentTaxonomy1) !== contentTaxonomy1) return [];
  return lists.flatMap(toArray).flatMap((code) => toText(code) ?? []);
}
