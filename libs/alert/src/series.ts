/** What was counted of a ym-profile in one hour. Money is net CPM micros. */
export interface HourCounts {
  /** When it began, milliseconds since the epoch. */
  readonly startMs: number;
  readonly auctions: number;
  readonly sold: number;
  readonly net: number;
  /** Of each buyer its bids, the auctions that it won, and net of these. */
  readonly bids: ReadonlyMap<number, number>;
  readonly buyerWins: ReadonlyMap<number, number>;
  readonly buyerNet: ReadonlyMap<number, number>;
  /** Auctions that each tier won. */
  readonly wins: ReadonlyMap<number, number>;
}

export type CountedMap = 'bids' | 'buyerWins' | 'buyerNet' | 'wins';

/** The same of a part of an hour. `hours`: how much of one it is. */
export interface WindowCounts extends HourCounts {
  readonly hours: number;
}

/** One figure that is watched: so much of `count` is expected for each of `exposure`. */
export interface Point {
  readonly count: number;
  readonly exposure: number;
}

/** Of money its spread is that of prices too. */
export const isMoney = (name: string): boolean => /^(?:net$|price$|buyer_price:)/.test(name);
/** Of buyers a rise is told too. */
export const isTwoSided = (name: string): boolean => name.startsWith('buyer');

/** Buyers that bid or win, and tiers that win, less often are not watched: so many per hour, on average. */
const leastPerHour = 20;
const mostBuyers = 10;
const mostTiers = 20;

/**
 * The names of what is watched: `auctions`, `fill`, `price`, `net`, and of buyers and tiers that bid or win often enough
 * how often they do, and what buyers pay: such as `buyer:107`, `buyer_price:107`, `tier:5`.
 */
export function namesOf(hours: readonly HourCounts[]): string[] {
  const often = (of: (hour: HourCounts) => ReadonlyMap<number, number>, prefix: string, most: number) => {
    const sums = new Map<number, number>();
    for (const hour of hours) for (const [id, count] of of(hour)) sums.set(id, (sums.get(id) ?? 0) + count);
    return [...sums]
      .filter(([, count]) => count >= leastPerHour * hours.length)
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

/** One figure of an hour, or of a part of one. */
export function seriesOf(
  name: string,
  { auctions, sold, net, bids, buyerWins, buyerNet, wins, hours = 1 }: HourCounts & { readonly hours?: number },
): Point {
  const [kind, subject] = name.split(':');
  const id = Number(subject);
  switch (kind) {
    case 'auctions':
      return { count: auctions, exposure: hours };
    case 'fill':
      return { count: sold, exposure: auctions };
    case 'price':
      return { count: net, exposure: sold };
    case 'net':
      return { count: net, exposure: hours };
    case 'buyer':
      return { count: bids.get(id) ?? 0, exposure: auctions };
    case 'buyer_price':
      return { count: buyerNet.get(id) ?? 0, exposure: buyerWins.get(id) ?? 0 };
    default:
      return { count: wins.get(id) ?? 0, exposure: auctions };
  }
}
