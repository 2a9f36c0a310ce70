import { ExactSums, type SumsData } from '@auction-tiers/tally';
import { hashText, mix, toRank } from '@auction-tiers/chance';
import { placeCount } from './block.ts';

/** Rows whose blocks are kept: more than are listed, in bounded memory. */
const mostRows = 1000;
/**
 * Number of rows at which the rows beyond the bound are dropped: shrinking is rare, because most new rows are out by
 * then.
 */
const shrinkAt = 1.25 * mostRows;

/** The id of a buyer, tier or placement, or the name of a size, country or device type; null: none. */
export type RowKey = number | string | null;

export interface RowBlocksData {
  readonly rows: readonly (readonly [RowKey, SumsData])[];
  readonly firstLeftOut: number | undefined;
}

/**
 * Differences in net revenue by row and block, for the rows that have any. Beyond a bound, rows are left out; the choice
 * depends on their keys alone, so that parts of a log merge to the same in any order.
 */
export class RowBlocks {
  #sums = new Map<RowKey, ExactSums>();
  /** The lowest rank of the rows that were left out. */
  #firstLeftOut: number | undefined;
  /** Whether no row was added since the last shrink. */
  #isSettled = true;

  add(key: RowKey, places: Int32Array, micros: number): void {
    let sums = this.#sums.get(key);
    if (sums === undefined) {
      if (this.#isOut(key)) return;
      this.#sums.set(key, (sums = createSums()));
      this.#isSettled = false;
      if (this.#sums.size > shrinkAt) this.#shrink();
    }
    for (const index of places) sums.add(index, micros);
  }

  /** The differences by place; undefined: there are none, or the row was left out. */
  get(key: RowKey): ExactSums | undefined {
    this.#shrink();
    return this.#sums.get(key);
  }

  /** Whether rows were left out. */
  get isBounded(): boolean {
    this.#shrink();
    return this.#firstLeftOut !== undefined;
  }

  merge({ rows, firstLeftOut }: RowBlocksData): void {
    this.#isSettled = false;
    this.#leaveOut(firstLeftOut);
    for (const [key, data] of rows) {
      if (this.#isOut(key)) continue;
      let sums = this.#sums.get(key);
      if (sums === undefined) this.#sums.set(key, (sums = createSums()));
      sums.merge(0, data);
    }
    this.#shrink();
  }

  toData(): RowBlocksData {
    this.#shrink();
    return {
      rows: Array.from(this.#sums, ([key, sums]) => [key, sums.toData(0)]),
      firstLeftOut: this.#firstLeftOut,
    };
  }

  #shrink(): void {
    if (this.#isSettled) return;
    this.#isSettled = true;
    const ranked = [...this.#sums].toSorted(([left], [right]) => rankOf(left) - rankOf(right));
    const past = ranked.findIndex(([key]) => this.#isOut(key));
    const count = Math.min(mostRows, past < 0 ? ranked.length : past);
    if (count === ranked.length) return;
    this.#leaveOut(rankOf(ranked[count]![0]));
    this.#sums = new Map(ranked.slice(0, count));
  }

  #isOut(key: RowKey): boolean {
    return this.#firstLeftOut !== undefined && rankOf(key) >= this.#firstLeftOut;
  }

  #leaveOut(rank: number | undefined): void {
    if (rank !== undefined) this.#firstLeftOut = Math.min(rank, this.#firstLeftOut ?? Infinity);
  }
}

function createSums(): ExactSums {
  return new ExactSums(placeCount, { rows: 1 });
}

/** A hash of 53 bits, so that ids with equal ranks do not occur in practice. The row without an id is never left out. */
function rankOf(key: RowKey): number {
  if (key === null) return -1;
  if (typeof key === 'number') return toRank(mix(3, key), mix(4, key));
  return toRank(mix(3, hashText(key)), mix(4, hashText(`${key} `)));
}
