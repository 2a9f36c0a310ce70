import { figuresIn } from '@auction-tiers/figure';

/** The amount of measuring. */
export interface Options {
  /** Rounds of each comparison. */
  readonly rounds: number;
  /** The shortest run that shows that everything works; its figures are meaningless. */
  readonly isQuick: boolean;
}

/** A first column of names and further columns of figures. */
export interface Table {
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** A goal for a figure: its name, the wanted value, the measured value, and whether it is met. */
export type Goal = readonly [what: string, wanted: string, found: string, isMet: 'yes' | 'no'];

/** The result of a suite. `figures`: plain data, of every round. */
export interface Measured<Figures = unknown> {
  readonly figures: Figures;
  readonly tables: readonly Table[];
  readonly goals: readonly Goal[];
}

/** Measures one part of the product. */
export interface Suite<Figures = unknown> {
  /** One sentence for the help. */
  readonly summary: string;
  /** The rounds of a run that asks for none. Default: as of every suite. */
  readonly usualRounds?: number;
  /** Passes its progress to `say` in lines. Throws a `WrongAnswer` when a measured program answers wrong. */
  readonly measure: (options: Options, say: (line: string) => void) => Promise<Measured<Figures>>;
}

/** A measured program gave a wrong answer, so its time means nothing. */
export class WrongAnswer extends Error {}

type Format = (value: number) => string;

export const atMost = (limit: number, what: string, found: number, format: Format): Goal =>
  [what, `at most ${format(limit)}`, format(found), found <= limit ? 'yes' : 'no'] as const;

export const atLeast = (limit: number, what: string, found: number, format: Format): Goal =>
  [what, `at least ${format(limit)}`, format(found), found >= limit ? 'yes' : 'no'] as const;

/** For a terminal: names to the left, figures to the right. */
export function toText({ header, rows }: Table): string {
  const widths = header.map((title, at) => Math.max(title.length, ...rows.map((row) => row[at]!.length)));
  const pad = (cell: string, at: number) => (at === 0 ? cell.padEnd(widths[at]!) : cell.padStart(widths[at]!));
  const lines = [header, widths.map((width) => '-'.repeat(width)), ...rows];
  return lines.map((cells) => cells.map(pad).join('  ').trimEnd()).join('\n');
}

const figures = figuresIn('en-US', { minus: '-' });

/** Three significant digits and no exponent: 0.0123, 4.56, 789, 12,300. */
export const formatFigure: Format = (value) => figures.significant(value);
export const formatPercent: Format = (part) => figures.shortPercent(part);
export const formatMs: Format = (ms) => (ms < 1 ? `${formatFigure(ms * 1000)} µs` : `${formatFigure(ms)} ms`);
export const formatMegabytes: Format = (bytes) => `${formatFigure(bytes / 1e6)} MB`;
