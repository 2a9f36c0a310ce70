import { clearingMicros } from './clearing.ts';
import { netMicros } from './fee.ts';
import type { AuctionRequest, AuctionResult, Bid, BidResult, Outcome, Tier, Winner } from './model.ts';
import { Draws } from './seed.ts';
import { selectWith } from './select.ts';
import type { TierSet } from './tier-set.ts';

/** Untiered bids rank below every tier. */
const untieredLevel = 0;

/** A bid on its way through the auction. */
interface Contender {
  readonly bid: Bid;
  /** Its place in the request, from 0. */
  readonly place: number;
  readonly tier: Tier | undefined;
  readonly level: number;
  readonly feePpm: number;
  readonly netMicros: number;
}

/**
 * Puts each bid into its tier, orders the bids and names the winner and its price. A function of its arguments only: the
 * same tier set, request and seed give the same answer, byte for byte.
 */
export function runAuction(tierSet: TierSet, request: AuctionRequest): AuctionResult {
  const draws = new Draws(request.seed);
  const tierIndexes = new Int32Array(request.bids.length);
  selectWith(draws, tierSet, request, tierIndexes);
  const bids: Mutable<BidResult>[] = [];
  const order: Contender[] = [];
  for (let place = 0; place < request.bids.length; place++) {
    const bid = request.bids[place]!;
    const tier = tierSet.tiers[tierIndexes[place]!];
    const feePpm = bid.feePpm ?? request.feePpm;
    const contender = {
      bid,
      place,
      tier,
      level: tier?.priority ?? untieredLevel,
      feePpm,
      netMicros: netMicros(bid.grossMicros, feePpm),
    };
    const barrier = barrierOf(contender, request);
    if (barrier === undefined) order.push(contender);
    bids.push({
      bidId: bid.id,
      memberId: bid.memberId,
      outcome: barrier ?? 'won',
      tierId: tier?.id ?? null,
      priority: tier?.priority ?? null,
      netMicros: contender.netMicros,
      rank: null,
    });
  }
  order.sort((left, right) => compareContenders(left, right, draws));
  const [winner, runnerUp] = order;
  for (let at = 0; at < order.length; at++) {
    const contender = order[at]!;
    const bid = bids[contender.place]!;
    bid.rank = at + 1;
    bid.outcome = outcomeAgainst(winner!, contender);
  }
  return {
    ymProfileId: tierSet.ymProfileId,
    revision: tierSet.revision,
    seed: request.seed,
    timeMs: request.timeMs,
    winner: winner === undefined ? null : toWinner(winner, runnerUp, request),
    bids,
  };
}

type Mutable<T> = { -readonly [Name in keyof T]: T[Name] };

/** What keeps a bid out of the auction: an exclude comes before the floor. */
function barrierOf({ tier, bid }: Contender, { bidFloorMicros }: AuctionRequest): Outcome | undefined {
  if (tier?.memberAction === 'exclude') return 'excluded';
  return bid.grossMicros < bidFloorMicros ? 'below_floor' : undefined;
}

function compareContenders(left: Contender, right: Contender, draws: Draws): number {
  return (
    right.level - left.level ||
    right.netMicros - left.netMicros ||
    draws.sortKey(left.place) - draws.sortKey(right.place) ||
    left.place - right.place
  );
}

function outcomeAgainst(winner: Contender, contender: Contender): Outcome {
  if (contender === winner) return 'won';
  if (contender.level !== winner.level) return 'outranked';
  return contender.netMicros === winner.netMicros ? 'lost_tie' : 'outbid';
}

function toWinner(winner: Contender, runnerUp: Contender | undefined, request: AuctionRequest): Winner {
  return {
    bidId: winner.bid.id,
    memberId: winner.bid.memberId,
    tierId: winner.tier?.id ?? null,
    grossMicros: winner.bid.grossMicros,
    netMicros: winner.netMicros,
    clearingMicros: clearingMicros({
      auctionType: request.auctionType,
      bidFloorMicros: request.bidFloorMicros,
      winnerGrossMicros: winner.bid.grossMicros,
      winnerFeePpm: winner.feePpm,
      runnerUpNetMicros: runnerUp?.level === winner.level ? runnerUp.netMicros : 0,
      minPriceMicros: winner.tier?.minPriceMicros ?? 0,
    }),
  };
}
