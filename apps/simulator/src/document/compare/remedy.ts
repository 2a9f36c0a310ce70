import type { CompareReport, Reason, ReasonCode, Warning, WarningKey } from '@auction-tiers/contract/compare-report';
import { warningKeyOf } from '@auction-tiers/contract/compare-report';

const whole = 'declare the log whole: --complete.';
const users = () => 'Name users (`unit`), or declare that none return: --no-units, or no_units of the ym-profile.';
/** Bids of which the places are named. */
const namedBids = 5;

/** What whoever runs the program can do: what is said beside a message that readers of the service have too. */
const remedies: Readonly<Partial<Record<ReasonCode | WarningKey, (report: CompareReport) => string | undefined>>> = {
  winners_only: () => `If nobody else would have bought, ${whole}`,
  missing_hours: () => `If you are closed then, name these hours in closed_hours of the ym-profile, or ${whole}`,
  capped: () => `Where nothing is missing, ${whole}`,
  feed: () => `If it has all users and bids, ${whole}`,
  'log_lacks.bids': () => `If it has all auctions and bids, ${whole}`,
  other_seller: () => "Where it is the same seller by the log's own id, --seats maps that id too.",
  other_ym_profile: () => '--ym-profile ID uses only those of one.',
  currency: () => '--currency-rates says what they are worth.',
  unknown_buyers: () => '--seats maps seats to buyers.',
  'unusable.bids': ({ input: { unmapped_seats: unmapped } }) =>
    unmapped.bids > 0 ? '--seats maps seats to buyers.' : undefined,
  no_units: users,
  units_once: users,
  repeats: () => 'With --keep-repeats they count.',
  'fee.none': () => '--fee names one.',
  outsized_bids: ({ usability: { outsized } }) =>
    `They are in ${(outsized?.bids ?? [])
      .slice(0, namedBids)
      .map(({ file, place }) => `${file}, ${place}`)
      .join('; ')}.`,
};

/** A message with what can be done about it. */
export function withRemedy(one: Reason | Warning, report: CompareReport): string {
  const remedy = remedies['about' in one ? warningKeyOf(one) : one.code]?.(report);
  return remedy === undefined ? one.message : `${one.message} ${remedy}`;
}
