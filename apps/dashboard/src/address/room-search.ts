import { type Day, isDay } from '@auction-tiers/calendar';
import { searchedOutcomes } from '@auction-tiers/contract';
import type { RoomPath } from '@auction-tiers/contract/rooms';

/** Reads a parameter of the address; undefined: its value is not valid, and counts as absent. */
type Read<T> = (value: unknown) => T | undefined;
type Parameters = Readonly<Record<string, Read<unknown>>>;

/** The values of the parameters in an address. */
type SearchOf<P extends Parameters> = { readonly [Name in keyof P]?: ReturnType<P[Name]> };

/** Reads parameters without those that are not valid, which count as absent: a mistyped address still opens the room. */
export const reader =
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
export const id = count;
export const day: Read<Day> = when(isDay);
const word = when((value): value is string => typeof value === 'string' && value !== '');
/** A text that the user types: the router gives `?q=501` as a number. */
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
/** The key of a tier: its id, or the place in the draft of a tier that is new; `new`: a tier that is being made. */
const tierKey = when(
  (value): value is string | number =>
    (typeof value === 'string' || typeof value === 'number') && /^([1-9]\d*|new-\d+|new)$/.test(String(value)),
);

export const highestMinimum = 999_999.999999;
const price = when((value): value is number => typeof value === 'number' && value >= 0 && value <= highestMinimum);

/** The parameters of the rooms that have any. The routes check them, and every link and change of the address has these types. */
export const roomSearch = {
  '/today': reader({
    /** The figures and hours that are shown: of the last day, or of all chosen days. */
    line: oneOf('day', 'days'),
  }),
  '/today/movement': reader({
    /** The days that the chosen days are compared with. */
    by: oneOf('before'),
  }),
  '/tiers': reader({
    /** Words that the name, the buyers or the targeting must contain. */
    q: typed,
    action: oneOf('include', 'exclude'),
    buyer: id,
    where: either(id, oneOf('everywhere')),
    lint: oneOf('any', 'error', 'warning', 'info', 'none'),
    /** Only what the draft changes. */
    drafted: when((value): value is true => value === true),
    /** A column and its direction. */
    sort: word,
    /** The tier that is opened. */
    tier: tierKey,
  }),
  '/tiers/$tier': reader({
    /** The tiers that decide; default: live. */
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
  '/reports': reader({
    /** The attribute whose values are the rows. */
    by: word,
  }),
  '/reports/views': reader({
    /** The address of the page that becomes a view. */
    of: word,
  }),
  '/draft/tests': reader({
    /** The experiment that is shown; else the one that runs, or the newest. */
    experiment: id,
  }),
  '/why': reader({
    /** The auction that is explained. */
    auction: object,
    /** The id of the bid that was asked about. */
    bid: word,
    /** The tiers that decide; default: live. */
    tiers: oneOf('draft'),
    tab: oneOf('json'),
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
    /** The revisions of the two compared moments; without `b`, `a` is compared with what is live. */
    a: revision,
    b: revision,
    /** The clock time, of the member's time zone, as of which the tiers are compared with what is live. */
    as_of: when(
      (value): value is string => typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?$/.test(value),
    ),
    /** The moment to go back to. */
    back: revision,
    /** The step that is to be undone, by its revision. */
    step: revision,
    /** The comparison that says what going back, or undoing a step, is worth. */
    trial: id,
    /** After going back: the revision of the state before, to which the user can return. */
    undo: revision,
  }),
  '/today/alerts': reader({
    /** The alert that is opened. */
    alert: id,
  }),
  '/tiers/markets': reader({
    /** A name, a number, a state or another spelling. */
    q: typed,
    state: word,
  }),
  '/tiers/targeting': reader({
    q: typed,
    /** The profile that is opened; `new`: one that is being made. */
    profile: either(id, oneOf('new')),
  }),
} as const satisfies { readonly [Path in RoomPath | '/tiers/$tier']?: unknown };

/** Of a room that has no parameters: no name is allowed. */
type NoSearch = { readonly ''?: never };

/** The parameters of one room, without those of all rooms. */
export type RoomSearch<Path extends string> = Path extends keyof typeof roomSearch
  ? ReturnType<(typeof roomSearch)[Path]>
  : NoSearch;

/** Reads the parameters of a room. */
export const searchReader = <Path extends RoomPath | '/tiers/$tier'>(path: Path) =>
  (path in roomSearch ? roomSearch[path as keyof typeof roomSearch] : reader({})) as (
    search: Readonly<Record<string, unknown>>,
  ) => RoomSearch<Path>;
