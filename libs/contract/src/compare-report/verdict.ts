import { z } from 'zod';
import { Count, Share } from './figure.ts';

/** What a comparison can recommend. */
export const recommendations = ['launch', 'test_first', 'hold', 'no_effect', 'cannot_say'] as const;
export type Recommendation = (typeof recommendations)[number];

/** The reasons of a verdict, by the recommendation that they lead to. */
export const reasonCodes = [
  // Cannot say.
  'no_auctions',
  'few_bids',
  'currency',
  'invalid_bids',
  'unknown_buyers',
  'price_unit',
  'price_scale',
  'odd_times',
  'broken_lines',
  'winners_only',
  'other_seller',
  'other_ym_profile',
  // No effect.
  'same_tiers',
  'nothing_changes',
  // Hold.
  'interval_below_zero',
  'answer_below_zero',
  'lint_error',
  // Test first.
  'few_auctions',
  'no_interval',
  'interval_holds_zero',
  'answer_holds_zero',
  'few_changed_auctions',
  'few_changed_blocks',
  'few_days',
  'feed',
  'buyer_loses',
  'commitment_broken',
  'commitment_unsure',
  'reaction',
  'undoing_fall',
  'missing_weekdays',
  'days_differ',
  'break',
  'no_recent_gain',
  'trend',
  'last_day',
  'missing_hours',
  'capped',
  'units_once',
  'stopped',
  'draft_minimums',
  'no_units',
  'rare_losses',
  'no_unsold',
  'few_auctions_decide',
  // Launch.
  'interval_above_zero',
  'names_fall',
  // With any of these.
  'shocks_may_persist',
  'last_day_may_last',
  'calendar_days',
] as const;
export type ReasonCode = (typeof reasonCodes)[number];

export const Reason = z.strictObject({
  code: z.enum(reasonCodes),
  message: z.string().describe('One or two sentences, with the figures.'),
});
export type Reason = z.output<typeof Reason>;

export const Verdict = z.strictObject({
  decision: z.enum(recommendations),
  summary: z.string().describe('One sentence.'),
  reasons: z.array(Reason).describe('What the decision rests on.'),
  rule: z.array(z.string()).describe('The rule that gave it, in words, in the order asked.'),
});
export type Verdict = z.output<typeof Verdict>;

/** Why bids cannot be used. */
export const lossCauses = ['currency', 'invalid_bids', 'unknown_buyers', 'price_unit'] as const;
export type LossCause = (typeof lossCauses)[number];

/** Powers of ten by which prices may be too high or too low: cents, prices of single impressions, micros. */
export const scaleFactors = [100, 1000, 1_000_000] as const;

const Price = z.number().min(0);

/** What of a log can be used to judge a draft, and what cannot. */
export const Usability = z
  .strictObject({
    reaching_bids: Count.describe(
      'About how many bids the changed tiers can take: of buyers that they name, on impressions that their profiles match, at any price.',
    ),
    lost: z
      .array(
        z.strictObject({
          cause: z
            .enum(lossCauses)
            .describe(
              '`currency`: in another currency than USD. `invalid_bids`: without a usable price or impression. `unknown_buyers`: of buyers that no tier can name. `price_unit`: of buyers whose prices are a factor off those of the others and off the tiers that name them; estimated on the sample.',
            ),
          bids: Count,
          bids_share: Share.describe('Of all bids of the log.'),
          value_share: Share.nullable().describe(
            'Of the sum of all prices, at face value; null: such bids have no price.',
          ),
        }),
      )
      .describe('Bids that cannot be used, by cause; causes without bids are left out.'),
    lost_by_buyer: z
      .array(
        z.strictObject({
          member_id: z.int().nullable().describe('null: an unknown seat.'),
          name: z.string().nullable().describe('Of the buyer, or the seat.'),
          bids: Count.describe('All that the log has of it, as far as broken lines tell.'),
          lost: Count.describe('In broken lines, other currencies, of an unknown seat, or at unusable prices.'),
          share: Share,
        }),
      )
      .describe('Buyers of whom bids cannot be used, up to 20: those that lose over 3 % first.'),
    draft_minimums: z
      .array(z.strictObject({ tier_id: z.int(), minimum: Price, median: Price, factor: z.literal(scaleFactors) }))
      .describe('Tiers of the draft with a minimum that is a factor above the median net price of their buyers.'),
    lacks_unsold: z
      .boolean()
      .describe('Whether every auction is sold, though floors or excludes take so many bids that some should not be.'),
    odd_times_share: Share.describe('Auctions of years that cannot be: before 2000, or from 2100 on.'),
    broken_lines_share: Share.describe('Of all lines, or rows of a feed.'),
    too_high_prices_share: Share.describe('Prices above the highest allowed, of all bids, also those of broken lines.'),
    one_bid_share: Share.nullable().describe('Auctions with one bid, of those with bids; null: there are none.'),
    other_seller_share: Share.describe('Auctions that name another seller than the tiers have.'),
    other_ym_profile_share: Share.describe(
      'Auctions that name another ym-profile than that of the tiers, or a publisher that it does not list.',
    ),
    prices: z
      .strictObject({
        median: Price.describe('Net CPM, of the bids of buyers that tiers with a minimum price name; of the sample.'),
        median_minimum: Price.describe('Of the minimum prices of the tiers of both sets.'),
        too_high_by: z.literal(scaleFactors).nullable(),
        too_low_by: z.literal(scaleFactors).nullable(),
      })
      .nullable()
      .describe('Whether prices and minimum prices have the same scale; null: there are too few of either.'),
    outsized: z
      .strictObject({
        above: Price.describe('Gross CPM: a hundred times the 99th percentile of the bids of the sample.'),
        bids: z
          .array(
            z.strictObject({
              file: z.string(),
              place: z.string(),
              member_id: z.int().nullable(),
              price: Price,
            }),
          )
          .describe('The highest first, up to 100.'),
      })
      .nullable()
      .describe('Bids out of all proportion; null: there are no bids.'),
  })
  .meta({ id: 'Usability' });
export type Usability = z.output<typeof Usability>;
