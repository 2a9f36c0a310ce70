import { z } from 'zod';
import type { ReportFigures } from './report-figures.ts';

/** What it takes to keep a commitment, by drafts and proposals alike. */
export const keptMeans =
  'Whether the draft keeps it, beyond the error of the days: its mean, and a new day in 95 of 100, or where the current tiers keep it on fewer, on at most five of 100 fewer than they.';

/** On how many days a commitment is kept. */
export const KeptDays = z
  .strictObject({ days: z.int(), current: z.int(), draft: z.int() })
  .nullable()
  .describe(
    'Of the whole days that are judged, those that keep it by themselves, under the current tiers and under the draft; null: fewer than five, or the log is a sample.',
  );
export type KeptDays = z.output<typeof KeptDays>;

/** A commitment with its figures in the log. */
export const CommitmentRow = z
  .strictObject({
    subject: z.enum(['buyer', 'tier']),
    id: z.int(),
    name: z.string().nullable(),
    bound: z.enum(['at_least', 'at_most']),
    figure: z.enum(['wins', 'net', 'share_of_net']).describe('`net`: net to the seller, as earned.'),
    wanted: z.number().min(0),
    current: z.number(),
    draft: z.number(),
    interval: z
      .strictObject({ low: z.number(), high: z.number() })
      .nullable()
      .describe('Of the figure of the draft; null: the log is too small.'),
    is_kept: z.boolean().describe(keptMeans),
    kept_days: KeptDays,
  })
  .meta({ id: 'CommitmentRow', description: 'Figures per day of the log; a share from 0 to 1.' });
export type CommitmentRow = z.output<typeof CommitmentRow>;

/** A commitment's figure with its unit, to `decimals`; by default two, of an amount of money below 1 four digits. */
export function figureText(
  figure: CommitmentRow['figure'],
  value: number,
  currency: string,
  figures: ReportFigures,
  decimals?: number,
): string {
  const most = decimals ?? 2;
  if (figure === 'share_of_net') return figures.percent(value, 0, most);
  if (figure === 'wins') return figures.decimal(value, 0, most);
  const isSmall = decimals === undefined && Math.abs(value) < 1;
  return `${isSmall ? figures.significant(value, 4) : figures.decimal(value, 0, most)} ${currency}`;
}

/** Promised figures are shown unrounded, up to nine decimals. */
const decimalsOfPromise = 9;

const figureWords: Readonly<Record<CommitmentRow['figure'], string>> = {
  wins: 'wins per day',
  net: 'net per day',
  share_of_net: 'of the net',
};

/** What was promised: `buyer 107 Saffron Travel at least 1,000 wins per day`. */
export function wantedText(
  {
    subject,
    id,
    name,
    bound,
    figure,
    wanted,
  }: Pick<CommitmentRow, 'subject' | 'id' | 'name' | 'bound' | 'figure' | 'wanted'>,
  currency: string,
  figures: ReportFigures,
): string {
  const who = name === null ? `${subject} ${id}` : `${subject} ${id} ${name}`;
  return `${who} ${bound.replace('_', ' ')} ${figureText(figure, wanted, currency, figures, decimalsOfPromise)} ${figureWords[figure]}`;
}

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
