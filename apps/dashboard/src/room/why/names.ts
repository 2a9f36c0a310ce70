import type { DecidingTiers } from '../../sample/tier-source.ts';

/** What tiers, buyers and profiles are called. */
export interface Names {
  tier(id: number | null): string;
  buyer(id: number | null): string;
  profile(id: number): string;
}

/** `buyers`: names by id, of the directory. */
export function createNames(tiers: DecidingTiers | null, buyers: ReadonlyMap<number, string>): Names {
  return {
    tier: (id) => (id === null ? 'no tier' : (tiers?.tiers.get(id)?.name ?? `tier ${id}`)),
    buyer: (id) => (id === null ? 'an unknown buyer' : (buyers.get(id) ?? `buyer ${id}`)),
    profile: (id) => tiers?.profileNames.get(id) ?? `profile ${id}`,
  };
}
