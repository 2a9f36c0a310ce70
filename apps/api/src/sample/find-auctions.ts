import { type FindRecorded, type FoundAuction, mostFound, type RecordedAnswer } from '@auction-tiers/contract';
import type { RecordedAuction } from '@auction-tiers/recorded';
import {
  type AuctionRequest,
  Decision,
  decideAuction,
  type Outcome,
  parseMoney,
  type TierSet,
} from '@auction-tiers/tier-engine';
import { outcomeOf, toPrice } from './decided.ts';

const losses: ReadonlySet<Outcome> = new Set(['outranked', 'outbid', 'lost_tie']);
const secondMs = 1000;

/** The name of a recorded auction: its moment and what was answered. */
export const idOf = ({ request, decided }: RecordedAuction): string =>
  `${request.timeMs.toString(36)}-${decided.answerCrc32.toString(36)}`;

const valueOf: Readonly<Record<string, (found: FoundAuction) => number | null>> = {
  time: ({ time_ms: timeMs }) => timeMs,
  net: ({ bid }) => bid?.net ?? null,
  gross: ({ bid }) => bid?.gross ?? null,
  pays: ({ winner }) => winner?.pays ?? null,
  bids: ({ bids }) => bids,
};

/** All found auctions, sorted; equal ones with the latest first. */
function sortFound(found: readonly FoundAuction[], sort: FindRecorded['sort']): FoundAuction[] {
  const [name = '', direction] = sort.split('.');
  const [read, sign] = [valueOf[name]!, direction === 'desc' ? -1 : 1];
  return found.toSorted((one, other) => {
    const [a, b] = [read(one), read(other)];
    if (a === null || b === null) return Number(a === null) - Number(b === null) || other.time_ms - one.time_ms;
    return sign * (a - b) || other.time_ms - one.time_ms;
  });
}

/** Whether a price is in a range, both ends of which are in it. An end that is absent is open. */
function rangeOf(from: string | undefined, to: string | undefined): (micros: number) => boolean {
  const [low = -Infinity, high = Infinity] = [from, to].map((end) => {
    const parsed = end === undefined ? undefined : parseMoney(end);
    return parsed?.ok === true ? parsed.micros : undefined;
  });
  return (micros) => micros >= low && micros <= high;
}

/** Decides the auctions by a tier set and finds those that are searched for. */
export function findAuctions(
  auctions: readonly RecordedAuction[],
  tierSet: TierSet,
  { time, seed, sort, ...ofBid }: FindRecorded,
): NonNullable<RecordedAnswer['found']> {
  const { buyer_id: buyerId, outcome, tier_id: tierId, missed_tier_id: missedTierId } = ofBid;
  const indexOf = (of: number | undefined) => (of === undefined ? -1 : tierSet.tiers.findIndex(({ id }) => id === of));
  const [tierIndex, missedIndex] = [indexOf(tierId), indexOf(missedTierId)];
  const missedBuyers = new Set(tierSet.tiers[missedIndex]?.buyerMemberIds);
  const [isNet, isGross] = [rangeOf(ofBid.net_from, ofBid.net_to), rangeOf(ofBid.gross_from, ofBid.gross_to)];
  const isOpen = Object.values(ofBid).every((one) => one === undefined);
  const fromMs = time === undefined ? -Infinity : Date.parse(`${time.replace(' ', 'T')}Z`);
  const beforeMs = time === undefined ? Infinity : fromMs + secondMs;
  const decision = new Decision();
  const found: FoundAuction[] = [];
  for (const auction of auctions) {
    const { request } = auction;
    if (request.timeMs < fromMs || request.timeMs >= beforeMs) continue;
    if (seed !== undefined && request.seed !== seed) continue;
    if (buyerId !== undefined && !request.bids.some(({ memberId }) => memberId === buyerId)) continue;
    decideAuction(tierSet, request, decision);
    const bidIndex = isOpen ? decision.winnerIndex : request.bids.findIndex(matches);
    if (bidIndex < 0 && !isOpen) continue;
    found.push(toFound(auction, bidIndex));
  }
  return { auctions: sortFound(found, sort).slice(0, mostFound), count: found.length };

  function matches({ memberId, grossMicros }: AuctionRequest['bids'][number], index: number): boolean {
    if (buyerId !== undefined && memberId !== buyerId) return false;
    if (tierId !== undefined && decision.tierIndexes[index] !== tierIndex) return false;
    if (missedTierId !== undefined) {
      if (memberId === null || !missedBuyers.has(memberId) || decision.tierIndexes[index] === missedIndex) return false;
    }
    if (!isGross(grossMicros) || !isNet(decision.netMicros[index]!)) return false;
    const became = outcomeOf(decision, index);
    return outcome === undefined || outcome === became || (outcome === 'lost' && losses.has(became));
  }

  function toFound(auction: RecordedAuction, bidIndex: number): FoundAuction {
    const { request, decided } = auction;
    const { winnerIndex, clearingMicros } = decision;
    const winner = request.bids[winnerIndex];
    const bid = request.bids[bidIndex];
    return {
      id: idOf(auction),
      time_ms: request.timeMs,
      bids: request.bids.length,
      winner: winner === undefined ? null : { buyer_id: winner.memberId, pays: toPrice(clearingMicros) },
      bid:
        bid === undefined
          ? null
          : {
              id: bid.id,
              buyer_id: bid.memberId,
              gross: toPrice(bid.grossMicros),
              net: toPrice(decision.netMicros[bidIndex]!),
              tier_id: tierSet.tiers[decision.tierIndexes[bidIndex]!]?.id ?? null,
              outcome: outcomeOf(decision, bidIndex),
            },
      is_as_then: decided.winner === (winner?.id ?? null) && decided.clearingMicros === clearingMicros,
    };
  }
}
