import type { AuctionRequest, Bid, Impression } from '@auction-tiers/tier-engine';
import { object, tableOf } from './field-table.ts';
import * as kind from './kind.ts';

/*
 * Every attribute of an auction, once. From these tables come the definition that validates bodies, the mapping to the
 * engine and back, the OpenAPI schemas, and (by tools/generate/auction-fields.ts) the byte reader of auction-codec and
 * the attributes that openrtb copies.
 */

export const impressionFields = tableOf<Impression>()({
  country: {
    engine: 'country',
    kind: kind.country,
    dimension: 'country',
    openRtb: 'device.geo.country',
    description: 'Country, ISO 3166-1 alpha-2 or alpha-3',
  },
  region: {
    engine: 'region',
    kind: kind.region,
    dimension: 'region',
    openRtb: 'device.geo.region',
    description: 'Region, ISO 3166-2, such as US-NY; with country also NY',
  },
  city: {
    engine: 'city',
    kind: kind.name,
    dimension: 'city',
    copiedFromOpenRtb: 'device.geo.city',
    description: 'Name of the city; compared together with country',
  },
  dma: {
    engine: 'dma',
    kind: kind.dma,
    dimension: 'dma',
    copiedFromOpenRtb: 'device.geo.metro',
    description: 'US market area, such as 501',
  },
  sizes: {
    engine: 'sizes',
    kind: kind.list(kind.size),
    dimension: 'size',
    openRtb: 'imp[].banner.format[]',
    description: 'Sizes that fit, in device-independent pixels',
  },
  publisher_id: {
    engine: 'publisherId',
    kind: kind.inventoryId,
    dimension: 'inventory',
    openRtb: 'site.publisher.id',
    description: 'Publisher whose inventory is sold',
  },
  site_id: {
    engine: 'siteId',
    kind: kind.inventoryId,
    dimension: 'inventory',
    openRtb: 'site.id',
    description: 'Site of the publisher',
  },
  placement_id: {
    engine: 'placementId',
    kind: kind.inventoryId,
    dimension: 'inventory',
    openRtb: 'imp[].ext.gpid',
    description: 'Placement on the site',
  },
  domain: {
    engine: 'domain',
    kind: kind.domain,
    dimension: 'domain',
    openRtb: 'site.domain',
    description: 'Domain of the page, or its address; targets of a parent domain match it',
  },
  device_type: {
    engine: 'deviceType',
    kind: kind.deviceType,
    dimension: 'device_type',
    openRtb: 'device.devicetype',
    description: 'Kind of device',
  },
  operating_system_family: {
    engine: 'operatingSystemFamily',
    kind: kind.name,
    dimension: 'operating_system_family',
    copiedFromOpenRtb: 'device.os',
    description: 'Operating system, such as iOS',
  },
  carrier: {
    engine: 'carrier',
    kind: kind.name,
    dimension: 'carrier',
    copiedFromOpenRtb: 'device.carrier',
    description: 'Mobile carrier or internet provider, such as Verizon',
  },
  browser: {
    engine: 'browser',
    kind: kind.name,
    dimension: 'browser',
    openRtb: 'device.sua.browsers[]',
    description: 'Browser, such as Safari',
  },
  language: {
    engine: 'language',
    kind: kind.name,
    dimension: 'language',
    openRtb: 'device.language',
    description: 'Language, ISO 639-1',
  },
  supply_type: {
    engine: 'supplyType',
    kind: kind.supplyType,
    dimension: 'supply_type',
    openRtb: 'site.mobile',
    description: 'Where the impression is shown',
  },
  content_categories: {
    engine: 'contentCategories',
    kind: kind.list(kind.name),
    dimension: 'content_category',
    openRtb: 'site.cat[]',
    description: 'IAB content categories, such as IAB1',
  },
  media_types: {
    engine: 'mediaTypes',
    kind: kind.list(kind.mediaType),
    dimension: 'media_type',
    openRtb: 'imp[].banner',
    description: 'What may be shown. Of a bid that names its own media type, that one counts',
  },
  position: {
    engine: 'position',
    kind: kind.position,
    dimension: 'position',
    openRtb: 'imp[].banner.pos',
    description: 'Where on the page or screen it is',
  },
  segments: {
    engine: 'segments',
    kind: kind.list(kind.inventoryId),
    dimension: 'segment',
    openRtb: 'user.data[].segment[].id',
    description: 'Segments that the user is in',
  },
  key_values: {
    engine: 'keyValues',
    kind: kind.keyValues,
    dimension: 'key_value',
    openRtb: 'site.keywords',
    description: "The caller's own keys, each with its values",
  },
  time: {
    engine: 'timeMs',
    kind: kind.moment,
    dimension: 'daypart',
    description: 'Moment of the impression; default: of arrival. The answer repeats it, in UTC',
  },
});
export const impression = object('impression', impressionFields);

