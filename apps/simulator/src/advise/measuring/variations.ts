import type { ReadCommitment } from '@auction-tiers/contract/tier-set';
import { Decision, decideAuction, type TierSet } from '@auction-tiers/tier-engine';
import { DraftDecider } from '@auction-tiers/tier-engine/measure';
import type { ComparedTierSet } from '../../compare/measuring/comparison.ts';
import { PromiseHours } from '../../compare/measuring/promise-hours.ts';
import { blockPlaces, EffectBlocks, hashAuction, placesOfAuction } from '../../compare/measuring/block.ts';
import type { LoggedAuction } from '../../log/auction/logged-auction.ts';
import { dateHourOf } from '../../tally/dimension.ts';
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
  /** What the present tiers bring on the same days. */
  readonly present: { net: number; readonly amounts: Float64Array };
  gain = 0;
  /** What preferring costs where the winner was promised something, with the proposal and at present, CPM micros. */
  forgone = 0;
  presentForgone = 0;
  readonly tierSet: TierSet;
  readonly decider: DraftDecider;
  readonly judgedOn: Half | 'both';
  readonly outcome: Outcome;

  constructor(
    present: ComparedTierSet,
    draft: ComparedTierSet,
    judgedOn: Half | 'both',
    commitments: readonly ReadCommitment[],
  ) {
    this.tierSet = draft.tierSet;
    this.decider = new DraftDecider(present, draft);
    this.judgedOn = judgedOn;
    this.outcome = new Outcome(commitments);
    this.amounts = new Float64Array(commitments.length);
    this.present = { net: 0, amounts: new Float64Array(commitments.length) };
    this.promiseHours = new PromiseHours(commitments);
  }
}

/** A second pass over a log, which judges each proposal on the days on which it was not chosen. */
export class Variations {
  readonly variations: readonly Variation[];
  readonly #present: TierSet;
  readonly #halfOf: (hour: number) => Half;
  readonly #outcome: Outcome;
  readonly #decision = new Decision();
  readonly #varied = new Decision();
  readonly #places = new Int32Array(placesOfAuction);
  /** By half. */
  readonly #presentBlocks = [new EffectBlocks(), new EffectBlocks()] as const;

  /** `halfOf`: the half that an hour since the epoch is in. */
  constructor(present: TierSet, variations: readonly Variation[], halfOf: (hour: number) => Half) {
    this.#present = present;
    this.variations = variations;
    this.#halfOf = halfOf;
    this.#outcome = new Outcome(variations[0]?.outcome.commitments ?? []);
  }

  /** Ends the pass: the blocks of each proposal, until then only of what it changes, get what the present tiers bring. */
  end(): void {
    const [first, second] = this.#presentBlocks.map((blocks) => blocks.toData());
    for (const { blocks, judgedOn } of this.variations) {
      if (judgedOn !== 1) blocks.merge(first!);
      if (judgedOn !== 0) blocks.merge(second!);
    }
  }

  add(auction: LoggedAuction): void {
    const { request } = auction;
    const hour = dateHourOf(request.timeMs);
    const half = this.#halfOf(hour);
    const decision = this.#decision;
    decideAuction(this.#present, request, decision);
    this.#outcome.read(this.#present.tiers, request, decision);
    const { net: present, untiered, buyer, isPromised } = this.#outcome;
    const presentSale = toSale(present);
    blockPlaces(auction, hashAuction(request), this.#places);
    this.#presentBlocks[half].add(this.#places, auction.unit !== undefined, presentSale, presentSale);
    for (const variation of this.variations) {
      if (variation.judgedOn !== 'both' && variation.judgedOn !== half) continue;
      const isOther = variation.decider.decide(request, decision, this.#varied);
      const outcome = isOther ? variation.outcome : this.#outcome;
      if (isOther) outcome.read(variation.tierSet.tiers, request, this.#varied);
      outcome.addTo(variation);
      this.#outcome.addTo(variation.present);
      variation.promiseHours.add(hour, this.#outcome, outcome);
      variation.gain += outcome.net - present;
      if (outcome.isPromised) variation.forgone += outcome.untiered - outcome.net;
      if (isPromised) variation.presentForgone += untiered - present;
      if (outcome.net !== present || outcome.buyer !== buyer) {
        addTo(variation.buyers, buyer, -present);
        addTo(variation.buyers, outcome.buyer, outcome.net);
      }
      if (isOther) variation.blocks.addChange(this.#places, presentSale, toSale(outcome.net));
      variation.hours.add(hour, outcome.net - present);
    }
  }
}

function addTo(sums: Map<number, number>, buyer: number | null, netMicros: number): void {
  if (buyer !== null) sums.set(buyer, (sums.get(buyer) ?? 0) + netMicros);
}

/** What blocks sum of an auction that brings so much. */
export const toSale = (netMicros: number) => ({ place: 0, grossMicros: 0, netMicros, memberId: null, tierId: null });
