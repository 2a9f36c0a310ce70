import { deviceTypes, supplyTypes } from '@auction-tiers/tier-engine';
import { z } from 'zod';

const Weight = z.number().min(0).max(1e12);
const Factor = z.number().min(0.000001).max(1e6);
const Id = z.int().min(1);
/** Shares that are rounded may come to slightly more than 1. */
const roundingError = 1e-4;
const Text = z.string().min(1).max(200);
const SizeName = z.string().regex(/^[1-9]\d{0,4}x[1-9]\d{0,4}$/, { error: 'is not a size, allowed: such as 300x250' });

/** A list of sizes, such as `300x250+300x600`. */
const SizesName = z.string().regex(/^[1-9]\d{0,4}x[1-9]\d{0,4}(\+[1-9]\d{0,4}x[1-9]\d{0,4})*$/, {
  error: 'are not sizes, allowed: such as 300x250+300x600',
});

/** A list of entries with weights, at least one of them above 0. */
const weighted = <Shape extends z.core.$ZodLooseShape>(shape: Shape) =>
  z
    .array(z.strictObject({ ...shape, weight: Weight }))
    .min(1)
    .max(10_000)
    .refine((entries) => (entries as readonly { readonly weight: number }[]).some(({ weight }) => weight > 0), {
      error: 'has no weight above 0, allowed: at least one',
    });

/** Factors of one buyer for impressions of one country or list of sizes; the name null is for impressions without them. */
const deviations = <Name extends z.ZodType>(name: Name) =>
  z
    .array(
      z.strictObject({
        name: name.nullable(),
        participation_factor: Factor.default(1),
        price_factor: Factor.default(1),
      }),
    )
    .max(1000)
    .default([]);

export const BuyerParams = z.strictObject({
  member_id: Id,
  /** The part of impressions it bids on. As the number of bids is fixed, only the ratio to other buyers matters. */
  participation: z.number().min(0.0001).max(0.9999),
  /** Gross CPM: a mixture of log-normals. `spread` is the standard deviation of the logarithm. */
  prices: weighted({ median: z.number().min(0.0001).max(100_000), spread: z.number().min(0).max(5) }),
  /** Factors on the odds of bidding and on the price, multiplied with those of the country and the sizes. */
  by_country: deviations(Text),
  by_size: deviations(SizesName),
  /** The parts of its bids that are on deals, whatever their price; the other bids have no deal. */
  deals: z
    .array(z.strictObject({ code: z.string().min(1).max(64), share: z.number().min(0).max(1) }))
    .max(1000)
    .refine((deals) => deals.reduce((sum, { share }) => sum + share, 0) <= 1 + roundingError, {
      error: 'have shares above 1 together, allowed: at most 1',
    })
    .default([]),
});
export type BuyerParams = z.output<typeof BuyerParams>;

const SiteParams = z.strictObject({
  site_id: Id.nullable(),
  domain: Text.nullable(),
  /** The value of the key `section`. */
  section: Text.nullable(),
  category: Text.nullable(),
  /** The placement with the highest volume first. */
  placement_ids: z.array(Id).max(10_000),
});

/** The params of a market: everything that `generate` draws from. */
export const MarketParams = z.strictObject({
  version: z.literal(1),
  /** The ym-profile that every line names; null: lines name a publisher instead. */
  ym_profile_id: Id.nullable(),
  /** The fee that every line names; null: none, so that it is the seller's, as for real auctions. */
  revenue_share_pct: z.number().min(0).max(99.9999).nullable().default(null),
  /** The part of auctions that are second-price auctions. */
  second_price_share: z.number().min(0).max(1),
  /** null: no floor. */
  bid_floors: weighted({ price: z.number().min(0).max(999_999.999999).nullable() }),
  /** Standard deviation of the logarithm of an impression's quality, a factor on the prices of all its bids. */
  quality_spread: z.number().min(0).max(5),
  buyers: z.array(BuyerParams).min(1).max(10_000),
  /** null: not known. */
  countries: weighted({
    code: z
      .string()
      .regex(/^[A-Z]{2}$/)
      .nullable(),
    price_factor: Factor,
  }),
  /** Market areas of impressions in the United States; `other_dma_weight` is divided evenly among all others. */
  dmas: z.array(z.strictObject({ id: Id, weight: Weight })).max(1000),
  other_dma_weight: Weight,
  /** Lists of sizes that an impression allows; an empty list: not known. */
  sizes: weighted({ sizes: z.array(SizeName).max(20), price_factor: Factor }),
  /** Impressions by hour of the day, UTC. */
  hours: z
    .array(Weight)
    .length(24)
    .refine((weights) => weights.some((weight) => weight > 0), { error: 'are all 0, allowed: at least one above 0' }),
  /** The first day of the log, and the number of days. */
  start: z.iso.date(),
  days: z.int().min(1).max(366),
  /** The publisher with the highest volume first; so are its sites and their placements. */
  publishers: z
    .array(z.strictObject({ publisher_id: Id, sites: z.array(SiteParams).min(1).max(10_000) }))
    .min(1)
    .max(10_000),
  /** Exponents of Zipf's law: with 0 all have the same volume; 1 is the classic law. */
  zipf: z.strictObject({
    publishers: z.number().min(0).max(5),
    sites: z.number().min(0).max(5),
    placements: z.number().min(0).max(5),
  }),
  devices: weighted({
    device_type: z.enum(deviceTypes).nullable(),
    operating_system_family: Text.nullable(),
    browser: Text.nullable(),
    supply_type: z.enum(supplyTypes).nullable(),
  }),
  languages: weighted({ code: Text.nullable() }),
  /** The number of different segments, the most on one impression, and the Zipf exponent of their volumes. */
  segments: z.strictObject({
    count: z.int().min(0).max(1_000_000),
    most: z.int().min(0).max(100),
    zipf: z.number().min(0).max(5),
  }),
});
export type MarketParams = z.output<typeof MarketParams>;

/**
 * The market with `count` buyers: the first ones of the params. Where those are too few, copies of them follow with new
 * member ids and a lower participation: half that of the original in the first copies, a third in the second, and so on.
 */
export function withBuyers(params: MarketParams, count: number): MarketParams {
  const { buyers } = params;
  const highestId = buyers.reduce((highest, { member_id: id }) => Math.max(highest, id), 0);
  return {
    ...params,
    buyers: Array.from({ length: count }, (_, at): BuyerParams => {
      const round = Math.floor(at / buyers.length);
      const buyer = buyers[at % buyers.length]!;
      if (round === 0) return buyer;
      return {
        ...buyer,
        member_id: highestId + 1 + at - buyers.length,
        participation: buyer.participation / (round + 1),
      };
    }),
  };
}
