import type { AuctionResult } from '@auction-tiers/tier-engine';
import { microsToNumber, runAuction } from '@auction-tiers/tier-engine';
import type { LoggedAuction } from '../../log/auction/logged-auction.ts';
import { placeOf } from '../../log/auction/logged-auction.ts';
import type { LoadedTierSet } from '../../tier-set/tier-set-file.ts';
import type { BidSide, ChangeExample } from '../../schema/change-example.ts';
import { explainBids } from './explain-bid.ts';

/** An auction with its winners under both tier sets, and why they win or lose. */
export function toExample(auction: LoggedAuction, current: LoadedTierSet, draft: LoadedTierSet): ChangeExample {
  const { request, file } = auction;
  const results = [current, draft].map(({ tierSet }) => runAuction(tierSet, request)) as [AuctionResult, AuctionResult];
  // By place: a log may give two bids of an auction one id.
  const places = [...request.bids.keys()].filter((place) => results.some(({ bids }) => bids[place]!.outcome === 'won'));
  const explained = [current, draft].map((loaded) => explainBids(loaded, request, places));
  const sideOf = (side: 0 | 1, at: number): BidSide => {
    const { outcome, tierId, priority, rank } = results[side].bids[places[at]!]!;
    return { outcome, tier_id: tierId, priority, rank, explanation: [...explained[side]![at]!.sentences] };
  };
  return {
    file,
    place: placeOf(auction),
    seed: request.seed,
    time: new Date(request.timeMs).toISOString(),
    bids_in_auction: request.bids.length,
    bid_floor: microsToNumber(request.bidFloorMicros),
    current_winner: toWinner(results[0]),
    draft_winner: toWinner(results[1]),
    bids: places.map((place, at) => ({
      bid_id: request.bids[place]!.id,
      member_id: request.bids[place]!.memberId,
      price: microsToNumber(request.bids[place]!.grossMicros),
      net_price: microsToNumber(results[0].bids[place]!.netMicros),
      current: sideOf(0, at),
      draft: sideOf(1, at),
    })),
  };
}

function toWinner({ winner }: AuctionResult): ChangeExample['current_winner'] {
  if (winner === null) return null;
  return {
    bid_id: winner.bidId,
    member_id: winner.memberId,
    tier_id: winner.tierId,
    net_price: microsToNumber(winner.netMicros),
    clearing_price: microsToNumber(winner.clearingMicros),
  };
}
