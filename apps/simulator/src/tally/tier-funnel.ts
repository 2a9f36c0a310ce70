import type { AuctionRequest, Decision, TierSet } from '@auction-tiers/tier-engine';
import { countFunnel, Funnel } from '@auction-tiers/tier-engine';

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
