import type { Tier } from './model.ts';
import type { ProfileMemo } from './profile-memo.ts';

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

/**
 * The tiers by buyer. A buyer's entries, one for each tier that names it, stand next to each other in the order checked,
 * so that selecting for a bid reads one short stretch of each array and nothing else.
 */
export interface CompiledTiers {
  /** A buyer's entries are from `firstEntry[slot]` to before `firstEntry[slot + 1]`. */
  readonly slotOfBuyer: ReadonlyMap<number, number>;
  readonly firstEntry: Int32Array;
  /** Index into `TierSet.tiers`, ascending within a buyer. */
  readonly tierIndex: Int32Array;
  readonly priority: Uint8Array;
  readonly minPriceMicros: Float64Array;
  /** Index into the profiles of `memo`, or `everyImpression`. */
  readonly profileSlot: Int32Array;
  readonly memo: ProfileMemo;
}
