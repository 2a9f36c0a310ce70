import type { AuctionRequest, AuctionResult, Bid, BidResult, MemberAction, Tier } from '../model/auction.ts';
import { grossNeededMicros, netMicros } from '../money/money.ts';
import { absent, entriesOf, slotOf, tierIndexOf } from '../set/tier-entries.ts';
import { firstFailure, limitOf, type NotRunning, notRunning } from '../set/conditions.ts';
import type { TierSet } from '../set/tier-set.ts';
import { compiled } from '../set/tier-set.ts';
import type { Mismatch } from '../targeting/dimension.ts';
import { Decision, decideAuction, forgoneMicros } from './decide.ts';
import { Draws, drawPurpose } from './draws.ts';
import { type MinToWin, minToWin } from './min-to-win.ts';
import { toAuctionResult } from './result.ts';

interface ResultOf<Result extends string, Detail> {
  readonly tierId: number;
  readonly priority: number;
  readonly memberAction: MemberAction;
  readonly result: Result;
  readonly detail: Detail;
}

export interface MatchedDetail {
  readonly netMicros: number;
  readonly minPriceMicros: number | null;
  readonly profileId: number | null;
}

export interface BuyerNotListedDetail {
  readonly memberId: number | null;
  /** The buyers that the tier names. */
  readonly buyerMemberIds: readonly number[];
}

export interface BelowMinPriceDetail {
  readonly grossMicros: number;
  readonly feePpm: number;
  readonly netMicros: number;
  readonly minPriceMicros: number;
  /** The smallest gross price that would have been enough; null: too large to be written exactly. */
  readonly grossNeededMicros: number | null;
}

/** Why a limit kept a bid out. All but the fee are CPM micros. */
export interface TooCostlyDetail {
  readonly grossMicros: number;
  readonly feePpm: number;
  readonly netMicros: number;
  /** The highest net price of the bids that take part when limits are left aside; less the bid's own, it is the cost. */
  readonly highestNetMicros: number;
  readonly maxForgoneMicros: number;
  /** The smallest gross price that would have been enough, all else equal; null: too large to be written exactly. */
  readonly grossNeededMicros: number | null;
}

export interface ProfileMismatchDetail extends Mismatch {
  readonly profileId: number;
}

/** Why a tier was not running. All times: milliseconds since the epoch. */
export interface NotRunningDetail {
  readonly timeMs: number;
  readonly startMs: number | null;
  readonly endMs: number | null;
}

/** The result of one tier for one bid: matched, or the first failure of state and flight, buyer, price, profile, limit. */
export type TierResult =
  | ResultOf<'matched', MatchedDetail>
  | ResultOf<NotRunning, NotRunningDetail>
  | ResultOf<'buyer_not_listed', BuyerNotListedDetail>
  | ResultOf<'below_min_price', BelowMinPriceDetail>
  | ResultOf<'profile_mismatch', ProfileMismatchDetail>
  | ResultOf<'too_costly', TooCostlyDetail>;

/** A draw that can be checked by hand: `index` is `u32 % count`, an index into `tiedTierIds`. */
export interface TierDraw {
  readonly u32: number;
  readonly count: number;
  readonly index: number;
}

/** Why the bid is in this tier and not in another one that matched. */
export type TierChoice =
  | { readonly kind: 'none' }
  | { readonly kind: 'only_match'; readonly tierId: number }
  | {
      readonly kind: 'higher_priority';
      readonly tierId: number;
      readonly priority: number;
      /** The matching tiers of lower priority, in the order checked. */
      readonly overTierIds: readonly number[];
    }
  | {
      readonly kind: 'random_draw';
      readonly tierId: number;
      /** The matching tiers of the highest priority, by id. */
      readonly tiedTierIds: readonly number[];
      readonly draw: TierDraw;
    };

export interface BidExplanation extends BidResult {
  /** Every tier of the set, in the order checked. */
  readonly tiers: readonly TierResult[];
  readonly choice: TierChoice;
  /** The least price with which this bid would have won, all else equal. */
  readonly minToWin: MinToWin;
}

export interface AuctionExplanation extends AuctionResult {
  readonly bids: readonly BidExplanation[];
  /** What the seller forgoes by preferring, net CPM micros: see `forgoneMicros`. */
  readonly forgoneMicros: number;
}

