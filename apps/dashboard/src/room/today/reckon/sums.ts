import type { ReportRow } from '@auction-tiers/contract';

/** What auctions added up to. */
export interface Sums {
  readonly auctions: number;
  readonly sold: number;
  /** What was earned. */
  readonly net: number;
  /** Given up by preferring. */
  readonly forgone: number;
}

/** The sums of a report row that counts all tiers and buyers. */
export const sumsOf = (row: ReportRow): Sums => mapSums((name) => Number(row[name] ?? 0));

/** Each of the sums by itself. */
const mapSums = (map: (name: keyof Sums) => number): Sums => ({
  auctions: map('auctions'),
  sold: map('sold'),
  net: map('net'),
  forgone: map('forgone'),
});

export const addUp = (all: readonly Sums[]): Sums =>
  mapSums((name) => all.reduce((sum, { [name]: value }) => sum + value, 0));

/** The figures of a day in their order, the most important first. */
export const figureNames = ['net', 'auctions', 'fill', 'net_cpm', 'forgone'] as const;
export type FigureName = (typeof figureNames)[number];
/** Net and forgone as earned, fill from 0 to 1, net CPM as a price; null where there is nothing to divide by. */
export type Figures = Readonly<Record<FigureName, number | null>>;

export const figuresOf = ({ auctions, sold, net, forgone }: Sums): Figures => ({
  net,
  auctions,
  fill: auctions === 0 ? null : sold / auctions,
  net_cpm: sold === 0 ? null : (net * 1000) / sold,
  forgone,
});
