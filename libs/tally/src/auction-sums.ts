import {
  type AuctionRequest,
  type Decision,
  outcomes as outcomeNames,
  type Tier,
  type TierSet,
} from '@auction-tiers/tier-engine';
import { visitTooCostly } from '@auction-tiers/tier-engine/measure';
import { AuctionFigures, excludedCode, netOffset } from './auction-figures.ts';
import { breakdownValue, type ChosenBreakdown, seatValue } from './breakdown.ts';
import { pairCell, totalCell, valueCell, valueWidth } from './cell.ts';
import { timesQuantity } from './quantity.ts';
import { ReportCounts } from './report-counts.ts';
import type { Value, ValueTable } from './value-table.ts';

const notOfSale = [valueCell.auctions, valueCell.bids, valueCell.excluded, valueCell.excludedNet];

/** The words of a slot: a tier (0: untiered), a buyer, and their bids, 0 in a free slot. */
const [buyerWord, bidsWord, slotWords] = [1, 2, 4];
const fewestSlots = 32;
/** When the slots hold this many pairs, `settle` moves them into rows. */
const mostPairs = 4096;

/**
 * The counts of one ym-profile, to which auctions are added. Finding the row of each bid would be most of that work,
 * because the rows are long and the rest of an answer evicts them from the processor's caches. So the bids of a pair of
 * tier and buyer are counted in a slot of 16 bytes, which is found faster, and `settle` moves them into the rows from
 * time to time. Allocates no memory per auction.
 */
