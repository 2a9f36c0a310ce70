import { z } from 'zod';
import type { BatchError, ChoiceAnswer, ExplainedAuction, ExplainedBid, TierResultAnswer } from '../auction/answer.ts';
import { AuctionAnswer, BidAnswer, WinnerAnswer } from '../auction/answer.ts';
import { AuctionBody } from '../auction/body.ts';
import { OpenRtbBody } from '../auction/openrtb-body.ts';
import { maxBatch } from '../operation/operations.ts';
import { arrayOf, type Json, objectOf, ref } from './json.ts';
import { toJsonSchema } from './to-json-schema.ts';

const TierResult: z.ZodType<TierResultAnswer> = z.strictObject({
  tier_id: z.int(),
  priority: z.int(),
  member_action: z.enum(['include', 'exclude']),
  result: z.enum(['matched', 'buyer_not_listed', 'below_min_price', 'profile_mismatch']),
  detail: z.record(z.string(), z.unknown()),
});

const tierId = z.int();
const Choice: z.ZodType<ChoiceAnswer> = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('none') }),
  z.strictObject({ kind: z.literal('only_match'), tier_id: tierId }),
  z.strictObject({
    kind: z.literal('higher_priority'),
    tier_id: tierId,
    priority: z.int(),
    over_tier_ids: z.array(tierId),
  }),
  z.strictObject({
    kind: z.literal('random_draw'),
    tier_id: tierId,
    tied_tier_ids: z.array(tierId),
    draw: z.strictObject({ u32: z.int(), count: z.int(), index: z.int() }),
  }),
]);

const Explained: z.ZodType<ExplainedAuction> = AuctionAnswer.extend({
  bids: z.array(BidAnswer.extend({ tiers: z.array(TierResult), decision: Choice }) satisfies z.ZodType<ExplainedBid>),
  forgone: z
    .string()
    .describe(
      'Price of preference: the highest net price of a bid that is neither excluded nor below the floor, less the net that the seller takes. CPM, six decimals.',
    ),
});

const FailedAuction: z.ZodType<BatchError> = z.strictObject({
  error: z.strictObject({
    error_id: z.string(),
    error_code: z.string().nullable(),
    error: z.string(),
    issues: z.array(z.strictObject({ path: z.string(), message: z.string() })),
  }),
});

/** An invalid bid has no price and no place, and says why. */
const SeatBid = BidAnswer.extend({
  bid_id: z.string().nullable(),
  seat: z.string().nullable(),
  outcome: z.enum([...BidAnswer.shape.outcome.options, 'invalid']),
  net_price: z.number().nullable(),
  reason: z.string().optional(),
  message: z.string().optional(),
  loss_reason: z.int().optional(),
});
const seatOf = { bid_id: z.string().nullable(), seat: z.string().nullable() };
const OpenRtbAuction = AuctionAnswer.extend({
  imp_id: z.string(),
  winner: WinnerAnswer.extend(seatOf).nullable(),
  bids: z.array(SeatBid),
});

/** The schemas of auctions. A body names its ym-profile in one of two ways, which its own schema cannot say. */
export function auctionSchemas(): Json {
  return {
    AuctionBody: {
      ...toJsonSchema(AuctionBody, 'input'),
      oneOf: ['ym_profile_id', 'publisher_id'].map((name) => ({ required: [name], properties: { [name]: ref('Id') } })),
    },
    AuctionBatchBody: objectOf({ auctions: arrayOf(ref('AuctionBody'), { maxItems: maxBatch }) }),
    AuctionAnswer: toJsonSchema(AuctionAnswer, 'output'),
    ExplainedAuction: toJsonSchema(Explained, 'output'),
    FailedAuction: toJsonSchema(FailedAuction, 'output'),
    OpenRtbBody: toJsonSchema(OpenRtbBody, 'input'),
    OpenRtbAuction: toJsonSchema(OpenRtbAuction, 'output'),
    StrayBid: toJsonSchema(SeatBid.extend({ imp_id: z.string().nullable() }), 'output'),
  };
}
