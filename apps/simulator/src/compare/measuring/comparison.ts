import type { SumsData } from '@auction-tiers/tally';
import type { ReadCommitment } from '@auction-tiers/contract/tier-set';
import type { AuctionRequest } from '@auction-tiers/tier-engine';
import { Decision } from '@auction-tiers/tier-engine';
import { hashSeed, mix, toRank } from '@auction-tiers/chance';
import type { LoggedAuction } from '../../log/auction/logged-auction.ts';
import type { TallyData } from '../../tally/tally.ts';
import { sizesName } from '@auction-tiers/tally';
import { dateHourOf } from '../../tally/dimension.ts';
import { Tally } from '../../tally/tally.ts';
import type { LoadedTierSet } from '../../tier-set/tier-set-file.ts';
import type { EffectBlocksData } from './block.ts';
import { blockPlaces, EffectBlocks, hashSeedText, placesOfAuction, sumOfPrices } from './block.ts';
import { HoursByTier, type HoursByTierData } from './active-hours.ts';
import type { BuyerBidsData } from './buyer-bids.ts';
import { BuyerBids } from './buyer-bids.ts';
import type { ChangeSummaryData } from './change-summary.ts';
import { ChangeSummary, classify, isTouched } from './change-summary.ts';
import { CommitmentBlocks } from './commitment-blocks.ts';
import { Distribution } from './distribution.ts';
import type { PlacedBid } from './highest-bids.ts';
import { HighestBids } from './highest-bids.ts';
import type { ChangedAuction } from './largest-differences.ts';
import { LargestDifferences } from './largest-differences.ts';
import type { SampleBounds, SampleData } from './lowest-sample.ts';
import { LowestSample } from './lowest-sample.ts';
import type { Met, RepeatsData } from './repeats.ts';
import { repeatRank, Repeats, unitRank } from './repeats.ts';
import { PromiseHours, type PromiseHoursData } from './promise-hours.ts';
import type { RowBlocksData, RowKey } from './row-blocks.ts';
import { RowBlocks } from './row-blocks.ts';
import type { Sale } from './sale.ts';
import { isSameDecision, sell } from './sale.ts';

/** Dimensions of gains and losses. */
export const rowDimensions = ['buyer', 'tier', 'placement', 'size', 'country', 'device_type'] as const;
export type RowDimension = (typeof rowDimensions)[number];

/** Sample of all auctions, whose prices show their scale. */
const sampleBounds: SampleBounds = { mostAuctions: 1024, mostBids: 32_768 };
/** Sample of the auctions that the draft changes, which are run again with the bids of buyers that react. */
const touchedBounds: SampleBounds = { mostAuctions: 2048, mostBids: 65_536 };

/** The sums of a part of a log. Plain data for `postMessage`; not for JSON, because auctions may hold maps. */
export interface ComparisonData {
  readonly current: TallyData;
  readonly draft: TallyData;
  readonly blocks: EffectBlocksData;
  readonly rows: Readonly<Record<RowDimension, RowBlocksData>>;
  readonly commitments: SumsData;
  readonly promiseHours: PromiseHoursData;
  readonly changes: ChangeSummaryData;
  readonly distribution: readonly number[];
  readonly buyerBids: BuyerBidsData;
  readonly tierHours: HoursByTierData;
  readonly highestBids: readonly PlacedBid[];
  readonly largestDifferences: readonly ChangedAuction[];
  readonly sample: SampleData;
  readonly touchedSample: SampleData;
  readonly secondPriceAuctions: number;
  readonly newlyPreferredMicros: number;
  readonly repeats: RepeatsData;
  readonly units: RepeatsData;
}

/** What a comparison needs of a tier set. */
export type ComparedTierSet = Pick<LoadedTierSet, 'tierSet' | 'source'>;

export interface ComparisonOrder {
  readonly current: ComparedTierSet;
  readonly draft: ComparedTierSet;
  /** Seed of examples and the sample. */
  readonly seed: string;
  /** Default: none. */
  readonly commitments?: readonly ReadCommitment[];
  /** Drops auctions that were met before. Default: none. */
  readonly met?: Met;
}

