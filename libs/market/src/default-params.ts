import type { BuyerParams, MarketParams } from './params.ts';

type Component = BuyerParams['prices'][number];

const price = (weight: number, median: number, spread: number): Component => ({ weight, median, spread });

const buyer = (
  memberId: number,
  participation: number,
  prices: Component[],
  deviations: Partial<Pick<BuyerParams, 'by_country' | 'by_size'>> = {},
): BuyerParams => ({
  member_id: memberId,
  participation,
  prices,
  by_country: [],
  by_size: [],
  deals: [],
  ...deviations,
});

const factors = (name: string, participation: number, priceFactor: number) => ({
  name,
  participation_factor: participation,
  price_factor: priceFactor,
});

/** The demo's buyers. Some bid higher for users that they know: the second component of their prices. */
const defaultBuyers: BuyerParams[] = [
  buyer(118, 0.92, [price(1, 0.8, 0.6)]),
  buyer(112, 0.9, [price(0.8, 1.2, 0.4), price(0.2, 3.5, 0.35)]),
  buyer(110, 0.88, [price(1, 0.9, 0.6)]),
  buyer(104, 0.86, [price(0.7, 2, 0.35), price(0.3, 5.5, 0.35)]),
  buyer(116, 0.85, [price(1, 0.7, 0.7)], { by_country: [factors('IN', 3, 1.5)] }),
  buyer(108, 0.84, [price(0.75, 1.6, 0.6), price(0.25, 7, 0.4)]),
  buyer(114, 0.82, [price(1, 0.9, 0.9)]),
  buyer(113, 0.8, [price(0.85, 1.3, 0.45), price(0.15, 5, 0.35)]),
  buyer(119, 0.78, [price(1, 1, 0.5)]),
  buyer(107, 0.76, [price(1, 2.3, 0.35)], { by_size: [factors('728x90', 0.5, 0.9)] }),
  buyer(105, 0.74, [price(0.8, 2, 0.4), price(0.2, 6, 0.3)], { by_country: [factors('CA', 3, 1.2)] }),
  buyer(117, 0.72, [price(1, 1.9, 0.45)], { by_size: [factors('640x480', 4, 1.4)] }),
  buyer(109, 0.7, [price(1, 1.7, 0.5)]),
  buyer(115, 0.66, [price(0.85, 0.9, 0.6), price(0.15, 5.5, 0.4)]),
  buyer(102, 0.62, [price(0.7, 3.2, 0.35), price(0.3, 8, 0.3)]),
  buyer(101, 0.58, [price(0.65, 4.2, 0.3), price(0.35, 10, 0.3)]),
  buyer(120, 0.54, [price(1, 3, 0.6)]),
  buyer(111, 0.5, [price(1, 1.6, 0.45)], { by_country: [factors('GB', 3, 1.2)] }),
  buyer(103, 0.45, [price(0.8, 3, 0.4), price(0.2, 9, 0.3)]),
  buyer(106, 0.4, [price(1, 3.3, 0.4)], { by_size: [factors('320x50', 0.4, 0.8)] }),
];

/**
 * Ids of the larger market areas by weight, in thousandths of homes in the United States. Rounded from public rankings
 * for plausible traffic; not a source of data.
 */
const weights: Readonly<Record<number, readonly number[]>> = {
  62: [501],
  46: [803],
  29: [602],
  25: [504, 623],
  22: [618, 524],
  21: [511],
  20: [506, 807],
  17: [753, 819, 539],
  15: [505, 613],
  14: [751, 534, 528],
  12: [510, 862],
  11: [517],
  10: [820, 560, 609],
  9: [527, 508, 825, 512, 659, 770, 641],
  8: [533, 616, 535, 635],
  7: [617, 515, 567, 548, 839],
  6: [561, 518, 563, 544, 566, 650, 630, 790],
  5: [640, 529, 622, 556, 521, 514, 866, 577, 532, 671, 693, 557, 571],
};

const defaultDmas = Object.entries(weights)
  .flatMap(([weight, ids]) => ids.map((id) => ({ id, weight: Number(weight) })))
  .toSorted((left, right) => right.weight - left.weight);

/** The weight of the other 149 markets together. */
const otherDmaWeight = 277;

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

/** A market of the demo's buyers. The figures are invented and plausible. */
export const defaultParams: MarketParams = {
  version: 1,
  ym_profile_id: 1,
  revenue_share_pct: null,
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
  // In UTC: an audience in the United States sleeps from 6 to 11.
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
