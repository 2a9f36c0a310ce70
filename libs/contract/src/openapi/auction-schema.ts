import { z } from 'zod';
import type { BatchError, ChoiceAnswer, ExplainedAuction, ExplainedBid, TierResultAnswer } from '../auction/answer.ts';
import { Arm, AuctionAnswer, BidAnswer, tierResults, WinnerAnswer } from '../auction/answer.ts';
import { AuctionBody } from '../auction/body.ts';
import { OpenRtbBody } from '../auction/openrtb-body.ts';
import { maxBatch } from '../operation/operations.ts';
import { arrayOf, type Json, objectOf, ref } from './json.ts';
import { components } from './to-json-schema.ts';

const TierResult: z.ZodType<TierResultAnswer> = z.strictObject({
  tier_id: z.int().describe('The tier'),
  priority: z.int().describe('Its priority'),
  member_action: z.enum(['include', 'exclude']).describe('What it does with the bids that match it'),
  result: z.enum(tierResults).describe('`matched`, or the first condition that the bid did not meet'),
  detail: z
    .record(z.string(), z.unknown())
    .describe(
      'What was seen and what is needed. `below_min_price` and `too_costly` have the gross price that would do (`price_needed`), `profile_mismatch` the dimension with both values',
    ),
});

const chosen = z.int().describe('The tier that the bid was categorised into');
const Choice: z.ZodType<ChoiceAnswer> = z
  .discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('none').describe('No tier matches') }),
    z.strictObject({ kind: z.literal('only_match').describe('One tier matches'), tier_id: chosen }),
    z.strictObject({
      kind: z.literal('higher_priority').describe('Of several matching tiers one has the highest priority'),
      tier_id: chosen,
      priority: z.int().describe('Its priority'),
      over_tier_ids: z.array(z.int()).describe('The other matching tiers'),
    }),
    z.strictObject({
      kind: z.literal('random_draw').describe('Of several matching tiers with the highest priority one was drawn'),
      tier_id: chosen,
      tied_tier_ids: z.array(z.int()).describe('The tiers of which it was drawn'),
      draw: z
        .strictObject({
          u32: z.int().describe('The number that was drawn, from 0 to 4294967295'),
          count: z.int().describe('How many tiers it was drawn for'),
          index: z.int().describe('Index of the tier among them, from 0'),
        })
        .describe('The draw, decided by the seed and the index of the bid in the request'),
    }),
  ])
  .describe('Why that tier was chosen');

const Explained: z.ZodType<ExplainedAuction> = AuctionAnswer.extend({
  bids: z
    .array(
      BidAnswer.extend({
        tiers: z.array(TierResult).describe('Every tier of the ym-profile, in the order in which it is checked'),
        decision: Choice,
      }).meta({ id: 'ExplainedBid' }) satisfies z.ZodType<ExplainedBid>,
    )
    .describe('What became of each bid and why, in the order of the request'),
  forgone: z
    .string()
    .regex(/^-?\d+\.\d{6}$/)
    .describe(
      'Price of preference: the net that the same auction, without excluded bids, brings with no bid in a tier, less the net taken. At second price it may be negative, because the minimum of a tier can raise the price. CPM, six decimals.',
    ),
  other_arm: z
    .strictObject({ arm: Arm, winner: WinnerAnswer.nullable().describe('null: none could') })
    .exactOptional()
    .describe('In an experiment: the result under the tiers of the other arm'),
}).describe('An auction that was decided, with the reasons');

const FailedAuction = z.strictObject({
  imp_id: z.string().exactOptional().describe('Of an impression: `imp.id`'),
  error: z
    .strictObject({
      error_id: z.string().describe('As in the answer to a request that fails'),
      error_code: z.string().nullable().describe('As in the answer to a request that fails'),
      error: z.string().describe('What was wrong'),
      issues: z
        .array(
          z.strictObject({
            path: z.string().describe('Where: `bids.0.price`; empty for the whole auction'),
            message: z.string().describe('What was seen, and what is allowed'),
          }),
        )
        .describe('Every problem of this auction'),
    })
    .describe('Why this auction could not be run'),
}) satisfies z.ZodType<BatchError>;

const seatOf = {
  bid_id: z.string().nullable().describe('`id` of the bid'),
  seat: z.string().nullable().describe('`seat` of the bid'),
  response_index: z.int().describe('Place of its response in `bid_responses`, from 0'),
  bid_index: z.int().describe('Place of the bid in its response, from 0, over all seats'),
};

const AuctionCurrency = z.string().meta({
  id: 'AuctionCurrency',
  description: 'The macro `${AUCTION_CURRENCY}`: the currency of the bid',
});

/** An invalid bid has no price and no rank, but a reason. */
const SeatBid = BidAnswer.extend({
  ...seatOf,
  outcome: z
    .enum([...BidAnswer.shape.outcome.options, 'invalid'])
    .describe(`${BidAnswer.shape.outcome.description ?? ''}; \`invalid\`: without a usable price or impression`),
  net_price: z.number().nullable().describe('Price less the fee, CPM; null for an invalid bid'),
  reason: z.string().optional().describe('Of an invalid bid: a code that says why'),
  message: z.string().optional().describe('Of an invalid bid: the same in words'),
  auction_min_to_win: z
    .string()
    .optional()
    .describe(
      'Of a bid that lost: the macro `${AUCTION_MIN_TO_WIN}`, the least price in `auction_currency` that wins; empty where none does',
    ),
  auction_currency: AuctionCurrency.optional(),
  loss_reason: z.int().optional().describe('The loss reason code of OpenRTB, for a bid that did not win'),
});
const OpenRtbAuction = AuctionAnswer.extend({
  imp_id: z.string().describe('The impression of the bid request'),
  winner: WinnerAnswer.extend({
    ...seatOf,
    auction_price: z.string().describe('The macro `${AUCTION_PRICE}`: what it pays, in `auction_currency`'),
    auction_currency: AuctionCurrency,
  })
    .nullable()
    .describe('The bid that won; null: none could'),
  bids: z
    .array(SeatBid.meta({ id: 'OpenRtbBid' }))
    .describe('What became of each bid on the impression, in the order of the responses'),
});

const StrayBid = SeatBid.extend({ imp_id: z.string().nullable().describe('The impression that it names') });

/** The schemas of auctions. A body names its ym-profile in one of two ways; its zod schema cannot express that. */
export function auctionSchemas(): Json {
  const bodies = components({ AuctionBody, OpenRtbBody }, 'input');
  return {
    ...bodies,
    AuctionBody: {
      ...(bodies['AuctionBody'] as Json),
      oneOf: Object.entries({ ym_profile_id: 'Id', publisher_id: 'InventoryId' }).map(([name, schema]) => ({
        required: [name],
        properties: { [name]: ref(schema) },
      })),
    },
    AuctionBatchBody: objectOf({
      auctions: arrayOf(ref('AuctionBody'), {
        maxItems: maxBatch,
        description: 'The auctions, each as for `POST /auction`',
      }),
    }),
    ...components({ AuctionAnswer, ExplainedAuction: Explained, FailedAuction, OpenRtbAuction, StrayBid }, 'output'),
  };
}
