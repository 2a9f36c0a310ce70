import type { RecordedAuction } from '@auction-tiers/recorded/line';
import { type AuctionRequest, Decision, decideAuction, type Outcome, type TierSet } from '@auction-tiers/tier-engine';
import type { SearchedOutcome } from '../address/room-search.ts';
import { outcomeOf } from './tally.ts';

export interface PriceRange {
  readonly fromMicros?: number | undefined;
  readonly toMicros?: number | undefined;
}

/** The values that sort found auctions; an auction without the value comes last. */
export const foundSorts = ['time', 'net', 'gross', 'pays', 'bids'] as const;
export interface FoundSort {
  readonly id: (typeof foundSorts)[number];
  readonly desc: boolean;
}

/** A filter of auctions: one of the bids has to meet all conditions that are given. */
export interface AuctionFilter {
  readonly buyerId?: number | undefined;
  /** The tier that took the bid. */
  readonly tierId?: number | undefined;
  /** A tier that names the buyer and did not take the bid. */
  readonly missedTierId?: number | undefined;
  /** Lowest and highest price of the bid, CPM micros, both included. */
  readonly net?: PriceRange | undefined;
  readonly gross?: PriceRange | undefined;
  /** Absent: the latest first. */
  readonly sort?: FoundSort | undefined;
  readonly outcome?: SearchedOutcome | undefined;
  /** Times from `fromMs` up to `beforeMs`, which is not included; milliseconds since the epoch. */
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
  /** The first bid that meets the conditions; without conditions, the winning bid. */
  readonly bid: {
    readonly bidId: string;
    readonly buyerId: number | null;
    readonly grossMicros: number;
    readonly netMicros: number;
    readonly tierId: number | null;
    readonly outcome: Outcome;
  } | null;
  /** Whether these tiers decide the auction as it was decided: the same winner at the same price. */
  readonly isAsThen: boolean;
}

export interface FoundAuctions {
  /** The first auctions in the order of the sort. */
  readonly found: readonly FoundAuction[];
  readonly count: number;
}

/** Rows that one search gives. */
export const mostFound = 500;

const losses: ReadonlySet<Outcome> = new Set(['outranked', 'outbid', 'lost_tie']);

const valueOf: Readonly<Record<FoundSort['id'], (found: FoundAuction) => number | null>> = {
  time: ({ timeMs }) => timeMs,
  net: ({ bid }) => bid?.netMicros ?? null,
  gross: ({ bid }) => bid?.grossMicros ?? null,
  pays: ({ winner }) => winner?.clearingMicros ?? null,
  bids: ({ bidCount }) => bidCount,
};

/** All found auctions, sorted; equal ones with the latest first. */
function sortFound(found: readonly FoundAuction[], { id, desc }: FoundSort): FoundAuction[] {
  const [read, sign] = [valueOf[id], desc ? -1 : 1];
  return found.toSorted((one, other) => {
    const [a, b] = [read(one), read(other)];
    if (a === null || b === null) return Number(a === null) - Number(b === null) || other.timeMs - one.timeMs;
    return sign * (a - b) || other.timeMs - one.timeMs;
  });
}

const isWithin = (micros: number, { fromMicros = -Infinity, toMicros = Infinity }: PriceRange): boolean =>
  micros >= fromMicros && micros <= toMicros;

/** Decides the auctions by a tier set and finds those that are searched for. */
export function findAuctions(
  auctions: readonly RecordedAuction[],
  tierSet: TierSet,
  filter: AuctionFilter,
): FoundAuctions {
  const { buyerId, outcome, tierId, missedTierId, net, gross, fromMs = -Infinity, beforeMs = Infinity } = filter;
  const { sort = { id: 'time', desc: true } } = filter;
  const indexOf = (of: number | undefined) => (of === undefined ? -1 : tierSet.tiers.findIndex(({ id }) => id === of));
  const [tierIndex, missedIndex] = [indexOf(tierId), indexOf(missedTierId)];
  const missedBuyers = new Set(tierSet.tiers[missedIndex]?.buyerMemberIds);
  const isOpen = [buyerId, outcome, tierId, missedTierId, net, gross].every((one) => one === undefined);
  const decision = new Decision();
  const found: FoundAuction[] = [];
  for (const [place, auction] of auctions.entries()) {
    const { request } = auction;
    if (request.timeMs < fromMs || request.timeMs >= beforeMs) continue;
    if (buyerId !== undefined && !request.bids.some(({ memberId }) => memberId === buyerId)) continue;
    decideAuction(tierSet, request, decision);
    const bidPlace = isOpen ? decision.winnerPlace : request.bids.findIndex(matches);
    if (bidPlace < 0 && !isOpen) continue;
    found.push(toFound(auction, place, bidPlace));
  }
  return { found: sortFound(found, sort).slice(0, mostFound), count: found.length };

  function matches({ memberId, grossMicros }: AuctionRequest['bids'][number], place: number): boolean {
    if (buyerId !== undefined && memberId !== buyerId) return false;
    if (tierId !== undefined && decision.tierIndexes[place] !== tierIndex) return false;
    if (missedTierId !== undefined) {
      if (memberId === null || !missedBuyers.has(memberId) || decision.tierIndexes[place] === missedIndex) return false;
    }
    if (gross !== undefined && !isWithin(grossMicros, gross)) return false;
    if (net !== undefined && !isWithin(decision.netMicros[place]!, net)) return false;
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
