import { z } from 'zod';
import { Money } from './figure.ts';
import { MoneyInterval } from './method.ts';

/** The number of auctions that a report lists. */
export const listedDifferences = 100;

/** The difference that remains without the auctions that change the most. */
export const LargestDifferences = z
  .strictObject({
    removed: z
      .int()
      .min(0)
      .describe(
        'How many auctions were taken out: a thousandth of the log, at least 5, and all whose difference is above the price from which bids are out of all proportion; at most 5,000, and only auctions whose net revenue changes.',
      ),
    difference: Money.describe('In net to the seller, of the other auctions.'),
    interval: MoneyInterval.nullable().describe('For it; null: too few clusters are left.'),
    auctions: z
      .array(
        z.strictObject({
          file: z.string(),
          place: z.string().describe('Of the auction within its file.'),
          difference: z.number().describe('Draft less current, net CPM.'),
          current: z.number().describe('Net CPM.'),
          draft: z.number().describe('Net CPM.'),
        }),
      )
      .describe(`The auctions that were taken out, the largest difference first; up to ${listedDifferences}.`),
  })
  .meta({ id: 'LargestDifferences' });
export type LargestDifferences = z.output<typeof LargestDifferences>;
