import type { Tier } from '../model/auction.ts';
import type { ProfileIndex } from './profile-index.ts';
import type { IdMap, TierEntries } from './tier-entries.ts';

/** Keeps the compiled part out of reach: this symbol does not leave the library. */
export const compiled: unique symbol = Symbol('compiled');

/** Everything one ym-profile needs to select, made by `compile`. Immutable; a change compiles a new one. */
export interface TierSet {
  readonly ymProfileId: number;
  readonly revision: string;
  /** In the order checked: priority descending, then id ascending. */
  readonly tiers: readonly Tier[];
  readonly [compiled]: CompiledTiers;
}

/** Levels of the auction; an included bid has its tier's priority. An excluded bid takes no part in the auction. */
export const untieredLevel = 0;
export const excludedLevel = -1;

/**
 * The level of a bid by its tier's index plus 1; the first element is the level of bids without a tier (index -1). An
 * array, read without a branch, because levels are read more often than anything else.
 */
export type TierLevels = Int8Array;

export function toLevels(tiers: readonly Tier[]): TierLevels {
  const levels = tiers.map(({ memberAction, priority }) => (memberAction === 'exclude' ? excludedLevel : priority));
  return Int8Array.from([untieredLevel, ...levels]);
}

export interface CompiledTiers {
  /** By member id. */
  readonly firstEntry: IdMap;
  readonly entries: TierEntries;
  /** By tier, what `levelOf` gives. */
  readonly levels: TierLevels;
  /** The first entry of each buyer, ascending, and after the last buyer the end of all entries. */
  readonly starts: Int32Array;
  readonly profiles: ProfileIndex;
  /** By tier, its limit as a price word. */
  readonly limitWords: Int32Array;
  /** The highest limit of a tier, CPM micros; -1: none has a limit. */
  readonly highestLimit: number;
  /** The set with entries of the tiers without a limit alone, for bids above the highest one; undefined: all are. */
  readonly unlimited: TierSet | undefined;
}
