import { z } from 'zod';
import type { ReportFigures } from './report-figures.ts';

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
    is_kept: z.boolean().describe('Whether the figure of the draft keeps it.'),
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

/** What was promised, and what the draft gives instead. */
export function commitmentText(row: CommitmentRow, currency: string, figures: ReportFigures): string {
  return `${wantedText(row, currency, figures)}, but the draft gives ${figureText(row.figure, row.draft, currency, figures)}`;
}
