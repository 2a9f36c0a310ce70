import { clusterAttributes, designs } from '@auction-tiers/experiment';
import { z } from 'zod';

const Part = z.number().min(0).max(1);

/** Parts of the runs that ended so. */
const Ends = z.strictObject({
  publish: Part,
  stop: Part,
  go_on: Part,
  cannot_say: Part,
  paused: Part.describe('Of these, those that paused because the money was gone.'),
  mean_day: z.number().nullable().describe('Mean day of a verdict or pause; null: none.'),
});
export type Ends = z.output<typeof Ends>;

/** What a design would find. */
export const ExperimentReport = z.strictObject({
  design: z.enum(designs),
  runs: z.int().min(1),
  days: z.int().min(1),
  auctions_per_day: z.int().min(1),
  seed: z.string(),
  clusters: z.strictObject({ by: z.enum(clusterAttributes), count: z.int() }).nullable(),
  truth: z
    .strictObject({ rules_percent: z.number(), buyers_percent: z.number(), total_percent: z.number() })
    .describe(
      'Of the market: what the rules do to bids as they are, what buyers then do, and both, % of the live net.',
    ),
  draft: Ends,
  without_effect: Ends.describe(
    'Runs whose tier sets change places at random, so that there is no effect: what is said of them is false.',
  ),
  buyers: z
    .strictObject({ mean_percent: z.number(), covered: Part, excludes_0: Part })
    .nullable()
    .describe(
      'Of a switchback that ran to its end: intervals at the end that hold the truth, and that exclude 0; else null.',
    ),
});
export type ExperimentReport = z.output<typeof ExperimentReport>;
