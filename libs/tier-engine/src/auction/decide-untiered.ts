import type { AuctionRequest } from '../model/auction.ts';
import { toLevels } from '../set/tier-set.ts';
import { type Decision, decideSelected } from './decide.ts';
import { draws, untiered } from './select.ts';

const noTiers = toLevels([]);

/**
 * Decides an auction as a set without tiers does. `decision` is what `decideAuction` wrote about it just before: the net
 * prices are taken from it.
 */
export function decideUntiered(request: AuctionRequest, { bidCount, netMicros }: Decision, into: Decision): void {
  into.reserve(bidCount);
  for (let index = 0; index < bidCount; index++) {
    into.tierIndexes[index] = untiered;
    into.netMicros[index] = netMicros[index]!;
  }
  draws.resume(request.seed);
  decideSelected([], noTiers, request, into);
}
