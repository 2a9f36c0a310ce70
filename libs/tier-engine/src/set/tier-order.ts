import type { Tier } from '../model/auction.ts';

const priorities = 10;

/**
 * Copies tiers and puts them into the order checked: priority descending, then id ascending. By priority level, because
 * one sort of 10,000 tiers holds the event loop for 1.6 ms, against 0.5 ms for the longest step this way.
 */
export class TierOrder {
  readonly #levels: Tier[][] = Array.from({ length: priorities }, () => []);
  /** Whether the tiers of a level came by id, as they usually do. */
  readonly #isSorted: boolean[] = this.#levels.map(() => true);
  #pairCount = 0;

  /** How many pairs of a tier and a buyer that it names there are. */
  get pairCount(): number {
    return this.#pairCount;
  }

  add({ id, priority, memberAction, minPriceMicros, profileId, buyerMemberIds }: Tier): void {
    const buyers = Object.freeze(withoutRepeats(buyerMemberIds));
    const tier = { id, priority, memberAction, minPriceMicros, profileId, buyerMemberIds: buyers };
    const at = priorities - priority;
    const level = this.#levels[at]!;
    if (level.length > 0 && level[level.length - 1]!.id > id) this.#isSorted[at] = false;
    level.push(Object.freeze(tier));
    this.#pairCount += buyers.length;
  }

  finish(): readonly Tier[] {
    for (const [at, level] of this.#levels.entries()) {
      if (!this.#isSorted[at]!) level.sort((left, right) => left.id - right.id);
    }
    return Object.freeze(this.#levels.flat());
  }
}

/** Most lists are short, and a search in one is quicker than a set of it. */
function withoutRepeats(ids: readonly number[]): number[] {
  if (ids.length > 16) return [...new Set(ids)];
  for (let at = 1; at < ids.length; at++) {
    if (ids.indexOf(ids[at]!) < at) return [...new Set(ids)];
  }
  return ids.slice();
}
