import { type Field, fieldOf } from './field.ts';

/** What a comparison recommends. */
export const recommendations = ['launch', 'test_first', 'hold', 'no_effect', 'cannot_say'] as const;
export type Recommendation = (typeof recommendations)[number];

/** 95 %. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** A figure under the live tiers and under the draft, as earned. */
export interface Pair {
  readonly current: number;
  readonly draft: number;
  readonly difference: number;
}

export interface Promised {
  /** Of what: `buyer 107 Saffron Travel`. */
  readonly who: string;
  readonly bound: 'at_least' | 'at_most';
  readonly figure: 'wins' | 'net' | 'share_of_net';
  readonly wanted: number;
  readonly current: number;
  readonly draft: number;
  readonly isKept: boolean;
}

/** What the draft does to one buyer or tier: net to the seller. */
export interface Felt extends Pair {
  readonly id: number | null;
  readonly name: string;
  readonly interval: Interval | null;
  readonly direction: 'gains' | 'loses' | 'unclear' | 'same';
  readonly wins: { readonly current: number; readonly draft: number };
}

export interface ExampleWinner {
  readonly bidId: string;
  readonly memberId: number | null;
  readonly tierId: number | null;
  /** CPM: of its bid. */
  readonly netPrice: number;
  /** CPM: of what it pays; null: the report is older than this figure. */
  readonly netToSeller: number | null;
}

/** An auction that the draft decides otherwise. */
export interface Example {
  readonly kind: string;
  readonly file: string;
  readonly place: string;
  readonly seed: string;
  readonly time: string;
  readonly bidsInAuction: number;
  readonly current: ExampleWinner | null;
  readonly draft: ExampleWinner | null;
}

export interface DayPair extends Pair {
  readonly date: string;
  readonly auctions: number;
}

/** What this page shows of the report that a comparison writes; money is what the compared auctions earn, in the member's currency. */
export interface TrialReport {
  readonly recommendation: Recommendation;
  readonly summary: string;
  readonly reasons: readonly string[];
  readonly auctions: number;
  readonly timeZone: string;
  readonly net: Pair & {
    readonly interval: Interval | null;
    /** Of the net under the live tiers. */
    readonly perCent: number | null;
    readonly perCentInterval: Interval | null;
  };
  readonly forgone: Pair;
  readonly perDay: (Pair & { readonly days: number; readonly interval: Interval | null }) | null;
  readonly days: readonly DayPair[];
  readonly commitments: readonly Promised[];
  readonly buyers: readonly Felt[];
  readonly tiers: readonly Felt[];
  readonly examples: readonly Example[];
  readonly warnings: readonly string[];
  /** Auctions that the draft decides otherwise. */
  readonly touched: number;
}

/** The kinds of changes of the report, in words. */
export const changeWords: Readonly<Record<string, string>> = {
  tier_changes: 'same winner and price, another tier',
  price_changes: 'same winner, another price',
  bid_changes: 'another bid of the same buyer wins',
  buyer_changes: 'another buyer wins',
  sold_to_unsold: 'sold before, now unsold',
  unsold_to_sold: 'unsold before, now sold',
};

const shownExamples = 10;

/** Reads the report of a comparison. Throws an Error that names what is missing. */
export function readReport(report: unknown): TrialReport {
  const all = fieldOf(report, 'report');
  const net = all.of('net_to_seller');
  const verdict = all.of('verdict');
  const days = all.of('by_day');
  return {
    recommendation: verdict.of('decision').oneOf(recommendations),
    summary: verdict.of('summary').text(),
    reasons: verdict.of('reasons').list((reason) => reason.of('message').text()),
    auctions: all.of('auctions').number(),
    timeZone: all.of('method').of('time_zone').text(),
    net: {
      ...readPair(net),
      interval: readInterval(net.of('interval')),
      perCent: net.of('per_cent').orNull((value) => value.number()),
      perCentInterval: readInterval(net.of('per_cent_interval')),
    },
    forgone: readPair(all.of('preference').of('forgone')),
    perDay: days.of('per_day').orNull((day) => ({
      ...readPair(day),
      days: day.of('days').number(),
      interval: readInterval(day.of('interval')),
    })),
    days: days.of('days').list(readDay),
    commitments: all.of('commitments').list(readPromised),
    buyers: all.of('buyers').of('rows').list(readFelt('buyer')),
    tiers: all.of('tiers').of('rows').list(readFelt('tier')),
    examples: chooseExamples(all.of('changes').list(readExamples)),
    warnings: all
      .of('support')
      .of('warnings')
      .list((warning) => warning.of('message').text()),
    touched: all.of('support').of('touched_auctions').number(),
  };
}

