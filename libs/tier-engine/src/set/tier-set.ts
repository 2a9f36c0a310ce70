import type { Tier } from '../model/auction.ts';
import type { ProfileIndex } from './profile-index.ts';
import type { BuyerStretches, IdMap, TierEntries } from './tier-entries.ts';

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

/** Levels of the auction; that of an included bid is the priority of its tier. An excluded bid takes no part in the auction. */
export const untieredLevel = 0;
export const excludedLevel = -1;

/**
 * The levels of bids by the index of their tier, each at the place behind it: that of bids without a tier (-1) is the first.
 * An array without a question, because bids are asked for it more often than for anything else.
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
  readonly buyers: BuyerStretches;
  readonly profiles: ProfileIndex;
}
