type Weights<Value> = readonly (readonly [value: Value, weight: number])[];

/** A buyer that bids in synthetic auctions. */
export interface MarketBuyer {
  readonly memberId: number;
  /** Half of its bids are below, half above; gross CPM. */
  readonly medianPrice: number;
  /** Standard deviation of the logarithm of its prices. */
  readonly spread: number;
}

const buyer = (memberId: number, medianPrice: number, spread: number): MarketBuyer => ({
  memberId,
  medianPrice,
  spread,
});

/** The demo's buyers by volume, the busiest first. Invented figures of a plausible order. */
export const marketBuyers: readonly MarketBuyer[] = [
  buyer(118, 0.8, 0.7),
  buyer(112, 1.3, 0.5),
  buyer(110, 0.9, 0.7),
  buyer(104, 2.2, 0.5),
  buyer(116, 0.7, 0.8),
  buyer(108, 1.9, 0.9),
  buyer(114, 0.9, 1.1),
  buyer(113, 1.4, 0.6),
  buyer(119, 1.0, 0.6),
  buyer(107, 2.3, 0.4),
  buyer(105, 2.1, 0.5),
  buyer(117, 1.9, 0.5),
  buyer(109, 1.7, 0.6),
  buyer(115, 1.2, 1.0),
  buyer(102, 3.4, 0.4),
  buyer(101, 4.5, 0.4),
  buyer(120, 3.0, 0.7),
  buyer(111, 1.6, 0.5),
  buyer(103, 3.1, 0.5),
  buyer(106, 3.3, 0.4),
];

/** Countries outside the United States, which have a market area to themselves. Weights are shares of all impressions. */
export const usShare = 0.72;
export const otherCountries: Weights<string> = [
  ['CA', 6],
  ['GB', 6],
  ['DE', 4],
  ['FR', 3],
  ['AU', 3],
  ['BR', 2],
  ['IN', 2],
  ['JP', 1],
  ['MX', 1],
];

/** The market areas with the most homes, the largest first; all others follow by id. */
export const largestDmas: readonly number[] = [
  501, 803, 602, 504, 623, 618, 511, 807, 524, 506, 753, 819, 539, 528, 751, 534, 505, 862, 613, 659,
];

const size = (width: number, height: number) => ({ width, height });

export const sizeSets: Weights<readonly { readonly width: number; readonly height: number }[]> = [
  [[size(300, 250)], 34],
  [[size(320, 50)], 20],
  [[size(728, 90)], 14],
  [[size(300, 250), size(300, 600)], 12],
  [[size(970, 250), size(728, 90)], 8],
  [[size(160, 600)], 6],
  [[size(300, 600)], 4],
  [[size(640, 480)], 2],
];

export interface MarketDevice {
  readonly type: 'phone' | 'pc' | 'tablet' | 'tv';
  readonly systems: readonly string[];
  /** Empty: it only shows apps. */
  readonly browsers: readonly string[];
}

export const devices: Weights<MarketDevice> = [
  [{ type: 'phone', systems: ['iOS', 'Android'], browsers: ['Safari', 'Chrome'] }, 55],
  [{ type: 'pc', systems: ['Windows', 'macOS'], browsers: ['Chrome', 'Edge', 'Safari', 'Firefox'] }, 33],
  [{ type: 'tablet', systems: ['iOS', 'Android'], browsers: ['Safari', 'Chrome'] }, 8],
  [{ type: 'tv', systems: ['Tizen', 'webOS'], browsers: [] }, 4],
];

/** How often a handheld device shows the impression in an app. */
export const appShare = 0.45;

/** The publisher that the demo's ym-profile serves: synthetic auctions find their tiers by it. */
export const publisherId = 9;

export interface MarketSite {
  readonly siteId: number;
  readonly domain: string;
  readonly section: string;
  readonly category: string;
}

const site = (siteId: number, domain: string, section: string, category: string): MarketSite => ({
  siteId,
  domain,
  section,
  category,
});

/** By traffic, the busiest first. */
export const sites: readonly MarketSite[] = [
  site(1, 'news.example.com', 'news', 'IAB12'),
  site(2, 'sports.example.com', 'sports', 'IAB17'),
  site(3, 'food.example.com', 'food', 'IAB8'),
  site(4, 'money.example.com', 'finance', 'IAB13'),
  site(5, 'games.example.com', 'games', 'IAB9'),
  site(6, 'travel.example.com', 'travel', 'IAB20'),
  site(7, 'cars.example.com', 'cars', 'IAB2'),
  site(8, 'home.example.com', 'home', 'IAB10'),
];

export const placementsPerSite = 4;

/** Impressions by hour of the day, UTC: an American audience sleeps from 6 to 11. */
export const hourWeights: readonly number[] = [9, 9, 8, 7, 5, 4, 3, 2, 2, 2, 3, 4, 5, 6, 7, 7, 7, 7, 7, 7, 7, 7, 8, 9];

/** Monday, 00:00 UTC. A synthetic log covers the week from here. */
export const weekStartMs = Date.UTC(2026, 10, 16);

export const bidFloors: Weights<number | undefined> = [
  [undefined, 40],
  [0.1, 25],
  [0.5, 25],
  [1, 10],
];

/** Share of auctions at second price. */
export const secondPriceShare = 0.2;

export const languages: Weights<string> = [
  ['en', 88],
  ['es', 12],
];

/** Segment ids are 1 to this many; the low ones are the large ones. */
export const segmentCount = 40;
export const mostSegments = 3;
