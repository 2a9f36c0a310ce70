import {
  type AuctionExplanation,
  type AuctionResult,
  type BidExplanation,
  type BidResult,
  formatFee,
  formatDifference,
  type JsonValue,
  type MinToWin,
  microsToNumber,
  type TierResult,
} from '@auction-tiers/tier-engine';
import { dateText } from '../value/moment.ts';
import type { AuctionAnswer, BidAnswer, ChoiceAnswer, ExplainedAuction, TierResultAnswer } from './answer.ts';

/** Converts the engine's result to an answer. `minToWin`: by bid, if requested. */
export function toAuctionAnswer(result: AuctionResult, minToWin?: readonly MinToWin[]): AuctionAnswer {
  return {
    ...commonAnswer(result),
    bids: result.bids.map((bid, index) => ({ ...toBidAnswer(bid), ...toMinToWin(minToWin?.[index]) })),
  };
}

/** The two attributes of a bid's answer that are present only if requested. */
function toMinToWin(least: MinToWin | undefined): Pick<BidAnswer, 'min_to_win' | 'min_to_win_reason'> {
  if (least === undefined) return {};
  const { grossMicros, reason } = least;
  if (reason !== null) return { min_to_win: null, min_to_win_reason: reason };
  return { min_to_win: microsToNumber(grossMicros) };
}

/** Like `toAuctionAnswer`; for each bid also every tier's result, in the order checked, and why the chosen one won. */
export function toExplainedAuction(explanation: AuctionExplanation): ExplainedAuction {
  const bids = explanation.bids.map((bid) => ({
    ...toBidAnswer(bid),
    ...toMinToWin(bid.minToWin),
    tiers: bid.tiers.map(toTierResultAnswer),
    decision: toChoiceAnswer(bid.choice),
  }));
  return { ...commonAnswer(explanation), bids, forgone: formatDifference(explanation.forgoneMicros) };
}

function commonAnswer(result: AuctionResult): Omit<AuctionAnswer, 'bids'> {
  const { winner } = result;
  return {
    winner: winner && {
      bid_id: winner.bidId,
      member_id: winner.memberId,
      tier_id: winner.tierId,
      price: microsToNumber(winner.grossMicros),
      net_price: microsToNumber(winner.netMicros),
      clearing_price: microsToNumber(winner.clearingMicros),
    },
    ym_profile_id: result.ymProfileId,
    seed: result.seed,
    time: timeText(result.timeMs),
    revision: result.revision,
  };
}

let last = { timeMs: 0, text: new Date(0).toISOString() };

/** Auctions of the same moment share its text. */
function timeText(timeMs: number): string {
  if (timeMs !== last.timeMs) last = { timeMs, text: new Date(timeMs).toISOString() };
  return last.text;
}

function toBidAnswer(bid: BidResult): BidAnswer {
  return {
    bid_id: bid.bidId,
    member_id: bid.memberId,
    outcome: bid.outcome,
    tier_id: bid.tierId,
    priority: bid.priority,
    net_price: microsToNumber(bid.netMicros),
    rank: bid.rank,
  };
}

function toTierResultAnswer(verdict: TierResult): TierResultAnswer {
  return {
    tier_id: verdict.tierId,
    priority: verdict.priority,
    member_action: verdict.memberAction,
    result: verdict.result,
    detail: toDetail(verdict),
  };
}

/** A tier may name a thousand buyers, and an explanation repeats them for every bid: only this many are shown. */
const maxShownBuyers = 20;

const price = (micros: number | null) => (micros === null ? null : microsToNumber(micros));

function toDetail(verdict: TierResult): TierResultAnswer['detail'] {
  switch (verdict.result) {
    case 'matched': {
      const { netMicros, minPriceMicros, profileId } = verdict.detail;
      return { net_price: price(netMicros), min_price: price(minPriceMicros), profile_id: profileId };
    }
    case 'inactive':
    case 'out_of_flight': {
      const { timeMs, startMs, endMs } = verdict.detail;
      return {
        time: timeText(timeMs),
        start_date: startMs === null ? null : dateText(startMs),
        end_date: endMs === null ? null : dateText(endMs),
      };
    }
    case 'buyer_not_listed':
      return {
        member_id: verdict.detail.memberId,
        buyer_member_count: verdict.detail.buyerMemberIds.length,
        buyer_member_ids: verdict.detail.buyerMemberIds.slice(0, maxShownBuyers),
      };
    case 'below_min_price': {
      const { grossMicros, feePpm, netMicros, minPriceMicros, grossNeededMicros } = verdict.detail;
      return {
        price: price(grossMicros),
        revenue_share_pct: formatFee(feePpm),
        net_price: price(netMicros),
        min_price: price(minPriceMicros),
        price_needed: price(grossNeededMicros),
      };
    }
    case 'too_costly': {
      const { grossMicros, feePpm, netMicros, highestNetMicros, maxForgoneMicros, grossNeededMicros } = verdict.detail;
      return {
        price: price(grossMicros),
        revenue_share_pct: formatFee(feePpm),
        net_price: price(netMicros),
        highest_net: price(highestNetMicros),
        max_forgone: price(maxForgoneMicros),
        cost: price(highestNetMicros - netMicros),
        price_needed: price(grossNeededMicros),
      };
    }
    case 'profile_mismatch': {
      const { profileId, ...mismatch } = verdict.detail;
      return {
        profile_id: profileId,
        ...mismatch,
        seen: withWireNames(mismatch.seen),
        wanted: withWireNames(mismatch.wanted),
      };
    }
  }
}

/** Renames the engine's attributes as on the wire. Callers' own words are only ever values, not names. */
function withWireNames(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(withWireNames);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value as { readonly [name: string]: JsonValue });
  return Object.fromEntries(entries.map(([name, part]) => [toWireName(name), withWireNames(part)]));
}

const toWireName = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

function toChoiceAnswer(choice: BidExplanation['choice']): ChoiceAnswer {
  switch (choice.kind) {
    case 'none':
      return { kind: 'none' };
    case 'only_match':
      return { kind: 'only_match', tier_id: choice.tierId };
    case 'higher_priority': {
      const { tierId, priority, overTierIds } = choice;
      return { kind: 'higher_priority', tier_id: tierId, priority, over_tier_ids: overTierIds };
    }
    case 'random_draw':
      return {
        kind: 'random_draw',
        tier_id: choice.tierId,
        tied_tier_ids: choice.tiedTierIds,
        draw: choice.draw,
      };
  }
}
