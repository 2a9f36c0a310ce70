import { FeeSection, InputSection, ReportCurrency, TierSetSection } from '@auction-tiers/contract/compare-report';
import { chosenBreakdowns } from '@auction-tiers/tally';
import { z } from 'zod';
import { VerifyReport } from './verify-report.ts';

// The report of a replay: its type, its validation, and the source of the published JSON Schema.

/** A schema with an id is defined once in the published JSON Schema. */
const Amount = z
  .string()
  .regex(/^-?\d+\.\d{9}$/)
  .meta({
    id: 'Amount',
    description: 'What is earned, exact: a sold impression brings a thousandth of its CPM price.',
  });
const Count = z.int().min(0).meta({ id: 'Count' });
const Id = z.int().min(1).meta({ id: 'Id' });

const BidValue = z
  .object({ gross: Amount, net: Amount })
  .meta({ id: 'BidValue', description: 'The sum of bids, gross and net of fees.' });

const Paid = z.object({ won: z.int(), gross_paid: Amount, net_to_seller: Amount }).meta({
  id: 'Paid',
  description:
    'Auctions won, what buyers pay, and what the seller gets after fees. As a difference: with tiers, less without.',
});

const outcomeNames = ['won', 'outranked', 'outbid', 'lost_tie', 'excluded', 'below_floor'] as const;

const Totals = z
  .object({
    sold: z.int().min(0).describe('Auctions with a winner.'),
    fill: z.number().min(0).max(1).describe('The part of auctions that were sold.'),
    gross_paid: Amount,
    net_to_seller: Amount,
    outcomes: z.record(z.enum(outcomeNames), Count).describe('Bids by outcome.'),
    values: z.record(z.enum(outcomeNames), BidValue).describe('The sums of those bids.'),
  })
  .describe('All auctions under one set of tiers.');
export type Totals = z.infer<typeof Totals>;

const Difference = z
  .object({ sold: z.int(), gross_paid: Amount, net_to_seller: Amount })
  .describe('With tiers, less without them.');

const IfRemoved = z
  .object({ sold: z.int(), gross_paid: Amount, net_to_seller: Amount })
  .describe('What removing this tier, and no other, would change: without the tier, less with it.');

const ownFigures = {
  auctions: z.int().min(0).describe('Auctions with a bid of this row.'),
  bids: Count,
  won: z.int().min(0).describe('Auctions won by a bid of this row.'),
  gross_paid: Amount,
  net_to_seller: Amount,
  forgone: Amount.describe(
    'The price of preference: what the auctions won by a bid of this row would bring with no bid in a tier (excluded bids stay out), less the net taken. Negative where the minimum of a tier raised a second price.',
  ),
  excluded: z.int().min(0).describe('Bids that a tier excluded.'),
  excluded_value: BidValue,
  below_floor: Count,
  below_floor_value: BidValue,
};
const OwnRow = z.object(ownFigures).meta({ id: 'OwnRow' });
export type OwnRow = z.infer<typeof OwnRow>;

const figures = { ...ownFigures, without_tiers: Paid, difference: Paid };
const Row = z.object(figures).meta({ id: 'Row' });
export type Row = z.infer<typeof Row>;

const Funnel = z
  .object({
    seen: z.int().min(0).describe('Bids of all auctions.'),
    listed: z.int().min(0).describe('Of these, bids of buyers that the tier names.'),
    priced_in: z.int().min(0).describe("Of these, bids with a net price of at least the tier's minimum."),
    targeted: z.int().min(0).describe("Of these, bids on impressions that the tier's profile matches."),
    too_costly: z.int().min(0).describe("Of these, bids that the tier's limit keeps out."),
    categorised: z.int().min(0).describe('Of the others, bids in this tier and no other.'),
    won: Count,
  })
  .describe('How many bids reach each step of a tier.');

const TierRow = z.object({
  id: Id,
  name: z.string().nullable(),
  priority: z.int().min(1).max(10),
  member_action: z.enum(['include', 'exclude']).nullable().describe('null: the tier set is that of the API.'),
  ...ownFigures,
  if_removed: IfRemoved.nullable().describe('null: the tier set is that of the API.'),
  funnel: Funnel.nullable().describe('null: the tier set is that of the API.'),
});
export type TierRow = z.infer<typeof TierRow>;

function breakdown<Shape extends z.ZodRawShape>(by: string, key: Shape) {
  return z
    .object({
      rows: z.array(z.object({ ...key, ...figures })).readonly(),
      other: Row.nullable(),
    })
    .describe(`${by} With more than 10,000 rows, the rest is summed in other.`);
}

const Values = breakdown('By value, the highest revenue first.', {
  value: z.string().nullable().describe('null: none.'),
}).meta({
  id: 'Values',
});

const ApiReport = z.object({
  url: z.string(),
  ym_profile_id: Id,
  answered: Count,
  lost: z.int().min(0).describe('Auctions that the API refused or did not answer.'),
  losses: z.array(z.string()).readonly(),
  different: z
    .int()
    .min(0)
    .nullable()
    .describe('Auctions that the API decided otherwise than the simulator; null: not compared.'),
  differences: z.array(z.string()).readonly(),
});
export type ApiReport = z.infer<typeof ApiReport>;

/** The same log, tier set and options give the same report, byte for byte, on any number of threads and machines. */
export const ReplayReport = z
  .object({
    version: z.literal(1),
    currency: ReportCurrency,
    input: InputSection,
    fee: FeeSection,
    notes: z.array(z.string()).readonly().describe('Limits of the figures, in words.'),
    tier_set: TierSetSection.nullable().describe('null: that of the API.'),
    auctions: Count,
    auctions_with_bids: Count,
    bids: Count,
    with_tiers: Totals,
    without_tiers: Totals,
    difference: Difference,
    forgone: Amount.describe(
      'The price of preference: what all auctions would bring with no bid in a tier (excluded bids stay out), less the net taken. Negative where the minimum of a tier raised a second price.',
    ),
    tiers: z.array(TierRow).readonly().describe('In the order checked: the highest priority first, then by id.'),
    /** Bids in no tier. */
    untiered: OwnRow,
    buyers: breakdown('By buyer, the highest revenue first.', {
      id: z.int().min(1).nullable().describe('null: unknown seats.'),
      name: z.string().nullable(),
    }),
    dmas: breakdown('By market area, the highest revenue first.', {
      dma: z.int().nullable().describe('null: impressions without one.'),
      name: z.string().nullable(),
    }),
    sizes: breakdown('By size, the highest revenue first.', {
      size: z.string().nullable().describe('300x250; several sizes of one impression are joined by commas.'),
    }),
    placements: breakdown('By placement, the highest revenue first.', {
      placement_id: z.union([Id, z.string()]).nullable(),
    }),
    hours: breakdown('By hour of the day, UTC.', { hour: z.int().min(0).max(23).nullable() }),
    date_hours: breakdown('By hour, UTC, in the order of time.', {
      starts_at: z.string().nullable().describe('ISO 8601.'),
    }),
    by: z
      .partialRecord(z.enum(chosenBreakdowns), Values)
      .describe('The attributes that --by names. Each auction counts once, as in the live report of the service.'),
    api: ApiReport.nullable(),
    verify: VerifyReport.nullable().describe('null: without --verify.'),
  })
  .describe('The auctions of a log under the tiers of a set, and the same auctions without tiers.');
export type ReplayReport = z.infer<typeof ReplayReport>;
