import { Decision, decideAuction, type Outcome, type TierSet } from '@auction-tiers/tier-engine';
import type { SearchedOutcome } from '../address/room-search.ts';
import type { RecordedAuction } from './recorded-auction.ts';
import { outcomeOf } from './tally.ts';

/** Which auctions are searched for: those with one bid of which all that is given is true. */
export interface AuctionFilter {
  readonly buyerId?: number | undefined;
  /** The tier that took the bid. */
  readonly tierId?: number | undefined;
  readonly outcome?: SearchedOutcome | undefined;
  /** Moments from one on and before another, milliseconds since the epoch. */
  readonly fromMs?: number | undefined;
  readonly beforeMs?: number | undefined;
}

/** An auction that was found. Prices are CPM micros. */
export interface FoundAuction {
  /** Its place in the sample. */
  readonly place: number;
  readonly timeMs: number;
  readonly bidCount: number;
  readonly winner: {
    readonly buyerId: number | null;
    readonly tierId: number | null;
    readonly clearingMicros: number;
  } | null;
  /** The first bid that is as it was searched for; of a search for nothing in particular, the winner's. */
  readonly bid: {
    readonly bidId: string;
    readonly buyerId: number | null;
    readonly grossMicros: number;
    readonly netMicros: number;
    readonly tierId: number | null;
    readonly outcome: Outcome;
  } | null;
  /** Whether it was decided then as these tiers decide it: the same winner at the same price. */
  readonly isAsThen: boolean;
}

export interface FoundAuctions {
  /** The latest ones. */
  readonly found: readonly FoundAuction[];
  readonly count: number;
}

/** Rows that one search gives. */
export const mostFound = 500;

const losses: ReadonlySet<Outcome> = new Set(['outranked', 'outbid', 'lost_tie']);

/** Decides the auctions by a tier set and finds those that are searched for, the latest first. */
export function findAuctions(
  auctions: readonly RecordedAuction[],
  tierSet: TierSet,
  filter: AuctionFilter,
): FoundAuctions {
  const { buyerId, outcome, tierId, fromMs = -Infinity, beforeMs = Infinity } = filter;
  const tierIndex = tierId === undefined ? -1 : tierSet.tiers.findIndex(({ id }) => id === tierId);
  const isOpen = buyerId === undefined && outcome === undefined && tierId === undefined;
  const decision = new Decision();
  const found: FoundAuction[] = [];
  let count = 0;
  // Lines are in the order in which they were decided, by process; the moment of the impression is what is shown.
  const latestFirst = auctions
    .map((auction, place) => ({ auction, place }))
    .toSorted((one, other) => other.auction.request.timeMs - one.auction.request.timeMs);
  for (const { auction, place } of latestFirst) {
    const { request } = auction;
    if (request.timeMs < fromMs || request.timeMs >= beforeMs) continue;
    if (buyerId !== undefined && !request.bids.some(({ memberId }) => memberId === buyerId)) continue;
    decideAuction(tierSet, request, decision);
    const bidPlace = isOpen ? decision.winnerPlace : request.bids.findIndex(matches);
    if (bidPlace < 0 && !isOpen) continue;
    count++;
    if (found.length < mostFound) found.push(toFound(auction, place, bidPlace));
  }
  return { found, count };

  function matches({ memberId }: { readonly memberId: number | null }, place: number): boolean {
    if (buyerId !== undefined && memberId !== buyerId) return false;
    if (tierId !== undefined && decision.tierIndexes[place] !== tierIndex) return false;
    const became = outcomeOf(decision, place);
    return outcome === undefined || outcome === became || (outcome === 'lost' && losses.has(became));
  }

  function toFound({ request, decided }: RecordedAuction, place: number, bidPlace: number): FoundAuction {
    const tierOf = (of: number) => tierSet.tiers[decision.tierIndexes[of]!]?.id ?? null;
    const { winnerPlace, clearingMicros } = decision;
    const winner = request.bids[winnerPlace];
    const bid = request.bids[bidPlace];
    return {
      place,
      timeMs: request.timeMs,
      bidCount: request.bids.length,
      winner: winner === undefined ? null : { buyerId: winner.memberId, tierId: tierOf(winnerPlace), clearingMicros },
      bid:
        bid === undefined
          ? null
          : {
              bidId: bid.id,
              buyerId: bid.memberId,
              grossMicros: bid.grossMicros,
              netMicros: decision.netMicros[bidPlace]!,
              tierId: tierOf(bidPlace),
              outcome: outcomeOf(decision, bidPlace),
            },
      isAsThen: decided.winner === (winner?.id ?? null) && decided.clearingMicros === clearingMicros,
    };
  }
}
