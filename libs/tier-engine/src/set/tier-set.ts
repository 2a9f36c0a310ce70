import type { Tier } from '../model/auction.ts';
import type { Impression } from '../model/targeting.ts';
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

/** The attributes of an impression that deciding with these tiers reads, beside the moment. */
export function attributesRead({ [compiled]: { profiles } }: TierSet): ReadonlySet<keyof Impression> {
  return profiles.attributes();
}

export interface CompiledTiers {
  /** By member id. */
  readonly firstEntry: IdMap;
  readonly entries: TierEntries;
  readonly buyers: BuyerStretches;
  readonly profiles: ProfileIndex;
}
