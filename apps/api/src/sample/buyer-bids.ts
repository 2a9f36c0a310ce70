import type { BuyerBids } from '@auction-tiers/contract';
import { type AuctionRequest, Decision, decideAuction, type TierSet } from '@auction-tiers/tier-engine';
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
    for (let place = 0; place < decision.bidCount; place++) {
      const id = request.bids[place]!.memberId;
      let buyer = buyers.get(id);
      if (buyer === undefined) buyers.set(id, (buyer = { nets: [], belowFloor: 0 }));
      buyer.nets.push(decision.netMicros[place]!);
      if (outcomeOf(decision, place) === 'below_floor') buyer.belowFloor++;
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

/** The least of the values that a share of them does not exceed. `sorted`: at least one value, ascending. */
const quantile = (sorted: Float64Array, share: number): number =>
  sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)]!;
