import type { ReadCommitment } from '@auction-tiers/contract/tier-set';
import type { TierSet } from '@auction-tiers/tier-engine';
import type { Comparison } from '../../compare/measuring/comparison.ts';
import type { SharedSide } from '../../compare/measuring/current-side.ts';
import { PromiseHours } from '../../compare/measuring/promise-hours.ts';
import { EffectBlocks } from '../../compare/measuring/block.ts';
import type { LoggedAuction } from '../../log/auction/logged-auction.ts';
import { Hours } from './hours.ts';
import { Outcome } from './outcome.ts';

/** One half of the days: a proposal that was chosen on it is judged on the other half. */
export type Half = 0 | 1;

/** One proposal on the days on which it is judged. */
export class Variation {
  readonly blocks = new EffectBlocks();
  readonly hours = new Hours();
  readonly promiseHours: PromiseHours;
  readonly amounts: Float64Array;
  /** By buyer, how its net changes, CPM micros. */
  readonly buyers = new Map<number, number>();
  net = 0;
  /** What the present tiers bring on the same days. `buyers`: net by buyer, CPM micros. */
  readonly present: { net: number; readonly amounts: Float64Array; readonly buyers: Map<number, number> };
  gain = 0;
  /** What preferring costs where the winner was promised something, with the proposal and at present, CPM micros. */
  forgone = 0;
  presentForgone = 0;
  readonly tierSet: TierSet;
  /** What has decided each auction under the proposal, on all days. */
  readonly comparison: Comparison;
  readonly judgedOn: Half | 'both';
  readonly outcome: Outcome;

  constructor(
    tierSet: TierSet,
    comparison: Comparison,
    judgedOn: Half | 'both',
    commitments: readonly ReadCommitment[],
  ) {
    this.tierSet = tierSet;
    this.comparison = comparison;
    this.judgedOn = judgedOn;
    this.outcome = new Outcome(commitments);
    this.amounts = new Float64Array(commitments.length);
    this.present = { net: 0, amounts: new Float64Array(commitments.length), buyers: new Map() };
    this.promiseHours = new PromiseHours(commitments);
  }

  /** Adds what `outcome` changes of an auction. */
  addChange(places: Int32Array, hour: number, present: Outcome): void {
    const { outcome, amounts } = this;
    const more = outcome.net - present.net;
    this.promiseHours.addChange(hour, present, outcome);
    this.net += more;
    for (let at = 0; at < amounts.length; at++) amounts[at]! += outcome.amounts[at]! - present.amounts[at]!;
    this.forgone += forgoneForPromises(outcome) - forgoneForPromises(present);
    if (more === 0 && outcome.buyer === present.buyer) return;
    addTo(this.buyers, present.buyer, -present.net);
    addTo(this.buyers, outcome.buyer, outcome.net);
    this.gain += more;
    this.blocks.addChange(places, toSale(present.net), toSale(outcome.net));
    this.hours.addChange(hour, more);
  }

  /** Adds what the present tiers bring on days on which it is judged. */
  addPresent(sums: PresentSums): void {
    const { present, amounts } = this;
    this.blocks.merge(sums.blocks.toData());
    this.hours.merge(sums.hours);
    this.promiseHours.merge(sums.promiseHours.toData());
    this.net += sums.net;
    present.net += sums.net;
    for (const [buyer, net] of sums.buyers) addTo(present.buyers, buyer, net);
    for (let at = 0; at < amounts.length; at++) {
      amounts[at]! += sums.amounts[at]!;
      present.amounts[at]! += sums.amounts[at]!;
    }
    this.forgone += sums.forgone;
    this.presentForgone += sums.forgone;
  }
}

/** What the present tiers bring on one half of the days. */
class PresentSums {
  readonly blocks = new EffectBlocks();
  readonly hours = new Hours();
  readonly promiseHours: PromiseHours;
  readonly amounts: Float64Array;
  readonly buyers = new Map<number, number>();
  net = 0;
  forgone = 0;

  constructor(commitments: readonly ReadCommitment[]) {
    this.promiseHours = new PromiseHours(commitments);
    this.amounts = new Float64Array(commitments.length);
  }
}

/** Judges each proposal on the days on which it was not chosen, beside the comparisons of all days that decide the auctions. */
export class Variations {
  readonly variations: readonly Variation[];
  readonly #present: TierSet;
  readonly #side: SharedSide;
  readonly #halfOf: (hour: number) => Half;
  readonly #outcome: Outcome;
  /** By half. */
  readonly #presentSums: readonly [PresentSums, PresentSums];

  /** `halfOf`: the half that an hour since the epoch is in. */
  constructor(present: TierSet, side: SharedSide, variations: readonly Variation[], halfOf: (hour: number) => Half) {
    const commitments = variations[0]?.outcome.commitments ?? [];
    this.#present = present;
    this.#side = side;
    this.variations = variations;
    this.#halfOf = halfOf;
    this.#outcome = new Outcome(commitments);
    this.#presentSums = [new PresentSums(commitments), new PresentSums(commitments)];
  }

  /** Ends the pass: each proposal, until then only what it changes, gets what the present tiers bring. */
  end(): void {
    for (const [half, sums] of this.#presentSums.entries()) {
      for (const variation of this.variations) {
        if (variation.judgedOn === 'both' || variation.judgedOn === half) variation.addPresent(sums);
      }
    }
  }

  add(auction: LoggedAuction): void {
    const { request } = auction;
    const { hour, places, decision } = this.#side;
    const half = this.#halfOf(hour);
    const present = this.#outcome;
    present.read(this.#present.tiers, request, decision);
    const sale = toSale(present.net);
    const sums = this.#presentSums[half];
    sums.blocks.add(places, auction.unit !== undefined, sale, sale);
    sums.hours.add(hour, 0);
    sums.promiseHours.add(hour, present, present);
    sums.forgone += forgoneForPromises(present);
    present.addTo(sums);
    addTo(sums.buyers, present.buyer, present.net);
    for (const variation of this.variations) {
      if (variation.judgedOn !== 'both' && variation.judgedOn !== half) continue;
      const { comparison, outcome, tierSet } = variation;
      if (!comparison.isOther) continue;
      outcome.read(tierSet.tiers, request, comparison.draftDecision);
      variation.addChange(places, hour, present);
    }
  }
}

/** What preferring costs in an auction whose winner was promised something, CPM micros. */
function forgoneForPromises({ isPromised, untiered, net }: Outcome): number {
  return isPromised ? untiered - net : 0;
}

function addTo(sums: Map<number, number>, buyer: number | null, netMicros: number): void {
  if (buyer !== null) sums.set(buyer, (sums.get(buyer) ?? 0) + netMicros);
}

/** What blocks sum of an auction that brings so much. */
export const toSale = (netMicros: number) => ({ place: 0, grossMicros: 0, netMicros, memberId: null, tierId: null });
