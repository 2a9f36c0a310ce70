import type { AuctionRequest, Impression, Profile, Targeting, Tier, TierSetSource } from '@auction-tiers/tier-engine';
import { days, deviceTypes, supplyTypes } from '@auction-tiers/tier-engine';
import * as fc from 'fast-check';

/** Few values of everything, so that tiers tie, buyers meet and prices stand exactly at a minimum. */
const buyer = fc.integer({ min: 1, max: 4 });
const feePpm = fc.constantFrom(0, 150_000, 333_333);
const netPrice = fc.constantFrom(0, 1_000_000, 2_000_000);
const grossPrice = fc.constantFrom(0, 1_000_000, 1_176_471, 1_499_999, 2_000_000, 2_352_941, 2_352_942, 3_000_000);
const id = fc.integer({ min: 1, max: 4 });
const few = <Value>(value: fc.Arbitrary<Value>) => fc.array(value, { maxLength: 3 });
const some = <Value>(value: fc.Arbitrary<Value>) => fc.array(value, { minLength: 1, maxLength: 3 });

const country = fc.constantFrom('US', 'us', 'CA', 'fr');
const region = fc.constantFrom('US-NY', 'us-ny', 'CA-ON');
const cityName = fc.constantFrom('Paris', 'PARIS', 'London');
const size = fc.record({ width: fc.constantFrom(300, 250), height: fc.constantFrom(300, 250) });
const domain = fc.constantFrom(
  'example.com',
  'News.example.com',
  'badexample.com',
  'a.news.example.com.',
  'example.net',
);
const system = fc.constantFrom('iOS', 'ios', 'Android');
const browser = fc.constantFrom('Safari', 'safari', 'Chrome');
const language = fc.constantFrom('en', 'EN', 'es');
const category = fc.constantFrom('IAB1', 'iab1', 'IAB2', 'IAB3');
const key = fc.constantFrom('section', 'live');
const text = fc.constantFrom('a', 'b', 'c');
const timezone = fc.constantFrom('UTC', 'America/New_York', 'Asia/Kathmandu', 'Australia/Lord_Howe');

const action = fc.constantFrom('include' as const, 'exclude' as const);
const list = <Value>(value: fc.Arbitrary<Value>) => fc.record({ action, values: some(value) });

/** One or two dimensions at once: with more of them hardly any profile would ever match. */
const rarely = <Value>(value: fc.Arbitrary<Value>) =>
  fc.oneof({ weight: 9, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value });

const dimensions = {
  country: rarely(list(country)),
  region: rarely(list(region)),
  city: rarely(list(fc.record({ name: cityName, countryCode: country }))),
  dma: rarely(list(id)),
  size: rarely(some(size)),
  inventory: rarely(fc.record({ action, publisherIds: some(id), siteIds: few(id), placementIds: few(id) })),
  domain: rarely(list(domain)),
  deviceType: rarely(list(fc.constantFrom(...deviceTypes))),
  operatingSystemFamily: rarely(list(system)),
  browser: rarely(list(browser)),
  language: rarely(list(language)),
  supplyType: rarely(list(fc.constantFrom(...supplyTypes))),
  contentCategory: rarely(list(category)),
  segment: rarely(
    fc.record({ operator: fc.constantFrom('and' as const, 'or' as const), include: few(id), exclude: few(id) }),
  ),
  keyValue: rarely(some(fc.record({ key, values: some(text), action }))),
  daypart: rarely(
    fc.record({
      timezone,
      windows: some(
        fc
          .record({
            day: fc.constantFrom(...days, 'all' as const),
            startHour: fc.integer({ min: 0, max: 23 }),
            length: fc.integer({ min: 0, max: 23 }),
          })
          .map(({ day, startHour, length }) => ({ day, startHour, endHour: Math.min(23, startHour + length) })),
      ),
    }),
  ),
} satisfies Record<keyof Targeting, unknown>;

const targeting: fc.Arbitrary<Targeting> = fc.record(dimensions);

export const impression: fc.Arbitrary<Impression> = fc.record(
  {
    country,
    region,
    city: cityName,
    dma: id,
    sizes: few(size),
    publisherId: id,
    siteId: id,
    placementId: id,
    domain,
    deviceType: fc.constantFrom(...deviceTypes),
    operatingSystemFamily: system,
    browser,
    language,
    supplyType: fc.constantFrom(...supplyTypes),
    contentCategories: few(category),
    segments: few(id),
    keyValues: fc.array(fc.tuple(key, few(text)), { maxLength: 2 }).map((entries) => new Map(entries)),
  },
  { requiredKeys: [] },
);

function tier(profiles: readonly Profile[]): fc.Arbitrary<Tier> {
  return fc
    .record({
      id: fc.integer({ min: 1, max: 1000 }),
      priority: fc.constantFrom(1, 5, 10),
      memberAction: action,
      minPriceMicros: fc.option(netPrice, { freq: 2 }),
      profileId: fc.option(fc.constantFrom(...profiles.map((profile) => profile.id)), { freq: 3 }),
      buyerMemberIds: few(buyer),
    })
    .map((given) =>
      given.memberAction === 'include' ? { ...given, minPriceMicros: given.minPriceMicros ?? 0 } : given,
    );
}

/** A tier set that compiles. */
export const tierSetSource: fc.Arbitrary<TierSetSource> = fc
  .array(targeting, { minLength: 1, maxLength: 4 })
  .map((targetings) => targetings.map((given, at) => ({ id: at + 1, targeting: given })))
  .chain((profiles) =>
    fc.record({
      ymProfileId: fc.constant(42),
      revision: fc.constant('r1'),
      tiers: fc.uniqueArray(tier(profiles), { maxLength: 12, selector: (given) => given.id }),
      profiles: fc.constant(profiles),
    }),
  );

export const auctionRequest: fc.Arbitrary<AuctionRequest> = fc.record({
  auctionType: fc.constantFrom(1 as const, 2 as const),
  bidFloorMicros: fc.constantFrom(0, 1_000_000, 1_500_000),
  feePpm,
  seed: fc.string({ unit: 'binary', minLength: 1, maxLength: 32 }),
  timeMs: fc.integer({ min: Date.UTC(2026, 0), max: Date.UTC(2027, 0) }),
  impression,
  bids: fc
    .array(
      fc.record({
        memberId: fc.option(buyer, { freq: 9 }),
        grossMicros: grossPrice,
        feePpm: fc.option(feePpm, { nil: undefined }),
      }),
      { maxLength: 8 },
    )
    .map((bids) => bids.map((given, at) => ({ id: `b${at + 1}`, ...given }))),
});

export const auctionRequests = fc.array(auctionRequest, { minLength: 1, maxLength: 4 });
