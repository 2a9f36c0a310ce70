import type { AuctionRequest, Decision, TierSet } from '@auction-tiers/tier-engine';
import { Funnel, countFunnel } from '@auction-tiers/tier-engine';

/** What is known of the tiers that a tally meets. */
export class TierList {
  readonly #ids: number[];
  readonly #priorities: number[];
  readonly #indexOfId: Map<number, number>;

  /** In the order of the tier set, which is that of the numbers that the engine gives them. */
  constructor(tiers: readonly { readonly id: number; readonly priority: number }[]) {
    this.#ids = tiers.map(({ id }) => id);
    this.#priorities = tiers.map(({ priority }) => priority);
    this.#indexOfId = new Map(tiers.map(({ id }, index) => [id, index]));
  }

  /** null: no tier. */
  idOf(index: number): number | null {
    return index < 0 ? null : this.#ids[index]!;
  }

  /** The number of a tier; one that the tier set does not have, such as an API's, gets the next. */
  indexOf(id: number, priority: number | null): number {
    const known = this.#indexOfId.get(id);
    const index = known ?? this.#ids.length;
    if (known === undefined) {
      this.#indexOfId.set(id, index);
      this.#ids.push(id);
    }
    // Answers of an API may change while they are gathered: the highest priority stands, whatever came first.
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

/** How many bids came how far with a tier. Each stage is a part of the one before. */
export interface FunnelStages {
  /** The tier names their buyer. */
  readonly listed: number;
  /** And the net price is enough. */
  readonly pricedIn: number;
  /** And the impression is one that the tier is for: these bids match it. */
  readonly targeted: number;
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

  /** `decision` is that of the same tiers, or an answer about them. */
  add(request: AuctionRequest, decision: Decision): void {
    countFunnel(this.#tierSet, request, decision, this.#funnel);
  }

  stages(): ReadonlyMap<number, FunnelStages> {
    return new Map(this.toData());
  }

  /** Of tiers that the set has. */
  merge(data: FunnelData): void {
    const indexOfId = new Map(this.#tierSet.tiers.map(({ id }, index) => [id, index]));
    const { listed, pricedIn, targeted } = this.#funnel;
    for (const [id, stages] of data) {
      const index = indexOfId.get(id);
      if (index === undefined) continue;
      listed[index]! += stages.listed;
      pricedIn[index]! += stages.pricedIn;
      targeted[index]! += stages.targeted;
    }
  }

  /** In the order of the tier set. */
  toData(): FunnelData {
    const { listed, pricedIn, targeted } = this.#funnel;
    return this.#tierSet.tiers.map(({ id }, at) => [
      id,
      { listed: listed[at]!, pricedIn: pricedIn[at]!, targeted: targeted[at]! },
    ]);
  }
}
