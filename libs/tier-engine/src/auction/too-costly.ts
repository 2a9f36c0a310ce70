import type { AuctionRequest } from '../model/auction.ts';
import { firstFailure, limitOf } from '../set/conditions.ts';
import { entriesOf, tierIndexOf } from '../set/tier-entries.ts';
import { compiled, type TierSet } from '../set/tier-set.ts';
import type { Decision } from './decide.ts';

/** The entries of tiers with a limit, by buyer. */
type LimitedEntries = ReadonlyMap<number, readonly number[]>;

/** Made once for a tier set: scanning all entries of each buyer for them takes longer than deciding the auction. */
const limited = new WeakMap<TierSet, LimitedEntries>();

function limitedOf(tierSet: TierSet): LimitedEntries {
  const known = limited.get(tierSet);
  if (known !== undefined) return known;
  const { tiers, [compiled]: own } = tierSet;
  const { firstEntry, entries } = own;
  const buyers = tiers.flatMap((tier) => (limitOf(tier) < Infinity ? tier.buyerMemberIds : []));
  const isLimited = (entry: number) => limitOf(tiers[tierIndexOf(entries, entry)]!) < Infinity;
  const found = new Map(
    Array.from(new Set(buyers), (buyer) => [buyer, entriesOf(firstEntry, entries, buyer).filter(isLimited)]),
  );
  limited.set(tierSet, found);
  return found;
}

/**
 * Calls `visit` with each tier that a bid is too costly for, and with the index of the bid: every other condition of the
 * tier is met. `decision` is what `decideAuction` wrote about the request.
 */
export function visitTooCostly(
  tierSet: TierSet,
  request: AuctionRequest,
  { netMicros, highestNetMicros }: Decision,
  visit: (tierIndex: number, index: number) => void,
): void {
  const { entries, highestLimit, profiles } = tierSet[compiled];
  if (highestLimit < 0) return;
  const byBuyer = limitedOf(tierSet);
  profiles.resume(request);
  for (const [index, bid] of request.bids.entries()) {
    const net = netMicros[index]!;
    if (bid.memberId === null || net >= highestNetMicros) continue;
    for (const entry of byBuyer.get(bid.memberId) ?? []) {
      const failure = firstFailure(tierSet, entry, net, bid, highestNetMicros);
      if (failure === 'too_costly') visit(tierIndexOf(entries, entry), index);
    }
  }
}
