import { z } from 'zod';
import { MoneyInterval } from './method.ts';

/** The most drafts tried on one log: with more, the bounds of an interval would lie outside the resamples. */
export const mostTries = 50;

const Count = z.int().min(0);
const Probability = z.number().min(0).max(1);
const Money = z.string().regex(/^-?\d+\.\d{9}$/);

const below = 'Of a difference per auction as far below that of the days before, or further, if days are alike.';

const Stretch = z
  .strictObject({
    from: z.iso.date(),
    days: Count,
    difference: Money.describe('Net to the seller, over the auctions of these days.'),
    interval: MoneyInterval.nullable(),
    probability: Probability.nullable().describe('Of a difference as large or larger, if there were none by then.'),
  })
  .meta({ id: 'Stretch', description: 'What the draft does on some days of a log.' });
export type Stretch = z.output<typeof Stretch>;

const Stopped = z
  .strictObject({
    kind: z.enum(['buyer', 'tier']),
    id: z.int(),
    name: z.string().nullable(),
    last_seen: z.iso.datetime().describe('The last hour in which the buyer bid, or the tier won, UTC.'),
    probability: Probability.describe('Of so long a silence at the end, if none stops; corrected for their number.'),
    since: Stretch.nullable().describe('From the first day without it on; null: there is no such day.'),
  })
  .meta({ id: 'Stopped', description: 'A buyer that bids no more, or a tier that wins no more.' });
export type Stopped = z.output<typeof Stopped>;

/** Whether the difference stays what it is from day to day. */
export const Stability = z
  .strictObject({
    weekdays: z
      .strictObject({
        cover: z
          .enum(['some', 'weighted', 'stratified'])
          .describe(
            '`some`: the log lacks days of the week. `weighted`: it has every one, and those that it has more often count less. `stratified`: it has every one at least twice, and days are compared with the same day of other weeks.',
          ),
        missing: z.array(z.string()),
        frequent: z.array(z.string()).describe('Those that the log has more often than others.'),
      })
      .describe('How far the days of the log stand for weeks.'),
    days_differ: z
      .strictObject({
        probability: Probability.nullable().describe(
          'Of days as different as these, if days did not differ by more than their hours; null: too few days or hours.',
        ),
        is_likely: z.boolean().describe('Whether it is below 5 %.'),
        kept: z
          .number()
          .min(0)
          .max(1)
          .describe('The share that a day seems to keep of what the day before was off; 0 where days do not differ.'),
      })
      .describe('Whether days differ by more than their auctions explain, and go on from one to the next.'),
    if_shocks_persist: MoneyInterval.nullable().describe(
      'The interval by days, if each kept 80 % of what the day before was off beyond what its hours explain; null: too few days or hours, or days differ and are fewer than 28.',
    ),
    break: z
      .strictObject({ probability: Probability, since: Stretch })
      .nullable()
      .describe('The day from which the difference is likely another (probability under 1 %); null: there is none.'),
    halves: z.array(Stretch).describe('Of the days, or of whole weeks; empty: fewer than 5 days.'),
    thirds: z.array(Stretch).describe('Likewise; empty: fewer than 6 days.'),
    trend: z
      .strictObject({ since: Stretch, below: Probability.describe(below) })
      .nullable()
      .describe('The last third against the days before; null: fewer than 6 days, or their hours do not tell.'),
    last_day: z
      .strictObject({ since: Stretch, below: Probability.describe(below) })
      .nullable()
      .describe('The last day against the days before; null: likewise.'),
    weeks: z
      .strictObject({ count: Count, interval: MoneyInterval.nullable() })
      .nullable()
      .describe(
        "The whole weeks up to the last day, and the interval of the difference by them (Student's t); null: fewer than 3.",
      ),
    missing_hours: z
      .array(z.int().min(0).max(23))
      .describe(
        'Hours of the day, in the time zone of the method, in which no day has an auction, though it has many; without those in which the ym-profile is closed.',
      ),
    cap: z
      .strictObject({
        per: z.enum(['hour', 'day']),
        auctions: Count.describe('The count that they have.'),
        count: Count.describe('How many have it.'),
      })
      .nullable()
      .describe('Hours or days that seem to be cut off, for many have exactly the highest count; null: none.'),
    stopped: z.array(Stopped).describe('Who likely stopped within the log (probability under 1 %).'),
  })
  .meta({ id: 'Stability' });
export type Stability = z.output<typeof Stability>;

/** Whether auctions of one user or session move together, as far as the log tells. */
export const Units = z
  .strictObject({
    named_share: z.number().min(0).max(1).describe('Auctions that name their unit, such as a user or session.'),
    largest_share: z
      .number()
      .min(0)
      .max(1)
      .nullable()
      .describe('No unit has a larger share of the auctions; null: no unit is named.'),
    seen_once_share: z
      .number()
      .min(0)
      .max(1)
      .nullable()
      .describe('Of the units, those in one auction only; of a sample in a large log; null: no unit is named.'),
    are_declared_absent: z
      .boolean()
      .describe('Whether the caller (`--no-units`) or the ym-profile declares that no user returns.'),
    largest_design_effect: z
      .number()
      .min(0)
      .nullable()
      .describe(
        'By how much returning users may multiply the variance before the interval holds 0; null: it holds 0, or there is none.',
      ),
  })
  .meta({ id: 'Units' });
export type Units = z.output<typeof Units>;

/** What a log of this size cannot show. */
export const RareLosses = z
  .strictObject({
    one_in: z
      .number()
      .nullable()
      .describe('What happens in fewer than one of so many auctions may be missing; null: no auctions.'),
    undoing_loss: z
      .number()
      .nullable()
      .describe('Net CPM: lost in one of so many auctions, it would undo the gain; null: there is none.'),
    highest_bid: z.number().nullable().describe('Net CPM, of the log: a loss of as much is plausible; null: no bids.'),
  })
  .meta({ id: 'RareLosses' });
export type RareLosses = z.output<typeof RareLosses>;
