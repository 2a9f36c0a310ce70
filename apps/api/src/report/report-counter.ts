import { calendarOf } from '@auction-tiers/calendar';
import type { PlaceAttribute } from '@auction-tiers/dma-data';
import type { ReportSubject } from '@auction-tiers/store';
import { AuctionSums, type ChosenBreakdown, totalCell } from '@auction-tiers/tally';
import type { AuctionRequest, Decision, TierSet } from '@auction-tiers/tier-engine';
import type { DecisionCounter } from '../metrics/counts.ts';
import { hourName } from './hour-name.ts';

/** The counts of one ym-profile in one hour that are not stored yet. */
export interface HourCounts extends ReportSubject {
  readonly startMs: number;
  readonly endMs: number;
  /** The name of the hour in the store. */
  readonly hour: string;
  /** The day of the hour, in the seller's time zone. */
  readonly day: string;
  readonly isLastOfDay: boolean;
  readonly counts: AuctionSums;
}

/** The seller that a ym-profile belongs to. */
interface Seller {
  readonly memberId: number;
  readonly timezone: string;
  /** The attributes by whose values the seller's auctions are counted. */
  readonly breakdowns: readonly ChosenBreakdown[];
}

/** The seller of a ym-profile; undefined where there is no such ym-profile any more. */
export type FindSeller = (ymProfileId: number) => Seller | undefined;

/**
 * Counts every auction that is decided, by ym-profile, hour, tier and buyer. The hour is that of the decision, whatever
 * time the auction names. Allocates no memory per auction.
 */
export class ReportCounter implements DecisionCounter {
  readonly #findSeller: FindSeller;
  readonly #nowMs: () => number;
  /** The present hour, by ym-profile. */
  readonly #present = new Map<number, HourCounts>();
  /** Hours that are over and have counts that are not stored. */
  #over: HourCounts[] = [];

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
    const hour = isKnown ? known : this.#begin(tierSet.ymProfileId, nowMs);
    hour?.counts.count(tierSet, request, decision, unknown, arm);
  }

  /** The hours that have counts which are not stored. */
  changed(): HourCounts[] {
    const nowMs = this.#nowMs();
    for (const [ymProfileId, hour] of this.#present) {
      // A changed setting of the seller takes effect within a second.
      const seller = this.#findSeller(ymProfileId);
      if (seller !== undefined) hour.counts.breakDown(seller.breakdowns);
      if (nowMs < hour.endMs) continue;
      this.#present.delete(ymProfileId);
      this.#over.push(hour);
    }
    const changed = [...this.#over, ...this.#present.values()].filter(hasCounts);
    for (const { counts } of changed) counts.settle();
    return changed;
  }

  /** Removes and returns the hours that are over and stored. */
  forgetStored(): HourCounts[] {
    const stored = this.#over.filter((hour) => !hasCounts(hour));
    this.#over = this.#over.filter(hasCounts);
    return stored;
  }

  #begin(ymProfileId: number, nowMs: number): HourCounts | undefined {
    const seller = this.#findSeller(ymProfileId);
    if (seller === undefined) return undefined;
    const before = this.#present.get(ymProfileId);
    if (before !== undefined) this.#over.push(before);
    const { memberId, timezone, breakdowns } = seller;
    const calendar = calendarOf(timezone);
    const { startMs, endMs, day } = calendar.hourAt(nowMs);
    const isLastOfDay = endMs === calendar.endOf(day);
    const named = { startMs, endMs, hour: hourName(startMs), day, isLastOfDay };
    const hour = { memberId, ymProfileId, ...named, counts: new AuctionSums() };
    hour.counts.breakDown(breakdowns);
    this.#present.set(ymProfileId, hour);
    return hour;
  }
}

/** Whether an hour has counts that are not stored. */
const hasCounts = ({ counts }: Pick<HourCounts, 'counts'>): boolean => counts.totals.cells[totalCell.auctions] !== 0;
