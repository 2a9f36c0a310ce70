/** Tiers, by their place in the ranking, that hang together through any buyers. */
export interface Cluster {
  /** Ascending. */
  readonly places: readonly number[];
  /** In the order of joining, each once. */
  readonly buyerIds: readonly number[];
}

/** Joins tiers that meet for one buyer into clusters over all buyers (union-find). */
export class Clusters {
  readonly #parents = new Map<number, number>();
  readonly #meetings: { readonly place: number; readonly buyerId: number }[] = [];

  join(places: readonly number[], buyerId: number): void {
    const [first] = places;
    if (first === undefined) return;
    for (const place of places) this.#parents.set(this.#root(place), this.#root(first));
    this.#meetings.push({ place: first, buyerId });
  }

  toList(): Cluster[] {
    const places = Map.groupBy([...this.#parents.keys()].toSorted(ascending), (place) => this.#root(place));
    const meetings = Map.groupBy(this.#meetings, ({ place }) => this.#root(place));
    return [...places].map(([root, members]) => ({
      places: members,
      buyerIds: [...new Set(meetings.get(root)?.map(({ buyerId }) => buyerId))],
    }));
  }

  #root(place: number): number {
    let root = place;
    for (let parent = this.#parents.get(root); parent !== undefined && parent !== root; ) {
      // Halving the way on each look keeps it short.
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
