import {
  type AuctionRequest,
  type Decision,
  forgoneMicros,
  netTakenMicros,
  outcomes as outcomeNames,
  type Tier,
  type TierSet,
} from '@auction-tiers/tier-engine';
import { type Breakdown, breakdownValue, type ChosenBreakdown } from './breakdown.ts';
import { pairCell } from './pair-table.ts';
import { ReportCounts, totalCell } from './report-counts.ts';
import { valueCell, type ValueTable } from './value-table.ts';

const excluded = outcomeNames.indexOf('excluded');

/** The words of a slot: a tier by its index in the set (-1: untiered), a buyer, and their bids, 0 in a free slot. */
const [buyerWord, bidsWord, slotWords] = [1, 2, 4];
const fewestSlots = 32;
/** With so many pairs in the slots they are moved into rows. */
const mostPairs = 4096;

/**
 * The counts of one ym-profile to which auctions are added. To find the row of each bid would be most of that work, and the
 * rows are so long that the rest of an answer pushes them out of the processor's caches. So the bids of a pair of tier and
 * buyer are counted in a slot of 16 bytes, which is found faster, and from time to time `settle` moves them into the rows.
 * Allocates no memory per auction.
 */
export class AuctionSums extends ReportCounts {
  /** Those that the slots name. */
  #tiers: readonly Tier[] = [];
  /** Found by a hash, at most half of them taken. */
  #slots = new Int32Array(slotWords * fewestSlots);
  #pairCount = 0;
  #countedValues: readonly {
    readonly valueOf: (typeof breakdownValue)[ChosenBreakdown];
    readonly table: ValueTable;
  }[] = [];

  /** The attributes by whose values auctions are counted from now on. At first none. */
  breakDown(by: readonly ChosenBreakdown[]): void {
    this.#countedValues = by.map((name) => ({ valueOf: breakdownValue[name], table: this.valuesOf(name) }));
  }

  /**
   * Adds an auction that was decided. Until `settle`, its bids are missing in the rows. `unknown`: the attributes of its
   * impression whose value does not exist; `arm`: the experiment and arm that decided.
   */
  count(
    tierSet: TierSet,
    request: AuctionRequest,
    decision: Decision,
    unknown?: readonly string[],
    arm?: string,
  ): void {
    const { bids } = request;
    const { bidCount, winnerPlace, clearingMicros, tierIndexes, netMicros, outcomes } = decision;
    const { totals, pairs } = this;
    this.#makeRoom(tierSet.tiers, bidCount);
    totals.cells[totalCell.auctions]! += 1;
    if (bidCount === 0) totals.cells[totalCell.withoutBids]! += 1;
    let [excludedBids, excludedNet] = [0, 0];
    for (let place = 0; place < bidCount; place++) {
      const tierIndex = tierIndexes[place]!;
      const buyer = bids[place]!.memberId ?? 0;
      const code = outcomes[place]!;
      totals.cells[totalCell.outcomes + code]! += 1;
      this.#countBid(tierIndex, buyer);
      if (code !== excluded) continue;
      const row = this.#rowOf(tierIndex, buyer);
      pairs.sums.cells[row + pairCell.excluded]! += 1;
      pairs.sums.add(row + pairCell.excludedNet, netMicros[place]!);
      totals.add(totalCell.excludedNet, netMicros[place]!);
      excludedBids += 1;
      excludedNet += netMicros[place]!;
    }
    const isSold = winnerPlace >= 0;
    const taken = isSold ? netTakenMicros(request, decision) : 0;
    const forgone = isSold ? forgoneMicros(request, decision) : 0;
    const countedValues =
      unknown === undefined && arm === undefined
        ? this.#countedValues
        : [...this.#countedValues, ...this.#rare('unknown_value', unknown?.join()), ...this.#rare('arm', arm)];
    for (let at = 0; at < countedValues.length; at++) {
      const { valueOf, table } = countedValues[at]!;
      const row = table.rowOf(valueOf(request.impression, isSold ? bids[winnerPlace] : undefined));
      const { sums } = table;
      const { cells } = sums;
      cells[row + valueCell.auctions]! += 1;
      cells[row + valueCell.bids]! += bidCount;
      if (excludedBids > 0) {
        cells[row + valueCell.excluded]! += excludedBids;
        sums.add(row + valueCell.excludedNet, excludedNet);
      }
      if (!isSold) continue;
      cells[row + valueCell.won]! += 1;
      sums.add(row + valueCell.gross, clearingMicros);
      sums.add(row + valueCell.net, taken);
      sums.add(row + valueCell.forgone, forgone);
    }
    if (!isSold) return;
    totals.cells[totalCell.sold]! += 1;
    totals.add(totalCell.gross, clearingMicros);
    totals.add(totalCell.net, taken);
    totals.add(totalCell.forgone, forgone);
    const row = this.#rowOf(tierIndexes[winnerPlace]!, bids[winnerPlace]!.memberId ?? 0);
    const { sums } = pairs;
    sums.cells[row + pairCell.won]! += 1;
    sums.add(row + pairCell.gross, clearingMicros);
    sums.add(row + pairCell.net, taken);
    sums.add(row + pairCell.forgone, forgone);
  }

  /** Moves the bids in the slots into the rows. */
  settle(): void {
    const slots = this.#slots;
    if (this.#pairCount > 0) {
      for (let at = 0; at < slots.length; at += slotWords) {
        const bids = slots[at + bidsWord]!;
        if (bids === 0) continue;
        const row = this.#rowOf(slots[at]!, slots[at + buyerWord]!);
        this.pairs.sums.cells[row + pairCell.bids]! += bids;
      }
      slots.fill(0);
      this.#pairCount = 0;
    }
    // A tier set that has been replaced must not stay in memory.
    this.#tiers = [];
  }

  #rare(name: Breakdown, value: string | undefined) {
    return value === undefined ? [] : [{ valueOf: () => value, table: this.valuesOf(name) }];
  }

  #countBid(tierIndex: number, buyer: number): void {
    if (buyer !== (buyer | 0)) {
      const row = this.#rowOf(tierIndex, buyer);
      this.pairs.sums.cells[row + pairCell.bids]! += 1;
      return;
    }
    const slots = this.#slots;
    let at = slotOf(slots, tierIndex, buyer);
    for (; slots[at + bidsWord] !== 0; at = (at + slotWords) & (slots.length - 1)) {
      if (slots[at] !== tierIndex || slots[at + buyerWord] !== buyer) continue;
      slots[at + bidsWord]! += 1;
      return;
    }
    slots[at] = tierIndex;
    slots[at + buyerWord] = buyer;
    slots[at + bidsWord] = 1;
    this.#pairCount++;
  }

  /** Before an auction of so many bids under these tiers. */
  #makeRoom(tiers: readonly Tier[], bidCount: number): void {
    if (tiers !== this.#tiers || this.#pairCount > mostPairs) {
      this.settle();
      this.#tiers = tiers;
    }
    const needed = 2 * slotWords * (this.#pairCount + bidCount);
    if (needed > this.#slots.length) this.#grow(needed);
  }

  #grow(words: number): void {
    const before = this.#slots;
    let { length } = before;
    while (length < words) length *= 2;
    const slots = new Int32Array(length);
    for (let from = 0; from < before.length; from += slotWords) {
      if (before[from + bidsWord] === 0) continue;
      let at = slotOf(slots, before[from]!, before[from + buyerWord]!);
      while (slots[at + bidsWord] !== 0) at = (at + slotWords) & (length - 1);
      for (let word = 0; word < slotWords; word++) slots[at + word] = before[from + word]!;
    }
    this.#slots = slots;
  }

  /** To be found before the cells of `pairs.sums` are read, because a row that is added may move the others. */
  #rowOf(tierIndex: number, buyer: number): number {
    return this.pairs.rowOf(tierIndex < 0 ? 0 : this.#tiers[tierIndex]!.id, buyer);
  }
}

/** The slot at which to begin to look for a pair. */
function slotOf({ length }: Int32Array, tierIndex: number, buyer: number): number {
  const hash = Math.imul(buyer + Math.imul(tierIndex, 0x85_eb_ca_6b), 0x9e_37_79_b1);
  return (hash >>> Math.clz32(length - 1)) & -slotWords;
}
