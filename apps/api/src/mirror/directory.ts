import { nameKey, type YmProfile } from '@auction-tiers/contract';
import type { InventoryId } from '@auction-tiers/tier-engine';
import type { Mirror } from './mirror.ts';

/** Buyers by name, in any case, and their names by id. */
export class BuyerNames {
  readonly #mirror: Mirror;
  #ids: ReadonlyMap<string, readonly number[]> | undefined;

  constructor(mirror: Mirror) {
    this.#mirror = mirror;
    mirror.listen(() => (this.#ids = undefined), ['platform-member']);
  }

  /** The buyer with a name; null for an unknown name, and for one that several buyers share. */
  find(name: string): number | null {
    const [id = null, ...others] = this.idsOf(name);
    return others.length === 0 ? id : null;
  }

  /** All buyers with a name. */
  idsOf(name: string): readonly number[] {
    this.#ids ??= this.#index();
    return this.#ids.get(nameKey(name)) ?? [];
  }

  /** The name of a buyer, where the directory knows it. */
  nameOf(id: number): string | undefined {
    return this.#mirror.row('platform-member', null, id)?.name;
  }

  #index(): ReadonlyMap<string, readonly number[]> {
    const ids = new Map<string, number[]>();
    for (const { id, name } of this.#mirror.rows('platform-member', null)) {
      const key = nameKey(name);
      const same = ids.get(key);
      if (same === undefined) ids.set(key, [id]);
      else same.push(id);
    }
    return ids;
  }
}

/** The ym-profile of each publisher, within each member: an auction must not search for it. */
export class Publishers {
  readonly #ymProfilesOf = new Map<number, Map<InventoryId, number>>();

  constructor(mirror: Mirror) {
    mirror.listen(
      ({ before, after, unreadable, wasUnreadable }) => {
        // An unreadable ym-profile still decides auctions by its last version, so it keeps its publishers.
        if (unreadable !== undefined) return;
        const lastGood = wasUnreadable?.lastGood ?? null;
        if (lastGood !== null) this.#remove(lastGood as YmProfile);
        if (before !== null) this.#remove(before as YmProfile);
        if (after !== null) this.#add(after as YmProfile);
      },
      ['ym-profile'],
    );
  }

  /** The id of the ym-profile of a member that lists the publisher. */
  find(memberId: number, publisherId: InventoryId): number | undefined {
    return this.#ymProfilesOf.get(memberId)?.get(publisherId);
  }

  #add({ id, member_id, publisher_ids }: YmProfile): void {
    const ymProfiles = this.#ymProfilesOf.get(member_id) ?? new Map<InventoryId, number>();
    this.#ymProfilesOf.set(member_id, ymProfiles);
    for (const publisherId of publisher_ids ?? []) ymProfiles.set(publisherId, id);
  }

  /** A publisher that another ym-profile lists meanwhile stays with that ym-profile. */
  #remove({ id, member_id, publisher_ids }: YmProfile): void {
    const ymProfiles = this.#ymProfilesOf.get(member_id);
    for (const publisherId of publisher_ids ?? []) {
      if (ymProfiles?.get(publisherId) === id) ymProfiles.delete(publisherId);
    }
  }
}
