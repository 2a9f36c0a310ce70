import { z } from 'zod';
import type { Issue } from '../error/issue.ts';

const outcomes = ['won', 'outranked', 'outbid', 'lost_tie', 'excluded', 'below_floor'] as const;

/** The arm of an experiment whose tiers decide an auction. */
export const Arm = z
  .enum(['C', 'T'])
  .describe('C: the live tiers; T: those of the draft; in a hold-back C: the previous tiers');

// Named schemas, so that the document has them once: explanations use them too.
const TierOfBid = z
  .number()
  .nullable()
  .meta({ id: 'TierOfBid', description: 'The tier that the bid was categorised into; null: none' });
const Rank = z
  .number()
  .nullable()
  .meta({ id: 'Rank', description: 'Place in the auction order, from 1; null for bids that are out of the auction' });
const LeastToWin = z.number().nullable().meta({
  id: 'MinToWin',
  description:
    'With `min_to_win`: the least gross price, CPM, with which this bid would have won, all else unchanged; null: no price would',
});
const WhyNoPriceWins = z.enum(['excluded', 'outranked', 'outbid']).meta({
  id: 'MinToWinReason',
  description:
    'Why no price would have won: a tier excludes the bid; a bid is at a priority level that this one cannot reach; or no legal price nets enough',
});

export const BidAnswer = z.strictObject({
  bid_id: z.string().describe('The id of the bid in the request'),
  member_id: z.number().nullable().describe('The buyer'),
  outcome: z
    .enum(outcomes)
    .describe(
      '`won`; `outranked`: lost to a bid of a higher priority level; `outbid`: lost on net price within its level; `lost_tie`: equal in both, lost the draw; `excluded`: by the tier in `tier_id`; `below_floor`: under `bid_floor`',
    ),
  tier_id: TierOfBid,
  priority: z.number().nullable().describe('Priority of that tier'),
  net_price: z.number().describe('Price less the fee, CPM'),
  rank: Rank,
  min_to_win: LeastToWin.exactOptional(),
  min_to_win_reason: WhyNoPriceWins.exactOptional(),
});
export type BidAnswer = z.output<typeof BidAnswer>;

export const WinnerAnswer = z
  .strictObject({
    bid_id: z.string().describe('The id of the bid in the request'),
    member_id: z.number().nullable().describe('The buyer'),
    tier_id: TierOfBid,
    price: z.number().describe('Gross price of the bid, CPM'),
    net_price: z.number().describe('Price less the fee, CPM'),
    clearing_price: z.number().describe('What the winner pays, gross, CPM'),
  })
  .meta({ id: 'Winner' });

/** The `auction` of an answer. Prices are CPM. */
export const AuctionAnswer = z
  .strictObject({
    winner: WinnerAnswer.nullable().describe('The bid that won; null: none could'),
    bids: z
      .array(BidAnswer.meta({ id: 'AuctionBid' }))
      .describe('What became of each bid, in the order of the request'),
    ym_profile_id: z.number().describe('The ym-profile whose tiers decided'),
    seed: z
      .string()
      .describe('The seed that the draws were made from. The same request with it is decided in the same way'),
    time: z.string().describe('The moment that dayparts were compared with, UTC'),
    revision: z.string().describe('The state of the tiers that decided: the live ones, or those of the arm'),
    experiment: z
      .strictObject({ id: z.int().describe('Its id'), arm: Arm })
      .meta({ id: 'AuctionExperiment' })
      .exactOptional()
      .describe('The experiment that it was part of'),
  })
  .describe('An auction that was decided');
export type AuctionAnswer = z.output<typeof AuctionAnswer>;

/** The result of a tier for a bid: `matched`, or the first condition that the bid did not meet. */
export const tierResults = [
  'matched',
  'inactive',
  'out_of_flight',
  'buyer_not_listed',
  'below_min_price',
  'profile_mismatch',
  'too_costly',
] as const;

/** The verdict of one tier on one bid. */
export interface TierResultAnswer {
  readonly tier_id: number;
  readonly priority: number;
  readonly member_action: 'include' | 'exclude';
  readonly result: (typeof tierResults)[number];
  readonly detail: Readonly<Record<string, unknown>>;
}

/** Why the chosen tier won among those that matched. */
export type ChoiceAnswer =
  | { readonly kind: 'none' }
  | { readonly kind: 'only_match'; readonly tier_id: number }
  | {
      readonly kind: 'higher_priority';
      readonly tier_id: number;
      readonly priority: number;
      readonly over_tier_ids: readonly number[];
    }
  | {
      readonly kind: 'random_draw';
      readonly tier_id: number;
      readonly tied_tier_ids: readonly number[];
      readonly draw: { readonly u32: number; readonly count: number; readonly index: number };
    };

export interface ExplainedBid extends BidAnswer {
  readonly tiers: readonly TierResultAnswer[];
  readonly decision: ChoiceAnswer;
}

/** An auction's answer with, for each bid, every tier in the order checked. */
export interface ExplainedAuction extends AuctionAnswer {
  readonly bids: ExplainedBid[];
  /** Net of the auction if no bid were in a tier, less the net taken: net CPM, six decimals; may be negative. */
  readonly forgone: string;
  /** In an experiment: who wins under the tiers of the other arm. */
  readonly other_arm?: { readonly arm: 'C' | 'T'; readonly winner: AuctionAnswer['winner'] };
}

/** Replaces the answer of an auction in a batch when the auction could not be run. */
export interface BatchError {
  readonly error: {
    readonly error_id: string;
    readonly error_code: string | null;
    readonly error: string;
    readonly issues: readonly Issue[];
  };
}

export type BatchAnswer = AuctionAnswer | BatchError;
