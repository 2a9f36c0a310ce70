import { z } from 'zod';
import type { ExplainedAuction } from '../auction/answer.ts';
import { ActingFor } from '../query/list-input.ts';
import { moment } from '../value/moment.ts';
import { MoneyText } from '../value/price.ts';
import { exactText, Id } from '../value/scalar.ts';
import { recordedPeriod, requireHours } from './recorded.ts';

/** Outcomes that a search can ask for; `lost` is any of the three ways to lose to another bid. */
export const searchedOutcomes = ['won', 'lost', 'outranked', 'outbid', 'lost_tie', 'excluded', 'below_floor'] as const;
export type SearchedOutcome = (typeof searchedOutcomes)[number];

/** The values that sort found auctions; an auction without the value comes last. */
export const foundSorts = ['time', 'net', 'gross', 'pays', 'bids'] as const;
const orders = foundSorts.flatMap((name) => [`${name}.asc`, `${name}.desc`] as const);

/** Rows that one search gives. */
export const mostFound = 500;
const longestSeed = 1000;

/** Finds auctions: one of the bids has to meet all conditions that are given. */
const FindRecorded = z.strictObject({
  buyer_id: Id.optional().describe('The buyer of the bid'),
  tier_id: Id.optional().describe('The tier that took the bid'),
  missed_tier_id: Id.optional().describe('A tier that names the buyer and did not take the bid'),
  outcome: z.enum(searchedOutcomes).optional().describe('What became of the bid; `lost`: it lost to another'),
  net_from: MoneyText.optional().describe('The lowest net price of the bid'),
  net_to: MoneyText.optional().describe('The highest net price of the bid'),
  gross_from: MoneyText.optional().describe('The lowest gross price of the bid'),
  gross_to: MoneyText.optional().describe('The highest gross price of the bid'),
  time: moment().optional().describe('The second of the auction'),
  seed: exactText(0, longestSeed).optional().describe('The seed of the auction'),
  sort: z.enum(orders).default('time.desc').describe('The order; equal ones have the latest first'),
});
export type FindRecorded = z.output<typeof FindRecorded>;

/** A question about the recorded auctions of some hours, decided again under the live tiers or those of a draft. */
export const AskRecordedInput = z
  .strictObject({
    ym_profile_id: Id.describe('The yield management profile'),
    member_id: ActingFor.optional(),
    ...recordedPeriod,
    draft_id: Id.optional().describe('The draft whose tiers decide; absent: the live tiers'),
    buyers: z.literal(true).optional().describe('Asks what each buyer bid'),
    buyer_id: Id.optional().describe('Asks what this buyer bid in each hour'),
    tier_id: Id.optional().describe('Asks how far bids come in the tier, and what its minimum does'),
    min_price: MoneyText.optional().describe('Asks what this minimum of the tier would do instead'),
    find: FindRecorded.optional().describe('Asks for auctions'),
    auction: exactText(1, 40).optional().describe('Asks for the auction that was found under this id'),
    explained: z
      .literal(true)
      .optional()
      .describe('Asks why that auction ends as it does under these tiers: every bid, every tier'),
  })
  .superRefine(requireHours)
  .superRefine(({ tier_id: tierId, min_price: price, auction, explained }, context) => {
    const lacks = (needed: string, beside: string) =>
      context.addIssue({ code: 'custom', path: [needed], message: `is required beside ${beside}`, input: undefined });
    if (price !== undefined && tierId === undefined) lacks('tier_id', 'min_price');
    if (explained !== undefined && auction === undefined) lacks('auction', 'explained');
  });
export type AskRecordedInput = z.output<typeof AskRecordedInput>;

/** The recorded auctions that an answer is of: evenly spread hours of those that were asked for, the newest among them. */
export interface RecordedSample {
  /** When they were read, UTC. */
  readonly read_on: string;
  /** When the last of them was decided, UTC; null: there is none. */
  readonly newest_on: string | null;
  readonly auctions: number;
  /** Recorded lines that cannot be read. */
  readonly unread: number;
  /** Hours that were read, and all that are recorded. */
  readonly hours: number;
  readonly hours_recorded: number;
  /** Auctions recorded in all hours; where the share has changed, about as many as count with equal weight. */
  readonly auctions_recorded: number;
  /** Auctions that were decided in all hours, estimated by the share that was recorded of each. */
  readonly auctions_decided: number;
  /** Whether the hours that were read have more auctions than are used. */
  readonly is_cut: boolean;
}

