import {
  AuctionFigures,
  belowFloorCode,
  breakdownValue,
  type ChosenBreakdown,
  excludedCode,
  ExactSums,
  grossOffset,
  netOffset,
  sizesName,
  type SumsData,
  timesQuantity,
  type ValueTableData,
} from '@auction-tiers/tally';
import type { AuctionRequest, AuctionResult, Outcome, TierSet } from '@auction-tiers/tier-engine';
import { Decision } from '@auction-tiers/tier-engine';
import type { FunnelStages } from '@auction-tiers/tier-engine/measure';
import type { Key } from './breakdown.ts';
import { Breakdown } from './breakdown.ts';
import type { Dimension } from './dimension.ts';
import { dateHourOf, dimensions, hourOf } from './dimension.ts';
import { OutcomeTable } from './outcome-table.ts';
import type { BidValue, Columns, RowFigures, TallyRow } from './row.ts';
import {
  addValue,
  auctionCount,
  baselineColumns,
  belowFloorColumns,
  bidCount,
  columnCount,
  excludedColumns,
  forgoneColumn,
  readRow,
  revenueColumns,
} from './row.ts';
import type { FunnelData } from './tiers.ts';
import { BidsByTier, TierFunnel, TierList } from './tiers.ts';
import { toDecision } from './to-decision.ts';

// Exact sums of auctions under one tier set, as the seller sees them. A comparison has two tallies of the same auctions.
//
//   const tally = new Tally({ tierSet });             // the tier set is for the funnel, and optional
//   tally.add(request, result, baselineResult);        // each auction; the baseline (without tiers) is optional
//   tally.addDecision(request, decision, baseline);    // the same from decisions, much faster
//   tally.merge(other.toData());                       // tallies of parts, in any order; plain data, JSON carries it
//   tally.totals(); tally.rows('buyer'); tally.funnel();
//
// Counts are whole, money is exact CPM micros (bigint), and nothing depends on the order of the auctions.

export interface TallyOptions {
  readonly tierSet?: TierSet | undefined;
  /** Keys of a breakdown that have a row of their own; the others are counted together. Tiers all have one. */
  readonly mostKeys?: number;
  /**
   * Whether it counts what a comparison reports: no bids by row, but only sales; no rows by market area or hour of the day,
   * but rows by country and device type. Bids by row took a tenth of the time of a comparison.
   */
  readonly isOfComparison?: boolean;
  /** Of a comparison, whether it counts only what the verdict depends on: no rows of placements, sizes, countries or devices. */
  readonly isOfVerdict?: boolean;
  /** Attributes that are counted beside those that a replay always has, as the live report counts them. */
  readonly by?: readonly ChosenBreakdown[] | undefined;
  /** Whether bids are counted by the stage of each tier of the tier set that they reach. Default: true. */
  readonly hasFunnel?: boolean;
}

/** The figures of all auctions. */
export interface TallyTotals extends RowFigures {
  readonly auctionsWithBids: number;
  readonly outcomes: Readonly<Record<Outcome, BidValue>>;
  readonly baselineOutcomes: Readonly<Record<Outcome, BidValue>>;
}

/** More than a reader needs, in little memory. */
const usualMostKeys = 10_000;
/** The breakdowns that every replay has. */
const alwaysCounted: ReadonlySet<ChosenBreakdown> = new Set(['dma', 'size', 'placement']);
/** The columns of bids that are out of their auction. */
const outColumns = [
  { code: excludedCode, columns: excludedColumns },
  { code: belowFloorCode, columns: belowFloorColumns },
];

export class Tally {
  readonly #totals = new ExactSums(columnCount);
  readonly #onlyRow = this.#totals.append();
  #auctionsWithBids = 0;
  readonly #outcomes = new OutcomeTable();
  readonly #baselineOutcomes = new OutcomeTable();
  readonly #breakdowns: Readonly<Record<Dimension, Breakdown>>;
  readonly #tiers: TierList;
  /** Counts that are not yet in the rows of the tiers. */
  readonly #bidsByTier = new BidsByTier();
  readonly #funnel: TierFunnel | undefined;
  readonly #isOfComparison: boolean;
  readonly #isOfVerdict: boolean;
  readonly #by: readonly ChosenBreakdown[];
  #auctionNumber = 0;
  // Reused for each auction.
  readonly #sum = new AuctionFigures();
  readonly #baselineSum = new AuctionFigures();
  /** What the auction adds to each of its rows. */
  readonly #amounts = new Float64Array(columnCount);
  /** By place of the bid, the row of its buyer. */
  #buyerRows = new Int32Array(64);
  readonly #decision = new Decision();
  readonly #baseline = new Decision();

