import type { Impression } from '../model/targeting.ts';
import { definitionOf } from '../targeting/dimensions.ts';
import { compiled, type TierSet } from './tier-set.ts';

/** The attributes of an impression that the tiers' profiles read; the auction's time is not among them. */
export function attributesRead({ [compiled]: { profiles } }: TierSet): ReadonlySet<keyof Impression> {
  const names = profiles.targetings.flatMap((targeting) => [...(targeting?.conditions.keys() ?? [])]);
  return new Set(names.flatMap((name) => definitionOf(name).attributes));
}
