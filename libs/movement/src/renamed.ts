import type { Cell } from './cell.ts';
import type { MovedAuction } from './moved-auction.ts';
import { buyerKey, highestByBuyer } from './world.ts';

/** A buyer that bids in the later period as another one did in the earlier period. */
export interface Renamed {
  readonly against: string;
  readonly from: string;
}

/** With fewer bids, two buyers may be alike by chance. */
const leastBids = 20;
/** Shares and mean prices that differ by less than this part, or by less than so many standard errors, are alike. */
const [alikePart, alikeErrors] = [0.05, 3];

/** A buyer in one period: how often it bid, and the mean and the variance of the logarithm of its highest bids. */
interface Bidder {
  readonly id: string;
  readonly bids: number;
  readonly share: number;
  readonly price: number;
  readonly variance: number;
}

/** The id of a bid's buyer: unknown buyers have one together. */
export const buyerIdOf = (key: string): string => (key.startsWith('?') ? '?' : key);

/** Buyers that left, each with the one that came and bids as often, and as much. A buyer is in one pair at most. */
export function findRenamed({ against, from }: Cell): Renamed[] {
  const [before, after] = [biddersOf(against), biddersOf(from)];
  const gone = [...before.values()].filter(({ id, bids }) => bids >= leastBids && !after.has(id));
  const come = [...after.values()].filter(({ id, bids }) => bids >= leastBids && !before.has(id));
  const pairs = gone
    .flatMap((one) => come.map((other) => ({ one, other, distance: distanceOf(one, other) })))
    .filter(({ distance }) => distance <= 1)
    .toSorted((one, other) => one.distance - other.distance);
  const used = new Set<Bidder>();
  return pairs.flatMap(({ one, other }) => {
    if (used.has(one) || used.has(other)) return [];
    used.add(one).add(other);
    return [{ against: one.id, from: other.id }];
  });
}

/** How unlike two buyers are: up to 1 they are alike. */
function distanceOf(one: Bidder, other: Bidder): number {
  const shareError = Math.sqrt(1 / one.bids + 1 / other.bids);
  const priceError = Math.sqrt(one.variance / one.bids + other.variance / other.bids);
  return Math.max(
    Math.abs(Math.log(other.share / one.share)) / Math.max(alikePart, alikeErrors * shareError),
    Math.abs(other.price - one.price) / Math.max(alikePart, alikeErrors * priceError),
  );
}

function biddersOf(auctions: readonly MovedAuction[]): Map<string, Bidder> {
  const sums = new Map<string, { bids: number; weight: number; logs: number; squares: number }>();
  let total = 0;
  for (const { request, weight } of auctions) {
    total += weight;
    for (const [id, price] of highestByBuyer(request, (bid, index) => buyerIdOf(buyerKey(bid, index)))) {
      if (price <= 0) continue;
      let sum = sums.get(id);
      if (sum === undefined) sums.set(id, (sum = { bids: 0, weight: 0, logs: 0, squares: 0 }));
      const log = Math.log(price);
      sum.bids++;
      sum.weight += weight;
      sum.logs += log;
      sum.squares += log ** 2;
    }
  }
  return new Map(
    Array.from(sums, ([id, { bids, weight, logs, squares }]) => {
      const price = logs / bids;
      return [id, { id, bids, share: weight / total, price, variance: Math.max(0, squares / bids - price ** 2) }];
    }),
  );
}
