import type { PlatformMember } from '@auction-tiers/contract';
import type { Mirror } from './mirror.ts';

/** Buyers by name, in any case. A name that several members have is nobody's. */
export class BuyerNames {
  readonly #mirror: Mirror;
  #ids: ReadonlyMap<string, number | null> | undefined;

  constructor(mirror: Mirror) {
    this.#mirror = mirror;
    mirror.listen(({ service }) => {
      if (service === 'platform-member') this.#ids = undefined;
    });
  }

  find(name: string): number | null {
    this.#ids ??= this.#index();
    return this.#ids.get(name.toLowerCase()) ?? null;
  }

  #index(): ReadonlyMap<string, number | null> {
    const ids = new Map<string, number | null>();
    for (const { id, name } of this.#mirror.rows('platform-member', null) as readonly PlatformMember[]) {
      const key = name.toLowerCase();
      ids.set(key, ids.has(key) ? null : id);
    }
    return ids;
  }
}