export class AuctionSums extends ReportCounts {
  /** A hash table, at most half full. */
  #slots = new Int32Array(slotWords * fewestSlots);
  #pairCount = 0;
  readonly #figures = new AuctionFigures();
  /** What an auction adds to the rows of its values. */
  readonly #amounts = new Float64Array(valueWidth);
  /** The unknown seats whose bids of the present auction were met. */
  readonly #seatsMet = new Set<Value>();
  #countedValues: readonly {
    readonly valueOf: (typeof breakdownValue)[ChosenBreakdown];
    readonly table: ValueTable;
  }[] = [];

  /** Sets the attributes by whose values further auctions are counted. Initially none. */
  breakDown(by: readonly ChosenBreakdown[]): void {
    this.#countedValues = by.map((name) => ({ valueOf: breakdownValue[name], table: this.valuesOf(name) }));
  }

  /**
   * Adds a decided auction. The rows lack its bids until `settle`. `unknown`: the attributes of its impression whose
   * value does not exist; `arm`: the experiment and the arm that decided.
   */
  count(
    tierSet: TierSet,
    request: AuctionRequest,
    decision: Decision,
    unknown?: readonly string[],
    arm?: string,
  ): void {
    const { tiers } = tierSet;
    const { bids } = request;
    const { bidCount, winnerIndex, tierIndexes, netMicros, outcomes } = decision;
    const { totals, pairs } = this;
    const figures = this.#figures;
    figures.set(request, decision);
    const { quantity, isSold, grossMicros, netMicros: taken, forgoneMicros: forgone, ofOutcome } = figures;
    this.#makeRoom(bidCount);
    totals.cells[totalCell.auctions]! += quantity;
    totals.cells[totalCell.multiplied]! += quantity - 1;
    if (bidCount === 0) totals.cells[totalCell.withoutBids]! += quantity;
    for (let code = 0; code < outcomeNames.length; code++) totals.cells[totalCell.outcomes + code]! += ofOutcome[code]!;
    totals.add(totalCell.excludedNet, ofOutcome[netOffset + excludedCode]!);
    if (this.#seatsMet.size > 0) this.#seatsMet.clear();
    for (let index = 0; index < bidCount; index++) {
      const tier = idOf(tiers, tierIndexes[index]!);
      const buyer = bids[index]!.memberId ?? 0;
      this.#countBid(tier, buyer, quantity);
      if (buyer === 0 && bids[index]!.seat !== undefined) this.#countSeat(bids[index]!.seat!, quantity);
      if (outcomes[index] !== excludedCode) continue;
      const row = pairs.rowOf(tier, buyer);
      pairs.sums.cells[row + pairCell.excluded]! += quantity;
      pairs.sums.add(row + pairCell.excludedNet, timesQuantity(netMicros[index]!, quantity));
    }
    visitTooCostly(tierSet, request, decision, (tierIndex, index) => {
      const row = pairs.rowOf(idOf(tiers, tierIndex), bids[index]!.memberId!);
      pairs.sums.cells[row + pairCell.tooCostly]! += quantity;
    });
    const amounts = this.#amounts;
    amounts[valueCell.auctions] = quantity;
    amounts[valueCell.won] = isSold ? quantity : 0;
    amounts[valueCell.bids] = figures.bids;
    amounts[valueCell.excluded] = ofOutcome[excludedCode]!;
    amounts[valueCell.gross] = grossMicros;
    amounts[valueCell.net] = taken;
    amounts[valueCell.forgone] = forgone;
    amounts[valueCell.excludedNet] = ofOutcome[netOffset + excludedCode]!;
    const countedValues = this.#countedValues;
    for (let at = 0; at < countedValues.length; at++) {
      const { valueOf, table } = countedValues[at]!;
      table.addTo(valueOf(request.impression, isSold ? bids[winnerIndex] : undefined), amounts);
    }
    if (unknown !== undefined) this.valuesOf('unknown_value').addTo(unknown.join(), amounts);
    if (arm !== undefined) this.valuesOf('arm').addTo(arm, amounts);
    if (!isSold) return;
    totals.cells[totalCell.sold]! += quantity;
    totals.add(totalCell.gross, grossMicros);
    totals.add(totalCell.net, taken);
    totals.add(totalCell.forgone, forgone);
    const row = pairs.rowOf(idOf(tiers, tierIndexes[winnerIndex]!), bids[winnerIndex]!.memberId ?? 0);
    const { sums } = pairs;
    sums.cells[row + pairCell.won]! += quantity;
    sums.add(row + pairCell.gross, grossMicros);
    sums.add(row + pairCell.net, taken);
    sums.add(row + pairCell.forgone, forgone);
    const { memberId, seat } = bids[winnerIndex]!;
    if (memberId !== null || seat === undefined) return;
    const table = this.valuesOf('unknown_seat');
    // The sale is this seat's. Its bids and auctions are counted already, and other buyers' bids were excluded.
    for (const cell of notOfSale) amounts[cell] = 0;
    table.addTo(seatValue(seat), amounts);
  }

  /** Counts a bid of a seat that is no buyer's, and its auction where it is the seat's first bid in it. */
  #countSeat(seat: string, quantity: number): void {
    const table = this.valuesOf('unknown_seat');
    const value = seatValue(seat);
    const row = table.rowOf(value);
    const { cells } = table.sums;
    cells[row + valueCell.bids]! += quantity;
    if (this.#seatsMet.has(value)) return;
    this.#seatsMet.add(value);
    cells[row + valueCell.auctions]! += quantity;
  }

  /** Moves the bids in the slots into the rows. */
  settle(): void {
    const slots = this.#slots;
    if (this.#pairCount === 0) return;
    for (let at = 0; at < slots.length; at += slotWords) {
      const bids = slots[at + bidsWord]!;
      if (bids === 0) continue;
      const row = this.pairs.rowOf(slots[at]!, slots[at + buyerWord]!);
      this.pairs.sums.cells[row + pairCell.bids]! += bids;
    }
    slots.fill(0);
    this.#pairCount = 0;
  }

  #countBid(tier: number, buyer: number, quantity: number): void {
    if (quantity !== 1 || buyer !== (buyer | 0) || tier !== (tier | 0)) {
      const row = this.pairs.rowOf(tier, buyer);
      this.pairs.sums.cells[row + pairCell.bids]! += quantity;
      return;
    }
    const slots = this.#slots;
    let at = slotOf(slots, tier, buyer);
    for (; slots[at + bidsWord] !== 0; at = (at + slotWords) & (slots.length - 1)) {
      if (slots[at] !== tier || slots[at + buyerWord] !== buyer) continue;
      slots[at + bidsWord]! += 1;
      return;
    }
    slots[at] = tier;
    slots[at + buyerWord] = buyer;
    slots[at + bidsWord] = 1;
    this.#pairCount++;
  }

  /** Makes room for an auction with this many bids. */
  #makeRoom(bidCount: number): void {
    if (this.#pairCount > mostPairs) this.settle();
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
}

/** The id of the tier with an index in its set; 0: untiered. */
const idOf = (tiers: readonly Tier[], tierIndex: number): number => (tierIndex < 0 ? 0 : tiers[tierIndex]!.id);

/** The first slot to probe for a pair. */
function slotOf({ length }: Int32Array, tier: number, buyer: number): number {
  const hash = Math.imul(buyer + Math.imul(tier, 0x85_eb_ca_6b), 0x9e_37_79_b1);
  return (hash >>> Math.clz32(length - 1)) & -slotWords;
}
