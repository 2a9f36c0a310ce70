import type { TargetingClasses } from './targeting-class.ts';
import type { TierGroup } from './tier-group.ts';

/**
 * The connected sets of tier groups. Two groups are connected if they can match the same impression and `concern` holds.
 *
 * A reached group leaves the search, and groups with different values of the splitting attribute are never compared. So
 * neither many groups that all overlap nor many that never do cost one comparison per pair. Once the lint's comparisons
 * are used up, the sets are still connected, but may lack groups.
 */
export function connect(
  groups: readonly TierGroup[],
  classes: TargetingClasses,
  concern: (left: TierGroup, right: TierGroup) => boolean,
): TierGroup[][] {
  const { comparisons } = classes;
  const connected: TierGroup[][] = [];
  if (comparisons.isCutShort) return connected;
  // To set the search up costs about as much per group as a comparison.
  comparisons.made += groups.length;
  const waiting = new Waiting(groups, classes);
  for (const group of groups) {
    if (comparisons.isCutShort) break;
    if (!waiting.remove(group)) continue;
    const members = [group];
    for (const member of members) for (const other of waiting.take(member, concern)) members.push(other);
    connected.push(members);
  }
  return connected;
}

/** The groups that have not been reached yet. */
class Waiting {
  readonly #classes: TargetingClasses;
  readonly #groups: Set<TierGroup>;
  /** Groups by value of the splitting attribute; undefined: the groups that the attribute does not split. */
  readonly #byValue = new Map<string | undefined, Set<TierGroup>>();

  constructor(groups: readonly TierGroup[], classes: TargetingClasses) {
    this.#classes = classes;
    this.#groups = new Set(groups);
    for (const group of groups) {
      for (const value of classes.splitValues(group.targetingClass) ?? [undefined]) {
        const known = this.#byValue.get(value);
        if (known === undefined) this.#byValue.set(value, new Set([group]));
        else known.add(group);
      }
    }
  }

  /** Removes a group; whether it was still waiting. */
  remove(group: TierGroup): boolean {
    if (!this.#groups.delete(group)) return false;
    for (const value of this.#classes.splitValues(group.targetingClass) ?? [undefined])
      this.#byValue.get(value)?.delete(group);
    return true;
  }

  /** Removes and gives all groups that are connected to the group. */
  take(group: TierGroup, concern: (left: TierGroup, right: TierGroup) => boolean): TierGroup[] {
    const taken: TierGroup[] = [];
    const values = this.#classes.splitValues(group.targetingClass);
    const candidates =
      values === undefined ? [this.#groups] : [undefined, ...values].map((value) => this.#byValue.get(value));
    for (const others of candidates) {
      for (const other of others ?? []) {
        if (!this.#classes.comparisons.begin()) return taken;
        if (!concern(group, other) || this.#classes.areDisjoint(group.targetingClass, other.targetingClass)) continue;
        this.remove(other);
        taken.push(other);
      }
    }
    return taken;
  }
}

/** Tiers, by their index in the ranking, that are connected through any buyers. */
export interface Cluster {
  /** Ascending. */
  readonly places: readonly number[];
  /** In the order of joining, each once. */
  readonly buyerIds: readonly number[];
}

/** Joins tiers that overlap for one buyer into clusters over all buyers (union-find). */
export class Clusters {
  readonly #parents = new Map<number, number>();
  readonly #meetings: { readonly index: number; readonly buyerId: number }[] = [];

  join(places: readonly number[], buyerId: number): void {
    const [first] = places;
    if (first === undefined) return;
    for (const index of places) this.#parents.set(this.#root(index), this.#root(first));
    this.#meetings.push({ index: first, buyerId });
  }

  toList(): Cluster[] {
    const places = Map.groupBy([...this.#parents.keys()].toSorted(ascending), (index) => this.#root(index));
    const meetings = Map.groupBy(this.#meetings, ({ index }) => this.#root(index));
    return [...places].map(([root, members]) => ({
      places: members,
      buyerIds: [...new Set(meetings.get(root)?.map(({ buyerId }) => buyerId))],
    }));
  }

  #root(index: number): number {
    let root = index;
    for (let parent = this.#parents.get(root); parent !== undefined && parent !== root; ) {
      // Path halving keeps later searches short.
      const above = this.#parents.get(parent) ?? parent;
      this.#parents.set(root, above);
      root = above;
      parent = this.#parents.get(root);
    }
    return root;
  }
}

function ascending(left: number, right: number): number {
  return left - right;
}
