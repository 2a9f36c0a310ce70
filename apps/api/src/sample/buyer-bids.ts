import type { BuyerBids, BuyerHour } from '@auction-tiers/contract';
import { type AuctionRequest, Decision, decideAuction, type TierSet } from '@auction-tiers/tier-engine';
import { startOfHour } from '@auction-tiers/recorded';
import { outcomeOf, toPrice } from './decided.ts';

interface Bids {
  readonly nets: number[];
  belowFloor: number;
}

/** Decides the auctions, and gives what each buyer bid, most bids first. */
export function buyerBids(requests: Iterable<AuctionRequest>, tierSet: TierSet): BuyerBids[] {
  const buyers = new Map<number | null, Bids>();
  const decision = new Decision();
  for (const request of requests) {
    decideAuction(tierSet, request, decision);
    for (let index = 0; index < decision.bidCount; index++) {
      const id = request.bids[index]!.memberId;
      let buyer = buyers.get(id);
      if (buyer === undefined) buyers.set(id, (buyer = { nets: [], belowFloor: 0 }));
      buyer.nets.push(decision.netMicros[index]!);
      if (outcomeOf(decision, index) === 'below_floor') buyer.belowFloor++;
    }
  }
  const rows = Array.from(buyers, ([id, bids]): BuyerBids => {
    const nets = Float64Array.from(bids.nets).toSorted();
    return {
      buyer_id: id,
      bids: nets.length,
      below_floor: bids.belowFloor,
      median_net: toPrice(quantile(nets, 0.5)),
      ninetieth_net: toPrice(quantile(nets, 0.9)),
    };
  });
  return rows.toSorted((one, other) => other.bids - one.bids);
}

/** Decides the auctions, and gives what one buyer bid in each hour, by time. */
export function buyerHours(requests: Iterable<AuctionRequest>, tierSet: TierSet, buyerId: number): BuyerHour[] {
  const hours = new Map<number, { bids: number; netMicros: number }>();
  const decision = new Decision();
  for (const request of requests) {
    if (!request.bids.some(({ memberId }) => memberId === buyerId)) continue;
    decideAuction(tierSet, request, decision);
    const startsMs = startOfHour(request.timeMs);
    const hour = hours.get(startsMs) ?? { bids: 0, netMicros: 0 };
    hours.set(startsMs, hour);
    for (let index = 0; index < decision.bidCount; index++) {
      if (request.bids[index]!.memberId !== buyerId) continue;
      hour.bids++;
      hour.netMicros += decision.netMicros[index]!;
    }
  }
  return Array.from(hours, ([starts_ms, { bids, netMicros }]) => ({
    starts_ms,
    bids,
    mean_net: toPrice(netMicros / bids),
  })).toSorted((one, other) => one.starts_ms - other.starts_ms);
}

/** The least of the values that a share of them does not exceed. `sorted`: at least one value, ascending. */
const quantile = (sorted: Float64Array, share: number): number =>
  sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)]!;
