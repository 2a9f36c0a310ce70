import type { Impression, SupplyType } from '@auction-tiers/tier-engine';
import type { App, BidRequest, Content, DOOH, Publisher, Site } from 'iab-openrtb/v26';
import { toDomain } from './domain.ts';
import type { Loose } from './loose.ts';
import { isObject, toArray, toId, toObject, toText } from './loose.ts';

/** The attributes from a request's `site`, `app` or `dooh`. */
export interface Inventory
  extends Pick<Impression, 'publisherId' | 'siteId' | 'domain' | 'supplyType' | 'contentCategories'> {
  readonly keywordSources: readonly KeywordSource[];
}

/** IAB Content Category Taxonomy 1.0, with codes such as `IAB1`; also OpenRTB's default. */
const contentTaxonomy1 = 1;

export function toInventory(request: Loose<BidRequest>, isHandheld: boolean | undefined): Inventory {
  if (isObject(request.site)) {
    const site = toObject<Site>(request.site);
    return {
      ...toShared(site),
      siteId: toId(site.id),
      domain: toDomain(toText(site.domain)) ?? toDomain(toText(site.page)),
      supplyType: toWebSupplyType(site, isHandheld),
    };
  }
  const app = toObject<App>(request.app);
  if (isObject(request.app))
    return { ...toShared(app), domain: toDomain(toText(app.domain)), supplyType: 'mobile_app' };
  const dooh = toObject<DOOH>(request.dooh);
  return { ...toShared(dooh), domain: toDomain(toText(dooh.domain)) };
}

/** The device type takes precedence over `site.mobile`, which only says what the site was made for. */
function toWebSupplyType({ mobile }: Loose<Site>, isHandheld = toId(mobile) === 1): SupplyType {
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
  if (toId(taxonomy ?? contentTaxonomy1) !== contentTaxonomy1) return [];
  return lists.flatMap(toArray).flatMap((code) => toText(code) ?? []);
}

/** Anything with OpenRTB's two fields of keywords: site, app, content, user; a screen has only the first. */
export type KeywordSource = Loose<Pick<Content, 'keywords' | 'kwarray'>>;

/** The key of keywords that are not `key=value`. */
const bareKeywordKey = 'keywords';

/** Keywords as key-values: `section=sports` under `section`, a bare `sports` under `keywords`. */
export function toKeyValues(sources: readonly KeywordSource[]): Map<string, string[]> | undefined {
  const valuesOfKey = new Map<string, Set<string>>();
  for (const keyword of sources.flatMap(toKeywords)) {
    const [key, value] = splitKeyword(keyword);
    const values = valuesOfKey.get(key) ?? new Set();
    valuesOfKey.set(key, values.add(value));
  }
  if (valuesOfKey.size === 0) return undefined;
  return new Map(Array.from(valuesOfKey, ([key, values]) => [key, [...values]]));
}

function toKeywords({ keywords, kwarray }: KeywordSource): string[] {
  const listed = toText(keywords)?.split(',') ?? [];
  return [...listed, ...toArray(kwarray)].flatMap((keyword) => toText(keyword) ?? []);
}

function splitKeyword(keyword: string): [key: string, value: string] {
  const at = keyword.indexOf('=');
  const key = keyword.slice(0, at).trim();
  const value = keyword.slice(at + 1).trim();
  return at > 0 && key !== '' && value !== '' ? [key, value] : [bareKeywordKey, keyword];
}
