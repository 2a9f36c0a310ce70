import type { Report } from '../model/issue.ts';
import { idProblem, textProblem } from '../model/issue.ts';
import type { Impression, InventoryId } from '../model/targeting.ts';

/** The attributes of an impression that name inventory. */
export type InventoryAttribute = 'publisherId' | 'siteId' | 'placementId' | 'segments';

/** The ending of a target that means a path and everything below it: `/1111/news/*`. */
const below = '/*';

/** Reports the invalid names of a list of publishers, sites, placements or segments. */
export function reportInventory(ids: readonly InventoryId[], list: string, report: Report): void {
  for (const [at, id] of ids.entries()) {
    const problem = typeof id === 'number' ? idProblem(id) : textProblem(id);
    if (problem !== undefined) report(`.${list}[${at}]`, problem);
  }
}

export const isPath = (target: InventoryId): boolean => typeof target === 'string' && target.endsWith(below);

/** The targets that match a name: of `/a/b` these are `/a/b` itself, `/a/b/*`, `/a/*` and `/*`. */
export function matchingTargets(name: string): string[] {
  const targets = [name, `${name}${below}`];
  for (let slash = name.lastIndexOf('/'); slash >= 0; slash = slash > 0 ? name.lastIndexOf('/', slash - 1) : -1) {
    targets.push(`${name.slice(0, slash)}${below}`);
  }
  return targets;
}

const none: readonly number[] = [];
/** A text that auctions may repeat is resolved once; with this many, all are forgotten. */
const mostKnown = 4096;

/**
 * The texts that targets of a tier set name, as numbers below zero: profiles compare numbers, and the paths above an
 * impression's text are looked up once per text and not once per profile.
 */
export class InventoryNames {
  readonly #numbers = new Map<string, number>();
  readonly #known = new Map<string, readonly number[]>();

  /** The number of a target. */
  intern(target: InventoryId): number {
    if (typeof target === 'number') return target;
    const number = this.#numbers.get(target) ?? -1 - this.#numbers.size;
    this.#numbers.set(target, number);
    return number;
  }

  /** The numbers of the targets that match what an impression has. */
  matching(impression: Impression, attribute: InventoryAttribute): readonly InventoryId[] {
    const values = [impression[attribute] ?? none].flat();
    return this.#numbers.size === 0 ? values : values.flatMap((value) => this.#matching(value));
  }

  #matching(value: InventoryId): InventoryId | readonly number[] {
    if (typeof value === 'number') return value;
    const known = this.#known.get(value);
    if (known !== undefined) return known;
    const numbers = matchingTargets(value).flatMap((target) => this.#numbers.get(target) ?? none);
    if (this.#known.size === mostKnown) this.#known.clear();
    this.#known.set(value, numbers);
    return numbers;
  }
}
