import type { Impression, SupplyType } from '@auction-tiers/tier-engine';
import type { App, BidRequest, Content, DOOH, Publisher, Site } from 'iab-openrtb/v26';
import { toHost } from './host.ts';
import type { KeywordSource } from './keyword.ts';
import type { Loose } from './loose.ts';
import { isObject, toArray, toId, toObject, toText } from './loose.ts';

/** The one of `site`, `app` and `dooh` that a request has, and what it says of the impression. */
export interface Inventory
  extends Pick<Impression, 'publisherId' | 'siteId' | 'domain' | 'supplyType' | 'contentCategories'> {
  readonly keywordSources: readonly KeywordSource[];
}

/** IAB Content Category Taxonomy 1.0, the one with codes such as `IAB1`; also what OpenRTB means where none is named. */
const contentTaxonomy1 = 1;

export function toInventory(request: Loose<BidRequest>, isHandheld: boolean | undefined): Inventory {
  if (isObject(request.site)) {
    const site = toObject<Site>(request.site);
    return {
      ...toShared(site),
      siteId: toId(site.id),
      domain: toHost(toText(site.domain)) ?? toHost(toText(site.page)),
      supplyType: toWebSupplyType(site, isHandheld),
    };
  }
  const app = toObject<App>(request.app);
  if (isObject(request.app)) return { ...toShared(app), domain: toHost(toText(app.domain)), supplyType: 'mobile_app' };
  const dooh = toObject<DOOH>(request.dooh);
  return { ...toShared(dooh), domain: toHost(toText(dooh.domain)) };
}

/** What kind of device it is says more than `site.mobile`, which only says what the site was made for. */
function toWebSupplyType({ mobile }: Loose<Site>, isHandheld = mobile === 1): SupplyType {
  return isHandheld ? 'mobile_web' : 'web';
}

function toShared(inventory: Loose<Site> & Loose<App> & Loose<DOOH>): Inventory {
  const content = toObject<Content>(inventory.content);
  const categories = [
    ...toCategories(inventory.cattax, [inventory.cat, inventory.sectioncat, inventory.pagecat]),
    ...toCategories(content.cattax, [content.cat]),
  ];
  return {
    publisherId: toId(toObject<Publisher>(inventory.publisher).id),
    contentCategories: categories.length === 0 ? undefined : [...new Set(categories)],
    keywordSources: [inventory, content],
  };
}

function toCategories(taxonomy: unknown, lists: readonly unknown[]): string[] {
  if ((taxonomy ?? contentTaxonomy1) !== contentTaxonomy1) return [];
  return lists.flatMap(toArray).flatMap((code) => toText(code) ?? []);
}
