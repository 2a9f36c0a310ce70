import type { DecidingTiers } from '../../sample/tier-source.ts';
import { buyerName } from '../../words/buyer-name.ts';

/** What tiers, buyers and profiles are called, and the zone of what is said of times. `buyers`: of the directory, by id. */
export function createNames(tiers: DecidingTiers | null, buyers: ReadonlyMap<number, string>, timeZone: string) {
  return {
    tier: (id: number | null) => (id === null ? 'no tier' : (tiers?.tiers.get(id)?.name ?? 'an unnamed tier')),
    buyer: (id: number | null) => (id === null ? 'an unknown buyer' : buyerName({ id, name: buyers.get(id) })),
    /** With its article: `the profile Evenings`, `an unnamed profile`. */
    profile: (id: number) => {
      const name = tiers?.profileNames.get(id);
      return name === undefined ? 'an unnamed profile' : `the profile ${name}`;
    },
    timeZone,
  };
}

export type Names = Readonly<ReturnType<typeof createNames>>;
