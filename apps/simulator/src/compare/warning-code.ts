/** Why the figures may say less than they seem to. */
export const warningCodes = [
  'no_auctions',
  'few_auctions',
  'few_changes',
  'few_blocks',
  'few_changed_blocks',
  'few_days',
  'no_times',
  'no_fee',
  'broken_lines',
  'feed_censored',
  'unmapped_seats',
  'buyers_not_in_log',
  'tiers_not_exercised',
  'rows_bounded',
] as const;
export type WarningCode = (typeof warningCodes)[number];
