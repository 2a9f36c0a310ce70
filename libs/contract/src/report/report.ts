import { z } from 'zod';
import { allowed } from '../error/issue.ts';
import { reportFigures } from '../glossary/figures.ts';
import { ActingFor, paging } from '../query/list-input.ts';
import { dayOrMoment, isDayOrMoment } from '../value/moment.ts';
import { Id } from '../value/scalar.ts';

/** The attributes by which auctions may be counted. The last two vary by bid: the winner's value counts. */
export const reportBreakdowns = [
  'site',
  'placement',
  'domain',
  'country',
  'dma',
  'size',
  'device_type',
  'media_type',
  'deal',
] as const;
export type ReportBreakdown = (typeof reportBreakdowns)[number];

/** The breakdowns that are counted for members without a setting. */
export const usualBreakdowns: readonly ReportBreakdown[] = ['placement', 'country', 'size', 'device_type'];

/** The attributes by which rows may be grouped: the breakdowns, and the attributes counted for every member. */
export const reportAttributes = [...reportBreakdowns, 'unknown_value', 'arm', 'unknown_seat'] as const;
export type ReportAttribute = (typeof reportAttributes)[number];

/** What the rows of a report may be grouped by. */
export const reportGroups = ['tier', 'buyer', 'hour', 'day', 'week', 'month', ...reportAttributes] as const;
export type ReportGroup = (typeof reportGroups)[number];

/** The times that rows may be grouped by, one of them at most. */
export const reportTimes = ['hour', 'day', 'week', 'month'] as const;
export type ReportTime = (typeof reportTimes)[number];

/** How long hours and days are kept, days. */
export const [reportHoursKeptDays, reportDaysKept] = [35, 400];

/** A day, or a moment in UTC. */
export const DateOrMoment = z
  .string()
  .refine(isDayOrMoment, allowed(dayOrMoment.words))
  .meta({
    id: 'Date',
    description: 'Day, or moment in UTC',
    pattern: dayOrMoment.form.source,
    examples: ['2026-11-21'],
  });

/** Whether a text is a language tag of BCP 47, such as `de-CH`. */
function isLocale(text: string): boolean {
  try {
    return Intl.getCanonicalLocales(text).length === 1;
  } catch {
    return false;
  }
}

/** The input of a report. */
export const ReportInput = z.strictObject({
  ym_profile_id: Id.describe('The yield management profile'),
  start_date: DateOrMoment.optional().describe(
    "The first day, in the member's time zone, or the moment from which on, UTC; default: the day a week before the last one",
  ),
  end_date: DateOrMoment.optional().describe('The last day, or the moment at which the period ends, UTC; default: now'),
  group_by: z
    .string()
    .optional()
    .meta({
      description:
        'Grouping: `tier`, `buyer`, and `hour`, `day`, `week` or `month`, separated by commas; instead of `tier` and `buyer` one of the member setting `report_breakdowns`, `unknown_value`, `unknown_seat` or `arm`; default: one row in all',
      examples: ['tier,buyer'],
    }),
  path: z
    .string()
    .max(257)
    .regex(/^(.+\/)?\*$/su)
    .optional()
    .meta({
      description:
        'With `group_by=site` or `placement`: one level of the tree of names by `/`. `*`: the top level; `/1111/*`: what such a target matches. The paths of its rows open the next level',
      examples: ['*'],
    }),
  sort: z
    .string()
    .optional()
    .meta({
      description:
        'Order: attributes of a row except names, with `.asc` or `.desc`, separated by commas; default: the grouping',
      examples: ['net.desc'],
    }),
  start_element: paging.start_element,
  num_elements: paging.num_elements.describe(
    `${paging.num_elements.description} where \`start_element\` is sent. With neither, all rows are returned`,
  ),
  locale: z
    .string()
    .refine(isLocale, allowed('a language tag such as `de` or `en-US`'))
    .optional()
    .describe('Of CSV: `de` has decimal commas and `;`'),
  member_id: ActingFor.optional(),
});
export type ReportInput = z.output<typeof ReportInput>;

/** The attributes whose values form a tree by `/`. */
export const pathAttributes: readonly ReportGroup[] = ['site', 'placement'];
/** The path of the top level of such a tree. */
export const topPath = '*';

/** Whether the value of a row below a path is itself a path, and no name that ends like one. */
export const isPathBelow = (value: string, path: string): boolean =>
  value.endsWith('/*') && value.length > path.length && value !== '/*';

