import { demoFeePct } from '@auction-tiers/contract/demo';
import { defaultBuyers } from './default-buyers.ts';
import { defaultDmas, otherDmaWeight } from './default-dmas.ts';
import type { MarketParams } from './params.ts';

type Device = MarketParams['devices'][number];
type Site = MarketParams['publishers'][number]['sites'][number];

const device = (
  weight: number,
  type: Device['device_type'],
  system: string,
  browser: string | null,
  supply: Device['supply_type'],
): Device => ({
  device_type: type,
  operating_system_family: system,
  browser,
  supply_type: supply,
  weight,
});

const site = (siteId: number, domain: string, section: string, category: string): Site => ({
  site_id: siteId,
  domain,
  section,
  category,
  placement_ids: [0, 1, 2, 3].map((at) => siteId * 10 + at),
});

const country = (code: string, weight: number, priceFactor: number) => ({ code, weight, price_factor: priceFactor });
const size = (weight: number, priceFactor: number, ...sizes: string[]) => ({
  sizes,
  weight,
  price_factor: priceFactor,
});

/** A market of the demo's buyers. Invented figures of a plausible order; `fit` finds real ones. */
export const defaultParams: MarketParams = {
  version: 1,
  ym_profile_id: 1,
  revenue_share_pct: demoFeePct,
  second_price_share: 0.2,
  bid_floors: [
    { price: null, weight: 40 },
    { price: 0.1, weight: 25 },
    { price: 0.5, weight: 25 },
    { price: 1, weight: 10 },
  ],
  quality_spread: 0.35,
  buyers: defaultBuyers,
  countries: [
    country('US', 72, 1),
    country('CA', 6, 0.85),
    country('GB', 6, 0.9),
    country('DE', 4, 0.85),
    country('FR', 3, 0.7),
    country('AU', 3, 0.9),
    country('BR', 2, 0.35),
    country('IN', 2, 0.25),
    country('JP', 1, 0.7),
    country('MX', 1, 0.35),
  ],
  dmas: defaultDmas,
  other_dma_weight: otherDmaWeight,
  sizes: [
    size(34, 1, '300x250'),
    size(20, 0.5, '320x50'),
    size(14, 0.8, '728x90'),
    size(12, 1.15, '300x250', '300x600'),
    size(8, 1.5, '970x250', '728x90'),
    size(6, 0.8, '160x600'),
    size(4, 1.3, '300x600'),
    size(2, 2.5, '640x480'),
  ],
  // An American audience sleeps from 6 to 11.
  hours: [9, 9, 8, 7, 5, 4, 3, 2, 2, 2, 3, 4, 5, 6, 7, 7, 7, 7, 7, 7, 7, 7, 8, 9],
  start: '2026-11-16',
  days: 7,
  publishers: [
    {
      publisher_id: 9,
      sites: [
        site(1, 'news.example.com', 'news', 'IAB12'),
        site(2, 'sports.example.com', 'sports', 'IAB17'),
        site(3, 'food.example.com', 'food', 'IAB8'),
        site(4, 'money.example.com', 'finance', 'IAB13'),
        site(5, 'games.example.com', 'games', 'IAB9'),
      ],
    },
    {
      publisher_id: 10,
      sites: [site(6, 'travel.example.net', 'travel', 'IAB20'), site(7, 'cars.example.net', 'cars', 'IAB2')],
    },
    { publisher_id: 11, sites: [site(8, 'home.example.org', 'home', 'IAB10')] },
  ],
  zipf: { publishers: 1.2, sites: 1, placements: 0.8 },
  devices: [
    device(16, 'phone', 'iOS', 'Safari', 'mobile_web'),
    device(13, 'phone', 'Android', 'Chrome', 'mobile_web'),
    device(12, 'phone', 'iOS', null, 'mobile_app'),
    device(14, 'phone', 'Android', null, 'mobile_app'),
    device(15, 'pc', 'Windows', 'Chrome', 'web'),
    device(6, 'pc', 'Windows', 'Edge', 'web'),
    device(2, 'pc', 'Windows', 'Firefox', 'web'),
    device(5, 'pc', 'macOS', 'Safari', 'web'),
    device(5, 'pc', 'macOS', 'Chrome', 'web'),
    device(4, 'tablet', 'iOS', 'Safari', 'mobile_web'),
    device(2, 'tablet', 'Android', 'Chrome', 'mobile_web'),
    device(2, 'tablet', 'iOS', null, 'mobile_app'),
    device(2, 'tv', 'Tizen', null, 'mobile_app'),
    device(2, 'tv', 'webOS', null, 'mobile_app'),
  ],
  languages: [
    { code: 'en', weight: 88 },
    { code: 'es', weight: 12 },
  ],
  segments: { count: 40, most: 3, zipf: 1 },
};
