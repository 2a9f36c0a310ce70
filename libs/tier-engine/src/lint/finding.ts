/** What can be wrong with a legal tier set, in the order in which findings of one severity are listed. */
export const findingCodes = [
  'shadowed_tier',
  'no_buyers',
  'dma_outside_country',
  'include_exclude_conflict',
  'equal_priority_overlap',
  'min_price_out_of_reach',
  'exclude_with_min_price',
] as const;
export type FindingCode = (typeof findingCodes)[number];

/**
 * `error`: the tiers can never win a bid. `warning`: chance decides, or no bid of the log got there. `info`: it does what
 * it says, which may not be what was meant.
 */
export const severities = ['error', 'warning', 'info'] as const;
export type Severity = (typeof severities)[number];

/** One problem of one group of tiers. */
export interface Finding {
  readonly code: FindingCode;
  readonly severity: Severity;
  /** All tiers concerned, ascending; of `shadowed_tier` those that can never win (the message says which shadow them). */
  readonly tierIds: readonly number[];
  /** One sentence. Prices are net CPM; of a long list of ids the first few stand here. */
  readonly message: string;
  /** What to do about it. */
  readonly advice: string;
}
