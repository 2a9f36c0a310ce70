import { type AuctionField, impressionFields } from '@auction-tiers/contract';
import { findCountryByCode } from '@auction-tiers/dma-data';
import type { SyntheticAuction, SyntheticImpression } from '@auction-tiers/market';

/** The formats of a synthetic log: bodies of `POST /auction`, or OpenRTB bid requests with their responses. */
export const lineFormats = ['own', 'openrtb'] as const;
export type LineFormat = (typeof lineFormats)[number];

/** OpenRTB has no code for a game console: 6 is a connected device. */
const deviceTypeCodes = { phone: 4, pc: 2, tablet: 5, tv: 3, gameconsole: 6, mediaplayer: 6, stb: 7 } as const;

/** Brands as browsers built on Chromium list them in their client hints. */
const brandsOfBrowser: Readonly<Record<string, readonly string[]>> = {
  Chrome: ['Chromium', 'Google Chrome', 'Not;A=Brand'],
  Edge: ['Chromium', 'Microsoft Edge', 'Not;A=Brand'],
};

/**
 * A synthetic auction as an OpenRTB 2.6 bid request with one response per buyer; what OpenRTB cannot say is left out. The
 * id of the request is the seed, so that an auction is drawn alike in both forms.
 */
export function toOpenRtbLine(auction: SyntheticAuction) {
  const { impression, seed: id } = auction;
  const deals = new Set(auction.bids.flatMap(({ deal }) => deal ?? []));
  return {
    time: impression.time,
    bid_request: {
      id,
      at: auction.auction_type,
      imp: [
        {
          id: '1',
          tagid: toText(impression.placement_id),
          bidfloor: auction.bid_floor,
          banner: { format: impression.sizes?.map(({ width, height }) => ({ w: width, h: height })) },
          pmp: deals.size === 0 ? undefined : { deals: [...deals].map((deal) => ({ id: deal })) },
        },
      ],
      ...toInventory(auction),
      device: toDevice(impression),
      user: impression.segments && {
        data: [{ segment: impression.segments.map((segment) => ({ id: String(segment) })) }],
      },
    },
    bid_responses: toResponses(auction, id),
  };
}

function toInventory({ impression }: SyntheticAuction) {
  const inventory = {
    publisher: { id: String(impression.publisher_id) },
    domain: impression.domain,
    cat: impression.content_categories,
    keywords: impression.key_values?.section.map((section) => `section=${section}`).join(','),
  };
  if (impression.supply_type === 'mobile_app') return { app: inventory };
  const isMobile = impression.supply_type === 'mobile_web';
  return { site: { id: toText(impression.site_id), ...inventory, mobile: isMobile ? 1 : undefined } };
}

function toDevice(impression: SyntheticImpression) {
  const { country, region, browser, device_type: type } = impression;
  const brands = browser === undefined ? [] : (brandsOfBrowser[browser] ?? [browser]);
  return {
    devicetype: type && deviceTypeCodes[type],
    ...copiedTo('device', impression),
    sua: browser === undefined ? undefined : { browsers: brands.map((brand) => ({ brand })) },
    language: impression.language,
    geo: {
      country: country && findCountryByCode(country)?.alpha3,
      region: region?.replace('US-', ''),
      ...copiedTo('device.geo', impression),
    },
  };
}

/** The attributes that OpenRTB has unchanged, directly in the object at this path. */
function copiedTo(path: string, impression: SyntheticImpression): Record<string, unknown> {
  const values: Readonly<Record<string, unknown>> = { ...impression };
  const fields = Object.entries<AuctionField>(impressionFields).flatMap(
    ([name, { copiedFromOpenRtb: source = '' }]) => {
      const end = source.lastIndexOf('.');
      return source.slice(0, end) === path ? [[source.slice(end + 1), values[name]] as const] : [];
    },
  );
  return Object.fromEntries(fields.map(([name, value]) => [name, typeof value === 'number' ? String(value) : value]));
}

function toResponses({ bids }: SyntheticAuction, id: string) {
  return bids.map(({ id: bidId, member_id: memberId, price, deal }) => ({
    id,
    cur: 'USD',
    seatbid: [{ seat: String(memberId), bid: [{ id: bidId, impid: '1', price, dealid: deal }] }],
  }));
}

function toText(number: number | undefined): string | undefined {
  return number === undefined ? undefined : String(number);
}
