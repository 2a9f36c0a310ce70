import { AuctionBody, bidFields, impressionFields, toAuctionBody, toAuctionRequest } from '@auction-tiers/contract';
import type { AuctionRequest } from '@auction-tiers/tier-engine';
import { expect, test } from 'vitest';

const timeMs = Date.UTC(2026, 10, 21, 8);

/** With every attribute that there is. */
const body = {
  ym_profile_id: 42,
  auction_type: 2,
  bid_floor: 0.5,
  revenue_share_pct: 15,
  seed: 'any string',
  impression: {
    country: 'US',
    region: 'US-NY',
    city: 'New York',
    dma: 501,
    sizes: [{ width: 300, height: 250 }],
    publisher_id: 9,
    site_id: 3,
    placement_id: 77,
    domain: 'news.example.com',
    device_type: 'phone',
    operating_system_family: 'iOS',
    carrier: 'Verizon',
    browser: 'Safari',
    language: 'en',
    supply_type: 'web',
    content_categories: ['IAB1'],
    media_types: ['banner', 'video'],
    position: 'above',
    segments: [12, 99],
    key_values: { section: ['sports'] },
    time: '2026-11-21T08:00:00.000Z',
  },
  bids: [
    {
      id: 'b1',
      member_id: 12,
      price: 2.5,
      revenue_share_pct: 12.3456,
      deal: 'RBC_123',
      advertiser_domains: ['shop.example'],
      media_type: 'video',
      bid_floor: 1.5,
      first_price: true,
      seat: 'acme',
    },
    { id: 'b2', member_id: null, price: 0.000001 },
  ],
};

const request: AuctionRequest = {
  auctionType: 2,
  bidFloorMicros: 500_000,
  feePpm: 150_000,
  seed: 'any string',
  timeMs,
  impression: {
    country: 'US',
    region: 'US-NY',
    city: 'New York',
    dma: 501,
    sizes: [{ width: 300, height: 250 }],
    publisherId: 9,
    siteId: 3,
    placementId: 77,
    domain: 'news.example.com',
    deviceType: 'phone',
    operatingSystemFamily: 'iOS',
    carrier: 'Verizon',
    browser: 'Safari',
    language: 'en',
    supplyType: 'web',
    contentCategories: ['IAB1'],
    mediaTypes: ['banner', 'video'],
    position: 'above',
    segments: [12, 99],
    keyValues: new Map([['section', ['sports']]]),
  },
  bids: [
    {
      id: 'b1',
      memberId: 12,
      grossMicros: 2_500_000,
      feePpm: 123_456,
      deal: 'RBC_123',
      advertiserDomains: ['shop.example'],
      mediaType: 'video',
      floorMicros: 1_500_000,
      isFirstPrice: true,
      seat: 'acme',
    },
    { id: 'b2', memberId: null, grossMicros: 1 },
  ],
};

test('every attribute of a body is mapped to the engine', () => {
  expect(Object.keys(body.impression)).toStrictEqual(Object.keys(impressionFields));
  expect(Object.keys(body.bids[0]!)).toStrictEqual(Object.keys(bidFields));
  expect(toAuctionRequest(AuctionBody.parse(body), { seed: '?', timeMs: 0, feePpm: 0 })).toEqual(request);
});

test('what a body does not say is filled in', () => {
  const defaults = { seed: 's', timeMs, feePpm: 150_000 };
  expect(toAuctionRequest(AuctionBody.parse({ publisher_id: 9, bids: [] }), defaults)).toEqual({
    auctionType: 1,
    bidFloorMicros: 0,
    ...defaults,
    impression: {},
    bids: [],
  });
});

test('the body of an auction is written as it was sent, in the order of the definition', () => {
  expect(JSON.stringify(toAuctionBody(request, 42))).toBe(JSON.stringify(body));
});