/**
 * Runs auctions under two tier sets with the same seeds, so that draws are equal, and keeps what a report needs in bounded
 * memory. Parts of a log merge, in any order, to exactly what the whole gives.
 */
export class Comparison {
  readonly blocks = new EffectBlocks();
  readonly rows = byRowDimension(() => new RowBlocks());
  readonly commitments: CommitmentBlocks;
  readonly promiseHours: PromiseHours;
  readonly changes = new ChangeSummary();
  readonly distribution = new Distribution();
  readonly buyerBids: BuyerBids;
  /** When tiers won, under either tier set. */
  readonly tierHours = new HoursByTier();
  readonly highestBids = new HighestBids();
  readonly largestDifferences = new LargestDifferences();
  readonly sample = new LowestSample(sampleBounds);
  readonly repeats = new Repeats();
  /** How often units occur. */
  readonly units = new Repeats();
  readonly touchedSample = new LowestSample(touchedBounds);
  /** Auctions at second price, in which the minimum of a tier can raise the price. */
  secondPriceAuctions = 0;
  /** Net of the winners under the draft that a tier makes win, and that under the current tiers lose or are in no tier. */
  newlyPreferredMicros = 0;
  readonly #current: Tally;
  readonly #draft: Tally;
  /** Auctions that both tier sets decide alike, which are counted once for both. */
  #both: Tally | undefined;
  readonly #order: ComparisonOrder;
  readonly #seedHash: readonly [number, number];
  // Reused for each auction.
  readonly #places = new Int32Array(placesOfAuction);
  readonly #currentDecision = new Decision();
  readonly #draftDecision = new Decision();

  constructor(order: ComparisonOrder) {
    const { current, draft, seed, commitments = [] } = order;
    this.#order = order;
    this.#current = new Tally({ tierSet: current.tierSet, isOfComparison: true });
    this.#draft = new Tally({ tierSet: draft.tierSet, isOfComparison: true });
    this.buyerBids = new BuyerBids([current.source, draft.source]);
    this.commitments = new CommitmentBlocks(commitments);
    this.promiseHours = new PromiseHours(commitments);
    this.#seedHash = hashSeed(seed);
  }

