import { z } from 'zod';
import { ActingFor } from '../query/list-input.ts';
import { CalendarDate, CalendarDay } from '../value/calendar-day.ts';
import { Id } from '../value/scalar.ts';

export const usualKey = 'usual';
export const holidaysKey = 'holidays';

/** The figures of a day or hour that have a range, as the report names them. */
export const usualFigures = ['net', 'auctions', 'fill', 'net_cpm', 'forgone'] as const;
export type UsualFigure = (typeof usualFigures)[number];

export const UsualInput = z.strictObject({
  ym_profile_id: Id.describe('The yield management profile'),
  date: CalendarDate.optional().describe("The day, in the member's time zone; default: today"),
  member_id: ActingFor.optional(),
});
export type UsualInput = z.output<typeof UsualInput>;

const UsualRange = z
  .object({
    low: z.number().describe('Between it and `high` lie 19 of 20 such times'),
    expected: z.number().describe('What is expected'),
    high: z.number().describe('The upper end'),
  })
  .nullable()
  .meta({ id: 'UsualRange', description: 'What is usual; null: not known' });
const range = (description: string) => UsualRange.describe(description);
const FigureRanges = z
  .object({
    net: range('Money earned'),
    auctions: range('Auctions'),
    fill: range('Sold auctions as a part of all, 0 to 1'),
    net_cpm: range('CPM price'),
    forgone: range('Money given up by preferring'),
  })
  .meta({
    id: 'UsualFigures',
    description: 'What is usual of each figure; null: not known',
  });

const UsualBuyer = z
  .object({
    buyer_id: Id.describe('The buyer'),
    buyer_name: z.string().nullable().describe('Its name'),
    bid_rate: range('Its bids as a part of the auctions'),
    net_cpm: range('CPM price that it pays'),
  })
  .meta({ id: 'UsualBuyer' });

const UsualHour = z
  .object({
    hour: z.string().describe("When the hour of the member's clock begins, UTC: `2026-11-22 13:00:00`"),
    local: z.string().describe('The same by that clock: `2026-11-22 08:00:00`'),
    figures: FigureRanges,
    buyers: z.array(UsualBuyer).describe('The largest buyers'),
  })
  .meta({ id: 'UsualHour' });

const fall = (traffic: string) => z.number().nullable().describe(`In ${traffic} of usual traffic`);
const Finds = z
  .object({
    figure: z.string().describe('`auctions`, `fill`, `price`, `net`, `buyer:107`, `buyer_price:107` or `tier:5`'),
    half_hour: fall('half an hour'),
    hour: fall('an hour'),
    day: fall('a day'),
  })
  .meta({
    id: 'UsualFinds',
    description: 'The least fall that an alert finds, as a part of what is usual; null: none',
  });

const QuietBuyer = z
  .object({
    buyer_id: Id.describe('The buyer'),
    buyer_name: z.string().nullable().describe('Its name'),
    since: z.string().describe('When the first hour without a bid began, UTC'),
    hours: z.int().describe('Hours with auctions since then'),
    every_days: z.number().describe('By chance, such a silence occurs about once in so many days'),
    is_rarer: z.boolean().describe('Whether it occurs less often, by how much is not known'),
    missed_net: z.string().describe('Money that it usually brings in such a time'),
  })
  .meta({ id: 'QuietBuyer' });

/** What is usual on a day of a ym-profile. */
export const UsualDay = z
  .object({
    ym_profile_id: Id.describe('The yield management profile'),
    date: z.string().describe('The day'),
    timezone: z.string().describe('Time zone of the day, IANA'),
    currency: z.string().describe('Currency of all money, ISO 4217'),
    calendar: CalendarDay.nullable().describe("The day's entry in the member's calendar; null: a day like others"),
    is_learning: z.boolean().describe('Whether less than two weeks are known, so that nothing is usual yet'),
    learned_hours: z.int().describe('Hours that were learned from'),
    until: z.string().nullable().describe('Up to when `day` counts, UTC; null: the whole day'),
    day: FigureRanges,
    buyers: z.array(UsualBuyer).describe('Of `day`'),
    hours: z.array(UsualHour).describe('Its hours'),
    quiet_buyers: z.array(QuietBuyer).describe('Large buyers that have gone quiet'),
    finds: z.array(Finds).describe('Which falls the alerts find, and how soon'),
  })
  .meta({ id: 'UsualDay', description: 'What is usual on a day' });
export type UsualDay = z.output<typeof UsualDay>;

const [firstYear, lastYear] = [2015, 2037];
export const HolidaysInput = z.strictObject({
  country: z
    .string()
    .regex(/^[A-Za-z]{2}$/, { error: 'allowed: a country code of two letters, such as DE' })
    .describe('Country, ISO 3166-1 alpha-2'),
  year: z.int().min(firstYear).max(lastYear).describe('Year'),
  member_id: ActingFor.optional(),
});
export type HolidaysInput = z.output<typeof HolidaysInput>;
export type Holidays = { readonly count: number; readonly items: readonly CalendarDay[] };
