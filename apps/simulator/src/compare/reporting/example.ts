import type { BidSide, ChangeExample } from '@auction-tiers/contract/compare-report';
import type { AuctionRequest, AuctionResult, BidExplanation, TierResult } from '@auction-tiers/tier-engine';
import {
  compile,
  explainAuction,
  formatMoney,
  maxPriceMicros,
  microsToNumber,
  netMicros as netOf,
  runAuction,
} from '@auction-tiers/tier-engine';
import type { LoggedAuction } from '../../log/auction/logged-auction.ts';
import { placeOf } from '../../log/auction/logged-auction.ts';
import type { LoadedTierSet } from '../../tier-set/tier-set-file.ts';
import { capital, figures } from '../../figure/text.ts';

/** An auction with its winners under both tier sets, and the reasons. */
export function toExample(auction: LoggedAuction, current: LoadedTierSet, draft: LoadedTierSet): ChangeExample {
  const { request, file } = auction;
  const results = [current, draft].map(({ tierSet }) => runAuction(tierSet, request)) as [AuctionResult, AuctionResult];
  // By place: a log may give two bids of an auction one id.
  const places = [...request.bids.keys()].filter((index) => results.some(({ bids }) => bids[index]!.outcome === 'won'));
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
    current_winner: toWinner(results[0], request),
    draft_winner: toWinner(results[1], request),
    bids: places.map((index, at) => ({
      bid_id: request.bids[index]!.id,
      member_id: request.bids[index]!.memberId,
      price: microsToNumber(request.bids[index]!.grossMicros),
      net_price: microsToNumber(results[0].bids[index]!.netMicros),
      current: sideOf(0, at),
      draft: sideOf(1, at),
    })),
  };
}

function toWinner({ winner, bids }: AuctionResult, request: AuctionRequest): ChangeExample['current_winner'] {
  if (winner === null) return null;
  const { feePpm = request.feePpm } = request.bids[bids.findIndex(({ outcome }) => outcome === 'won')]!;
  return {
    bid_id: winner.bidId,
    member_id: winner.memberId,
    tier_id: winner.tierId,
    net_price: microsToNumber(winner.netMicros),
    clearing_price: microsToNumber(winner.clearingMicros),
    net_to_seller: microsToNumber(netOf(winner.clearingMicros, feePpm)),
  };
}

/** Most sentences of a bid, because thousands of tiers may name a buyer. */
const mostSentences = 8;
const longestValue = 80;

/** A bid's explanation, in sentences. */
export interface ExplainedBid {
  readonly sentences: readonly string[];
}

/**
 * Explains the tiers of the bids at some places of the request. Only tiers that name their buyers are compiled, and the
 * other bids lose their buyers: neither changes the tiers of these bids, and explaining all bids against all tiers can take
 * minutes. Where a tier has a limit all bids keep their buyers, because what the others may bid decides about it.
 */
export function explainBids(
  { source, tierNames }: LoadedTierSet,
  request: AuctionRequest,
  places: readonly number[],
): ExplainedBid[] {
  const isLimited = source.tiers.some(({ maxForgoneMicros }) => (maxForgoneMicros ?? null) !== null);
  const asked = new Set(isLimited ? request.bids.keys() : places);
  const memberIds = new Set([...asked].map((index) => request.bids[index]!.memberId));
  const tiers = source.tiers.filter(({ buyerMemberIds }) => buyerMemberIds.some((id) => memberIds.has(id)));
  const profileIds = new Set(tiers.map(({ profileId }) => profileId));
  const compiled = compile({ ...source, tiers, profiles: source.profiles.filter(({ id }) => profileIds.has(id)) });
  if (!compiled.ok) throw new TypeError('A part of a tier set does not compile, though the whole did.');
  const bids = request.bids.map((bid, index) => (asked.has(index) ? bid : { ...bid, memberId: null }));
  const explained = explainAuction(compiled.tierSet, { ...request, bids });
  return places.map((index) => ({ sentences: toSentences(explained.bids[index]!, tierNames) }));
}

/** Refusals that say something of the bid, and not only of the tier. */
const toldRefusals = new Set<TierResult['result']>(['below_min_price', 'profile_mismatch', 'too_costly']);

function toSentences({ choice: decision, tiers }: BidExplanation, names: ReadonlyMap<number, string>): string[] {
  const named = (id: number) => `tier ${id}${names.has(id) ? ` "${names.get(id)}"` : ''}`;
  const others = tiers.filter(({ result }) => toldRefusals.has(result));
  const refusals = others.map((verdict) => `${capital(named(verdict.tierId))} does not match: ${refusalOf(verdict)}.`);
  const chosen = tiers.find(({ tierId }) => 'tierId' in decision && tierId === decision.tierId);
  const action = chosen?.memberAction === 'exclude' ? 'excluded by' : 'in';
  const sentences = [decisionOf(), ...refusals];
  const more = sentences.length - mostSentences;
  return more <= 0 ? sentences : [...sentences.slice(0, mostSentences), `And ${more} more tiers do not match.`];

  function decisionOf(): string {
    if (decision.kind === 'none') return 'Untiered: no tier matches.';
    const start = `${capital(action)} ${named(decision.tierId)} (priority ${chosen!.priority})`;
    if (decision.kind === 'only_match') return `${start}, the only one that matches.`;
    if (decision.kind === 'higher_priority') {
      return `${start}, before ${listed(decision.overTierIds)} of lower priority, which would match too.`;
    }
    const { index, count } = decision.draw;
    return `${start}, by lot: number ${index + 1} of ${count} that match at this priority (${listed(decision.tiedTierIds)}).`;
  }
}

function refusalOf(verdict: TierResult): string {
  if (verdict.result === 'below_min_price') {
    const { netMicros, minPriceMicros, grossNeededMicros } = verdict.detail;
    const needed =
      grossNeededMicros === null
        ? ''
        : `, a gross of ${figures.priceNeeded(grossNeededMicros, maxPriceMicros)} would do`;
    return `a net price of ${formatMoney(netMicros)} is below its ${formatMoney(minPriceMicros)}${needed}`;
  }
  if (verdict.result === 'too_costly') {
    const { netMicros, highestNetMicros, maxForgoneMicros } = verdict.detail;
    const cost = formatMoney(highestNetMicros - netMicros);
    return `to prefer it costs ${cost}, more than its limit of ${formatMoney(maxForgoneMicros)}`;
  }
  if (verdict.result === 'profile_mismatch') {
    const { profileId, dimension, action, seen, wanted } = verdict.detail;
    return `profile ${profileId}, ${dimension}: seen ${shorten(seen)}, ${action} ${shorten(wanted)}`;
  }
  return verdict.result;
}

function shorten(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length <= longestValue ? text : `${text.slice(0, longestValue)}…`;
}

function listed(ids: readonly number[]): string {
  const shown = ids.slice(0, mostSentences).join(', ');
  const more = ids.length - mostSentences;
  return `${ids.length === 1 ? 'tier' : 'tiers'} ${shown}${more > 0 ? ` and ${more} more` : ''}`;
}
