import type { YmProfile } from '@auction-tiers/contract';
import type { Mirror } from './mirror.ts';

/** The ym-profile of each publisher, within each member: an auction must not search for it. */
export class Publishers {
  readonly #ymProfilesOf = new Map<number, Map<number, number>>();

  constructor(mirror: Mirror) {
    mirror.listen(({ service, before, after }) => {
      if (service !== 'ym-profile') return;
      if (before !== null) this.#remove(before as YmProfile);
      if (after !== null) this.#add(after as YmProfile);
    });
  }

  /** The id of the ym-profile of a member that lists the publisher. */
  find(memberId: number, publisherId: number): number | undefined {
    return this.#ymProfilesOf.get(memberId)?.get(publisherId);
  }

  #add({ id, member_id, publisher_ids }: YmProfile): void {
    const ymProfiles = this.#ymProfilesOf.get(member_id) ?? new Map<number, number>();
    this.#ymProfilesOf.set(member_id, ymProfiles);
    for (const publisherId of publisher_ids ?? []) ymProfiles.set(publisherId, id);
  }

  /** A publisher that another ym-profile has taken over meanwhile stays with that one. */
  #remove({ id, member_id, publisher_ids }: YmProfile): void {
    const ymProfiles = this.#ymProfilesOf.get(member_id);
    for (const publisherId of publisher_ids ?? []) {
      if (ymProfiles?.get(publisherId) === id) ymProfiles.delete(publisherId);
    }
  }
}
