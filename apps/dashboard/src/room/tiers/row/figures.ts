import type { ReportRow } from '@auction-tiers/contract';
import { reportFigures } from '@auction-tiers/contract/glossary';
import { dayMs } from '../../../figure/date.ts';

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
  { id: 'net', figure: 'net', head: 'Net a day', action: 'include' },
  { id: 'forgone', figure: 'forgone', head: 'Forgone a day', action: 'include' },
  { id: 'excluded', figure: 'excluded_net', head: 'Excluded a day', action: 'exclude' },
] as const satisfies readonly Amount[];

/** The figures that are added up over tiers. */
const sumNames = ['bids', 'won', 'net', 'forgone', 'excluded_net'] as const;
export type Sums = Readonly<Record<(typeof sumNames)[number], number>>;
/** Money has nine decimals. */
const exact = (value: number): number => Number(value.toFixed(9)) + 0;

const sumsBy = (of: (name: (typeof sumNames)[number]) => number): Sums =>
  Object.fromEntries(sumNames.map((name) => [name, exact(of(name))])) as Sums;

/**
 * What the report by tier has beside the tiers of a ladder: bids in no tier, tiers that were deleted or changed, and
 * all together, which is the total of the chosen days. `listed`: what the rows of the ladder show.
 */
export function besideTiers(rows: readonly Row[], listed: Sums) {
  const add = (some: readonly Row[]) => sumsBy((name) => some.reduce((sum, row) => sum + Number(row[name] ?? 0), 0));
  const all = add(rows);
  const untiered = add(rows.filter(({ tier_id: id, is_other: isOther }) => id === null && isOther !== true));
  return { untiered, others: sumsBy((name) => all[name] - untiered[name] - listed[name]), all };
}

/** The figures of each tier, from the rows of a report by tier. Bids without a tier are left out. */
export function figuresByTier(rows: readonly (Row & Pick<ReportRow, 'tier_id'>)[]): ReadonlyMap<number, TierFigures> {
  return new Map(rows.flatMap((row) => (typeof row.tier_id === 'number' ? [[row.tier_id, figuresOf(row)]] : [])));
}

/**
 * How many days have been counted: from the begin of the first day with auctions on; one at least, because a figure of a few
 * hours is no day's.
 */
export const countedDays = (firstMs: number, untilMs: number): number => Math.max(1, (untilMs - firstMs) / dayMs);