/**
 * Decides the auction as `runAuction` does and adds, for each bid, the result of every tier and why the chosen one won.
 * The results come from the same conditions that selection evaluates. Every value can be written as JSON.
 */
export function explainAuction(tierSet: TierSet, request: AuctionRequest): AuctionExplanation {
  const decision = new Decision();
  decideAuction(tierSet, request, decision);
  const result = toAuctionResult(tierSet, request, decision);
  const draws = new Draws(request.seed);
  const forgone = forgoneMicros(request, decision);
  const least = minToWin(tierSet, request, decision);
  const bids = result.bids.map((bidResult, index): BidExplanation => {
    const tiers = check(tierSet, request, request.bids[index]!, decision.highestNetMicros);
    return { ...bidResult, tiers, choice: choose(tiers, index, draws), minToWin: least[index]! };
  });
  return { ...result, forgoneMicros: forgone, bids };
}

/** The result of each tier. The buyer's entries are in the order of the tiers, so one loop walks both. */
function check(tierSet: TierSet, request: AuctionRequest, bid: Bid, highestNetMicros: number): TierResult[] {
  const { firstEntry, entries, profiles } = tierSet[compiled];
  const { memberId, grossMicros } = bid;
  const feePpm = bid.feePpm ?? request.feePpm;
  const { timeMs } = request;
  const net = netMicros(grossMicros, feePpm);
  /** What a bid saw whose price is not enough for a tier. */
  const priced = (netNeededMicros: number) => {
    const needed = grossNeededMicros(netNeededMicros, feePpm);
    return { grossMicros, feePpm, netMicros: net, grossNeededMicros: Number.isFinite(needed) ? needed : null };
  };
  const named = entriesOf(firstEntry, entries, memberId);
  let at = 0;
  return tierSet.tiers.map((tier, index): TierResult => {
    const entry = named[at] ?? absent;
    const isNamed = entry !== absent && tierIndexOf(entries, entry) === index;
    if (isNamed) at++;
    const result = isNamed
      ? (firstFailure(tierSet, entry, net, bid, highestNetMicros) ?? 'matched')
      : (notRunning(tier, timeMs) ?? 'buyer_not_listed');
    const { minPriceMicros, profileId } = tier;
    switch (result) {
      case 'buyer_not_listed':
        return resultOf(tier, result, { memberId, buyerMemberIds: tier.buyerMemberIds });
      case 'below_min_price':
        return resultOf(tier, result, { ...priced(minPriceMicros!), minPriceMicros: minPriceMicros! });
      case 'profile_mismatch': {
        const mismatch = profiles.mismatch(slotOf(entries, entry), bid)!;
        return resultOf(tier, result, { profileId: profileId!, ...mismatch });
      }
      case 'too_costly': {
        const maxForgoneMicros = limitOf(tier);
        const enough = priced(highestNetMicros - maxForgoneMicros);
        return resultOf(tier, result, { ...enough, highestNetMicros, maxForgoneMicros });
      }
      case 'matched':
        return resultOf(tier, result, { netMicros: net, minPriceMicros, profileId });
      default: {
        const { startMs = null, endMs = null } = tier;
        return resultOf(tier, result, { timeMs, startMs, endMs });
      }
    }
  });
}

function resultOf<Result extends string, Detail>(
  { id: tierId, priority, memberAction }: Tier,
  result: Result,
  detail: Detail,
): ResultOf<Result, Detail> {
  return { tierId, priority, memberAction, result, detail };
}

/** Why the bid is in one of the matching tiers. The first match has the top priority, as in the order checked. */
function choose(results: readonly TierResult[], position: number, draws: Draws): TierChoice {
  const matching = results.filter(({ result }) => result === 'matched');
  const [first] = matching;
  if (first === undefined) return { kind: 'none' };

  const { tierId, priority } = first;
  const tiedTierIds = matching.filter((tied) => tied.priority === priority).map((tied) => tied.tierId);
  const count = tiedTierIds.length;
  if (count > 1) {
    const u32 = draws.u32(position, drawPurpose.tier, count);
    const index = u32 % count;
    return { kind: 'random_draw', tierId: tiedTierIds[index]!, tiedTierIds, draw: { u32, count, index } };
  }
  const overTierIds = matching.slice(1).map((over) => over.tierId);
  if (overTierIds.length === 0) return { kind: 'only_match', tierId };
  return { kind: 'higher_priority', tierId, priority, overTierIds };
}
