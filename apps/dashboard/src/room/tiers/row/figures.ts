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
}

type Row = Partial<ReportRow>;

const numberOf = (value: unknown): number | null => (value === null || value === undefined ? null : Number(value));

export const figuresOf = (row: Row): TierFigures =>
  Object.fromEntries(reportFigureNames.map((name) => [name, numberOf(row[name])] as const)) as unknown as TierFigures;

/** An amount of the report that is a column of the ladder and one of the figures of a tier. */
interface Amount {
  /** The name of the column in the address. */
  readonly id: string;
  readonly figure: ReportFigure;
  readonly head: string;
  /** The action of the tiers that have the amount. */
  readonly action: 'include' | 'exclude';
}

export const amounts = [
  { id: 'net', figure: 'net', head: 'Net', action: 'include' },
  { id: 'forgone', figure: 'forgone', head: 'Forgone', action: 'include' },
  { id: 'excluded', figure: 'excluded_net', head: 'Excluded', action: 'exclude' },
] as const satisfies readonly Amount[];

/** The figures of each tier, from the rows of a report by tier. Bids without a tier are left out. */
export function figuresByTier(rows: readonly (Row & Pick<ReportRow, 'tier_id'>)[]): ReadonlyMap<number, TierFigures> {
  return new Map(rows.flatMap((row) => (typeof row.tier_id === 'number' ? [[row.tier_id, figuresOf(row)]] : [])));
}
