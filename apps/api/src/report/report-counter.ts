import { addMicros, type ReportSubject, ReportCounts, pairCell, totalCell } from '@auction-tiers/store';
import {
  type AuctionRequest,
  type Decision,
  type DecisionCounter,
  forgoneMicros,
  netTakenMicros,
  outcomes,
  type TierSet,
} from '@auction-tiers/tier-engine';
import { type ZoneHour, ZoneHours } from './zone-hours.ts';

const excluded = outcomes.indexOf('excluded');

/** What is counted of one ym-profile in one hour, and not stored yet. */
export interface HourCounts extends ReportSubject, ZoneHour {
  readonly counts: ReportCounts;
}

/** The seller that a ym-profile belongs to, and its time zone; undefined where there is no such ym-profile any more. */
export type FindSeller = (ymProfileId: number) => { readonly memberId: number; readonly timezone: string } | undefined;

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
  readonly #zones = new Map<string, ZoneHours>();

  constructor(findSeller: FindSeller, nowMs: () => number) {
    this.#findSeller = findSeller;
    this.#nowMs = nowMs;
  }

  count(tierSet: TierSet, request: AuctionRequest, decision: Decision): void {
    const nowMs = this.#nowMs();
    const known = this.#present.get(tierSet.ymProfileId);
    const isKnown = known !== undefined && nowMs < known.endMs && nowMs >= known.startMs;
    const hour = isKnown ? known : this.#begin(tierSet.ymProfileId, nowMs);
    if (hour !== undefined) add(hour.counts, tierSet, request, decision);
  }

  /** The hours that have counts which are not stored. */
  changed(): HourCounts[] {
    const nowMs = this.#nowMs();
    for (const [ymProfileId, hour] of this.#present) {
      if (nowMs < hour.endMs) continue;
      this.#present.delete(ymProfileId);
      this.#over.push(hour);
    }
    return [...this.#over, ...this.#present.values()].filter(hasCounts);
  }

  /** Forgets the hours that are over and stored, and gives them. */
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
    const { memberId, timezone } = seller;
    const hour = { memberId, ymProfileId, ...this.#zoneOf(timezone).hourAt(nowMs), counts: new ReportCounts() };
    this.#present.set(ymProfileId, hour);
    return hour;
  }

  #zoneOf(timezone: string): ZoneHours {
    const known = this.#zones.get(timezone) ?? new ZoneHours(timezone);
    this.#zones.set(timezone, known);
    return known;
  }
}

/** Whether an hour has counts that are not stored. */
const hasCounts = ({ counts }: Pick<HourCounts, 'counts'>): boolean => counts.totals[totalCell.auctions] !== 0;

/** Adds one auction. */
function add({ totals, pairs }: ReportCounts, { tiers }: TierSet, request: AuctionRequest, decision: Decision): void {
  const { bids } = request;
  const { bidCount, winnerPlace, clearingMicros, tierIndexes, netMicros, outcomes: codes } = decision;
  totals[totalCell.auctions]! += 1;
  if (bidCount === 0) totals[totalCell.withoutBids]! += 1;
  for (let place = 0; place < bidCount; place++) {
    const code = codes[place]!;
    const tierIndex = tierIndexes[place]!;
    totals[totalCell.outcomes + code]! += 1;
    const row = pairs.rowOf(tierIndex < 0 ? 0 : tiers[tierIndex]!.id, bids[place]!.memberId ?? 0);
    pairs.rows[row + pairCell.bids]! += 1;
    if (code === excluded) {
      pairs.rows[row + pairCell.excluded]! += 1;
      addMicros(pairs.rows, row + pairCell.excludedNet, netMicros[place]!);
      addMicros(totals, totalCell.excludedNet, netMicros[place]!);
    }
  }
  if (winnerPlace < 0) return;
  // Found again, because a row that is added may move the others.
  const winnerTier = tierIndexes[winnerPlace]!;
  const winnerRow = pairs.rowOf(winnerTier < 0 ? 0 : tiers[winnerTier]!.id, bids[winnerPlace]!.memberId ?? 0);
  const takenMicros = netTakenMicros(request, decision);
  const forgone = forgoneMicros(request, decision);
  totals[totalCell.sold]! += 1;
  addMicros(totals, totalCell.gross, clearingMicros);
  addMicros(totals, totalCell.net, takenMicros);
  addMicros(totals, totalCell.forgone, forgone);
  pairs.rows[winnerRow + pairCell.won]! += 1;
  addMicros(pairs.rows, winnerRow + pairCell.gross, clearingMicros);
  addMicros(pairs.rows, winnerRow + pairCell.net, takenMicros);
  addMicros(pairs.rows, winnerRow + pairCell.forgone, forgone);
}
