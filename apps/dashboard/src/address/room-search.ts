import type { Outcome } from '@auction-tiers/tier-engine';
import { type Day, isDay } from '../figure/date.ts';

/** Reads a parameter of the address; undefined: it is not of the form, and counts as absent. */
type Read<T> = (value: unknown) => T | undefined;
type Parameters = Readonly<Record<string, Read<unknown>>>;

/** What the address says of the parameters. */
type SearchOf<P extends Parameters> = { readonly [Name in keyof P]?: ReturnType<P[Name]> };

/** Reads the parameters of one room; a mistyped address still opens it. */
const reader =
  <P extends Parameters>(parameters: P) =>
  (search: Readonly<Record<string, unknown>>): SearchOf<P> =>
    Object.fromEntries(
      Object.entries(parameters).map(([name, read]) => [name, read(search[name])] as const),
    ) as SearchOf<P>;

const when =
  <T>(is: (value: unknown) => value is T): Read<T> =>
  (value) =>
    is(value) ? value : undefined;

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0;
const count = when(isCount);
const id = count;
const day: Read<Day> = when(isDay);
const word = when((value): value is string => typeof value === 'string' && value !== '');
/** Text that is typed: an address with `?q=501` reads as a number. */
const typed = when((value): value is string | number => typeof value === 'string' || typeof value === 'number');
const oneOf = <const T extends string>(...values: readonly T[]): Read<T> =>
  when((value): value is T => values.some((one) => one === value));
const either =
  <A, B>(first: Read<A>, second: Read<B>): Read<A | B> =>
  (value) =>
    first(value) ?? second(value);
const revision = when(
  (value): value is string => typeof value === 'string' && /^\d+-\d+(?:-[\w.]+)?$/.test(value) && value.length <= 100,
);
const hour = when((value): value is string => typeof value === 'string' && !Number.isNaN(Date.parse(value)));
const object = when(
  (value): value is Readonly<Record<string, unknown>> =>
    typeof value === 'object' && value !== null && !Array.isArray(value),
);
/** The key of a tier: its id, or of a new one its place in the draft; or one that is being made. */
const tierKey = when(
  (value): value is string | number =>
    (typeof value === 'string' || typeof value === 'number') && /^([1-9]\d*|new-\d+|new)$/.test(String(value)),
);

/** What became of a bid, as it is searched for: `lost` is any of the three ways to lose to another bid. */
export const searchedOutcomes = [
  'won',
  'lost',
  'outranked',
  'outbid',
  'lost_tie',
  'excluded',
  'below_floor',
] as const satisfies readonly (Outcome | 'lost')[];
export type SearchedOutcome = (typeof searchedOutcomes)[number];

export const lintChoices = ['any', 'error', 'warning', 'info', 'none'] as const;

export const highestMinimum = 999_999.999999;
const price = when((value): value is number => typeof value === 'number' && value >= 0 && value <= highestMinimum);

/** What each room adds to the address: the routes check it, and every link and change of it is of these types. */
export const roomSearch = {
  '/today': reader({
    /** The hours that are drawn: of the last day, or of all chosen days. */
    line: oneOf('days'),
    /** What a row of the file stands for. */
    csv: word,
    /** The days that the last chosen one is compared with: `days` are those that follow. */
    against: oneOf('day', 'week', 'weeks', 'days'),
    against_from: day,
    against_to: day,
  }),
  '/movement': reader({
    /** With which days the chosen ones are compared. */
    by: oneOf('before'),
  }),
  '/tiers': reader({
    /** Words that name, buyers or targeting must hold. */
    q: typed,
    action: oneOf('include', 'exclude'),
    buyer: id,
    /** Id of a targeting profile. */
    where: either(id, oneOf('everywhere')),
    lint: oneOf(...lintChoices),
    /** Only what the draft changes. */
    drafted: when((value): value is true => value === true),
    /** A column and its direction. */
    sort: word,
    /** The tier that is opened. */
    tier: tierKey,
  }),
  '/tiers/$tier': reader({
    /** Whose tiers decide: live unless it says draft. */
    tiers: oneOf('draft', 'live'),
    /** The minimum that is tried, net CPM. */
    min: price,
  }),
  '/draft': reader({
    /** The comparison that is shown; else the newest. */
    try: id,
    /** The draft that has just been published. */
    published: id,
  }),
  '/views': reader({
    /** The address of the page that is to be kept. */
    of: word,
  }),
  '/advice': reader({}),
  '/experiments': reader({
    /** The experiment that is shown; else the one that runs, or the newest. */
    experiment: id,
  }),
  '/why': reader({
    /** The auction that is explained. */
    auction: object,
    /** The id of the bid that was asked about. */
    bid: word,
    /** Whose tiers decide: live unless it says draft. */
    tiers: oneOf('draft'),
    tab: oneOf('json', 'answer'),
    /** Which recorded auctions are listed. */
    buyer: id,
    tier: id,
    /** A tier that names the buyer and did not take its bid. */
    missed: id,
    outcome: oneOf(...searchedOutcomes),
    /** Prices of the bid, CPM. */
    netFrom: price,
    netTo: price,
    grossFrom: price,
    grossTo: price,
    /** A column and its direction. */
    sort: word,
    /** The beginning of an hour, as `recorded.list` has it. */
    hour,
  }),
  '/buyers': reader({
    q: typed,
    sort: word,
    /** The key of the opened row. */
    buyer: typed,
  }),
  '/history': reader({
    user: word,
    /** The first and the last day of the steps that are listed, of the member's time zone. */
    since: day,
    until: day,
    /** The page of steps, from 0. */
    page: count,
    /** Moments that are compared, by their revisions; without the second one, with what is live. */
    a: revision,
    b: revision,
    /** The moment to go back to. */
    back: revision,
    /** The step that is to be undone, by its revision. */
    step: revision,
    /** The comparison that says what going back is worth. */
    trial: id,
    /** After going back: the state of before, to which that can be undone. */
    undo: revision,
  }),
  '/alerts': reader({
    /** The alert that is opened. */
    alert: id,
  }),
  '/markets': reader({
    /** A name, a number, a state or another spelling. */
    q: typed,
    /** The code of a state. */
    state: word,
  }),
  '/profiles': reader({
    q: typed,
    /** The profile that is opened; `new`: one that is being made. */
    profile: either(id, oneOf('new')),
  }),
  '/account': reader({}),
} as const;

/** The address of a room, as far as it is of the room alone. */
export type RoomSearch<Path extends keyof typeof roomSearch> = ReturnType<(typeof roomSearch)[Path]>;