/** What a buyer bid in the sample. Prices are CPM. */
export interface BuyerBids {
  /** Null: all unknown buyers together. */
  readonly buyer_id: number | null;
  readonly bids: number;
  readonly below_floor: number;
  /** The median of its net prices; of an even number the lower one, so that it is a price that was bid. */
  readonly median_net: number;
  /** Nine tenths of its net prices are no higher. */
  readonly ninetieth_net: number;
}

/** What a buyer bid in one hour of the sample. */
export interface BuyerHour {
  /** When the hour begins, UTC, milliseconds since the epoch. */
  readonly starts_ms: number;
  readonly bids: number;
  /** The mean of its net prices, CPM. */
  readonly mean_net: number;
}

/** An estimate for all hours with its interval, 95 %, money earned. */
export interface Estimated {
  readonly value: number;
  readonly low: number;
  readonly high: number;
  /** Auctions of the sample whose net changes. If they are few, the interval is too narrow. */
  readonly changed: number;
}

/** Fewer changed auctions tell nothing. */
export const leastChanged = 10;

/** What a minimum of a tier does, estimated for all hours if all bids stayed the same. Money is earned. */
export interface MinimumFigures {
  readonly bids_in: number;
  readonly won: number;
  readonly net: number;
  readonly forgone: number;
  readonly excluded: number;
  readonly excluded_net: number;
  /** Of all auctions. */
  readonly all_net: number;
  readonly all_forgone: number;
}

/** The net of all auctions under a minimum, CPM, less their net under the tier's own minimum. */
export interface CurvePoint extends Estimated {
  readonly price: number;
}

/** How far bids come in a tier, and what its minimum does. Counts are estimates for all hours, prices CPM. */
export interface RecordedTier {
  /** Bids at each step: each step's are among those of the step before. */
  readonly funnel: Readonly<
    Record<'seen' | 'listed' | 'priced_in' | 'targeted' | 'within_limit' | 'in_tier' | 'won', number>
  >;
  /** Net prices of the bids that only the minimum may keep out of the tier, in the sample. */
  readonly prices: readonly { readonly from: number; readonly to: number | null; readonly count: number }[];
  /** Bids of its buyers in the sample for impressions that its profile does not match. */
  readonly other_bids: number;
  readonly own: MinimumFigures;
  /** By ascending price, and the minimums that cannot be told apart from the one that brings the most. */
  readonly curve: {
    readonly points: readonly CurvePoint[];
    readonly best: { readonly at: number; readonly from: number; readonly to: number };
  };
}

/** An auction that was found. Prices are CPM. */
export interface FoundAuction {
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly time_ms: number;
  readonly bids: number;
  readonly winner: { readonly buyer_id: number | null; readonly pays: number } | null;
  /** The first bid that meets the conditions; without conditions, the winning bid. */
  readonly bid: {
    readonly id: string;
    readonly buyer_id: number | null;
    readonly gross: number;
    readonly net: number;
    readonly tier_id: number | null;
    readonly outcome: Exclude<SearchedOutcome, 'lost'>;
  } | null;
  /** Whether these tiers decide the auction as it was decided: the same winner at the same price. */
  readonly is_as_then: boolean;
}

/** An attribute for each question that was asked; only the sample where none was, or where it has no auction. */
export interface RecordedAnswer {
  readonly sample: RecordedSample;
  /** By bids, most first. */
  readonly buyers?: readonly BuyerBids[];
  /** By time, the hours in which it bid. */
  readonly buyer_hours?: readonly BuyerHour[];
  readonly tier?: RecordedTier;
  readonly minimum?: MinimumFigures & { readonly min_price: number; readonly gain: Estimated };
  /** The first auctions in the order of the sort, and how many there are. */
  readonly found?: { readonly count: number; readonly auctions: readonly FoundAuction[] };
  /** The body of `POST /auction`. */
  readonly auction?: Readonly<Record<string, unknown>>;
  readonly explained?: ExplainedAuction;
}
