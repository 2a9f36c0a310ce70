import { z } from 'zod';
import { Count, Money } from './figure.ts';
import { MoneyInterval } from './method.ts';

/** The number of days in a month's figures. */
export const daysOfMonth = 30;

/** The days of the week, in the order of `Date.getUTCDay`. */
export const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;

/** The names of weekdays, Sunday being 0, from Monday on. */
export function namesOfWeekdays(places: readonly number[]): string[] {
  return [...weekdays.slice(1), weekdays[0]].filter((name) => places.includes(weekdays.indexOf(name)));
}

const Sum = z.strictObject({ gross_paid: Money, net_to_seller: Money });

const Day = z.strictObject({
  date: z.iso.date().describe('In the time zone of the method; an hour belongs to the day in which it begins.'),
  auctions: Count,
  hours: Count.describe('With auctions.'),
  is_whole: z.boolean().describe('Whether it has auctions in nearly as many hours as the others have.'),
  current: Sum,
  draft: Sum,
  difference: Sum,
});
export type Day = z.output<typeof Day>;

const PerDay = z.strictObject({
  days: Count.describe('Whole days, over which this is the mean.'),
  current: Money.describe('Net to the seller.'),
  draft: Money,
  difference: Money,
  interval: MoneyInterval.nullable().describe(
    'For the mean: the wider of that of the whole report and that of the mean over days; null: there is none.',
  ),
  standard_deviation: Money.nullable().describe('Of the difference between days; null: fewer than two.'),
  lowest: Money.describe('Of the differences of single days.'),
  highest: Money,
});

const PerMonth = z.strictObject({
  days: z.literal(daysOfMonth),
  current: Money,
  draft: Money,
  difference: Money,
  interval: MoneyInterval.nullable(),
});

/** What the draft brings by day, and in a month of such days. */
export const DaySection = z.strictObject({
  days: z.array(Day).describe('With auctions, in the order of time.'),
  per_day: PerDay.nullable().describe('null: no auction has a time.'),
  per_month: PerMonth.nullable(),
  assumption: z.string().nullable().describe('What the figures of a month assume, in words.'),
});
export type DaySection = z.output<typeof DaySection>;
