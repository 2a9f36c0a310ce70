import type { ReportRow } from '@auction-tiers/contract';

/** What a tier did on the chosen days, of the report. */
export interface TierFigures {
  /** Bids in the tier. */
  readonly bids: number;
  readonly won: number;
  readonly excluded: number;
  /** Bids won of all bids in it; null without bids. */
  readonly winRate: number | null;
  readonly net: number;
  readonly netPerDay: number;
  readonly gross: number;
  /** The price of preference. */
  readonly forgone: number;
  /** The net prices of the bids that it excluded. */
  readonly excludedNet: number;
}

type Row = Pick<ReportRow, 'bids' | 'won' | 'excluded' | 'win_rate' | 'net' | 'gross' | 'forgone' | 'excluded_net'>;

export function figuresOf(row: Row, days: number): TierFigures {
  const net = Number(row.net);
  return {
    bids: row.bids,
    won: row.won,
    excluded: row.excluded,
    winRate: row.win_rate,
    net,
    netPerDay: net / days,
    gross: Number(row.gross),
    forgone: Number(row.forgone),
    excludedNet: Number(row.excluded_net),
  };
}

/** The figures of each tier, from the rows of a report by tier over so many days. Bids without a tier are left out. */
export function figuresByTier(
  rows: readonly (Row & Pick<ReportRow, 'tier_id'>)[],
  days: number,
): ReadonlyMap<number, TierFigures> {
  return new Map(rows.flatMap((row) => (typeof row.tier_id === 'number' ? [[row.tier_id, figuresOf(row, days)]] : [])));
}

const dayMs = 86_400_000;

/** The days between two moments, parts of days too; of a day that has not ended, what has passed of it. At least an hour. */
export function daysBetween(startMs: number, endMs: number, nowMs: number): number {
  return Math.max(Math.min(endMs, nowMs) - startMs, dayMs / 24) / dayMs;
}
