import { z } from 'zod';
import { Count, Money } from './figure.ts';
import { MoneyInterval } from './method.ts';

/** The difference in net, adjusted by a measured answer. */
export const AnsweredNet = z.strictObject({
  net: Money.describe('The difference in net with the answer.'),
  interval: MoneyInterval.nullable().describe('With the uncertainty of the answer; null: too few clusters.'),
});
export type AnsweredNet = z.output<typeof AnsweredNet>;

/** The section of a report about the measured answer that it used. */
export const AnswerSection = z
  .strictObject({
    experiment_id: z.int(),
    until: z.string().describe('The end of the last day that was measured, UTC.'),
    model: z.string().describe('How it is used, in words.'),
    sampled_auctions: Count.describe('Auctions that were run again, drawn by the seed.'),
    buyers: z.array(z.int()).describe('Buyers that were measured.'),
  })
  .meta({ id: 'MeasuredAnswer', description: 'The answer of buyers that an experiment measured.' });
