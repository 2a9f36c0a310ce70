import type { ExactSums, SumsData } from '@auction-tiers/tally';
import type { Bid } from '@auction-tiers/tier-engine';
import { hashText } from '@auction-tiers/chance';
import { auctionCount, auctionMark, bidCount, createRows } from './row.ts';

/** The key of a row: an id, or a name. */
export type Key = number | string;

/** A breakdown as plain data. */
export interface BreakdownData {
  readonly rows: readonly (readonly [Key, SumsData])[];
  readonly unnamed: SumsData;
  readonly other: SumsData;
  /** The key of the highest rank that has a row; null: all keys have rows. */
  readonly lastKept: Key | null;
}

/** Slots of a cache of rows by the low bits of their key: most keys repeat, and a `Map` is slower. */
const nearbyCount = 1024;

/**
 * Sums by key, in bounded memory. Beyond `mostKeys` different keys the others are counted together. The choice depends on
 * the keys alone: each has a rank, its hash, and the lowest ranks have rows. A key that is among the lowest of all is among
 * the lowest of any part, so that parts of a log merge to the same, in any order.
 */
export class Breakdown {
  readonly #mostKeys: number;
  #rows = createRows();
  #rowOfKey = new Map<Key, number>();
  readonly #nearbyKeys = new Float64Array(nearbyCount).fill(NaN);
  readonly #nearbyRows = new Int32Array(nearbyCount);
  #lastKept: Key | undefined;
  #otherAuction = 0;
  readonly #otherKeysMet = new Set<Key>();
  /** Row of what has no key. */
  readonly unnamedRow = this.#rows.append();
  /** Row of all keys without a row of their own. */
  readonly otherRow = this.#rows.append();

  constructor(mostKeys: number) {
    this.#mostKeys = mostKeys;
  }

  get rows(): ExactSums {
    return this.#rows;
  }

  /** The row of a key in `rows`, until the next `bound`; null: what has no key. */
  rowOf(key: Key | null): number {
    if (typeof key === 'number') {
      const slot = key & (nearbyCount - 1);
      if (this.#nearbyKeys[slot] === key) return this.#nearbyRows[slot]!;
      const row = this.#rowOfKey.get(key) ?? this.#admit(key);
      this.#nearbyKeys[slot] = key;
      return (this.#nearbyRows[slot] = row);
    }
    if (key === null) return this.unnamedRow;
    return this.#rowOfKey.get(key) ?? this.#admit(key);
  }

  /**
   * Counts the bids of an auction in the rows of their buyers, and the auction once per buyer. `auction`: its number,
   * from 1. Writes the row of each bid into `rows`, by place.
   */
  countBids(bids: readonly Bid[], auction: number, rows: Int32Array): void {
    const nearbyKeys = this.#nearbyKeys;
    const nearbyRows = this.#nearbyRows;
    let { cells } = this.#rows;
    for (let place = 0; place < bids.length; place++) {
      const { memberId } = bids[place]!;
      const slot = (memberId ?? 0) & (nearbyCount - 1);
      let row = nearbyRows[slot]!;
      if (nearbyKeys[slot] !== memberId) {
        row = this.rowOf(memberId);
        ({ cells } = this.#rows);
      }
      rows[place] = row;
      cells[row + bidCount]!++;
      if (row === this.otherRow) {
        if (this.#isFirstMeeting(auction, memberId!)) cells[row + auctionCount]!++;
      } else if (cells[row + auctionMark] !== auction) {
        cells[row + auctionMark] = auction;
        cells[row + auctionCount]!++;
      }
    }
  }

  /** Call this after each auction, which may have any number of new keys. */
  bound(): void {
    // Shrinking only at twice the bound keeps the cost of sorting low.
    if (this.#rowOfKey.size > 2 * this.#mostKeys) this.#shrink();
  }

  /** The keys that have rows of their own, ascending, with those rows. */
  entries(): [Key, number][] {
    this.#shrink();
    return [...this.#rowOfKey].toSorted(([left], [right]) => compareKeys(left, right));
  }

  merge({ rows, unnamed, other, lastKept }: BreakdownData): void {
    const isLower = lastKept !== null && (this.#lastKept === undefined || compareRanks(lastKept, this.#lastKept) < 0);
    if (isLower) this.#lastKept = lastKept;
    this.#rows.merge(this.unnamedRow, unnamed);
    this.#rows.merge(this.otherRow, other);
    for (const [key, data] of rows) this.#rows.merge(this.rowOf(key), data);
    this.#shrink();
  }

  toData(): BreakdownData {
    return {
      rows: this.entries().map(([key, row]) => [key, this.#rows.toData(row)]),
      unnamed: this.#rows.toData(this.unnamedRow),
      other: this.#rows.toData(this.otherRow),
      lastKept: this.#lastKept ?? null,
    };
  }

  #admit(key: Key): number {
    if (this.#lastKept !== undefined && compareRanks(key, this.#lastKept) > 0) return this.otherRow;
    const row = this.#rows.append();
    this.#rowOfKey.set(key, row);
    return row;
  }

  /** Whether a key without a row of its own occurs for the first time in an auction. */
  #isFirstMeeting(auction: number, key: Key): boolean {
    if (this.#otherAuction !== auction) this.#otherKeysMet.clear();
    this.#otherAuction = auction;
    if (this.#otherKeysMet.has(key)) return false;
    this.#otherKeysMet.add(key);
    return true;
  }

  /** Keeps the rows of the lowest ranks, at most `mostKeys`, and adds the others to the other row. */
  #shrink(): void {
    const lastKept = this.#lastKept;
    if (lastKept === undefined && this.#rowOfKey.size <= this.#mostKeys) return;
    const ranked = [...this.#rowOfKey].toSorted(([left], [right]) => compareRanks(left, right));
    const past = lastKept === undefined ? -1 : ranked.findIndex(([key]) => compareRanks(key, lastKept) > 0);
    const keptCount = Math.min(this.#mostKeys, past < 0 ? ranked.length : past);
    if (keptCount === this.#mostKeys) this.#lastKept = ranked[keptCount - 1]![0];
    if (keptCount === ranked.length) return;
    const before = this.#rows;
    this.#rows = createRows();
    for (const row of [this.unnamedRow, this.otherRow]) this.#rows.merge(this.#rows.append(), before.toData(row));
    this.#rowOfKey = new Map();
    this.#nearbyKeys.fill(NaN);
    for (const [key, row] of ranked.slice(0, keptCount)) {
      const moved = this.#rows.append();
      this.#rows.merge(moved, before.toData(row));
      this.#rowOfKey.set(key, moved);
    }
    for (const [, row] of ranked.slice(keptCount)) this.#rows.merge(this.otherRow, before.toData(row));
  }
}

/** Two different keys never have the same rank. */
function compareRanks(left: Key, right: Key): number {
  return hashText(String(left)) - hashText(String(right)) || compareKeys(left, right);
}

/** Numbers in their order, then texts in theirs. */
export function compareKeys(left: Key, right: Key): number {
  if (left === right) return 0;
  if (typeof left !== typeof right) return typeof left === 'number' ? -1 : 1;
  return left < right ? -1 : 1;
}
