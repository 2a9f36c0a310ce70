import type { AuctionRequest, TierSetSource } from '@auction-tiers/tier-engine';
import { Decision } from '@auction-tiers/tier-engine';
import type { ReadCommitment } from '@auction-tiers/contract/tier-set';
import { hashSeed, mix, toRank } from '@auction-tiers/chance';
import type { LoggedAuction } from '../../log/auction/logged-auction.ts';
import { dateHourOf } from '../../tally/dimension.ts';
import { Tally } from '../../tally/tally.ts';
import type { LoadedTierSet } from '../../tier-set/tier-set-file.ts';
import { HoursByTier } from './active-hours.ts';
import { blockPlaces, EffectBlocks, hashSeedText, placesOfAuction, sumOfPrices } from './block.ts';
import { BuyerBids } from './buyer-bids.ts';
import { CommitmentBlocks } from './commitment-blocks.ts';
import { HighestBids } from './highest-bids.ts';
import type { SampleBounds } from './lowest-sample.ts';
import { LowestSample } from './lowest-sample.ts';
import { PromiseHours } from './promise-hours.ts';
import type { Met } from './repeats.ts';
import { repeatRank, Repeats, unitRank } from './repeats.ts';
import { type Sale, sell } from './sale.ts';

/** Sample of all auctions, whose prices show their scale. */
const sampleBounds: SampleBounds = { mostAuctions: 1024, mostBids: 32_768 };

export interface CurrentOrder {
  readonly current: Pick<LoadedTierSet, 'tierSet' | 'source'>;
  readonly drafts: readonly { readonly source: TierSetSource }[];
  /** Seed of examples and samples. */
  readonly seed: string;
  /** Drops auctions that were met before. Default: none. */
  readonly met?: Met | undefined;
}

/** What does not depend on the draft: how the current tiers decide an auction, and what is counted of all bids. */
export class CurrentSide {
  readonly buyerBids: BuyerBids;
  readonly highestBids = new HighestBids();
  readonly sample = new LowestSample(sampleBounds);
  readonly repeats = new Repeats();
  /** How often units occur. */
  readonly units = new Repeats();
  /** Auctions at second price, in which the minimum of a tier can raise the price. */
  secondPriceAuctions = 0;
  /** Of the auction that was added last: its decision, its sale, its blocks, its hour and its place in samples. */
  readonly decision = new Decision();
  sale!: Sale;
  readonly places = new Int32Array(placesOfAuction);
  hour = 0;
  rank = 0;
  readonly #order: CurrentOrder;
  readonly #seedHash: readonly [number, number];

  constructor(order: CurrentOrder) {
    this.#order = order;
    this.buyerBids = new BuyerBids([order.current.source, ...order.drafts.map(({ source }) => source)]);
    this.#seedHash = hashSeed(order.seed);
  }

  /** Whether the auction counts: it was not met before. */
  add(auction: LoggedAuction): boolean {
    const { request } = auction;
    const seedHash = hashSeedText(request);
    const micros = sumOfPrices(request);
    const repeat = repeatRank(seedHash, micros);
    if (this.#order.met?.isFirst(repeat, auction) === false) return false;
    this.repeats.add(repeat);
    if (auction.unit !== undefined) this.units.add(unitRank(auction.unit));
    this.sale = sell(this.#order.current.tierSet, request, this.decision);
    this.#place(auction, request, seedHash, micros);
    if (request.auctionType === 2) this.secondPriceAuctions++;
    this.buyerBids.add(request, this.decision);
    this.highestBids.offer(auction);
    this.sample.offer(this.rank, auction);
    return true;
  }

  #place(
    auction: LoggedAuction,
    { timeMs }: AuctionRequest,
    seedHash: ReturnType<typeof hashSeedText>,
    micros: number,
  ) {
    const moment = timeMs + micros;
    const hash = { high: mix(seedHash.high, moment), low: mix(seedHash.low, moment) };
    blockPlaces(auction, hash, this.places);
    this.hour = dateHourOf(timeMs);
    this.rank = toRank(mix(hash.high, this.#seedHash[0] >>> 0), mix(hash.low, this.#seedHash[1] >>> 0));
  }
}

/** The side that the comparisons of several drafts share: an auction is added to it first. */
export class SharedSide extends CurrentSide {
  /** The sums under the current tiers, as far as a verdict depends on them. */
  readonly tally: Tally;
  readonly blocks = new EffectBlocks();
  readonly commitments: CommitmentBlocks;
  readonly promiseHours: PromiseHours;
  readonly tierHours = new HoursByTier();
  /** Whether the auction that was added last counts. */
  hasCounted = false;

  constructor({ commitments = [], ...order }: CurrentOrder & { readonly commitments?: readonly ReadCommitment[] }) {
    super(order);
    this.commitments = new CommitmentBlocks(commitments);
    this.promiseHours = new PromiseHours(commitments);
    this.tally = new Tally({ tierSet: order.current.tierSet, isOfComparison: true, isOfVerdict: true });
  }

  override add(auction: LoggedAuction): boolean {
    this.hasCounted = super.add(auction);
    if (!this.hasCounted) return false;
    this.tally.addDecision(auction.request, this.decision);
    this.blocks.add(this.places, auction.unit !== undefined, this.sale, this.sale);
    this.commitments.add(this.places, this.sale);
    this.promiseHours.addSales(this.hour, this.sale, this.sale);
    this.tierHours.add(this.sale.tierId, this.hour);
    return true;
  }
}
