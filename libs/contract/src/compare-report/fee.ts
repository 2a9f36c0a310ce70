import { z } from 'zod';

/**
 * Sources of a bid's fee, in the order of precedence: the bid, its auction, the seller, an option, nowhere. `feed`: the
 * prices of a bid landscape feed are net, so no fee is taken, whatever the other sources say.
 */
export const feeSources = ['bid', 'auction', 'seller', 'option', 'default', 'feed'] as const;
export type FeeSource = (typeof feeSources)[number];

/** Sources of the fee of bids for which the log has no fee. */
export const usualFeeSources = ['seller', 'option', 'default'] as const;

/** Sources of a fee that is given but ignored: the option, the draft, or the tiers compared with an API's answers. */
export const ignoredFeeSources = ['option', 'draft', 'tiers'] as const;

const Percent = z.number().min(0).lt(100);

/** Which fee was taken, and where it is from. */
export const FeeSection = z
  .strictObject({
    revenue_share_pct: Percent.describe('Fee, per cent, of the bids that name none, in auctions that name none.'),
    source: z
      .enum(usualFeeSources)
      .describe(
        "Where that fee is from: the seller's, of the API or of the current tier set file; the option `--fee`; or neither.",
      ),
    bids: z
      .record(z.enum(feeSources), z.int().min(0))
      .describe(
        'Bids that count, by where their fee is from. `feed`: the prices of a bid landscape feed are net already, so that no fee is taken.',
      ),
    ignored: z
      .array(z.strictObject({ source: z.enum(ignoredFeeSources), revenue_share_pct: Percent }))
      .readonly()
      .describe(
        "Other fees that were named and not used: of the option, where the seller's is known, of the draft, and of the tiers that the answers of an API are compared with.",
      ),
  })
  .meta({ id: 'Fee' });
export type FeeSection = z.output<typeof FeeSection>;