  constructor({
    tierSet,
    mostKeys = usualMostKeys,
    isOfComparison = false,
    isOfVerdict = false,
    by = [],
    hasFunnel = true,
  }: TallyOptions = {}) {
    this.#isOfComparison = isOfComparison;
    this.#isOfVerdict = isOfVerdict;
    this.#by = by.filter((name) => !alwaysCounted.has(name));
    // Tiers all have a row.
    this.#breakdowns = {
      tier: new Breakdown(Infinity),
      buyer: new Breakdown(mostKeys),
      dma: new Breakdown(mostKeys),
      size: new Breakdown(mostKeys),
      placement: new Breakdown(mostKeys),
      hour: new Breakdown(mostKeys),
      date_hour: new Breakdown(mostKeys),
      country: new Breakdown(mostKeys),
      device_type: new Breakdown(mostKeys),
      site: new Breakdown(mostKeys),
      domain: new Breakdown(mostKeys),
      media_type: new Breakdown(mostKeys),
      deal: new Breakdown(mostKeys),
    };
    this.#tiers = new TierList(tierSet?.tiers ?? []);
    this.#funnel = tierSet && hasFunnel ? new TierFunnel(tierSet) : undefined;
  }

  /** `result` is of this request; so is `baseline`, its result without any tiers. */
  add(request: AuctionRequest, result: AuctionResult, baseline?: AuctionResult): void {
    const indexOf = (tierId: number, priority: number | null) => this.#tiers.indexOf(tierId, priority);
    const decision = toDecision(result, indexOf, this.#decision);
    this.addDecision(request, decision, baseline && toDecision(baseline, indexOf, this.#baseline));
  }

  /** The same from decisions, which have tiers by their place in the tier set of the tally. */
  addDecision(request: AuctionRequest, decision: Decision, baseline?: Decision): void {
    this.#auctionNumber++;
    this.#sum.set(request, decision);
    if (baseline !== undefined) {
      this.#baselineSum.set(request, baseline);
      this.#baselineOutcomes.add(this.#baselineSum);
    }
    this.#funnel?.add(request, decision);
    if (!this.#isOfComparison) this.#addBids(request, decision);
    this.#addFigures(request, decision, this.#tiers, baseline);
  }

  /** Counts, but for the funnel, a decision in place of that of `other`, a tally of other tiers that is merged with it. */
  replace(request: AuctionRequest, decision: Decision, replaced: Decision, other: Tally): void {
    this.#auctionNumber++;
    this.#sum.set(request, decision);
    this.#addFigures(request, decision, this.#tiers);
    this.#sum.set(request, replaced);
    this.#sum.negate();
    this.#addFigures(request, replaced, other.#tiers);
  }

  /** Adds the figures of an auction, which are set, to all rows. `tiers`: those of the decision. */
  #addFigures(request: AuctionRequest, decision: Decision, tiers: TierList, baseline?: Decision): void {
    if (request.bids.length > 0) this.#auctionsWithBids += this.#sum.quantity;
    this.#outcomes.add(this.#sum);
    this.#addSales(request, decision, tiers, baseline);
    this.#setAmounts(baseline !== undefined);
    this.#totals.addAmounts(this.#onlyRow, this.#amounts);
    const { impression, timeMs } = request;
    const breakdowns = this.#breakdowns;
    const dateHour = dateHourOf(timeMs);
    if (this.#isOfVerdict) {
      this.#addTo(breakdowns.date_hour, dateHour);
      breakdowns.buyer.boundAtTwice();
      return;
    }
    this.#addTo(breakdowns.placement, impression.placementId ?? null);
    this.#addTo(breakdowns.size, sizesName(impression.sizes));
    this.#addTo(breakdowns.date_hour, dateHour);
    if (this.#isOfComparison) {
      this.#addTo(breakdowns.country, impression.country ?? null);
      this.#addTo(breakdowns.device_type, impression.deviceType ?? null);
    } else {
      this.#addTo(breakdowns.dma, impression.dma ?? null);
      this.#addTo(breakdowns.hour, hourOf(dateHour));
      const { winnerIndex } = decision;
      const winner = winnerIndex < 0 ? undefined : request.bids[winnerIndex];
      for (const name of this.#by) {
        const value = breakdownValue[name](impression, winner);
        this.#addTo(breakdowns[name], value === '' ? null : value);
      }
    }
    breakdowns.buyer.boundAtTwice();
  }

  /**
   * Adds an auction to the funnel alone: another tally has the rest, which is merged with `mergeFigures`. `indexes`: those of
   * the bids that count; undefined: all.
   */
  addToFunnel(request: AuctionRequest, decision: Decision, indexes?: readonly number[]): void {
    this.#funnel?.add(request, decision, indexes);
  }

  totals(): TallyTotals {
    return {
      ...readRow(this.#totals, this.#onlyRow),
      auctionsWithBids: this.#auctionsWithBids,
      outcomes: this.#outcomes.values(),
      baselineOutcomes: this.#baselineOutcomes.values(),
    };
  }

  /** Rows with auctions by ascending key; then the row without a key, then the row of all other keys. */
  rows(name: Dimension): TallyRow[] {
    this.#settle();
    const breakdown = this.#breakdowns[name];
    // In a comparison rows count sales only, but every tier that took a bid has one.
    const takers = this.#isOfComparison && name === 'tier' ? this.#findTakers() : undefined;
    for (const tierId of takers ?? []) breakdown.rowOf(tierId);
    const read = (key: Key | null, row: number, isOther = false): TallyRow => ({
      key,
      isOther,
      ...readRow(breakdown.sums, row),
    });
    const own = breakdown.entries().map(([key, row]) => read(key, row));
    return [...own, read(null, breakdown.otherRow, true)].filter(
      ({ key, auctions, revenue }) => auctions > 0 || revenue.wins > 0 || takers?.has(key) === true,
    );
  }

  /** Funnel counts of each tier of the set, by its id; undefined: the tally has no tier set. */
  funnel(): ReadonlyMap<number, FunnelStages> | undefined {
    return this.#funnel?.stages();
  }

  /** The ids of the tiers that took a bid. */
  #findTakers(): ReadonlySet<Key | null> {
    const stages = [...(this.funnel() ?? [])];
    return new Set(stages.filter(([, { categorised }]) => categorised > 0).map(([tierId]) => tierId));
  }

  /** The priority of a tier; undefined: no bid was in it. */
  priorityOf(tierId: number): number | undefined {
    return this.#tiers.priorityOf(tierId);
  }

  merge(data: TallyData): void {
    this.mergeFigures(data);
    for (const [tierId, priority] of data.priorities) this.#tiers.indexOf(tierId, priority);
  }

  /** Merges all but the priorities of tiers. */
  mergeFigures(data: TallyData): void {
    this.#totals.merge(this.#onlyRow, data.totals);
    this.#auctionsWithBids += data.auctionsWithBids;
    this.#outcomes.merge(data.outcomes);
    this.#baselineOutcomes.merge(data.baselineOutcomes);
    for (const name of dimensions) this.#breakdowns[name].merge(data.breakdowns[name]);
    if (data.funnel !== null) this.mergeFunnel(data.funnel);
  }

  /** Merges the stages of tiers that the set has. */
  mergeFunnel(data: FunnelData): void {
    this.#funnel?.merge(data);
  }

  toData(): TallyData {
    this.#settle();
    return {
      totals: this.#totals.toData(this.#onlyRow),
      auctionsWithBids: this.#auctionsWithBids,
      outcomes: this.#outcomes.toData(),
      baselineOutcomes: this.#baselineOutcomes.toData(),
      breakdowns: Object.fromEntries(dimensions.map((name) => [name, this.#breakdowns[name].toData()])) as Record<
        Dimension,
        ValueTableData
      >,
      priorities: this.#tiers.priorities(),
      funnel: this.#funnel?.toData() ?? null,
    };
  }

  /** Adds each bid to the rows of its buyer and its tier. */
  #addBids({ bids }: AuctionRequest, decision: Decision): void {
    const { buyer, tier } = this.#breakdowns;
    if (bids.length > this.#buyerRows.length) this.#buyerRows = new Int32Array(2 * bids.length);
    const { quantity } = this.#sum;
    buyer.countBids(bids, this.#auctionNumber, quantity, this.#buyerRows);
    this.#bidsByTier.reserve(this.#tiers.count);
    this.#bidsByTier.count(decision, this.#auctionNumber, quantity);
    if (!this.#sum.hasBidsOut) return;
    const { tierIndexes, outcomes: codes, netMicros } = decision;
    for (let index = 0; index < bids.length; index++) {
      const code = codes[index];
      if (code !== excludedCode && code !== belowFloorCode) continue;
      const columns = code === excludedCode ? excludedColumns : belowFloorColumns;
      const grossMicros = timesQuantity(bids[index]!.grossMicros, quantity);
      const net = timesQuantity(netMicros[index]!, quantity);
      addValue(buyer.sums, this.#buyerRows[index]!, columns, quantity, grossMicros, net);
      const tierRow = tier.rowOf(this.#tiers.idOf(tierIndexes[index]!));
      addValue(tier.sums, tierRow, columns, quantity, grossMicros, net);
    }
  }

  /** Moves the counts of bids by tier into the rows of the tiers. */
  #settle(): void {
    const { tier } = this.#breakdowns;
    for (const { index, bids, auctions } of this.#bidsByTier.take()) {
      const row = tier.rowOf(this.#tiers.idOf(index));
      tier.sums.cells[row + bidCount]! += bids;
      tier.sums.cells[row + auctionCount]! += auctions;
    }
  }

  /** Adds the sale, with tiers and without, to the rows of the winner's buyer and tier. */
  #addSales(
    request: AuctionRequest,
    { tierIndexes, winnerIndex }: Decision,
    tiers: TierList,
    baseline: Decision | undefined,
  ): void {
    const tierOf = (index: number) => tiers.idOf(tierIndexes[index]!);
    if (winnerIndex >= 0) this.#addSale(request, winnerIndex, tierOf(winnerIndex), revenueColumns, this.#sum);
    const index = baseline?.winnerIndex ?? -1;
    if (index >= 0) this.#addSale(request, index, tierOf(index), baselineColumns, this.#baselineSum);
  }

  #addSale(
    { bids }: AuctionRequest,
    index: number,
    tierId: number | null,
    columns: Columns,
    { quantity, grossMicros, netMicros, forgoneMicros }: AuctionFigures,
  ): void {
    const { buyer, tier } = this.#breakdowns;
    const buyerRow = buyer.rowOf(bids[index]!.memberId);
    const tierRow = tier.rowOf(tierId);
    addValue(buyer.sums, buyerRow, columns, quantity, grossMicros, netMicros);
    addValue(tier.sums, tierRow, columns, quantity, grossMicros, netMicros);
    if (columns !== revenueColumns || forgoneMicros === 0) return;
    buyer.sums.add(buyerRow + forgoneColumn, forgoneMicros);
    tier.sums.add(tierRow + forgoneColumn, forgoneMicros);
  }

  #addTo(breakdown: Breakdown, key: Key | null): void {
    const row = breakdown.rowOf(key);
    breakdown.sums.addAmounts(row, this.#amounts);
    breakdown.boundAtTwice();
  }

  #setAmounts(hasBaseline: boolean): void {
    const amounts = this.#amounts;
    const { quantity, bids, forgoneMicros, ofOutcome } = this.#sum;
    amounts[auctionCount] = quantity;
    amounts[bidCount] = bids;
    setSale(amounts, revenueColumns, this.#sum);
    setSale(amounts, baselineColumns, hasBaseline ? this.#baselineSum : unsold);
    amounts[forgoneColumn] = forgoneMicros;
    if (this.#isOfComparison) return;
    for (const { code, columns } of outColumns) {
      amounts[columns.count] = ofOutcome[code]!;
      amounts[columns.gross] = ofOutcome[grossOffset + code]!;
      amounts[columns.net] = ofOutcome[netOffset + code]!;
    }
  }
}

const unsold = new AuctionFigures();

function setSale(
  amounts: Float64Array,
  columns: Columns,
  { quantity, isSold, grossMicros, netMicros }: AuctionFigures,
): void {
  amounts[columns.count] = isSold ? quantity : 0;
  amounts[columns.gross] = grossMicros;
  amounts[columns.net] = netMicros;
}

/** A tally as plain data, to send to other threads and machines. Only `Tally` reads it. */
export interface TallyData {
  readonly totals: SumsData;
  readonly auctionsWithBids: number;
  readonly outcomes: SumsData;
  readonly baselineOutcomes: SumsData;
  readonly breakdowns: Readonly<Record<Dimension, ValueTableData>>;
  /** Tier ids with priorities. */
  readonly priorities: readonly (readonly [number, number])[];
  readonly funnel: FunnelData | null;
}
