import type { CommitmentRow } from './commitment.ts';
import type { ReportFigures } from './report-figures.ts';

// What is promised, in words. The page loads this first, and what a report says of promises with its rooms.

/**
 * A promised figure or what is reached of it: `1,000 wins a day`, `20 % of the net`, `12.50 EUR net a day`; to `decimals`,
 * by default two, of an amount of money below 1 four digits.
 */
export function figureText(
  figure: CommitmentRow['figure'],
  value: number,
  currency: string,
  figures: ReportFigures,
  decimals?: number,
): string {
  const most = decimals ?? 2;
  if (figure === 'share_of_net') return `${figures.percent(value, 0, most)} of the net`;
  if (figure === 'wins') return `${figures.decimal(value, 0, most)} ${value === 1 ? 'win' : 'wins'} a day`;
  const isSmall = decimals === undefined && Math.abs(value) < 1;
  const least = Number.isInteger(value) ? 0 : 2;
  return `${isSmall ? figures.significant(value, 4) : figures.decimal(value, least, most)} ${currency} net a day`;
}

/** Promised figures are shown unrounded, up to nine decimals. */
const decimalsOfPromise = 9;

/** What is promised of a buyer or tier: `at least 1,000 wins a day`. */
export const boundText = (
  { bound, figure, wanted }: Pick<CommitmentRow, 'bound' | 'figure' | 'wanted'>,
  currency: string,
  figures: ReportFigures,
): string => `${bound.replace('_', ' ')} ${figureText(figure, wanted, currency, figures, decimalsOfPromise)}`;
