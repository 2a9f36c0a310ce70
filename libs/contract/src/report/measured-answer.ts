import { z } from 'zod';

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
