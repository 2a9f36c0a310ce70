import type { Which } from '../../sample/tier-source.ts';

/** What the room shows, as it stands in the address. */
export interface TierSearch {
  /** Whose tiers: live unless it says draft. */
  readonly tiers?: Which | undefined;
  /** The minimum that is tried, net CPM. */
  readonly min?: number | undefined;
}

export const highestMinimum = 999_999.999999;

/** Reads the address; what is not of the form counts as absent. */
export function readTierSearch({ tiers, min }: Readonly<Record<string, unknown>>): TierSearch {
  return {
    ...(tiers === 'draft' || tiers === 'live' ? { tiers } : {}),
    ...(typeof min === 'number' && min >= 0 && min <= highestMinimum ? { min } : {}),
  };
}
