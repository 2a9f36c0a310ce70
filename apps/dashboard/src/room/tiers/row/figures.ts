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
  readonly gross: number;
  /** The price of preference. */
  readonly forgone: number;
  /** The net prices of the bids that it excluded. */
  readonly excludedNet: number;
}

type Row = Pick<ReportRow, 'bids' | 'won' | 'excluded' | 'win_rate' | 'net' | 'gross' | 'forgone' | 'excluded_net'>;

export function figuresOf(row: Row): TierFigures {
  return {
    bids: row.bids,
    won: row.won,
    excluded: row.excluded,
    winRate: row.win_rate,
    net: Number(row.net),
    gross: Number(row.gross),
    forgone: Number(row.forgone),
    excludedNet: Number(row.excluded_net),
  };
}

/** The figures of each tier, from the rows of a report by tier. Bids without a tier are left out. */
export function figuresByTier(rows: readonly (Row & Pick<ReportRow, 'tier_id'>)[]): ReadonlyMap<number, TierFigures> {
  return new Map(rows.flatMap((row) => (typeof row.tier_id === 'number' ? [[row.tier_id, figuresOf(row)]] : [])));
}
