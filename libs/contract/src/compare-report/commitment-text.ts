import type { CommitmentRow } from './commitment.ts';
import { boundText, figureText } from './promise-text.ts';
import type { ReportFigures } from './report-figures.ts';

/** What was promised: `buyer 107 Saffron Travel at least 1,000 wins a day`. */
export const wantedText = (
  row: Pick<CommitmentRow, 'subject' | 'id' | 'name' | 'bound' | 'figure' | 'wanted'>,
  currency: string,
  figures: ReportFigures,
): string => `${row.subject} ${row.id}${row.name === null ? '' : ` ${row.name}`} ${boundText(row, currency, figures)}`;

/** What was promised, and what the draft gives instead; of one that is unsure, on how many days. */
export function commitmentText(row: CommitmentRow, currency: string, figures: ReportFigures): string {
  const given = `the draft gives ${figureText(row.figure, row.draft, currency, figures)}`;
  const isBroken = keepingOf(row, row.draft) === 'broken';
  return `${wantedText(row, currency, figures)}${isBroken ? ', but' : ';'} ${given}${isBroken ? '' : keptDaysText(row)}`;
}

/** What the days say of a promise: `unsure` is kept in their mean, but not beyond their error. */
export function keepingOf(
  { bound, wanted, is_kept: isKept }: Pick<CommitmentRow, 'bound' | 'wanted' | 'is_kept'>,
  reached: number,
): 'kept' | 'unsure' | 'broken' {
  if (isKept) return 'kept';
  return (bound === 'at_least' ? reached >= wanted : reached <= wanted) ? 'unsure' : 'broken';
}

/** `, on 24 of 28 days (26 at present)`; empty: no day was judged. */
export function keptDaysText({ kept_days: kept }: Pick<CommitmentRow, 'kept_days'>): string {
  if (!kept) return '';
  const { days, current, draft } = kept;
  const before = draft === current ? 'as at present' : `${current} at present`;
  return `, on ${draft} of ${days} days (${before})`;
}
