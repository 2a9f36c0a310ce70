/** What was counted of a ym-profile in one hour. Money is net CPM micros. */
export interface HourCounts {
  /** When it began, milliseconds since the epoch. */
  readonly startMs: number;
  readonly auctions: number;
  readonly sold: number;
  readonly net: number;
  /** Bids of each buyer, and auctions that each tier won. */
  readonly bids: ReadonlyMap<number, number>;
  readonly wins: ReadonlyMap<number, number>;
}

/** The same of a part of an hour. `hours`: how much of one it is. */
export interface WindowCounts extends HourCounts {
  readonly hours: number;
}

/** One figure that is watched: so much of `count` is expected for each of `exposure`. */
export interface Point {
  readonly count: number;
  readonly exposure: number;
}

const [buyerPrefix, tierPrefix] = ['buyer:', 'tier:'];

/** Buyers that bid, and tiers that win, less often are not watched: so many per hour, on average. */
const leastPerHour = 20;
const mostBuyers = 10;
const mostTiers = 20;

/**
 * The names of what is watched: `auctions`, `fill`, `price`, `net`, and each buyer that bids and tier that wins often
 * enough, such as `buyer:107`.
 */
export function namesOf(hours: readonly HourCounts[]): string[] {
  const often = (of: (hour: HourCounts) => ReadonlyMap<number, number>, prefix: string, most: number) => {
    const sums = new Map<number, number>();
    for (const hour of hours) for (const [id, count] of of(hour)) sums.set(id, (sums.get(id) ?? 0) + count);
    return [...sums]
      .filter(([, count]) => count >= leastPerHour * hours.length)
      .toSorted(([one, count], [other, otherCount]) => otherCount - count || one - other)
      .slice(0, most)
      .map(([id]) => prefix + String(id));
  };
  return [
    'auctions',
    'fill',
    'price',
    'net',
    ...often(({ bids }) => bids, buyerPrefix, mostBuyers),
    ...often(({ wins }) => wins, tierPrefix, mostTiers),
  ];
}

/** One figure of an hour, or of a part of one. */
export function seriesOf(
  name: string,
  { auctions, sold, net, bids, wins, hours = 1 }: HourCounts & { readonly hours?: number },
): Point {
  switch (name) {
    case 'auctions':
      return { count: auctions, exposure: hours };
    case 'fill':
      return { count: sold, exposure: auctions };
    case 'price':
      return { count: net, exposure: sold };
    case 'net':
      return { count: net, exposure: hours };
    default: {
      const id = Number(name.slice(name.indexOf(':') + 1));
      return { count: (name.startsWith(buyerPrefix) ? bids : wins).get(id) ?? 0, exposure: auctions };
    }
  }
}
