import { z } from 'zod';

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

const hundred = 100;

/** A commitment's figure with its unit, to `digits` decimals; an amount of money below 1 to four significant digits. */
export function figureText(figure: CommitmentRow['figure'], value: number, currency: string, digits = 2): string {
  const text = (amount: number) => amount.toLocaleString('en-US', { maximumFractionDigits: digits });
  if (figure === 'share_of_net') return `${text(value * hundred)} %`;
  if (figure === 'wins') return text(value);
  return `${Math.abs(value) < 1 ? Number(value.toPrecision(4)) : text(value)} ${currency}`;
}

/** Promised figures are shown unrounded, up to nine decimals. */
const digitsOfPromise = 9;

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
): string {
  const who = name === null ? `${subject} ${id}` : `${subject} ${id} ${name}`;
  return `${who} ${bound.replace('_', ' ')} ${figureText(figure, wanted, currency, digitsOfPromise)} ${figureWords[figure]}`;
}

/** What was promised, and what the draft gives instead. */
export function commitmentText(row: CommitmentRow, currency: string): string {
  return `${wantedText(row, currency)}, but the draft gives ${figureText(row.figure, row.draft, currency)}`;
}
