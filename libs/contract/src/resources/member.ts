import { z } from 'zod';
import { reportBreakdowns, usualBreakdowns } from '../report/report.ts';
import { defineResource, type Stored } from '../resource/resource.ts';
import { optional, readOnly, required, shared, unlisted } from '../resource/field.ts';
import { freshRateDays } from '../value/currency.ts';
import { AlertSettings, AlertSettingsInput, usualAlertSettings } from './alert.ts';
import { tooManySeats } from '../value/seats.ts';
import { CalendarDay, CalendarDayInput, maxCalendarDays, repeatedDays } from '../value/calendar-day.ts';
import { ymProfileResource } from './ym-profile.ts';

/** The body of the first ym-profile; its member is created with it. */
export const FirstYmProfile = ymProfileResource.Create.omit({ member_id: true }).meta({ id: 'FirstYmProfile' });

/** So many changes of what the report counts are remembered. */
export const mostReportChanges = 100;

/** What the report counted by until it was changed. */
const ReportChange = z.strictObject({
  until: z.string().describe('When it was changed, UTC'),
  timezone: z.string().describe('The time zone until then'),
  report_breakdowns: z.array(z.enum(reportBreakdowns)).nullable().describe('The attributes counted until then'),
});
export type ReportChange = z.output<typeof ReportChange>;
const changeFields = { until: 'date', timezone: 'string', report_breakdowns: 'array' } as const;
const changesAre =
  'What `timezone` and `report_breakdowns` were before each of their last changes, oldest first; null: never changed';

export const memberResource = defineResource({
  service: 'member',
  plural: 'members',
  words: {
    one: 'a member',
    many: 'members',
    description:
      'A member is an account. The users of a seller read its settings, and its managers change them; an administrator creates members and sees all of them. With `first_ym_profile`, a member and its first yield management profile are made in one step. `record_share` is the share of its auctions that is recorded.',
  },
  fields: {
    id: readOnly.id(),
    name: required.name('Name of the seller'),
    revenue_share_pct: optional.percent('Fee, per cent, of the bids and auctions that name none'),
    timezone: optional.timezone('Time zone of the days in reports, IANA'),
    currency: optional.currency('Currency of all prices and totals, ISO 4217'),
    currency_rates: optional.rates(
      'By other currency, the value of one unit in `currency`, decimal text. Without a rate, a bid of `/openrtb2/auction` is invalid, and an impression with a floor is refused',
    ),
    currency_rates_date: unlisted(
      optional.date(
        `Moment of the rates, UTC; default: when they are set. After ${freshRateDays} days, answers that use them warn`,
      ),
    ),
    seats: optional.seats('Buyer ids by seat, in any case and spacing; null removes a seat'),
    publishing: shared(
      'publishing',
      optional.choice(
        ['direct', 'draft', 'approved'],
        'direct',
        'How its tiers change. `direct`: by single writes, imports and drafts. `draft`: by drafts only. `approved`: by drafts that another user has approved',
      ),
    ),
    record_share: shared(
      'record_share',
      optional.share(
        'Share of its auctions that is recorded, from 0 to 1, at most what `RECORD_SHARE_MAX` of the installation allows. null: the share of `RECORD_AUCTIONS`',
      ),
    ),
    report_breakdowns: shared(
      'report_breakdowns',
      optional.list(
        z.enum(reportBreakdowns),
        reportBreakdowns.length,
        `Attributes that \`/report\` counts in addition to tiers and buyers, from the next second on; each costs memory. null: ${usualBreakdowns.join(', ')}`,
      ),
    ),
    alerts: optional.settings(
      AlertSettings,
      AlertSettingsInput,
      usualAlertSettings,
      'Accepted false alarms, and which alerts are sent where and when. Only the keys that are sent change; null resets one',
    ),
    report_changes: {
      ...readOnly.objects(ReportChange, changeFields, changesAre),
      value: z.array(ReportChange).nullable().meta({ description: changesAre }),
      initial: null,
    },
    calendar: optional.objects(
      CalendarDay,
      CalendarDayInput,
      maxCalendarDays,
      { date: 'string', name: 'string' },
      'Days unlike others, such as holidays: held against such days alone. `GET /calendar/holidays` offers national ones',
      { date: '2026-12-25', name: 'Christmas' },
    ),
    last_modified: readOnly.lastModified(),
  },
  writeOnly: {
    create: {
      first_ym_profile: FirstYmProfile.optional().describe(
        'The first ym-profile of the member, as for `POST /ym-profile` without `member_id`: both are made in one step, or neither',
      ),
    },
    update: {},
  },
  owner: 'self',
  check: ({ calendar, seats }) => [...repeatedDays(calendar), ...tooManySeats(seats)],
});

export type Member = Stored<typeof memberResource>;
