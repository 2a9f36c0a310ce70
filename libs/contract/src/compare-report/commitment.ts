import { z } from 'zod';

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
