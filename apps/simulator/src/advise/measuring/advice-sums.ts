import type { ReadCommitment } from '@auction-tiers/contract/tier-set';
import { type AuctionRequest, Decision, decideAuction } from '@auction-tiers/tier-engine';
import { TierVariations, visitTooCostly } from '@auction-tiers/tier-engine/measure';
import { blockPlaces, EffectBlocks, hashAuction, placesOfAuction } from '../../compare/measuring/block.ts';
import { PromiseHours } from '../../compare/measuring/promise-hours.ts';
import { LowestSample } from '../../compare/measuring/lowest-sample.ts';
import { RowBlocks } from '../../compare/measuring/row-blocks.ts';
import { toRank } from '@auction-tiers/chance';
import type { LoggedAuction } from '../../log/auction/logged-auction.ts';
import { dateHourOf } from '../../tally/dimension.ts';
import type { LoadedTierSet } from '../../tier-set/tier-set-file.ts';
import { TierAlternatives } from './alternatives.ts';
import { Hours } from './hours.ts';
import { Outcome } from './outcome.ts';

/** Bounds of the sample on which proposals are chosen; the sample holds all of a small log. */
export const poolBounds = { mostAuctions: 6000, mostBids: 200_000 };

/** The key of a row: the tier, or one of its buyers. */
export const rowKey = (tierIndex: number, memberId: number | null) => `${tierIndex}/${memberId ?? ''}`;

/** One pass over a log: curves of every tier, effects of leaving out a tier or buyer, and a sample to choose on. */
export class AdviceSums {
  readonly alternatives: readonly TierAlternatives[];
  readonly blocks = new EffectBlocks();
  /** The net change of leaving out a tier or one of its buyers, by `rowKey`. */
  readonly rows = new RowBlocks();
  readonly hours = new Hours();
  readonly promiseHours: PromiseHours;
  readonly pool = new LowestSample(poolBounds);
  auctions = 0;
  bids = 0;
  net = 0;
  untiered = 0;
  /** Wins by buyer. */
  readonly wins = new Map<number, number>();
  readonly amounts: Float64Array;
  /** By index of the tier: the bids that its limit kept out. */
  readonly tooCostly: Float64Array;
  readonly #loaded: Pick<LoadedTierSet, 'tierSet'>;
  readonly #variations: TierVariations;
  readonly #present: Outcome;
  // Reused for each auction.
  readonly #decision = new Decision();
  readonly #places = new Int32Array(placesOfAuction);

  constructor(loaded: Pick<LoadedTierSet, 'tierSet'>, commitments: readonly ReadCommitment[]) {
    const { tierSet } = loaded;
    this.#loaded = loaded;
    this.#variations = new TierVariations(tierSet);
    this.#present = new Outcome(commitments);
    this.amounts = new Float64Array(commitments.length);
    this.promiseHours = new PromiseHours(commitments);
    this.tooCostly = new Float64Array(tierSet.tiers.length);
    this.alternatives = tierSet.tiers.map((_, at) => new TierAlternatives(tierSet, at, commitments));
  }

  add(auction: LoggedAuction): void {
    const { request } = auction;
    const { tierSet } = this.#loaded;
    const hash = hashAuction(request);
    decideAuction(tierSet, request, this.#decision);
    const present = this.#present;
    present.read(tierSet.tiers, request, this.#decision);
    this.#count(request, present);
    visitTooCostly(tierSet, request, this.#decision, (tierIndex) => this.tooCostly[tierIndex]!++);
    blockPlaces(auction, hash, this.#places);
    const sale = { place: 0, grossMicros: 0, netMicros: present.net, memberId: null, tierId: null };
    this.blocks.add(this.#places, auction.unit !== undefined, sale, sale);
    this.#variations.begin(request, this.#decision);
    for (let tier = 0; tier < this.alternatives.length; tier++) {
      this.alternatives[tier]!.add(this.#variations, request, this.#decision, present, (memberId, netChange) => {
        if (netChange !== 0) this.rows.add(rowKey(tier, memberId), this.#places, netChange);
      });
    }
    this.pool.offer(toRank(hash.high, hash.low), auction);
  }

  #count({ timeMs, bids }: AuctionRequest, present: Outcome): void {
    this.auctions++;
    this.bids += bids.length;
    this.net += present.net;
    this.untiered += present.untiered;
    const { buyer } = present;
    if (buyer !== null) this.wins.set(buyer, (this.wins.get(buyer) ?? 0) + 1);
    for (let index = 0; index < this.amounts.length; index++) this.amounts[index]! += present.amounts[index]!;
    const hour = dateHourOf(timeMs);
    this.hours.add(hour, 0);
    this.promiseHours.add(hour, present, present);
  }
}
