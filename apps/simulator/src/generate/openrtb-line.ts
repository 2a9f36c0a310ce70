import { findCountryByCode } from '@auction-tiers/dma-data';
import type { SyntheticAuction, SyntheticImpression } from './synthetic-auction.ts';

const deviceTypeCodes = { phone: 4, pc: 2, tablet: 5, tv: 3 } as const;

/** Brands as browsers built on Chromium list them in their client hints. */
const brandsOfBrowser: Readonly<Record<string, readonly string[]>> = {
  Chrome: ['Chromium', 'Google Chrome', 'Not;A=Brand'],
  Edge: ['Chromium', 'Microsoft Edge', 'Not;A=Brand'],
};

/** A synthetic auction as an OpenRTB 2.6 bid request with one response a buyer; what OpenRTB cannot say is left out. */
export function toOpenRtbLine(auction: SyntheticAuction, number: number) {
  const { impression } = auction;
  const id = `r${number}`;
  return {
    bid_request: {
      id,
      at: auction.auction_type,
      imp: [
        {
          id: '1',
          tagid: String(impression.placement_id),
          bidfloor: auction.bid_floor,
          banner: { format: impression.sizes.map(({ width, height }) => ({ w: width, h: height })) },
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

function toInventory({ publisher_id: publisherId, impression }: SyntheticAuction) {
  const inventory = {
    publisher: { id: String(publisherId) },
    domain: impression.domain,
    cat: impression.content_categories,
    keywords: impression.key_values.section.map((section) => `section=${section}`).join(','),
  };
  if (impression.site_id === undefined) return { app: inventory };
  return { site: { id: String(impression.site_id), ...inventory } };
}

function toDevice({ country, region, city, dma, browser, ...impression }: SyntheticImpression) {
  const brands = browser === undefined ? [] : (brandsOfBrowser[browser] ?? [browser]);
  return {
    devicetype: deviceTypeCodes[impression.device_type],
    os: impression.operating_system_family,
    sua: browser === undefined ? undefined : { browsers: brands.map((brand) => ({ brand })) },
    language: impression.language,
    geo: {
      country: findCountryByCode(country)!.alpha3,
      region: region?.replace('US-', ''),
      city,
      metro: dma === undefined ? undefined : String(dma),
    },
  };
}

function toResponses({ bids }: SyntheticAuction, id: string) {
  const bidsOfBuyer = Map.groupBy(bids, ({ member_id: memberId }) => memberId);
  return Array.from(bidsOfBuyer, ([memberId, own]) => ({
    id,
    cur: 'USD',
    seatbid: [{ seat: String(memberId), bid: own.map(({ id: bidId, price }) => ({ id: bidId, impid: '1', price })) }],
  }));
}
