import { z } from 'zod';
import { Count, Money } from './figure.ts';
import { MoneyInterval } from './method.ts';

const Elasticity = z
  .strictObject({ value: z.number(), interval: z.strictObject({ low: z.number(), high: z.number() }) })
  .nullable();

const AnsweringBuyer = z.strictObject({
  member_id: z.int(),
  minimum: z.strictObject({ from: z.string(), to: z.string() }),
  mean_bid: Elasticity,
  bid_rate: Elasticity,
});

/**
 * An experiment's measurement of each large buyer whose minimum its draft changed: by how many per cent its mean bid,
 * and its bids per auction, change with each per cent of its minimum. Intervals of 95 %; null: too little is known.
 */
export const MeasuredAnswer = z.strictObject({
  experiment_id: z.int().min(1),
  /** The end of the last day that was counted, UTC. */
  until: z.string().regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
  buyers: z.array(AnsweringBuyer).min(1).readonly(),
});
export type MeasuredAnswer = z.output<typeof MeasuredAnswer>;

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
