import type { DecidingTiers } from '../../sample/tier-source.ts';
import { buyerName } from '../../words/buyer-name.ts';

/** What tiers, buyers and profiles are called, and the time zone of what is said of times. */
export interface Names {
  tier(id: number | null): string;
  buyer(id: number | null): string;
  /** With its article: `the profile Evenings`, `an unnamed profile`. */
  profile(id: number): string;
  readonly timeZone: string;
}

/** `buyers`: names by id, of the directory. */
export function createNames(tiers: DecidingTiers | null, buyers: ReadonlyMap<number, string>, timeZone: string): Names {
  return {
    tier: (id) => (id === null ? 'no tier' : (tiers?.tiers.get(id)?.name ?? 'an unnamed tier')),
    buyer: (id) => (id === null ? 'an unknown buyer' : buyerName({ id, name: buyers.get(id) })),
    profile: (id) => {
      const name = tiers?.profileNames.get(id);
      return name === undefined ? 'an unnamed profile' : `the profile ${name}`;
    },
    timeZone,
  };
}
