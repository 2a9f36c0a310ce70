import { runAuction } from './auction.ts';
import { entryAfter, isLastOfBuyer, slotOf, tierIndexOf } from './entry.ts';
import type { AuctionExplanation, TierDecision, TierVerdict } from './explanation.ts';
import { grossNeededMicros, netMicros } from './fee.ts';
import { absent } from './id-map.ts';
import type { AuctionRequest, Bid, Tier } from './model.ts';

import { Draws, drawPurpose } from './seed.ts';
import type { CompiledTiers, TierSet } from './tier-set.ts';
import { compiled } from './tier-set.ts';

/**
 * The same auction as `runAuction`, and for each bid what every tier said to it and why the chosen one won. The verdicts
 * come from the conditions that selecting asks; every value can go into JSON as it is.
 */
export function explainAuction(tierSet: TierSet, request: AuctionRequest): AuctionExplanation {
  const result = runAuction(tierSet, request);
  const draws = new Draws(request.seed);
  return {
    ...result,
    bids: result.bids.map((bidResult, place) => {
      const tiers = judge(tierSet, request, request.bids[place]!);
      return { ...bidResult, tiers, decision: decide(tiers, place, draws) };
    }),
  };
}

/** What each tier says to a bid. The buyer's entries are in the order of the tiers, so both are walked together. */
function judge(tierSet: TierSet, request: AuctionRequest, bid: Bid): TierVerdict[] {
  const { firstEntry, entries } = tierSet[compiled];
  const first = bid.memberId === null ? absent : firstEntry.find(bid.memberId);
  let entry = first === absent ? undefined : first;
  const feePpm = bid.feePpm ?? request.feePpm;
  return tierSet.tiers.map((tier, index) => {
    if (entry !== undefined && tierIndexOf(entries, entry) === index) {
      const named = entry;
      entry = isLastOfBuyer(entries, named) ? undefined : entryAfter(named);
      return judgeNamed(tierSet[compiled], named, tier, bid, feePpm);
    }
    const detail = { memberId: bid.memberId, buyerMemberIds: tier.buyerMemberIds };
    return { ...identify(tier), result: 'buyer_not_listed', detail };
  });
}

/** What a tier says to a bid whose buyer it names. */
function judgeNamed(
  { entries, profiles }: CompiledTiers,
  entry: number,
  tier: Tier,
  bid: Bid,
  feePpm: number,
): TierVerdict {
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
  if (!profiles.matches(slot)) {
    const detail = { profileId: tier.profileId!, ...profiles.mismatch(slot)! };
    return { ...identify(tier), result: 'profile_mismatch', detail };
  }
  const detail = { netMicros: net, minPriceMicros: tier.minPriceMicros, profileId: tier.profileId };
  return { ...identify(tier), result: 'matched', detail };
}

function identify({ id, priority, memberAction }: Tier) {
  return { tierId: id, priority, memberAction };
}

/** Why one of the matching tiers won. The verdicts are in the order checked, so the first match has the top priority. */
function decide(verdicts: readonly TierVerdict[], place: number, draws: Draws): TierDecision {
  const matching = verdicts.filter(({ result }) => result === 'matched');
  const [first] = matching;
  if (first === undefined) return { kind: 'none' };

  const { tierId, priority } = first;
  const tiedTierIds = matching.filter((verdict) => verdict.priority === priority).map((verdict) => verdict.tierId);
  const count = tiedTierIds.length;
  if (count > 1) {
    const u32 = draws.u32(place, drawPurpose.tier, count);
    const index = u32 % count;
    return { kind: 'random_draw', tierId: tiedTierIds[index]!, tiedTierIds, draw: { u32, count, index } };
  }
  const overTierIds = matching.slice(1).map((verdict) => verdict.tierId);
  if (overTierIds.length === 0) return { kind: 'only_match', tierId };
  return { kind: 'higher_priority', tierId, priority, overTierIds };
}
