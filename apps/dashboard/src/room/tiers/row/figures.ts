import type { ReportRow } from '@auction-tiers/contract';
import { reportFigures } from '@auction-tiers/contract/glossary';

export type ReportFigure = keyof typeof reportFigures;

/** The figures of a report, in the order in which the glossary has them. */
export const reportFigureNames = Object.keys(reportFigures) as ReportFigure[];

/** What a tier did on the chosen days: the figures of the report as numbers; null: there is none. */
export interface TierFigures extends Readonly<Record<ReportFigure, number | null>> {
  readonly bids: number;
  readonly won: number;
  readonly net: number;
  readonly netPerDay: number;
}

type Row = Partial<ReportRow>;

const numberOf = (value: unknown): number | null => (value === null || value === undefined ? null : Number(value));

export function figuresOf(row: Row, days: number): TierFigures {
  const figures = Object.fromEntries(reportFigureNames.map((name) => [name, numberOf(row[name])] as const));
  return { ...(figures as unknown as TierFigures), netPerDay: Number(row.net) / days };
}

/** An amount of the report that is a column of the ladder beside the net, and stands among the figures of a tier. */
interface Amount {
  /** As the address names the column. */
  readonly id: string;
  readonly figure: ReportFigure;
  readonly head: string;
  readonly width: string;
  /** The tiers that have it. */
  readonly action: 'include' | 'exclude';
}

export const amounts = [
  { id: 'forgone', figure: 'forgone', head: 'Forgone', width: '84px', action: 'include' },
  { id: 'excluded', figure: 'excluded_net', head: 'Excluded', width: '88px', action: 'exclude' },
] as const satisfies readonly Amount[];

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
