import type { PlaceAttribute } from '@auction-tiers/dma-data';
import type { ReportSubject } from '@auction-tiers/store';
import { AuctionSums, type ChosenBreakdown, totalCell } from '@auction-tiers/tally';
import type { AuctionRequest, Decision, TierSet } from '@auction-tiers/tier-engine';
import type { DecisionCounter } from '../metrics/counts.ts';
import { type Cut, type Piece, pieceAt } from './cut.ts';

/** The counts of one ym-profile in one piece of an hour that are not stored yet. */
export interface PieceCounts extends ReportSubject, Piece {
  /** How the seller's days are cut now. */
  cuts: readonly Cut[];
  readonly counts: AuctionSums;
}

/** The seller that a ym-profile belongs to. */
interface Seller {
  readonly memberId: number;
  readonly cuts: readonly Cut[];
  /** The attributes by whose values the seller's auctions are counted. */
  readonly breakdowns: readonly ChosenBreakdown[];
}

/** The seller of a ym-profile; undefined where there is no such ym-profile any more. */
export type FindSeller = (ymProfileId: number) => Seller | undefined;

/**
 * Counts every auction that is decided, by ym-profile, piece of an hour, tier and buyer. The piece is that of the decision, whatever
 * time the auction names. Allocates no memory per auction.
 */
export class ReportCounter implements DecisionCounter {
  readonly #findSeller: FindSeller;
  readonly #nowMs: () => number;
  /** The present piece, by ym-profile. */
  readonly #present = new Map<number, PieceCounts>();
  /** Pieces that are over and have counts that are not stored. */
  #over: PieceCounts[] = [];

  constructor(findSeller: FindSeller, nowMs: () => number) {
    this.#findSeller = findSeller;
    this.#nowMs = nowMs;
  }

  count(
    tierSet: TierSet,
    request: AuctionRequest,
    decision: Decision,
    unknown?: readonly PlaceAttribute[],
    arm?: string,
  ): void {
    const nowMs = this.#nowMs();
    const known = this.#present.get(tierSet.ymProfileId);
    const isKnown = known !== undefined && nowMs < known.endMs && nowMs >= known.startMs;
    const piece = isKnown ? known : this.#begin(tierSet.ymProfileId, nowMs);
    piece?.counts.count(tierSet, request, decision, unknown, arm);
  }

  /** The pieces that have counts which are not stored. */
  changed(): PieceCounts[] {
    const nowMs = this.#nowMs();
    for (const [ymProfileId, piece] of this.#present) {
      // A changed setting of the seller takes effect within a second.
      const seller = this.#findSeller(ymProfileId);
      if (seller !== undefined) {
        piece.counts.breakDown(seller.breakdowns);
        piece.cuts = seller.cuts;
      }
      if (nowMs < piece.endMs) continue;
      this.#present.delete(ymProfileId);
      this.#over.push(piece);
    }
    const changed = [...this.#over, ...this.#present.values()].filter(hasCounts);
    for (const { counts } of changed) counts.settle();
    return changed;
  }

  /** Removes and returns the pieces that are over and stored. */
  forgetStored(): PieceCounts[] {
    const stored = this.#over.filter((piece) => !hasCounts(piece));
    this.#over = this.#over.filter(hasCounts);
    return stored;
  }

  #begin(ymProfileId: number, nowMs: number): PieceCounts | undefined {
    const seller = this.#findSeller(ymProfileId);
    if (seller === undefined) return undefined;
    const before = this.#present.get(ymProfileId);
    if (before !== undefined) this.#over.push(before);
    const { memberId, cuts, breakdowns } = seller;
    const piece = { memberId, ymProfileId, cuts, ...pieceAt(nowMs), counts: new AuctionSums() };
    piece.counts.breakDown(breakdowns);
    this.#present.set(ymProfileId, piece);
    return piece;
  }
}

/** Whether a piece has counts that are not stored. */
const hasCounts = ({ counts }: Pick<PieceCounts, 'counts'>): boolean => counts.totals.cells[totalCell.auctions] !== 0;
