import {
  type LiveReport,
  LiveReportInput,
  reportDaysKept,
  reportDebug,
  reportHoursKeptDays,
  ReportInput,
  type ReportPage,
} from '../report/report.ts';
import { type MovementAnswer, MovementInput, movementKey } from '../report/movement.ts';
import { type Holidays, holidaysKey, HolidaysInput, type UsualDay, UsualInput, usualKey } from '../report/usual.ts';
import { type TodayAnswer, TodayInput } from '../report/today.ts';
import { type UnknownSeats, UnknownSeatsInput } from '../report/unknown-seat.ts';
import { reportCsv } from '../report/report-csv.ts';
import { follow, get, inMoney, one, page, read, type } from './operation.ts';

/** The report, and what is told and learned from its figures. */
export const reportOperations = {
  report: {
    rows: read({
      input: ReportInput,
      output: type<ReportPage>(),
      words: {
        id: 'readReport',
        summary: 'View what the tiers of a ym-profile did',
        description: `Every auction is counted exactly when it is decided, and shows within two seconds: \`dbg_info.complete_to\` says up to when. \`/auction/explain\` is not counted. Hours are kept ${reportHoursKeptDays} days, days ${reportDaysKept}, both by the clock of the member's \`timezone\`, which \`dbg_info\` names. With \`Accept: text/csv\` the answer is CSV: its headings have the currency of money (\`net_usd\`) and the zone of times (\`hour (America/New_York)\`); hours are local, with their offset (\`2026-11-01 01:00 -04:00\`).`,
        request: { ym_profile_id: 1, group_by: 'tier,buyer', sort: 'net.desc', num_elements: 1, locale: 'en-US' },
        errors: [404],
      },
      rest: get('/report', {
        query: {
          ym_profile_id: 'whole',
          start_date: 'text',
          end_date: 'text',
          group_by: 'text',
          path: 'text',
          sort: 'text',
          start_element: 'whole',
          num_elements: 'whole',
          locale: 'text',
          member_id: 'whole',
        },
        answer: page('report-rows', reportDebug),
        csvColumns: reportCsv,
      }),
    }),
    live: follow({
      input: LiveReportInput,
      output: type<LiveReport>(),
      eventId: ({ id }) => id,
    }),
  },
  today: {
    tell: read({
      input: TodayInput,
      output: type<TodayAnswer>(),
      words: {
        id: 'readToday',
        tag: 'report',
        summary: 'View the state of a ym-profile today in five sentences',
        description:
          'Its figures so far against what is usual, why net moved yesterday, what was changed since yesterday, the open alerts, and what to look at. Each sentence has a link into the page.',
        request: { ym_profile_id: 1 },
        errors: [404],
      },
    }),
  },
  movement: {
    tell: read({
      input: MovementInput,
      output: type<MovementAnswer>(),
      words: {
        id: 'readMovement',
        summary: 'View why net differs between two periods, in parts that add up to the difference',
        description:
          'Net is that of the report; its parts are estimated from recorded auctions. `rules`: the later auctions decided again by each tier set that was live since the earlier ones. The others are Shapley values over pairs of similar auctions. `unexplained`: too few auctions are recorded.',
        request: { ym_profile_id: 1, from: '2026-11-24' },
        errors: [404],
      },
      rest: get('/movement', {
        query: {
          ym_profile_id: 'whole',
          from: 'text',
          to: 'text',
          against_from: 'text',
          against_to: 'text',
          member_id: 'whole',
        },
        answer: inMoney(one(movementKey)),
      }),
    }),
  },
  usual: {
    day: read({
      input: UsualInput,
      output: type<UsualDay>(),
      words: {
        id: 'readUsual',
        summary: 'View what is usual on a day, by hour, figure and large buyer',
        description:
          "What the alerts hold figures against, as it was known when the day began: learned from the five weeks before, by hour of the week of the member's clock",
        request: { ym_profile_id: 1, date: '2026-11-24' },
        errors: [404],
      },
      rest: get('/usual', {
        query: { ym_profile_id: 'whole', date: 'text', member_id: 'whole' },
        answer: inMoney(one(usualKey)),
      }),
    }),
  },
  unknownSeat: {
    list: read({
      input: UnknownSeatsInput,
      output: type<UnknownSeats>(),
      words: {
        id: 'readUnknownSeats',
        tag: 'report',
        summary: 'List the unknown seats that have bid, most bids first',
        description: '`seats` of the member maps a seat to a buyer',
        request: {},
      },
      rest: get('/unknown-seat', {
        query: { start_date: 'text', end_date: 'text', member_id: 'whole' },
        answer: inMoney(page('report-rows', ['start_date', 'end_date'])),
      }),
    }),
  },
  calendar: {
    holidays: read({
      input: HolidaysInput,
      output: type<Holidays>(),
      words: {
        id: 'readHolidays',
        summary: 'List the national holidays of a country in a year',
        request: { country: 'DE', year: 2027 },
      },
      rest: get('/calendar/holidays', {
        query: { country: 'text', year: 'whole', member_id: 'whole' },
        answer: page(holidaysKey),
      }),
    }),
  },
};
