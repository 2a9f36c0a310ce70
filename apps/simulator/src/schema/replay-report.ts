import { z } from 'zod';
import { InputSection, TierSetSection } from './section.ts';

// The report of a replay: this is its type, what checks it, and what the published JSON Schema is made from.

/** What has an id stands once in the published schema. */
const Amount = z
  .string()
  .regex(/^-?\d+\.\d{9}$/)
  .meta({
    id: 'Amount',
    description: 'Money in USD, exact: an impression that is sold brings a thousandth of its CPM price.',
  });
const Count = z.int().min(0).meta({ id: 'Count' });
const Id = z.int().min(1).meta({ id: 'Id' });

const BidValue = z
  .object({ gross: Amount, net: Amount })
  .meta({ id: 'BidValue', description: 'What bids come to, and the same with the fee of the service removed.' });

const Paid = z.object({ won: z.int(), gross_paid: Amount, net_to_seller: Amount }).meta({
  id: 'Paid',
  description:
    'Auctions won, what buyers pay, and what is left of it for the seller. As a difference: with tiers, less without.',
});

const outcomeNames = ['won', 'outranked', 'outbid', 'lost_tie', 'excluded', 'below_floor'] as const;

const Totals = z
  .object({
    sold: z.int().min(0).describe('Auctions with a winner.'),
    fill: z.number().min(0).max(1).describe('Sold of all auctions.'),
    gross_paid: Amount,
    net_to_seller: Amount,
    outcomes: z.record(z.enum(outcomeNames), Count).describe('What became of the bids.'),
    values: z.record(z.enum(outcomeNames), BidValue).describe('What those bids came to.'),
  })
  .describe('All auctions under one set of tiers.');
export type Totals = z.infer<typeof Totals>;

const Difference = z
  .object({ sold: z.int(), gross_paid: Amount, net_to_seller: Amount })
  .describe('With tiers, less without them.');

const figures = {
  auctions: z.int().min(0).describe('Auctions in which it took part.'),
  bids: Count,
  won: z.int().min(0).describe('Auctions that it won, or that were sold.'),
  gross_paid: Amount,
  net_to_seller: Amount,
  without_tiers: Paid,
  difference: Paid,
  excluded: z.int().min(0).describe('Bids that a tier took out.'),
  excluded_value: BidValue,
  below_floor: Count,
  below_floor_value: BidValue,
};
const Row = z.object(figures).meta({ id: 'Row' });
export type Row = z.infer<typeof Row>;

const Funnel = z
  .object({
    seen: z.int().min(0).describe('All bids.'),
    listed: z.int().min(0).describe('Of those, the ones whose buyer the tier names.'),
    priced_in: z.int().min(0).describe('Of those, the ones whose net price is enough.'),
    targeted: z.int().min(0).describe('Of those, the ones whose impression it is for: they match the tier.'),
    categorised: z.int().min(0).describe('Of those, the ones that no other tier took.'),
    won: Count,
  })
  .describe('How far bids come with a tier.');

const TierRow = z.object({
  id: Id,
  name: z.string().nullable(),
  priority: z.int().min(1).max(10),
  member_action: z.enum(['include', 'exclude']).nullable().describe('null: the tier set is that of the API.'),
  ...figures,
  funnel: Funnel.nullable().describe('null: the tier set is that of the API.'),
});
export type TierRow = z.infer<typeof TierRow>;

function breakdown<Shape extends z.ZodRawShape>(by: string, key: Shape) {
  return z
    .object({
      rows: z.array(z.object({ ...key, ...figures })).readonly(),
      other: Row.nullable(),
    })
    .describe(`${by} What has no row of its own, where there are more than 10,000, is in other.`);
}

const ApiReport = z.object({
  url: z.string(),
  ym_profile_id: Id,
  answered: Count,
  lost: z.int().min(0).describe('Auctions that the API refused or that got no answer.'),
  losses: z.array(z.string()).readonly(),
  different: z
    .int()
    .min(0)
    .nullable()
    .describe('Auctions that the API decided otherwise than the simulator; null: not compared.'),
  differences: z.array(z.string()).readonly(),
});
export type ApiReport = z.infer<typeof ApiReport>;

/** The same log, tier set and options give the same report, byte for byte, however many share the work. */
export const ReplayReport = z
  .object({
    version: z.literal(1),
    input: InputSection,
    notes: z.array(z.string()).readonly().describe('What one has to know to read the figures right.'),
    tier_set: TierSetSection.nullable().describe('null: that of the API.'),
    auctions: Count,
    auctions_with_bids: Count,
    bids: Count,
    with_tiers: Totals,
    without_tiers: Totals,
    difference: Difference,
    tiers: z.array(TierRow).readonly().describe('In the order checked: the highest priority first, then by id.'),
    /** Bids that no tier took. */
    untiered: Row,
    buyers: breakdown('By buyer, the highest revenue first.', {
      id: z.int().min(1).nullable().describe('null: seats that nobody knows.'),
      name: z.string().nullable(),
    }),
    dmas: breakdown('By market area, the highest revenue first.', {
      dma: z.int().nullable().describe('null: impressions that name none.'),
      name: z.string().nullable(),
    }),
    sizes: breakdown('By size, the highest revenue first.', {
      size: z.string().nullable().describe('300x250; several sizes of one impression are joined by commas.'),
    }),
    placements: breakdown('By placement, the highest revenue first.', { placement_id: Id.nullable() }),
    hours: breakdown('By hour of the day, UTC.', { hour: z.int().min(0).max(23).nullable() }),
    date_hours: breakdown('By hour, UTC, in the order of time.', {
      starts_at: z.string().nullable().describe('ISO 8601.'),
    }),
    api: ApiReport.nullable(),
  })
  .describe('What the tiers of a set did to the auctions of a log, and the same auctions without any tiers.');
export type ReplayReport = z.infer<typeof ReplayReport>;
