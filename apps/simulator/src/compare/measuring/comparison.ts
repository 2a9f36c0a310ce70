import type { ChangeKind } from '@auction-tiers/contract/compare-report';
import type { SumsData } from '@auction-tiers/tally';
import type { ReadCommitment } from '@auction-tiers/contract/tier-set';
import type { AuctionRequest } from '@auction-tiers/tier-engine';
import { Decision } from '@auction-tiers/tier-engine';
import { DraftDecider } from '@auction-tiers/tier-engine/measure';
import type { LoggedAuction } from '../../log/auction/logged-auction.ts';
import type { TallyData } from '../../tally/tally.ts';
import { sizesName } from '@auction-tiers/tally';
import { Tally } from '../../tally/tally.ts';
import { TierFunnel } from '../../tally/tiers.ts';
import type { LoadedTierSet } from '../../tier-set/tier-set-file.ts';
import type { EffectBlocksData } from './block.ts';
import { EffectBlocks } from './block.ts';
import { HoursByTier, type HoursByTierData } from './active-hours.ts';
import type { BuyerBids, BuyerBidsData } from './buyer-bids.ts';
import type { ChangeSummaryData } from './change-summary.ts';
import { ChangeSummary, classify, isTouched } from './change-summary.ts';
import { CommitmentBlocks } from './commitment-blocks.ts';
import { Distribution } from './distribution.ts';
import { CurrentSide, type SharedSide } from './current-side.ts';
import type { HighestBids, PlacedBid } from './highest-bids.ts';
import type { ChangedAuction } from './largest-differences.ts';
import { LargestDifferences } from './largest-differences.ts';
import type { SampleBounds, SampleData } from './lowest-sample.ts';
import { LowestSample } from './lowest-sample.ts';
import type { Met, Repeats, RepeatsData } from './repeats.ts';
import { PromiseHours, type PromiseHoursData } from './promise-hours.ts';
import type { RowBlocksData, RowKey } from './row-blocks.ts';
import { RowBlocks } from './row-blocks.ts';
import type { Sale } from './sale.ts';
import { isSameDecision, sell, toSale } from './sale.ts';

