import type { NameOf } from '@auction-tiers/contract';
import type { ReasonCode, Recommendation, WarningCode } from '@auction-tiers/contract/compare-report';
import { plainOr } from '../saying/plain-words.ts';

/** Texts for reasons and warnings whose own message does not suit the page. A code without a text does not compile. */
export const reasons: Readonly<Record<ReasonCode | WarningCode, string>> = {
  no_auctions: 'There are no recorded auctions in these days.',
  few_bids: 'Too few bids can reach what the draft changes.',
  currency: 'Too many bids are in another currency.',
  invalid_bids: 'Too many bids have no usable price or impression.',
  unknown_buyers: 'Too many bids are of buyers that no tier can name.',
  price_unit: 'The prices of some buyers are a factor off those of the others.',
  price_scale: 'The prices are a factor off the minimums of the tiers.',
  broken_lines: 'Some recorded auctions cannot be read.',
  winners_only: 'Nearly all auctions have one bid only: who else would have bought is not known.',
  other_seller: 'Too many auctions are of another seller.',
  other_ym_profile: 'Too many auctions are of another group of sites.',
  same_tiers: 'The draft says the same as the live tiers.',
  nothing_changes: 'No recorded auction would have ended differently.',
  interval_below_zero: 'The draft earns less, by more than chance explains.',
  answer_below_zero: 'With the reaction of buyers that the live test measured, the draft earns less.',
  lint_error: 'The draft has an error that the live tiers do not have.',
  few_auctions: 'There are too few recorded auctions.',
  no_interval: 'There are too few recorded auctions to say how much may be chance.',
  answer_holds_zero: 'With the reaction of buyers that the live test measured, the difference may be chance.',
  interval_holds_zero: 'The difference may be chance.',
  few_changed_auctions: 'Too few auctions end differently with the draft.',
  few_changed_blocks: 'The auctions that end differently are of too few hours and placements.',
  few_days: 'Seven whole days are needed, one of every day of the week.',
  feed: 'The recorded auctions may lack users and bids.',
  buyer_loses: 'A large buyer loses much of what it brings, and may leave.',
  commitment_broken: 'The draft breaks a promise.',
  commitment_unsure: 'These days do not show that the draft keeps a promise: a day may miss it more often than now.',
  reaction: 'If buyers react a little, the gain becomes a loss, or the loss a gain.',
  undoing_fall: 'If the bids that the draft newly prefers fall a little, the gain is gone.',
  missing_weekdays: 'Some days of the week are missing: what the draft does in a week is not known.',
  days_differ: 'Days probably differ by more than their auctions explain.',
  break: 'The difference probably changed within these days.',
  no_recent_gain: 'The last days alone do not show the difference.',
  trend: 'The difference shrinks: the last third of the days shows less of it.',
  last_day: 'The last day contradicts the days before it.',
  capped: 'Recording seems to have stopped at a limit, so that auctions of busy times are missing.',
  missing_hours: 'No day has an auction in some hours: what the draft does then is not known.',
  stopped: 'A buyer or a tier probably stopped within these days.',
  draft_minimums: 'A minimum of the draft is far above what the buyers of its tier bid, as if it were no CPM.',
  no_units:
    'The recorded auctions name no users or sessions, or hardly any: a person who comes back looks like a new one each time, and the interval may be too narrow.',
  units_once:
    'Nearly all users or sessions are in one auction only, as ids of requests are: a person who comes back looks like a new one each time, and the interval may be too narrow.',
  rare_losses: 'A rare loss that these auctions may lack could undo the gain.',
  no_unsold: 'Unsold auctions seem to be missing, in which the draft could sell.',
  few_auctions_decide: 'The result rests on a few auctions.',
  interval_above_zero: 'The draft earns more, by more than chance explains.',
  names_fall: 'How buyers react was not tried: buyers that are preferred may bid less.',
  calendar_days: 'Your calendar marks some of these days as special days.',
  few_changes: 'Few auctions end differently with the draft.',
  few_blocks: 'There are few hours and placements: what differs between them is hardly in the interval.',
  days_move_together: 'Neighbouring days probably move together, which makes the interval wider.',
  days_of_week: 'Days of the week count alike in the interval, however many there are of each.',
  lost_bids: 'Some bids could not be used.',
  lost_of_buyers: 'A buyer lost some of its bids, which could not be used.',
  no_times: 'All auctions are of one hour: tiers with hours are not tried by the clock.',
  no_fee: 'No fee was taken, so that fewer bids may reach the minimums than here.',
  fee_ignored: 'A fee was named twice; one of them was used.',
  feed_censored: 'The recorded auctions are a sample of users and bids.',
  feed_without_attributes: 'The recorded auctions say little about their impressions, so targeted tiers hardly match.',
  unmapped_seats: 'Some bids are of unknown seats, which no tier can name.',
  outsized_bids: 'Some prices are out of all proportion.',
  other_owners: 'Some auctions are of other groups of sites.',
  buyers_not_in_log: 'Some buyers of the draft never bid in these days.',
  tiers_not_exercised: 'Some tiers of the draft took no bid in these days: nothing is known about them.',
  several_tries: 'Several drafts were tried on these auctions: the best of them looks better than it is.',
  sampled: 'Not every auction was recorded: sums are estimates for all.',
  repeats: 'Some auctions repeat others, as where a client tried again; each counts once.',
  odd_times: 'Some auctions have impossible dates.',
  rows_bounded: 'So many rows change that some have no interval.',
};

/** Codes whose messages are about log files and options of a program, which the page does not have. */
const ownOnly: ReadonlySet<string> = new Set([
  'no_fee',
  'few_auctions_decide',
  'missing_hours',
  'capped',
  'units_once',
  'feed',
  'other_seller',
  'other_owners',
  'outsized_bids',
  // The page shows the sums of all auctions.
  'sampled',
  // Its figures are elasticities, of which a reader knows no scale.
  'reaction',
]);

interface Given {
  readonly code: ReasonCode | WarningCode;
  readonly message: string;
}

/** A reason or a warning of a comparison in the words of the page. */
export const reasonText = ({ code, message }: Given, nameOf: NameOf): string =>
  ownOnly.has(code) ? reasons[code] : plainOr(message, reasons[code], nameOf);

/** The causes of a hold, in a sentence; empty: another verdict, or a hold for another reason. */
export function verdictSummary(recommendation: Recommendation, codes: readonly ReasonCode[]): string {
  const [costs, contradicts] = [codes.includes('interval_below_zero'), codes.includes('lint_error')];
  if (recommendation !== 'hold' || !(costs || contradicts)) return '';
  if (costs && contradicts) return 'The draft costs revenue, and contradicts itself.';
  return costs ? 'The draft costs revenue.' : 'The draft contradicts itself.';
}