/** Whole, unless auctions count as several impressions (`quantity`). */
const Count = z.number().min(0);
/** What was earned: a sum of CPM prices, divided by 1,000. */
const Money = z.string().regex(/^\d+\.\d{9}$/);
const SignedMoney = z.string().regex(/^-?\d+\.\d{9}$/);
const Cpm = z.string().regex(/^\d+\.\d{6}$/);
const name = (what: string) => z.string().nullable().describe(`Name of the ${what}, where it is known`);

const define = (figure: keyof typeof reportFigures) => reportFigures[figure].definition;

/** The value of an attribute, as text. */
const valueOf = (what: string) => z.string().nullable().optional().describe(what);

/** One row of a report. Of the attributes before `bids` it has those that it is grouped by. */
export const ReportRow = z
  .strictObject({
    hour: z
      .string()
      .optional()
      .describe("With `group_by=hour`: when the hour of the clock in the member's time zone begins, UTC"),
    day: z.string().optional().describe("With `group_by=day`: the day, in the member's time zone"),
    week: z.string().optional().describe("With `group_by=week`: its Monday, in the member's time zone"),
    month: z.string().optional().describe("With `group_by=month`: the month, as `2026-11`, in the member's time zone"),
    timezone: z
      .string()
      .optional()
      .describe(
        'In rows by time that are cut by an earlier time zone of the member, or where two zones meet: that zone. `from` and `to` say what they cover',
      ),
    from: z.string().optional().describe('The start of such a row, UTC'),
    to: z.string().optional().describe('The end of such a row, UTC'),
    tier_id: Id.nullable()
      .optional()
      .describe('With `group_by=tier`: the tier; null for bids without one, and for `is_other`'),
    tier_name: name('tier').optional(),
    buyer_id: Id.nullable()
      .optional()
      .describe('With `group_by=buyer`: the buyer; null for an unknown one, and for `is_other`'),
    buyer_name: name('buyer').optional(),
    site: valueOf('Site'),
    placement: valueOf('Placement'),
    domain: valueOf('Domain'),
    country: valueOf('Country'),
    dma: valueOf('Market area'),
    size: valueOf('Sizes'),
    device_type: valueOf('Device type'),
    media_type: valueOf('Media type of the winner, in unsold auctions those of the impression'),
    deal: valueOf("The winner's deal"),
    unknown_value: valueOf('Geographic attributes of the impression with an unknown value, such as `country,dma`'),
    arm: valueOf('Experiment and arm, such as `4/T`'),
    unknown_seat: valueOf('Seat that is no buyer, as names are compared'),
    is_other: z
      .boolean()
      .optional()
      .describe(
        'Whether the row sums the pairs of tier and buyer beyond 20,000, or the values beyond 1,000, of an hour or day',
      ),
    not_counted: z
      .boolean()
      .optional()
      .describe('Whether the row sums auctions not counted by the attribute, which was switched off'),
    auctions: Count.optional().describe(`${define('auctions')}; absent in rows by tier or buyer, as is \`sold\``),
    sold: Count.optional().describe(define('sold')),
    without_bids: Count.optional().describe(
      `${define('without_bids')}; only in rows not grouped by tier, buyer or attribute`,
    ),
    bids: Count.describe(define('bids')),
    won: Count.describe(define('won')),
    excluded: Count.describe(define('excluded')),
    too_costly: Count.optional().describe(`${define('too_costly')}; only in rows by tier`),
    outranked: Count.optional().describe(
      `${define('outranked')}; only in the same rows as \`without_bids\`, as are the next three`,
    ),
    outbid: Count.optional().describe(define('outbid')),
    lost_tie: Count.optional().describe(define('lost_tie')),
    below_floor: Count.optional().describe(define('below_floor')),
    gross: Money.describe(define('gross')),
    net: Money.describe(define('net')),
    forgone: SignedMoney.describe(define('forgone')),
    excluded_net: Money.describe(define('excluded_net')),
    win_rate: z
      .number()
      .min(0)
      .max(1)
      .nullable()
      .describe(`${define('win_rate')}; null without bids`),
    net_cpm: Cpm.nullable().describe(`${define('net_cpm')}; null without one`),
  })
  .describe(
    'What tiers did. A value of an attribute is null where there is none, and for `is_other` and `not_counted`. Money is what was earned, exact: sums of CPM prices divided by 1,000, in the `currency` of `dbg_info`; `net_cpm` is a CPM price',
  );
export type ReportRow = z.output<typeof ReportRow>;

export const isReportAttribute = (group: string): group is ReportAttribute =>
  reportAttributes.some((one) => one === group);

export const isReportTime = (group: string): group is ReportTime => reportTimes.some((one) => one === group);

/** The time that rows are grouped by; undefined: by none. */
export const reportTimeOf = (groups: ReadonlySet<ReportGroup>): ReportTime | undefined =>
  reportTimes.find((time) => groups.has(time));