/** Dimensions of gains and losses. */
export const rowDimensions = ['buyer', 'tier', 'placement', 'size', 'country', 'device_type'] as const;
export type RowDimension = (typeof rowDimensions)[number];

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
  readonly met?: Met | undefined;
  /**
   * What the comparisons of several drafts share, to which each auction is added before. Such a comparison counts only what
   * its verdict depends on and the draft changes, until `end` adds the rest; it cannot be merged. Default: its own.
   */
  readonly side?: SharedSide;
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
  /** When tiers won, under either tier set. */
  readonly tierHours = new HoursByTier();
  readonly largestDifferences = new LargestDifferences();
  readonly touchedSample = new LowestSample(touchedBounds);
  /** Net of the winners under the draft that a tier makes win, and that under the current tiers lose or are in no tier. */
  newlyPreferredMicros = 0;
  readonly #current: Tally;
  readonly #draft: Tally;
  /** Auctions that both tier sets decide alike, which are counted once for both. */
  #both: Tally | undefined;
  readonly #order: ComparisonOrder;
  readonly #side: CurrentSide;
  /** Of a shared side; undefined: the draft decides each auction anew. */
  readonly #decider: DraftDecider | undefined;
  /** Of a shared side, bids of which the draft's funnel has another stage, as they are now; taken back. */
  readonly #replaced: TierFunnel;
  /** Of the auction that was added last: what the draft decides; of a shared side only where `isOther`. */
  readonly draftDecision = new Decision();
  /** Of a shared side, whether the draft decided the auction that was added last in another way. */
  isOther = false;

  constructor(order: ComparisonOrder) {
    const { current, draft, seed, met, side, commitments = [] } = order;
    this.#order = order;
    this.#side = side ?? new CurrentSide({ current, drafts: [draft], seed, met });
    this.#decider = side === undefined ? undefined : new DraftDecider(current, draft);
    this.#current = side?.tally ?? new Tally({ tierSet: current.tierSet, isOfComparison: true });
    const { tierSet } = this.#decider ?? draft;
    this.#replaced = new TierFunnel(current.tierSet);
    this.#draft = new Tally({ tierSet, isOfComparison: true, isOfVerdict: side !== undefined });
    this.commitments = new CommitmentBlocks(commitments);
    this.promiseHours = new PromiseHours(commitments);
  }

  add(auction: LoggedAuction): void {
    const { side: shared } = this.#order;
    if (shared !== undefined) {
      if (shared.hasCounted) this.#addChange(auction, this.#decider!);
      return;
    }
    if (!this.#side.add(auction)) return;
    const { request } = auction;
    const { sale: current, decision, places, hour, rank } = this.#side;
    const draft = sell(this.#order.draft.tierSet, request, this.draftDecision);
    const isSame = draft.tierId === current.tierId && isSameDecision(decision, this.draftDecision, request.bids.length);
    this.#count(request, isSame);
    this.tierHours.add(current.tierId, hour);
    if (draft.tierId !== current.tierId) this.tierHours.add(draft.tierId, hour);
    this.blocks.add(places, auction.unit !== undefined, current, draft);
    this.commitments.add(places, draft);
    this.promiseHours.addSales(hour, current, draft);
    const kind = classify(current, draft);
    this.changes.add(kind, current, draft, rank, auction);
    if (kind === 'same') return;
    this.#addDifference(auction, kind, draft);
    this.#addRows(request, current, draft);
  }

  /** Adds what the draft changes of an auction that the shared side has. */
  #addChange(auction: LoggedAuction, decider: DraftDecider): void {
    const { request } = auction;
    const { sale: current, decision, places, hour, rank } = this.#side;
    const varied = this.draftDecision;
    this.isOther = decider.decide(request, decision, varied);
    const { tierSet, touched } = decider;
    if (touched.length > 0) {
      this.#draft.addToFunnel(request, varied, touched);
      this.#replaced.add(request, decision, touched, -1);
    }
    if (!this.isOther) return;
    const draft = toSale(tierSet, request, varied);
    const isSame = draft.tierId === current.tierId && isSameDecision(decision, varied, request.bids.length);
    if (!isSame) this.#draft.replace(request, varied, decision, this.#current);
    const kind = classify(current, draft);
    if (kind === 'same') return;
    this.tierHours.add(draft.tierId, hour);
    this.blocks.addChange(places, current, draft);
    this.commitments.addChange(places, current, draft);
    this.promiseHours.addSalesChange(hour, current, draft);
    this.changes.add(kind, current, draft, rank, auction);
    this.#addDifference(auction, kind, draft);
  }

  /** Ends the log of a comparison with a shared side, which then has what the draft leaves as it was. */
  end({ tally, blocks, commitments, promiseHours, tierHours }: SharedSide): void {
    this.#draft.mergeFigures(tally.toData());
    this.#draft.mergeFunnel(this.#replaced.toData());
    this.blocks.merge(blocks.toData());
    this.commitments.merge(commitments.toData());
    this.promiseHours.merge(promiseHours.toData());
    this.tierHours.merge(tierHours.toData());
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

  get buyerBids(): BuyerBids {
    return this.#side.buyerBids;
  }

  get highestBids(): HighestBids {
    return this.#side.highestBids;
  }

  /** A sample of all auctions. */
  get sample(): LowestSample {
    return this.#side.sample;
  }

  get repeats(): Repeats {
    return this.#side.repeats;
  }

  /** How often units occur. */
  get units(): Repeats {
    return this.#side.units;
  }

  get secondPriceAuctions(): number {
    return this.#side.secondPriceAuctions;
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
    this.#side.secondPriceAuctions += data.secondPriceAuctions;
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

  #count(request: AuctionRequest, isSame: boolean): void {
    const { decision: current } = this.#side;
    const draft = this.draftDecision;
    if (!isSame) {
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

  /** Adds an auction whose winner, price or tier differs to what names single auctions. */
  #addDifference(auction: LoggedAuction, kind: ChangeKind, draft: Sale): void {
    const { sale: current, places, rank } = this.#side;
    if (draft.tierId !== null && (current.place !== draft.place || current.tierId === null)) {
      this.newlyPreferredMicros += draft.netMicros;
    }
    this.largestDifferences.offer(auction, places, current, draft);
    if (isTouched(kind)) this.touchedSample.offer(rank, auction);
  }

  #addRows({ impression }: AuctionRequest, current: Sale, draft: Sale): void {
    this.#addRow('buyer', current.memberId, draft.memberId, current, draft);
    this.#addRow('tier', current.tierId, draft.tierId, current, draft);
    const { placementId = null, sizes, country = null, deviceType = null } = impression;
    this.#addRow('placement', placementId, placementId, current, draft);
    const size = sizesName(sizes);
    this.#addRow('size', size, size, current, draft);
    this.#addRow('country', country, country, current, draft);
    this.#addRow('device_type', deviceType, deviceType, current, draft);
    const difference = draft.netMicros - current.netMicros;
    if (difference !== 0) this.distribution.add(difference);
  }

  /** Adds the change of revenue to the row that had the auction and to the row that has it under the draft. */
  #addRow(name: RowDimension, currentKey: RowKey, draftKey: RowKey, current: Sale, draft: Sale): void {
    const rows = this.rows[name];
    if (currentKey === draftKey) {
      rows.add(currentKey, this.#side.places, draft.netMicros - current.netMicros);
      return;
    }
    // A row that gains or loses an auction without revenue changes too. Unsold auctions belong to no row.
    if (current.place >= 0) rows.add(currentKey, this.#side.places, -current.netMicros);
    if (draft.place >= 0) rows.add(draftKey, this.#side.places, draft.netMicros);
  }
}

function byRowDimension<Value>(create: (name: RowDimension) => Value): Readonly<Record<RowDimension, Value>> {
  return Object.fromEntries(rowDimensions.map((name) => [name, create(name)])) as Record<RowDimension, Value>;
}
