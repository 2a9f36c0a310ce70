import type { AuctionRequest, Bid } from '../model/auction.ts';
import { grossNeededMicros, maxPriceMicros, netMicros } from '../money/money.ts';
import { absent, entryAfter, isLastOfBuyer, tierIndexOf } from '../set/tier-entries.ts';
import type { TierSet } from '../set/tier-set.ts';
import { compiled } from '../set/tier-set.ts';
import { compareBids, comparePlacesByLot, type Decision, levelOf, outcomeCode } from './decide.ts';
import { draws, selectTier, untiered } from './select.ts';

/** Why no price wins: a tier excludes the bid, a bid is at a priority level it cannot reach, or no legal price nets enough. */
export type NoPriceWins = 'excluded' | 'outranked' | 'outbid';

/** The least gross price with which one bid would have won, all else equal, CPM micros, or why there is none. */
export type MinToWin =
  | { readonly grossMicros: number; readonly reason: null }
  | { readonly grossMicros: null; readonly reason: NoPriceWins };

/**
 * For each bid, the least gross price with which that bid would have won, all else equal. The tier at that price is
 * taken into account, since a higher price may move the bid into a higher tier or into an exclude. `decision` is what
 * `decideAuction` wrote about the request. `nextPrice`: where a bid cannot have every price, the least price from one on
 * that it can have.
 */
export function minToWin(
  tierSet: TierSet,
  request: AuctionRequest,
  decision: Decision,
  nextPrice?: NextPrice,
): MinToWin[] {
  tierSet[compiled].profiles.resume(request);
  draws.resume(request.seed);
  return request.bids.map((bid, place) => minOfBid(tierSet, request, decision, bid, place, nextPrice));
}

/** The least gross price that the bid at a place can have at or above one, CPM micros. */
export type NextPrice = (place: number, grossMicros: number) => number;

function minOfBid(
  tierSet: TierSet,
  request: AuctionRequest,
  decision: Decision,
  bid: Bid,
  place: number,
  nextPrice: NextPrice | undefined,
): MinToWin {
  const { feePpm = request.feePpm, floorMicros = request.bidFloorMicros } = bid;
  const rival = findRival(decision, place);
  const rivalLevel = decision.levels[rival] ?? -1;
  // Between two of these prices the bid stays in one tier, and a higher price can only help it to win.
  const steps = pricesThatChangeTier(tierSet, bid, feePpm);
  let reason: NoPriceWins = 'outranked';
  for (const [at, from] of steps.entries()) {
    const level = levelOf(tierSet[compiled].levels, tierAt(tierSet, bid, netMicros(from, feePpm), place));
    reason = level < 0 ? 'excluded' : level < rivalLevel ? 'outranked' : 'outbid';
    if (reason !== 'outbid') continue;
    // On equal net prices the draw decides.
    const toBeat = level > rivalLevel ? 0 : decision.netMicros[rival]! + (comparePlacesByLot(place, rival) < 0 ? 0 : 1);
    const needed = Math.max(from, floorMicros, grossNeededMicros(toBeat, feePpm));
    const most = Math.min(maxPriceMicros, (steps[at + 1] ?? Infinity) - 1);
    const next = (needed <= most && nextPrice?.(place, needed)) || needed;
    if (next <= most) return { grossMicros: next, reason: null };
  }
  return { grossMicros: null, reason };
}

/** The place of the bid to beat, the first of the other bids in the auction order; -1: there is no other bid. */
function findRival(decision: Decision, place: number): number {
  let rival = -1;
  for (let other = 0; other < decision.bidCount; other++) {
    if (other === place || decision.outcomes[other]! >= outcomeCode.excluded) continue;
    if (rival < 0 || compareBids(decision, other, rival) < 0) rival = other;
  }
  return rival;
}

/** The gross prices at which the bid reaches another tier of the buyer, ascending, from 0. */
function pricesThatChangeTier({ tiers, [compiled]: own }: TierSet, { memberId }: Bid, feePpm: number): number[] {
  const { firstEntry, entries } = own;
  const prices = new Set([0]);
  const first = memberId === null ? absent : firstEntry.find(memberId);
  for (let entry = first; entry !== absent; entry = isLastOfBuyer(entries, entry) ? absent : entryAfter(entry)) {
    const price = grossNeededMicros(tiers[tierIndexOf(entries, entry)]!.minPriceMicros ?? 0, feePpm);
    if (price <= maxPriceMicros) prices.add(price);
  }
  return [...prices].toSorted((left, right) => left - right);
}

function tierAt(tierSet: TierSet, bid: Bid, net: number, place: number): number {
  const entry = bid.memberId === null ? absent : tierSet[compiled].firstEntry.find(bid.memberId);
  return entry === absent ? untiered : selectTier(tierSet, entry, net, place, bid);
}
