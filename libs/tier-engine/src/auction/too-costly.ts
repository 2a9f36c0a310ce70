import type { AuctionRequest } from '../model/auction.ts';
import { firstFailure } from '../set/conditions.ts';
import { absent, entryAfter, isLastOfBuyer, tierIndexOf } from '../set/tier-entries.ts';
import { compiled, type TierSet } from '../set/tier-set.ts';
import type { Decision } from './decide.ts';

/**
 * Calls `visit` with each tier that a bid is too costly for, and with the place of the bid: every other condition of the
 * tier is met. `decision` is what `decideAuction` wrote about the request.
 */
export function visitTooCostly(
  tierSet: TierSet,
  request: AuctionRequest,
  { netMicros, highestNetMicros }: Decision,
  visit: (tierIndex: number, place: number) => void,
): void {
  const { firstEntry, entries, leastLimitMicros, profiles } = tierSet[compiled];
  if (leastLimitMicros === Infinity) return;
  profiles.resume(request);
  for (const [place, bid] of request.bids.entries()) {
    const net = netMicros[place]!;
    if (bid.memberId === null || net + leastLimitMicros >= highestNetMicros) continue;
    const first = firstEntry.find(bid.memberId);
    for (let entry = first; entry !== absent; entry = isLastOfBuyer(entries, entry) ? absent : entryAfter(entry)) {
      const failure = firstFailure(tierSet, entry, net, bid, highestNetMicros);
      if (failure === 'too_costly') visit(tierIndexOf(entries, entry), place);
    }
  }
}
