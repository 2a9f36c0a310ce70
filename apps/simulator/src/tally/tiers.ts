import type { AuctionRequest, Decision, TierSet } from '@auction-tiers/tier-engine';
import { Funnel, countFunnel, type FunnelStages } from '@auction-tiers/tier-engine/measure';

/** Ids and priorities of tiers, by the index that the engine or the tally gives them. */
export class TierList {
  readonly #ids: number[];
  readonly #priorities: number[];
  readonly #indexOfId: Map<number, number>;

  /** `tiers` in the order of the tier set, which the engine's indexes follow. */
  constructor(tiers: readonly { readonly id: number; readonly priority: number }[]) {
    this.#ids = tiers.map(({ id }) => id);
    this.#priorities = tiers.map(({ priority }) => priority);
    this.#indexOfId = new Map(tiers.map(({ id }, index) => [id, index]));
  }

  get count(): number {
    return this.#ids.length;
  }

  /** null: no tier. */
  idOf(index: number): number | null {
    return index < 0 ? null : this.#ids[index]!;
  }

  /** The index of a tier. A tier that is not in the tier set, such as one of an API, gets the next index. */
  indexOf(id: number, priority: number | null): number {
    const known = this.#indexOfId.get(id);
    const index = known ?? this.#ids.length;
    if (known === undefined) {
      this.#indexOfId.set(id, index);
      this.#ids.push(id);
    }
    // The tiers of an API may change during a replay: the highest priority counts, in whatever order answers come.
    this.#priorities[index] = Math.max(this.#priorities[index] ?? 1, priority ?? 1);
    return index;
  }

  priorityOf(id: number): number | undefined {
    const index = this.#indexOfId.get(id);
    return index === undefined ? undefined : this.#priorities[index];
  }

  /** With ids, ascending. */
  priorities(): [number, number][] {
    const pairs = this.#ids.map((id, index): [number, number] => [id, this.#priorities[index]!]);
    return pairs.toSorted(([left], [right]) => left - right);
  }
}

/** Bids by the index of their tier, and the auctions that had any of them; untiered bids have the index -1. */
export class BidsByTier {
  /** The cell of an index is at the index plus 1. */
  #bids = new Float64Array(64);
  #auctions = new Float64Array(64);
  #marks = new Int32Array(64);

  /** Makes room for tiers. */
  reserve(tierCount: number): void {
    if (tierCount < this.#bids.length) return;
    const grown = [
      new Float64Array(2 * tierCount),
      new Float64Array(2 * tierCount),
      new Int32Array(2 * tierCount),
    ] as const;
    grown[0].set(this.#bids);
    grown[1].set(this.#auctions);
    grown[2].set(this.#marks);
    [this.#bids, this.#auctions, this.#marks] = grown;
  }

  /** `auction`: its number, from 1; `quantity`: how many impressions it counts as. */
  count({ bidCount, tierIndexes }: Decision, auction: number, quantity: number): void {
    const [bids, auctions, marks] = [this.#bids, this.#auctions, this.#marks];
    for (let index = 0; index < bidCount; index++) {
      const cell = tierIndexes[index]! + 1;
      bids[cell]! += quantity;
      // 1 in a tier's first bid of the auction, else 0. Without a branch, because which it is cannot be predicted.
      const isOther = marks[cell]! ^ auction;
      auctions[cell]! += quantity * ((isOther | -isOther) >>> 31);
      marks[cell] = auction;
    }
  }

  /** Gives the counts of all indexes that have any, and begins again. */
  take(): { readonly index: number; readonly bids: number; readonly auctions: number }[] {
    const counts = Array.from(this.#bids, (bids, cell) => ({ index: cell - 1, bids, auctions: this.#auctions[cell]! }));
    this.#bids.fill(0);
    this.#auctions.fill(0);
    return counts.filter(({ bids }) => bids > 0);
  }
}

/** The stages of each tier, by its id. */
export type FunnelData = readonly (readonly [number, FunnelStages])[];

/** The funnel of a tier set over many auctions. */
export class TierFunnel {
  readonly #tierSet: TierSet;
  readonly #funnel: Funnel;

  constructor(tierSet: TierSet) {
    this.#tierSet = tierSet;
    this.#funnel = new Funnel(tierSet.tiers.length);
  }

  /**
   * `decision`: with the same tiers, or made of an API's answer about them. `indexes`: those of the bids that count, under a
   * decision of the engine; undefined: all. `times`: how often they count; -1 takes them back.
   */
  add(request: AuctionRequest, decision: Decision, indexes?: readonly number[], times: 1 | -1 = 1): void {
    countFunnel(this.#tierSet, request, decision, this.#funnel, indexes, times);
  }

  stages(): ReadonlyMap<number, FunnelStages> {
    return new Map(this.toData());
  }

  /** `data`: of tiers that the set has. */
  merge(data: FunnelData): void {
    const indexOfId = new Map(this.#tierSet.tiers.map(({ id }, index) => [id, index]));
    for (const [id, stages] of data) {
      const index = indexOfId.get(id);
      if (index !== undefined) this.#funnel.add(index, stages);
    }
  }

  /** In the order of the tier set. */
  toData(): FunnelData {
    return this.#tierSet.tiers.map(({ id }, at) => [id, this.#funnel.stagesOf(at)]);
  }
}
