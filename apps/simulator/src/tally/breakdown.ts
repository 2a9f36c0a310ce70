import { type Value, ValueTable } from '@auction-tiers/tally';
import type { Bid } from '@auction-tiers/tier-engine';
import { auctionCount, auctionMark, bidCount, rowWidth } from './row.ts';

/** The key of a row: an id, or a name. */
export type Key = Value;

/** Slots of a cache of rows by the low bits of their key: most keys repeat, and a `Map` is slower. */
const nearbyCount = 1024;

/** The value of what has no key. */
const unnamed = '';

/** Sums by key, of which at most `mostKeys` have rows of their own. */
export class Breakdown extends ValueTable {
  readonly #nearbyKeys = new Float64Array(nearbyCount).fill(NaN);
  readonly #nearbyRows = new Int32Array(nearbyCount);
  #otherAuction = 0;
  readonly #otherKeysMet = new Set<Key>();
  /** Row of all keys without a row of their own. */
  readonly otherRow = 0;

  constructor(mostKeys: number) {
    super(mostKeys, rowWidth);
  }

  /** The row of a key, until the next `bound`; null: what has no key. */
  override rowOf(key: Key | null): number {
    if (typeof key !== 'number') return super.rowOf(key ?? unnamed);
    const slot = key & (nearbyCount - 1);
    if (this.#nearbyKeys[slot] === key) return this.#nearbyRows[slot]!;
    const row = super.rowOf(key);
    this.#nearbyKeys[slot] = key;
    return (this.#nearbyRows[slot] = row);
  }

  override bound(): void {
    super.bound();
    this.#nearbyKeys.fill(NaN);
  }

  /**
   * Counts the bids of an auction in the rows of their buyers, and the auction once per buyer. `auction`: its number,
   * from 1. Writes the row of each bid into `rows`, by place.
   */
  countBids(bids: readonly Bid[], auction: number, quantity: number, rows: Int32Array): void {
    const nearbyKeys = this.#nearbyKeys;
    const nearbyRows = this.#nearbyRows;
    let { cells } = this.sums;
    for (let index = 0; index < bids.length; index++) {
      const { memberId } = bids[index]!;
      const slot = (memberId ?? 0) & (nearbyCount - 1);
      let row = nearbyRows[slot]!;
      if (nearbyKeys[slot] !== memberId) {
        row = this.rowOf(memberId);
        ({ cells } = this.sums);
      }
      rows[index] = row;
      cells[row + bidCount]! += quantity;
      if (row === this.otherRow) {
        if (this.#isFirstMeeting(auction, memberId!)) cells[row + auctionCount]! += quantity;
      } else if (cells[row + auctionMark] !== auction) {
        cells[row + auctionMark] = auction;
        cells[row + auctionCount]! += quantity;
      }
    }
  }

  /** The keys that have rows of their own with those rows, ascending; null: what has no key, last. */
  entries(): [Key | null, number][] {
    this.bound();
    return [...this.rows()]
      .map(([key, row]): [Key | null, number] => [key === unnamed ? null : key, row])
      .toSorted(([left], [right]) => compareKeys(left, right));
  }

  /** Whether a key without a row of its own occurs for the first time in an auction. */
  #isFirstMeeting(auction: number, key: Key): boolean {
    if (this.#otherAuction !== auction) this.#otherKeysMet.clear();
    this.#otherAuction = auction;
    if (this.#otherKeysMet.has(key)) return false;
    this.#otherKeysMet.add(key);
    return true;
  }
}

/** Numbers in their order, then texts in theirs, then null. */
export function compareKeys(left: Key | null, right: Key | null): number {
  if (left === right) return 0;
  if (left === null || right === null) return left === null ? 1 : -1;
  if (typeof left !== typeof right) return typeof left === 'number' ? -1 : 1;
  return left < right ? -1 : 1;
}
