import type { AuctionRequest } from '../model/auction.ts';
import { entriesOf, entryAfter, isLastOfLevel, tierIndexOf } from '../set/tier-entries.ts';
import { firstFailure } from '../set/conditions.ts';
import type { TierSet } from '../set/tier-set.ts';
import { compiled, excludedLevel } from '../set/tier-set.ts';
import { levelOf, Decision, decideSelected } from './decide.ts';
import { draws, untiered } from './select.ts';
import { decideVaried, selectVaried } from './select-varied.ts';

/** No bid has this level. */
const noLevel = -2;

/**
 * Decides auctions again with one tier removed at a time. A tier's effect is the difference, because bids that the tier
 * took may then be in another tier, and bids that it excluded may win. Buffers are reused.
 */
export class LeaveOneOut {
  readonly #tierSet: TierSet;
  readonly #isLimited: boolean;
  /** By index of the tier. */
  readonly #priorities: Int8Array;
  readonly #without = new Decision();
  /** Indexes of the tiers to leave out, each once. */
  readonly #touched: Int32Array;
  #touchedCount = 0;

  constructor(tierSet: TierSet) {
    this.#tierSet = tierSet;
    this.#isLimited = tierSet[compiled].highestLimit >= 0;
    this.#priorities = Int8Array.from(tierSet.tiers, ({ priority }) => priority);
    this.#touched = new Int32Array(tierSet.tiers.length);
  }

  /**
   * Calls `visit` for each tier whose removal may change the winner or the price, with the tier's index and the
   * decision without it. That decision is valid until `visit` returns; it holds the winner and the price, but not the
   * outcomes of the other bids. `decision` is what `decideAuction` wrote about the request.
   */
  visit(request: AuctionRequest, decision: Decision, visit: (tierIndex: number, without: Decision) => void): void {
    this.#tierSet[compiled].profiles.resume(request);
    draws.resume(request.seed);
    this.#findTouched(request, decision);
    for (let at = 0; at < this.#touchedCount; at++) {
      const tierIndex = this.#touched[at]!;
      if (this.#decideWithout(tierIndex, request, decision)) visit(tierIndex, this.#without);
    }
  }

  #findTouched(request: AuctionRequest, decision: Decision): void {
    const { bids, auctionType } = request;
    const { levels, tierIndexes, winnerIndex } = decision;
    const winnerLevel = winnerIndex < 0 || auctionType === 1 ? noLevel : levels[winnerIndex]!;
    this.#touchedCount = 0;
    if (this.#isLimited) return this.#touchMatching(request, decision);
    for (let index = 0; index < bids.length; index++) {
      const level = levels[index]!;
      // A losing bid also loses without its include, since its level can only fall; at second price, a bid of the
      // winner's level may set the price.
      const mayMatter = index === winnerIndex || level === excludedLevel || level === winnerLevel;
      const tierIndex = tierIndexes[index]!;
      if (!mayMatter || tierIndex === untiered) continue;
      this.#touch(tierIndex);
      this.#touchDrawn(request, decision, index);
    }
  }

  /** Under limits every tier that matches a bid, limits aside, may change the highest net price. */
  #touchMatching({ bids }: AuctionRequest, { netMicros }: Decision): void {
    const { firstEntry, entries } = this.#tierSet[compiled];
    for (const [index, bid] of bids.entries()) {
      for (const entry of entriesOf(firstEntry, entries, bid.memberId)) {
        const matches = firstFailure(this.#tierSet, entry, netMicros[index]!, bid, 0) === undefined;
        if (matches) this.#touch(tierIndexOf(entries, entry));
      }
    }
  }

  /** If the bid's tier was drawn, removing another tier of the draw may change it. */
  #touchDrawn(request: AuctionRequest, decision: Decision, index: number): void {
    const { entries } = this.#tierSet[compiled];
    const net = decision.netMicros[index]!;
    const chosen = decision.tierIndexes[index]!;
    const bid = request.bids[index]!;
    const levelStart = this.#levelOf(bid.memberId!, chosen);
    if (isLastOfLevel(entries, levelStart)) return;
    for (let entry = levelStart; ; entry = entryAfter(entry)) {
      const tierIndex = tierIndexOf(entries, entry);
      if (tierIndex !== chosen && firstFailure(this.#tierSet, entry, net, bid, 0) === undefined) this.#touch(tierIndex);
      if (isLastOfLevel(entries, entry)) break;
    }
  }

  /** The first entry of the buyer's priority level that contains the tier. */
  #levelOf(memberId: number, tierIndex: number): number {
    const { firstEntry, entries } = this.#tierSet[compiled];
    let levelStart = firstEntry.find(memberId);
    for (let entry = levelStart; tierIndexOf(entries, entry) !== tierIndex; entry = entryAfter(entry)) {
      if (isLastOfLevel(entries, entry)) levelStart = entryAfter(entry);
    }
    return levelStart;
  }

  #touch(tierIndex: number): void {
    for (let at = 0; at < this.#touchedCount; at++) if (this.#touched[at] === tierIndex) return;
    this.#touched[this.#touchedCount++] = tierIndex;
  }

  /** Returns false, without deciding, where the winner and the price certainly stay the same. */
  #decideWithout(leftOut: number, request: AuctionRequest, decision: Decision): boolean {
    const { bids } = request;
    const { tierIndexes, netMicros } = decision;
    const priorities = this.#priorities;
    const priority = priorities[leftOut]!;
    const without = this.#without;
    without.reserve(bids.length);
    let mayMatter = request.auctionType === 2;
    for (let index = 0; index < bids.length; index++) {
      const net = netMicros[index]!;
      const tierIndex = tierIndexes[index]!;
      without.netMicros[index] = net;
      without.tierIndexes[index] = tierIndex;
      if (this.#isLimited) continue;
      // The tier left out may have been one of the tiers that this tier was drawn from.
      if (tierIndex === untiered || priorities[tierIndex] !== priority) continue;
      const selected = selectVaried(this.#tierSet, index, bids[index]!, net, leftOut, 0);
      without.tierIndexes[index] = selected;
      // At first price the winner stays unless it falls itself or another bid rises past it.
      mayMatter ||= index === decision.winnerIndex || this.#comesPastWinner(selected, net, decision);
    }
    const { tiers, [compiled]: own } = this.#tierSet;
    if (this.#isLimited) {
      const variation = { tierIndex: leftOut, limitMicros: 0, priorityOf: () => 0 };
      decideVaried(this.#tierSet, tiers, own.levels, request, variation, without);
    } else if (mayMatter) decideSelected(tiers, own.levels, request, without);
    else return false;
    return true;
  }

  #comesPastWinner(tierIndex: number, net: number, { winnerIndex, levels, netMicros }: Decision): boolean {
    if (winnerIndex < 0) return true;
    const level = levelOf(this.#tierSet[compiled].levels, tierIndex);
    const winnerLevel = levels[winnerIndex]!;
    return level > winnerLevel || (level === winnerLevel && net >= netMicros[winnerIndex]!);
  }
}
