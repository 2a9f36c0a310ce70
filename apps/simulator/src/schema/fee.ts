import { formatFee } from '@auction-tiers/tier-engine';
import { z } from 'zod';
import { counted } from '../figure/text.ts';
import type { ChosenFee, FeeCounts, FeeSource } from '../log/auction/fee.ts';
import { feeSources, ignoredFeeSources, usualFeeSources } from '../log/auction/fee.ts';

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
        'Bids that were read, by where their fee is from. `feed`: the prices of a bid landscape feed are net already, so that no fee is taken.',
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

/** `bids`: how many bids were read, by the source of their fee. */
export function toFeeSection({ feePpm, source, ignored }: ChosenFee, bids: FeeCounts): FeeSection {
  return {
    revenue_share_pct: formatFee(feePpm),
    source,
    bids: { ...bids },
    ignored: ignored.map((one) => ({ source: one.source, revenue_share_pct: formatFee(one.feePpm) })),
  };
}

const sourceWords: Readonly<Record<FeeSource, string>> = {
  bid: "the bid's own",
  auction: "the auction's",
  seller: "the seller's",
  option: 'of --fee',
  default: 'by default',
  feed: 'none, as the prices of a feed are net already',
};

/** The fee in one sentence: `15 %, the seller's (70 bids); the auction's (3 bids)`. */
export function feeText({ revenue_share_pct: percent, source, bids }: FeeSection): string {
  const others = feeSources.filter((one) => one !== source && bids[one] > 0);
  return [
    `${percent} %, ${sourceWords[source]} (${counted(bids[source], 'bid')})`,
    ...others.map((one) => `${sourceWords[one]} (${counted(bids[one], 'bid')})`),
  ].join('; ');
}

/** A sentence for each fee that was named and not used. */
export function ignoredFeeTexts({ revenue_share_pct: percent, source, ignored }: FeeSection): string[] {
  const used = `${percent} %, ${sourceWords[source]}`;
  const words = {
    option: (fee: number) => `--fee ${fee} was not used, because the seller's fee is known: ${percent} %.`,
    draft: (fee: number) =>
      `The draft's revenue_share_pct of ${fee} was not used: both tier sets run with the same fee, ${used}.`,
    tiers: (fee: number) =>
      `The revenue_share_pct of ${fee} of the --tiers file was not used: the fee is that of the API's seller, ${percent} %.`,
  };
  return ignored.map((one) => words[one.source](one.revenue_share_pct));
}