/** Whether the member chooses to count an attribute; the others are counted for every member. */
export const isReportBreakdown = (group: string): group is ReportBreakdown =>
  reportBreakdowns.some((one) => one === group);

/** The groups of a comma-separated text; undefined if the text has anything else. */
export function parseReportGroups(text: string | undefined): ReadonlySet<ReportGroup> | undefined {
  const names = text === undefined ? [] : text.split(',').map((part) => part.trim());
  const groups = reportGroups.filter((group) => names.includes(group));
  const isTwice = groups.filter(isReportTime).length > 1;
  const breakdowns = groups.filter(isReportAttribute).length;
  const isMixed = breakdowns > 1 || (breakdowns === 1 && (groups.includes('tier') || groups.includes('buyer')));
  const isRight = groups.length === names.length && !isTwice && !isMixed;
  return isRight ? new Set(groups) : undefined;
}

/** The attributes that say how a row by time is cut, in rows where that needs to be said. */
export const cutColumns = ['timezone', 'from', 'to'] as const satisfies readonly (keyof ReportRow)[];

/** The attributes of all rows, in their order. */
export function reportColumns({ group_by }: Pick<ReportInput, 'group_by'>): readonly (keyof ReportRow)[] {
  const groups = parseReportGroups(group_by) ?? new Set();
  const breakdown = [...groups].find(isReportAttribute);
  const isWhole = !groups.has('tier') && !groups.has('buyer') && breakdown === undefined;
  const isOfAuctions = isWhole || breakdown !== undefined;
  const isAsked: Readonly<Record<string, boolean>> = {
    ...Object.fromEntries(reportTimes.map((time) => [time, groups.has(time)])),
    ...Object.fromEntries(cutColumns.map((column) => [column, false])),
    tier_id: groups.has('tier'),
    tier_name: groups.has('tier'),
    buyer_id: groups.has('buyer'),
    buyer_name: groups.has('buyer'),
    ...Object.fromEntries(reportAttributes.map((group) => [group, group === breakdown])),
    is_other: !isWhole,
    not_counted: breakdown !== undefined && isReportBreakdown(breakdown),
    auctions: isOfAuctions,
    sold: isOfAuctions,
    without_bids: isWhole,
    too_costly: groups.has('tier'),
    outranked: isWhole,
    outbid: isWhole,
    lost_tie: isWhole,
    below_floor: isWhole,
  };
  return ReportRow.keyof().options.filter((column) => isAsked[column] !== false);
}

/** Rows of a report, and how fresh they are. */
export interface ReportPage {
  readonly count: number;
  readonly start_element: number;
  readonly num_elements: number;
  readonly items: readonly ReportRow[];
  readonly next_element?: number;
  /** All auctions decided until then are counted, and some later ones, UTC. */
  readonly complete_to: string;
  /** Seconds since `complete_to`. */
  readonly age_seconds: number;
  /** The start of the reported period, inclusive, and its end, exclusive, UTC. */
  readonly start_date: string;
  readonly end_date: string;
  /** The time zone of the hours and days, IANA. */
  readonly timezone: string;
  /** The currency of all money, ISO 4217. */
  readonly currency: string;
  /** With an attribute as group: since when it is counted, UTC; null: as far back as is known. */
  readonly counted_since?: string | null;
  /** Sentences that name the hours and days whose counts are damaged and left out. */
  readonly left_out: readonly string[];
}

/** The attributes of a report page that `dbg_info` has. */
export const reportDebug = [
  'complete_to',
  'age_seconds',
  'start_date',
  'end_date',
  'timezone',
  'currency',
  'counted_since',
  'left_out',
] as const;

/** The ym-profile whose report is followed. */
export const LiveReportInput = z.strictObject({
  ym_profile_id: Id,
  member_id: Id.optional(),
  lastEventId: z.string().nullish(),
});
export type LiveReportInput = z.output<typeof LiveReportInput>;

/** The counts since the previous event, about a second ago, summed over all processes. */
export interface LiveReport {
  /** When it was summed, UTC. */
  readonly time: string;
  readonly auctions: number;
  readonly sold: number;
  readonly without_bids: number;
  /** Bids by outcome. */
  readonly outcomes: Readonly<Record<string, number>>;
  /** What was earned, with nine decimals, as in a row of the report. */
  readonly gross: string;
  readonly net: string;
  readonly forgone: string;
  /** The currency of `gross`, `net` and `forgone`, ISO 4217. */
  readonly currency: string;
  /** The id after which a client resumes. */
  readonly id: string;
}
