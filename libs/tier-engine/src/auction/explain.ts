import type { AuctionRequest, AuctionResult, Bid, BidResult, MemberAction, Tier } from '../model/auction.ts';
import { grossNeededMicros, netMicros } from '../money/money.ts';
import { absent, entryAfter, isLastOfBuyer, slotOf, tierIndexOf } from '../set/tier-entries.ts';
import { type NotRunning, notRunning } from '../set/running.ts';
import type { CompiledTiers, TierSet } from '../set/tier-set.ts';
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

export interface ProfileMismatchDetail extends Mismatch {
  readonly profileId: number;
}

/** Why a tier was not running. All times: milliseconds since the epoch. */
export interface NotRunningDetail {
  readonly timeMs: number;
  readonly startMs: number | null;
  readonly endMs: number | null;
}

/** The result of one tier for one bid: matched, or the first failure of state and flight, buyer, price, profile. */
export type TierResult =
  | ResultOf<'matched', MatchedDetail>
  | ResultOf<NotRunning, NotRunningDetail>
  | ResultOf<'buyer_not_listed', BuyerNotListedDetail>
  | ResultOf<'below_min_price', BelowMinPriceDetail>
  | ResultOf<'profile_mismatch', ProfileMismatchDetail>;

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
  const bids = result.bids.map((bidResult, place): BidExplanation => {
    const tiers = check(tierSet, request, request.bids[place]!);
    return { ...bidResult, tiers, choice: choose(tiers, place, draws), minToWin: least[place]! };
  });
  return { ...result, forgoneMicros: forgone, bids };
}

/** The result of each tier. The buyer's entries are in the order of the tiers, so one loop walks both. */
function check(tierSet: TierSet, request: AuctionRequest, bid: Bid): TierResult[] {
  const { firstEntry, entries } = tierSet[compiled];
  const first = bid.memberId === null ? absent : firstEntry.find(bid.memberId);
  let entry = first === absent ? undefined : first;
  const feePpm = bid.feePpm ?? request.feePpm;
  const { timeMs } = request;
  return tierSet.tiers.map((tier, index) => {
    const named = entry !== undefined && tierIndexOf(entries, entry) === index ? entry : undefined;
    if (named !== undefined) entry = isLastOfBuyer(entries, named) ? undefined : entryAfter(named);
    const why = notRunning(tier, timeMs);
    if (why !== undefined) {
      const { startMs = null, endMs = null } = tier;
      return { ...identify(tier), result: why, detail: { timeMs, startMs, endMs } };
    }
    if (named !== undefined) return checkNamed(tierSet[compiled], named, tier, bid, feePpm);
    const detail = { memberId: bid.memberId, buyerMemberIds: tier.buyerMemberIds };
    return { ...identify(tier), result: 'buyer_not_listed', detail };
  });
}

/** The result of a tier that names the bid's buyer. */
function checkNamed(
  { entries, profiles }: CompiledTiers,
  entry: number,
  tier: Tier,
  bid: Bid,
  feePpm: number,
): TierResult {
  const { grossMicros } = bid;
  const net = netMicros(grossMicros, feePpm);
  const minPriceMicros = tier.minPriceMicros ?? 0;
  if (net < minPriceMicros) {
    const needed = grossNeededMicros(minPriceMicros, feePpm);
    const neededMicros = Number.isFinite(needed) ? needed : null;
    const detail = { grossMicros, feePpm, netMicros: net, minPriceMicros, grossNeededMicros: neededMicros };
    return { ...identify(tier), result: 'below_min_price', detail };
  }
  const slot = slotOf(entries, entry);
  if (!profiles.matches(slot, bid)) {
    const detail = { profileId: tier.profileId!, ...profiles.mismatch(slot, bid)! };
    return { ...identify(tier), result: 'profile_mismatch', detail };
  }
  const detail = { netMicros: net, minPriceMicros: tier.minPriceMicros, profileId: tier.profileId };
  return { ...identify(tier), result: 'matched', detail };
}

function identify({ id, priority, memberAction }: Tier) {
  return { tierId: id, priority, memberAction };
}

/** Why the bid is in one of the matching tiers. The first match has the top priority, as in the order checked. */
function choose(results: readonly TierResult[], place: number, draws: Draws): TierChoice {
  const matching = results.filter(({ result }) => result === 'matched');
  const [first] = matching;
  if (first === undefined) return { kind: 'none' };

  const { tierId, priority } = first;
  const tiedTierIds = matching.filter((tied) => tied.priority === priority).map((tied) => tied.tierId);
  const count = tiedTierIds.length;
  if (count > 1) {
    const u32 = draws.u32(place, drawPurpose.tier, count);
    const index = u32 % count;
    return { kind: 'random_draw', tierId: tiedTierIds[index]!, tiedTierIds, draw: { u32, count, index } };
  }
  const overTierIds = matching.slice(1).map((over) => over.tierId);
  if (overTierIds.length === 0) return { kind: 'only_match', tierId };
  return { kind: 'higher_priority', tierId, priority, overTierIds };
}