  add(auction: LoggedAuction): void {
    const { request } = auction;
    const seedHash = hashSeedText(request);
    const micros = sumOfPrices(request);
    const repeat = repeatRank(seedHash, micros);
    if (this.#order.met?.isFirst(repeat, auction) === false) return;
    this.repeats.add(repeat);
    if (auction.unit !== undefined) this.units.add(unitRank(auction.unit));
    const current = sell(this.#order.current.tierSet, request, this.#currentDecision);
    const draft = sell(this.#order.draft.tierSet, request, this.#draftDecision);
    this.#count(request, current.tierId === draft.tierId);
    if (request.auctionType === 2) this.secondPriceAuctions++;
    if (draft.tierId !== null && (current.place !== draft.place || current.tierId === null)) {
      this.newlyPreferredMicros += draft.netMicros;
    }
    this.buyerBids.add(request, this.#currentDecision);
    this.highestBids.offer(auction);
    const hour = dateHourOf(request.timeMs);
    this.tierHours.add(current.tierId, hour);
    if (draft.tierId !== current.tierId) this.tierHours.add(draft.tierId, hour);

    const moment = request.timeMs + micros;
    const hash = { high: mix(seedHash.high, moment), low: mix(seedHash.low, moment) };
    blockPlaces(auction, hash, this.#places);
    this.blocks.add(this.#places, auction.unit !== undefined, current, draft);
    this.commitments.add(this.#places, draft);
    this.promiseHours.addSales(hour, current, draft);
    const rank = toRank(mix(hash.high, this.#seedHash[0] >>> 0), mix(hash.low, this.#seedHash[1] >>> 0));
    this.sample.offer(rank, auction);
    const kind = classify(current, draft);
    this.changes.add(kind, current, draft, rank, auction);
    if (kind === 'same') return;
    this.largestDifferences.offer(auction, this.#places, current, draft);
    if (isTouched(kind)) this.touchedSample.offer(rank, auction);
    this.#addRow('buyer', current.memberId, draft.memberId, current, draft);
    this.#addRow('tier', current.tierId, draft.tierId, current, draft);
    const { placementId = null, sizes, country = null, deviceType = null } = request.impression;
    this.#addRow('placement', placementId, placementId, current, draft);
    const size = sizesName(sizes);
    this.#addRow('size', size, size, current, draft);
    this.#addRow('country', country, country, current, draft);
    this.#addRow('device_type', deviceType, deviceType, current, draft);
    const difference = draft.netMicros - current.netMicros;
    if (difference !== 0) this.distribution.add(difference);
  }

  /** The sums under the current tiers. */
  get current(): Tally {
    this.#settle();
    return this.#current;
  }

  /** The sums under the draft. */
  get draft(): Tally {
    this.#settle();
    return this.#draft;
  }

  merge(data: ComparisonData): void {
    this.current.merge(data.current);
    this.draft.merge(data.draft);
    this.blocks.merge(data.blocks);
    for (const name of rowDimensions) this.rows[name].merge(data.rows[name]);
    this.commitments.merge(data.commitments);
    this.promiseHours.merge(data.promiseHours);
    this.changes.merge(data.changes);
    this.distribution.merge(data.distribution);
    this.buyerBids.merge(data.buyerBids);
    this.tierHours.merge(data.tierHours);
    this.highestBids.merge(data.highestBids);
    this.largestDifferences.merge(data.largestDifferences);
    this.sample.merge(data.sample);
    this.touchedSample.merge(data.touchedSample);
    this.repeats.merge(data.repeats);
    this.units.merge(data.units);
    this.secondPriceAuctions += data.secondPriceAuctions;
    this.newlyPreferredMicros += data.newlyPreferredMicros;
  }

  toData(): ComparisonData {
    return {
      current: this.current.toData(),
      draft: this.draft.toData(),
      blocks: this.blocks.toData(),
      rows: byRowDimension((name) => this.rows[name].toData()),
      commitments: this.commitments.toData(),
      promiseHours: this.promiseHours.toData(),
      changes: this.changes.toData(),
      distribution: this.distribution.toData(),
      buyerBids: this.buyerBids.toData(),
      tierHours: this.tierHours.toData(),
      highestBids: this.highestBids.toData(),
      largestDifferences: this.largestDifferences.toData(),
      sample: this.sample.toData(),
      touchedSample: this.touchedSample.toData(),
      repeats: this.repeats.toData(),
      units: this.units.toData(),
      secondPriceAuctions: this.secondPriceAuctions,
      newlyPreferredMicros: this.newlyPreferredMicros,
    };
  }

  #count(request: AuctionRequest, isSameTier: boolean): void {
    const [current, draft] = [this.#currentDecision, this.#draftDecision];
    if (!isSameTier || !isSameDecision(current, draft, request.bids.length)) {
      this.#current.addDecision(request, current);
      this.#draft.addDecision(request, draft);
      return;
    }
    this.#both ??= new Tally({ tierSet: this.#order.current.tierSet, isOfComparison: true, hasFunnel: false });
    this.#both.addDecision(request, current);
    this.#current.addToFunnel(request, current);
    this.#draft.addToFunnel(request, draft);
  }

  /** Adds what was counted once for both tier sets to the sums of each. */
  #settle(): void {
    const data = this.#both?.toData();
    this.#both = undefined;
    if (data === undefined) return;
    this.#current.mergeFigures(data);
    this.#draft.mergeFigures(data);
  }

  /** Adds the change of revenue to the row that had the auction and to the row that has it under the draft. */
  #addRow(name: RowDimension, currentKey: RowKey, draftKey: RowKey, current: Sale, draft: Sale): void {
    const rows = this.rows[name];
    if (currentKey === draftKey) {
      rows.add(currentKey, this.#places, draft.netMicros - current.netMicros);
      return;
    }
    // A row that gains or loses an auction without revenue changes too. Unsold auctions belong to no row.
    if (current.place >= 0) rows.add(currentKey, this.#places, -current.netMicros);
    if (draft.place >= 0) rows.add(draftKey, this.#places, draft.netMicros);
  }
}

function byRowDimension<Value>(create: (name: RowDimension) => Value): Readonly<Record<RowDimension, Value>> {
  return Object.fromEntries(rowDimensions.map((name) => [name, create(name)])) as Record<RowDimension, Value>;
}