const readPair = (from: Field): Pair => ({
  current: from.of('current').number(),
  draft: from.of('draft').number(),
  difference: from.of('difference').number(),
});

const readInterval = (from: Field): Interval | null =>
  from.orNull((interval) => ({ low: interval.of('low').number(), high: interval.of('high').number() }));

function readDay(day: Field): DayPair {
  const net = (side: string) => day.of(side).of('net_to_seller').number();
  return {
    date: day.of('date').text(),
    auctions: day.of('auctions').number(),
    current: net('current'),
    draft: net('draft'),
    difference: net('difference'),
  };
}

function readPromised(row: Field): Promised {
  const name = row.of('name').orNull((value) => value.text());
  return {
    who: `${row.of('subject').text()} ${row.of('id').number()}${name === null ? '' : ` ${name}`}`,
    bound: row.of('bound').oneOf(['at_least', 'at_most']),
    figure: row.of('figure').oneOf(['wins', 'net', 'share_of_net']),
    wanted: row.of('wanted').number(),
    current: row.of('current').number(),
    draft: row.of('draft').number(),
    isKept: row.of('is_kept').flag(),
  };
}

const readFelt =
  (noun: 'buyer' | 'tier') =>
  (row: Field): Felt => {
    const [current, draft, difference] = ['current', 'draft', 'difference'].map((side) => row.of(side));
    const id = row.of('id').orNull((value) => value.number());
    const kind = row.of('kind').oneOf(['known', 'unknown', 'other']);
    const unnamed = { known: `${noun} ${id}`, unknown: `no ${noun}`, other: `all other ${noun}s` }[kind];
    return {
      id,
      name: row.of('name').orNull((value) => value.text()) ?? unnamed,
      current: current!.of('net_to_seller').number(),
      draft: draft!.of('net_to_seller').number(),
      difference: difference!.of('net_to_seller').number(),
      interval: readInterval(row.of('interval')),
      direction: row.of('direction').oneOf(['gains', 'loses', 'unclear', 'same']),
      wins: { current: current!.of('wins').number(), draft: draft!.of('wins').number() },
    };
  };

function readExamples(change: Field): Example[] {
  const kind = change.of('kind').text();
  return change.of('examples').list((example) => ({
    kind,
    file: example.of('file').text(),
    place: example.of('place').text(),
    seed: example.of('seed').text(),
    time: example.of('time').text(),
    bidsInAuction: example.of('bids_in_auction').number(),
    current: example.of('current_winner').orNull(readWinner),
    draft: example.of('draft_winner').orNull(readWinner),
  }));
}

const readWinner = (winner: Field): ExampleWinner => ({
  bidId: winner.of('bid_id').text(),
  memberId: winner.of('member_id').orNull((id) => id.number()),
  tierId: winner.of('tier_id').orNull((id) => id.number()),
  netPrice: winner.of('net_price').number(),
  netToSeller: winner.of('net_to_seller').orAbsent((value) => value.number()),
});

/** Ten examples, of every kind in turn, so that no kind hides the others. */
export function chooseExamples<T>(kinds: readonly (readonly T[])[]): T[] {
  const longest = Math.max(0, ...kinds.map(({ length }) => length));
  const inTurn = Array.from({ length: longest }, (_, at) => kinds.flatMap((examples) => examples.slice(at, at + 1)));
  return inTurn.flat().slice(0, shownExamples);
}
