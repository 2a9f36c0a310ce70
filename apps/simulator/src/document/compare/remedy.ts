import type { CompareReport, ReasonCode, WarningCode } from '@auction-tiers/contract/compare-report';

const whole = 'declare the log whole: --complete.';
const users = () => 'Name users (`unit`), or declare that none return: --no-units.';
/** Bids of which the places are named. */
const namedBids = 5;

/** What whoever runs the program can do: what is said beside a message that readers of the service have too. */
const remedies: Readonly<Partial<Record<ReasonCode | WarningCode, (report: CompareReport) => string>>> = {
  winners_only: () => `If nobody else would have bought, ${whole}`,
  missing_hours: () => `If you are closed then, ${whole}`,
  capped: () => `Where nothing is missing, ${whole}`,
  feed: () => `If it has all users and bids, ${whole}`,
  feed_censored: () => `If it has all auctions and bids, ${whole}`,
  other_seller: () => "Where it is the same seller by the log's own id, --seats maps that id too.",
  other_ym_profile: () => '--ym-profile ID uses only those of one.',
  currency: () => '--currency-rates says what they are worth.',
  unknown_buyers: () => '--seats maps seats to buyers.',
  unmapped_seats: () => 'Map them with --seats.',
  no_units: users,
  units_once: users,
  repeats: () => 'With --keep-repeats they count.',
  no_fee: () => '--fee names one.',
  outsized_bids: ({ usability: { outsized } }) =>
    `They are in ${(outsized?.bids ?? [])
      .slice(0, namedBids)
      .map(({ file, place }) => `${file}, ${place}`)
      .join('; ')}.`,
};

/** A message with what can be done about it. */
export function withRemedy(
  { code, message }: { readonly code: ReasonCode | WarningCode; readonly message: string },
  report: CompareReport,
): string {
  const remedy = remedies[code]?.(report);
  return remedy === undefined ? message : `${message} ${remedy}`;
}
