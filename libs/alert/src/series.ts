/** The counts of a ym-profile in one hour. Money is net CPM micros. */
export interface HourCounts {
  /** When it began, milliseconds since the epoch. */
  readonly startMs: number;
  readonly auctions: number;
  readonly sold: number;
  readonly net: number;
  /** Net given up by preferring; left out where nobody asks for it. */
  readonly forgone?: number;
  /** By buyer: its bids, the auctions that it won, and their net. */
  readonly bids: ReadonlyMap<number, number>;
  readonly buyerWins: ReadonlyMap<number, number>;
  readonly buyerNet: ReadonlyMap<number, number>;
  /** Auctions that each tier won. */
  readonly wins: ReadonlyMap<number, number>;
}

export type CountedMap = 'bids' | 'buyerWins' | 'buyerNet' | 'wins';

/** The counts of a part of an hour, or of a whole one. `hours`: its length. */
export interface WindowCounts extends HourCounts {
  readonly hours: number;
}

/** One watched figure: `count` is expected in proportion to `exposure`. */
export interface Point {
  readonly count: number;
  readonly exposure: number;
}

/** A number of auctions; money, whose noise includes that of prices; or a part of the auctions. */
export type Kind = 'count' | 'money' | 'part';
export const kindOf = (name: string): Kind =>
  name === 'auctions' ? 'count' : /^(?:net$|price$|forgone$|buyer_price:)/.test(name) ? 'money' : 'part';
/** Whether rises are reported too, as for buyers. */
export const isTwoSided = (name: string): boolean => name.startsWith('buyer');

/** The least average bids, wins of buyers or wins of tiers per hour for them to be watched. */
const leastPerHour = 20;
/** And the part of the hours with auctions: of a buyer that bids now and then no hour is usual. Its silence is watched by its gaps. */
const leastSeen = 0.5;
const mostBuyers = 10;
const mostTiers = 20;

/**
 * The names of the watched figures: `auctions`, `fill`, `price`, `net`; for buyers and tiers with enough bids or wins,
 * how often they bid or win; and what buyers pay. Examples: `buyer:107`, `buyer_price:107`, `tier:5`.
 */
export function namesOf(hours: readonly HourCounts[]): string[] {
  const traffic = hours.filter(({ auctions }) => auctions > 0).length;
  const often = (of: (hour: HourCounts) => ReadonlyMap<number, number>, prefix: string, most: number) => {
    const sums = new Map<number, number>();
    const seen = new Map<number, number>();
    for (const [id, count] of hours.flatMap((hour) => [...of(hour)])) {
      sums.set(id, (sums.get(id) ?? 0) + count);
      if (count > 0) seen.set(id, (seen.get(id) ?? 0) + 1);
    }
    return [...sums]
      .filter(([id, count]) => count >= leastPerHour * hours.length && seen.get(id)! >= leastSeen * traffic)
      .toSorted(([one, count], [other, otherCount]) => otherCount - count || one - other)
      .slice(0, most)
      .map(([id]) => `${prefix}:${id}`);
  };
  return [
    'auctions',
    'fill',
    'price',
    'net',
    ...often(({ bids }) => bids, 'buyer', mostBuyers),
    ...often(({ buyerWins }) => buyerWins, 'buyer_price', mostBuyers),
    ...often(({ wins }) => wins, 'tier', mostTiers),
  ];
}

/** What reads one figure from the counts of an hour, or of a part of one. */
export function readerOf(name: string): (counts: WindowCounts) => Point {
  const [kind, subject] = name.split(':');
  const id = Number(subject);
  switch (kind) {
    case 'auctions':
      return ({ auctions, hours }) => ({ count: auctions, exposure: hours });
    case 'fill':
      return ({ auctions, sold }) => ({ count: sold, exposure: auctions });
    case 'price':
      return ({ sold, net }) => ({ count: net, exposure: sold });
    case 'net':
      return ({ net, hours }) => ({ count: net, exposure: hours });
    case 'forgone':
      return ({ forgone = 0, hours }) => ({ count: forgone, exposure: hours });
    case 'buyer':
      return ({ auctions, bids }) => ({ count: bids.get(id) ?? 0, exposure: auctions });
    case 'buyer_price':
      return ({ buyerNet, buyerWins }) => ({ count: buyerNet.get(id) ?? 0, exposure: buyerWins.get(id) ?? 0 });
    default:
      return ({ auctions, wins }) => ({ count: wins.get(id) ?? 0, exposure: auctions });
  }
}
