/** The counts of a ym-profile in one hour. Money is net CPM micros. */
export interface HourCounts {
  /** When it began, milliseconds since the epoch. */
  readonly startMs: number;
  readonly auctions: number;
  readonly sold: number;
  readonly net: number;
  /** By buyer: its bids, the auctions that it won, and their net. */
  readonly bids: ReadonlyMap<number, number>;
  readonly buyerWins: ReadonlyMap<number, number>;
  readonly buyerNet: ReadonlyMap<number, number>;
  /** Auctions that each tier won. */
  readonly wins: ReadonlyMap<number, number>;
}

export type CountedMap = 'bids' | 'buyerWins' | 'buyerNet' | 'wins';

/** The counts of a part of an hour. `hours`: its length. */
export interface WindowCounts extends HourCounts {
  readonly hours: number;
}

/** One watched figure: `count` is expected in proportion to `exposure`. */
export interface Point {
  readonly count: number;
  readonly exposure: number;
}

/** Whether a figure is money, whose spread includes that of prices. */
export const isMoney = (name: string): boolean => /^(?:net$|price$|buyer_price:)/.test(name);
/** Whether rises are reported too, as for buyers. */
export const isTwoSided = (name: string): boolean => name.startsWith('buyer');

/** The least average bids, wins of buyers or wins of tiers per hour for them to be watched. */
const leastPerHour = 20;
const mostBuyers = 10;
const mostTiers = 20;

/**
 * The names of the watched figures: `auctions`, `fill`, `price`, `net`; for buyers and tiers with enough bids or wins,
 * how often they bid or win; and what buyers pay. Examples: `buyer:107`, `buyer_price:107`, `tier:5`.
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

/** One figure of an hour, or of a part of an hour. */
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
