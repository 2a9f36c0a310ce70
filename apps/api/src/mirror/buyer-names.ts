import type { PlatformMember } from '@auction-tiers/contract';
import type { Mirror } from './mirror.ts';

/** Buyers by name, in any case, and their names by id. */
export class BuyerNames {
  readonly #mirror: Mirror;
  #ids: ReadonlyMap<string, readonly number[]> | undefined;

  constructor(mirror: Mirror) {
    this.#mirror = mirror;
    mirror.listen(({ service }) => {
      if (service === 'platform-member') this.#ids = undefined;
    });
  }

  /** The buyer with a name; null for an unknown name, and for one that several buyers share. */
  find(name: string): number | null {
    const [id = null, ...others] = this.idsOf(name);
    return others.length === 0 ? id : null;
  }

  /** All buyers with a name. */
  idsOf(name: string): readonly number[] {
    this.#ids ??= this.#index();
    return this.#ids.get(name.toLowerCase()) ?? [];
  }

  /** The name of a buyer, where the directory knows it. */
  nameOf(id: number): string | undefined {
    return (this.#mirror.row('platform-member', null, id) as PlatformMember | undefined)?.name;
  }

  #index(): ReadonlyMap<string, readonly number[]> {
    const ids = new Map<string, number[]>();
    for (const { id, name } of this.#mirror.rows('platform-member', null) as readonly PlatformMember[]) {
      const key = name.toLowerCase();
      const same = ids.get(key);
      if (same === undefined) ids.set(key, [id]);
      else same.push(id);
    }
    return ids;
  }
}
