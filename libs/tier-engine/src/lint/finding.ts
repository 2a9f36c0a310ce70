/** What can be wrong with a legal tier set, in the order in which findings of one severity are listed. */
export const findingCodes = [
  'shadowed_tier',
  'exclude_without_effect',
  'no_buyers',
  'dma_outside_country',
  'include_exclude_conflict',
  'equal_priority_overlap',
  'limit_unprotects',
  'min_price_out_of_reach',
  'exclude_with_min_price',
  'limit_overrides_priority',
  'comparison_limit',
] as const;
export type FindingCode = (typeof findingCodes)[number];

/**
 * `error`: a tier can never win a bid, or never exclude a bid of a buyer that it names. `warning`: a draw decides, no
 * logged bid reached the minimum, or not all was compared. `info`: the tier works, but perhaps not as meant.
 */
export const severities = ['error', 'warning', 'info'] as const;
export type Severity = (typeof severities)[number];

/** One problem of one group of tiers. */
export interface Finding {
  readonly code: FindingCode;
  readonly severity: Severity;
  /** All tiers concerned, ascending; of `shadowed_tier` those that can never win (the message says which shadow them). */
  readonly tierIds: readonly number[];
  /** One sentence. Prices are net CPM; a long list of ids is cut. */
  readonly message: string;
  /** What to do about it. */
  readonly advice: string;
}

/** Longer lists are cut in sentences; `Finding.tierIds` has all of them. */
const mostNamed = 5;

/** `tier 7`, `tiers 7 and 8`, or `9 tiers (1, 2, 3, 4, 5 and 4 more)`. */
export function named(noun: string, names: readonly (number | string)[]): string {
  if (names.length === 1) return `${noun} ${names[0]}`;
  if (names.length <= mostNamed) return `${plural(noun)} ${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
  const first = names.slice(0, mostNamed).join(', ');
  return `${names.length} ${plural(noun)} (${first} and ${names.length - mostNamed} more)`;
}

export function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

function plural(noun: string): string {
  return noun.endsWith('y') ? `${noun.slice(0, -1)}ies` : `${noun}s`;
}
