import type { ReadCommitment } from '@auction-tiers/contract/tier-set';
import { type AuctionRequest, Decision, decideAuction, type Tier, type TierSet } from '@auction-tiers/tier-engine';

const rounds = 60;
const microsPerUnit = 1e9;

/** The optimum of a relaxed problem, CPM micros. */
export interface Relaxed {
  /** The most that each auction could bring, with what its winner adds to commitments at their prices. */
  readonly values: Float64Array;
  /** Added to the sum of the values. */
  readonly constant: number;
}

/**
 * An upper bound of the net that any tiers could bring under the commitments, by Lagrangian relaxation: each auction
 * chooses its own winner among the bids that reach the floor and are not excluded, and each missing win or amount has a
 * price. At second price a bid counts in full, so the bound is looser. `days`: that the auctions stand for.
 */
export function relax(
  auctions: readonly AuctionRequest[],
  present: TierSet,
  commitments: readonly ReadCommitment[],
  days: number,
): Relaxed {
  const offers = readOffers(auctions, present, commitments);
  const prices = new Float64Array(commitments.length);
  const targets = commitments.map(({ figure, wanted }) =>
    figure === 'share_of_net' ? 0 : wanted * days * (figure === 'net' ? microsPerUnit : 1),
  );
  let best: Priced | undefined;
  const highest = highestNet(offers);
  for (let round = 0; round < (commitments.length === 0 ? 1 : rounds); round++) {
    const priced = relaxAt(offers, commitments, prices, targets);
    if (best === undefined || priced.bound < best.bound) best = priced;
    let norm = 0;
    for (const slope of priced.slopes) norm += slope * slope;
    if (norm === 0) break;
    const step = (0.05 * Math.max(highest, 1)) / (1 + round) / norm;
    for (const [at, slope] of priced.slopes.entries()) prices[at] = Math.max(0, prices[at]! - step * slope);
  }
  return best!;
}

/** A bid that could win its auction: its net, and the indexes of the commitments that it would count for. */
interface Offer {
  readonly net: number;
  readonly counts: readonly number[];
}

function readOffers(
  auctions: readonly AuctionRequest[],
  tierSet: TierSet,
  commitments: readonly ReadCommitment[],
): Offer[][] {
  const decision = new Decision();
  const buyersOf = commitments.map(({ subject, id, bound }) => {
    if (subject === 'buyer') return new Set([id]);
    // An `at_least` commitment of a tier counts all bids of its buyers, any other none: the bound stays valid.
    return new Set(bound === 'at_least' ? tierSet.tiers.find((tier) => tier.id === id)?.buyerMemberIds : []);
  });
  // An excluded bid stays out, unless an include tier of the same or a higher priority could take it.
  const mayBeKept = (memberId: number | null, exclude: Tier) =>
    memberId !== null &&
    tierSet.tiers.some(
      ({ memberAction, priority, buyerMemberIds }) =>
        memberAction === 'include' && priority >= exclude.priority && buyerMemberIds.includes(memberId),
    );
  return auctions.map((request) => {
    decideAuction(tierSet, request, decision);
    return request.bids.flatMap(({ memberId, grossMicros, floorMicros = request.bidFloorMicros }, index): Offer[] => {
      const tier = tierSet.tiers[decision.tierIndexes[index]!];
      if (grossMicros < floorMicros || (tier?.memberAction === 'exclude' && !mayBeKept(memberId, tier))) return [];
      const counts = buyersOf.flatMap((buyers, at) => (memberId !== null && buyers.has(memberId) ? [at] : []));
      return [{ net: decision.netMicros[index]!, counts }];
    });
  });
}

const highestNet = (offers: readonly (readonly Offer[])[]) =>
  offers.reduce((sum, bids) => sum + bids.reduce((most, { net }) => Math.max(most, net), 0), 0);

/** `slopes`: the slack of each commitment; negative: the commitment is missed. */
interface Priced extends Relaxed {
  readonly bound: number;
  readonly slopes: Float64Array;
}

/** The relaxed optimum at these prices of commitments. */
function relaxAt(
  offers: readonly (readonly Offer[])[],
  commitments: readonly ReadCommitment[],
  prices: Float64Array,
  targets: readonly number[],
): Priced {
  const slopes = new Float64Array(commitments.length);
  const signs = commitments.map(({ bound }) => (bound === 'at_least' ? 1 : -1));
  const shareOf = commitments.map(({ figure, wanted }) => (figure === 'share_of_net' ? wanted : 0));
  const gainOf = (net: number, at: number, isCounted: boolean) => {
    const { figure } = commitments[at]!;
    const counted = isCounted ? (figure === 'wins' ? 1 : net) : 0;
    return signs[at]! * (counted - shareOf[at]! * net);
  };
  let constant = 0;
  for (const [at, target] of targets.entries()) constant -= prices[at]! * signs[at]! * target;
  const values = new Float64Array(offers.length);
  for (const [auction, bids] of offers.entries()) {
    let most = 0;
    let chosen: Offer | undefined;
    for (const bid of bids) {
      let value = bid.net;
      for (let at = 0; at < commitments.length; at++)
        value += prices[at]! * gainOf(bid.net, at, bid.counts.includes(at));
      if (chosen === undefined || value > most) [most, chosen] = [value, bid];
    }
    if (chosen === undefined) continue;
    // Kept even if negative: tiers never leave an auction with such a bid unsold.
    values[auction] = most;
    for (let at = 0; at < commitments.length; at++) slopes[at]! += gainOf(chosen.net, at, chosen.counts.includes(at));
  }
  for (const [at, target] of targets.entries()) slopes[at]! -= signs[at]! * target;
  const bound = values.reduce((sum, value) => sum + value, constant);
  return { values, constant, bound, slopes };
}
