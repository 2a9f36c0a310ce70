import type { FeeSource } from '@auction-tiers/contract/compare-report';
import { hashSeed, mix, toRank } from '@auction-tiers/chance';
import { addFees, countFees } from '../../log/auction/fee.ts';
import type { LoggedAuction } from '../../log/auction/logged-auction.ts';
import type { AuctionHash } from './block.ts';

/** Distinct auctions whose occurrences are counted: all of a small log, and a sample of a large one. */
const counted = 4096;
/** JavaScript bounds the size of one set. */
const setCount = 64;

export type RepeatsData = readonly (readonly [rank: number, count: number])[];

/** The rank of an auction by its seed and prices, whatever its time: a client that retries sends both again. */
export function repeatRank({ high, low }: AuctionHash, micros: number): number {
  return toRank(mix(high, micros), mix(low, micros));
}

/** The rank of a unit by its name. */
export function unitRank(unit: string): number {
  const [high, low] = hashSeed(unit);
  return toRank(high, low);
}

/**
 * How often auctions, or units, repeat each other, by the lowest ranks, which do not depend on where a log is cut (bottom-k sketch;
 * Cohen and Kaplan, PODC 2007). A log whose lines name no seed has none that repeat.
 */
export class Repeats {
  #counts = new Map<number, number>();
  #highest = Infinity;

  add(rank: number, count = 1): void {
    if (rank > this.#highest) return;
    this.#counts.set(rank, (this.#counts.get(rank) ?? 0) + count);
    if (this.#counts.size >= 2 * counted) this.#shrink();
  }

  /** Share of the auctions that repeat an earlier one. */
  get share(): number {
    this.#shrink();
    let all = 0;
    for (const count of this.#counts.values()) all += count;
    return all === 0 ? 0 : 1 - this.#counts.size / all;
  }

  /** Share of what occurs that occurs once only; undefined: nothing does. */
  get onceShare(): number | undefined {
    this.#shrink();
    if (this.#counts.size === 0) return undefined;
    let once = 0;
    for (const count of this.#counts.values()) if (count === 1) once++;
    return once / this.#counts.size;
  }

  merge(data: RepeatsData): void {
    // A part may have left out ranks above its highest one, so higher ranks are not counted in full.
    if (data.length >= counted) this.#highest = Math.min(this.#highest, data.at(-1)![0]);
    for (const [rank, count] of data) this.add(rank, count);
    this.#shrink();
  }

  /** By rank, ascending. */
  toData(): RepeatsData {
    this.#shrink();
    return [...this.#counts].toSorted(([left], [right]) => left - right);
  }

  #shrink(): void {
    const ranks = Float64Array.from(this.#counts.keys()).toSorted();
    if (ranks.length >= counted) this.#highest = Math.min(this.#highest, ranks[counted - 1]!);
    for (const rank of ranks) if (rank > this.#highest) this.#counts.delete(rank);
  }
}

/** The auctions read so far, so that each counts once. Memory grows with the log, so only logs with repeats need it. */
export class Met {
  readonly #sets = Array.from({ length: setCount }, () => new Set<number>());
  /** How many were met again. */
  again = 0;
  /** The bids of repeated auctions, by where their fee is from. */
  readonly feesAgain: Record<FeeSource, number> = { ...countFees(() => 0) };

  /** Whether an auction is met for the first time. */
  isFirst(rank: number, { request, feeSource }: Pick<LoggedAuction, 'request' | 'feeSource'>): boolean {
    const set = this.#sets[rank % setCount]!;
    if (set.has(rank)) {
      this.again++;
      addFees(this.feesAgain, request.bids, feeSource);
      return false;
    }
    set.add(rank);
    return true;
  }
}
