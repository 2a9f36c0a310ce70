import type { CompareReport, LossCause, Reason, Usability } from '@auction-tiers/contract/compare-report';
import { capital, count, counted, percent } from '../../figure/text.ts';
import { listOwners } from './owners.ts';
import { shortReasons, verdictRule } from './verdict-rule.ts';

/** What tells whether a log can answer at all. */
export type LogEvidence = Pick<CompareReport, 'currency' | 'auctions' | 'bids' | 'input' | 'usability' | 'is_complete'>;

const { leastReachingBids, mostLostShare, mostOneBidShare } = verdictRule;
/** Currencies in a sentence. */
const namedCurrencies = 3;

/** Why nothing can be said from this log; empty: something can. */
export function findObstacles(evidence: LogEvidence): Reason[] {
  const { auctions, input, usability } = evidence;
  const { one_bid_share: oneBidShare, broken_lines_share: brokenShare } = usability;
  const obstacles: (Reason | false)[] = [
    auctions === 0 && { code: 'no_auctions', message: noAuctionsText(input.owners) },
    ...usability.lost.filter(isTooMuch).map(
      (one): Reason => ({
        code: one.cause,
        message: `${shares(one)} ${causeWords[one.cause](input)}; the rule allows ${percent(mostLostShare)}.`,
      }),
    ),
    brokenShare > mostLostShare && {
      code: 'broken_lines',
      message: `${percent(brokenShare)} of the lines of the log are broken, ${count(input.broken_lines)} of them; the rule allows ${percent(mostLostShare)}.`,
    },
    usability.other_seller_share > mostLostShare && {
      code: 'other_seller',
      message: `${percent(usability.other_seller_share)} of the auctions are of another seller than the tiers: ${listOwners(input.owners)}.`,
    },
    usability.other_ym_profile_share > mostLostShare && {
      code: 'other_ym_profile',
      message: `${percent(usability.other_ym_profile_share)} of the auctions are of another ym-profile than the current tiers: ${listOwners(input.owners)}.`,
    },
    usability.odd_times_share > mostLostShare && {
      code: 'odd_times',
      message: `${percent(usability.odd_times_share)} of the auctions have impossible dates, before 2000 or from 2100 on: their times are on another scale, or are no times.`,
    },
    ...findScale(evidence),
    !evidence.is_complete &&
      oneBidShare !== null &&
      oneBidShare > mostOneBidShare && {
        code: 'winners_only',
        message: `${percent(oneBidShare)} of the auctions have only one bid, as in a log of winners: who else would have bought is not known.`,
      },
    auctions > 0 && usability.reaching_bids < leastReachingBids && { code: 'few_bids', message: toFewBids(evidence) },
  ];
  return obstacles.filter((obstacle) => obstacle !== false);
}

type Owners = LogEvidence['input']['owners'];
type Lost = Usability['lost'][number];

function isTooMuch({ bids_share: bids, value_share: value }: Lost): boolean {
  return bids > mostLostShare || (value ?? 0) > mostLostShare;
}

function shares({ bids, bids_share: bidsShare, value_share: valueShare }: Lost): string {
  const value = valueShare === null ? '' : ` and ${percent(valueShare)} of their value`;
  return `${percent(bidsShare)} of the bids (${count(bids)})${value}`;
}

const causeWords: Readonly<Record<LossCause, (input: LogEvidence['input']) => string>> = {
  currency: ({ foreign_bids: foreign }) =>
    `are in a currency without a rate (${foreign
      .slice(0, namedCurrencies)
      .map(({ currency }) => currency)
      .join(', ')}), and nothing says what they are worth`,
  invalid_bids: () => 'are invalid: without a usable price, or on no impression of their request',
  unknown_buyers: () => 'have no known buyer, so that no tier can name them',
  price_unit: () =>
    'are of buyers whose prices are a factor of 100 or more off those of the others and off the minimum prices of their tiers, as on another scale',
};

/** The factor by which the prices of the whole log are off. */
function findScale({ usability, currency }: LogEvidence): Reason[] {
  const { prices, too_high_prices_share: tooHighShare } = usability;
  if (tooHighShare > mostLostShare) {
    return scaleReason(
      `${percent(tooHighShare)} of the prices are above 999,999.999999, the highest allowed: they may be millionths, a factor of 1,000,000 too high. Prices are CPM in ${currency}.`,
    );
  }
  if (prices === null) return [];
  const { median, median_minimum: minimum, too_high_by: tooHighBy, too_low_by: tooLowBy } = prices;
  const factor = tooHighBy ?? tooLowBy;
  if (factor === null) return [];
  return scaleReason(
    `The prices of the log seem to be a factor of ${count(factor)} too ${tooHighBy === null ? 'low' : 'high'}: the median of the net prices is ${median}, that of the minimum prices ${minimum}. Prices are CPM in ${currency}.`,
  );
}

function scaleReason(message: string): Reason[] {
  return [{ code: 'price_scale', message }];
}

/** Of a log of which no auction counts. */
export function noAuctionsText(owners: Owners): string {
  const { left_out_auctions: leftOut } = owners;
  if (leftOut === 0) return `${capital(shortReasons.no_auctions)}.`;
  return `All auctions of the log, ${count(leftOut)}, are of other ym-profiles and were left out: ${listOwners(owners)}.`;
}

function toFewBids({ bids, usability: { reaching_bids: reaching } }: LogEvidence): string {
  if (bids === 0) return 'No auction of the log has a usable bid.';
  if (reaching > 0) {
    return `Only about ${counted(reaching, 'bid')} of ${count(bids)} can reach what the draft changes; the rule wants ${leastReachingBids}.`;
  }
  return `None of the ${count(bids)} bids can reach what the draft changes: none is of a buyer that a changed tier names, on an impression that its profile matches.`;
}
