import { feeSources, type FeeSection, type FeeSource } from '@auction-tiers/contract/compare-report';
import { formatFee } from '@auction-tiers/tier-engine';
import { counted, figures } from '../figure/text.ts';
import type { ChosenFee, FeeCounts } from '../log/auction/fee.ts';

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

/** A fee has up to four decimals. */
const feeOf = (percent: number) => figures.percent(percent / 100, 0, 4);

/** The fee in one sentence: `15 %, the seller's (70 bids); the auction's (3 bids)`. */
export function feeText({ revenue_share_pct: percent, source, bids }: FeeSection): string {
  const others = feeSources.filter((one) => one !== source && bids[one] > 0);
  return [
    `${feeOf(percent)}, ${sourceWords[source]} (${counted(bids[source], 'bid')})`,
    ...others.map((one) => `${sourceWords[one]} (${counted(bids[one], 'bid')})`),
  ].join('; ');
}

/** A sentence for each fee that was named and not used. */
export function ignoredFeeTexts({ revenue_share_pct: percent, source, ignored }: FeeSection): string[] {
  const used = `${feeOf(percent)}, ${sourceWords[source]}`;
  const words = {
    option: (fee: number) => `--fee ${fee} was not used, because the seller's fee is known: ${feeOf(percent)}.`,
    draft: (fee: number) =>
      `The draft's revenue_share_pct of ${fee} was not used: both tier sets run with the same fee, ${used}.`,
    tiers: (fee: number) =>
      `The revenue_share_pct of ${fee} of the --tiers file was not used: the fee is that of the API's seller, ${feeOf(percent)}.`,
  };
  return ignored.map((one) => words[one.source](one.revenue_share_pct));
}