export const bidFields = tableOf<Bid>()({
  id: {
    engine: 'id',
    kind: kind.text(1, 255),
    isRequired: true,
    openRtb: 'seatbid[].bid[].id',
    description: 'Names the bid in the answer; unique in the request',
  },
  member_id: {
    engine: 'memberId',
    kind: kind.nullableId,
    isRequired: true,
    openRtb: 'seatbid[].seat',
    description: 'The bidding buyer; null: an unknown buyer, whose bid is untiered',
  },
  price: {
    engine: 'grossMicros',
    kind: kind.bidPrice,
    isRequired: true,
    openRtb: 'seatbid[].bid[].price',
    description: 'Gross price, CPM; a finer one is rounded up to the next micro, but for the noise of floating point',
  },
  revenue_share_pct: {
    engine: 'feePpm',
    kind: kind.fee,
    description: "Fee on this bid in per cent, from 0 to under 100, at most 4 decimals; default: the auction's",
  },
  deal: {
    engine: 'deal',
    kind: kind.text(1, 64),
    dimension: 'deal',
    openRtb: 'seatbid[].bid[].dealid',
    description: 'Id of the deal that it is made under',
  },
  advertiser_domains: {
    engine: 'advertiserDomains',
    kind: kind.list(kind.domain),
    dimension: 'advertiser_domain',
    openRtb: 'seatbid[].bid[].adomain[]',
    description: 'Domains of the advertiser; targets of a parent domain match them',
  },
  media_type: {
    engine: 'mediaType',
    kind: kind.mediaType,
    dimension: 'media_type',
    openRtb: 'seatbid[].bid[].mtype',
    description: "What it would show; default: the impression's",
  },
  bid_floor: {
    engine: 'floorMicros',
    kind: kind.floorPrice,
    openRtb: 'imp[].pmp.deals[].bidfloor',
    description: "The least gross price with which this bid takes part, CPM; default: the auction's",
  },
  first_price: {
    engine: 'isFirstPrice',
    kind: kind.flag,
    openRtb: 'imp[].pmp.deals[].at',
    description: 'Whether it pays its own price at second price too; default: false',
  },
  seat: {
    engine: 'seat',
    kind: kind.text(1, 255),
    description: 'Tells buyers without a member_id apart at second price',
  },
});
export const bid = object('bid', bidFields);

export const auctionFields = tableOf<Omit<AuctionRequest, 'timeMs'>>()({
  ym_profile_id: {
    engine: 'ymProfileId',
    kind: kind.id,
    description: 'The ym-profile; this or publisher_id',
  },
  publisher_id: {
    engine: 'publisherId',
    kind: kind.inventoryId,
    description: 'Publisher, resolved through the ym-profile that lists it; this or ym_profile_id',
  },
  auction_type: {
    engine: 'auctionType',
    kind: kind.auctionType,
    openRtb: 'at',
    description:
      '1 (default): the winner pays its own price. 2: second price, set by the bids of other buyers within its priority level',
  },
  bid_floor: {
    engine: 'bidFloorMicros',
    kind: kind.floorPrice,
    openRtb: 'imp[].bidfloor',
    description: 'The least gross price that takes part, CPM; a finer one is rounded down to a micro',
  },
  revenue_share_pct: {
    engine: 'feePpm',
    kind: kind.fee,
    description: "Fee in per cent of the bids that name none; default: the seller member's",
  },
  seed: {
    engine: 'seed',
    kind: kind.text(1, 64),
    description: 'Makes the random draws; one is drawn, and returned, when none is given',
  },
  unit: {
    engine: 'unit',
    kind: kind.text(1, 64),
    openRtb: 'user.id',
    description: 'The user or session, in any form; ignored by the selection, kept in logs',
  },
  min_to_win: {
    engine: 'minToWin',
    kind: kind.flag,
    description: 'Whether each bid of the answer has the least price that would have won; default: false',
  },
  quantity: {
    engine: 'quantityMicros',
    kind: kind.quantity,
    openRtb: 'imp[].qty.multiplier',
    description: 'How many impressions it counts as in reports and sums of money; default: 1',
  },
  impression: {
    engine: 'impression',
    kind: impression,
    description: 'What is auctioned; an attribute that profiles do not know is refused',
  },
  bids: {
    engine: 'bids',
    kind: kind.list(bid),
    isRequired: true,
    description: 'Their ids are unique',
  },
});
export const auction = object('auction', auctionFields);
