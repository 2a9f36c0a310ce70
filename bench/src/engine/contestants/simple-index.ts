import { Draws, drawPurpose } from '@auction-tiers/tier-engine/linear';
import type { Condition } from '../workload/condition.ts';
import type { Facts } from '../workload/workload.ts';
import type { Contestant } from './contestant.ts';

interface IndexedTier {
  /** Among the ranked tiers. */
  readonly index: number;
  readonly priority: number;
  readonly minMicros: number;
  readonly profile: RememberedProfile | undefined;
}

interface RememberedProfile {
  readonly conditions: readonly Condition[];
  /** The auction for which `matches` holds. */
  auction: number;
  matches: boolean;
}

/**
 * What a good programmer writes without the engine: the tiers of each buyer by priority, each profile asked at most once
 * per auction, a draw among the matching tiers of the first priority that has any. What the engine must be faster than.
 */
export const simpleIndex: Contestant = {
  name: 'simple index',
  question: 'draw',
  prepare({ ranked, conditionsOfProfile, auctions, facts }) {
    const profiles = new Map<number | null, RememberedProfile>();
    for (const [id, conditions] of conditionsOfProfile) profiles.set(id, { conditions, auction: -1, matches: false });
    const tiersOfBuyer = new Map<number, IndexedTier[]>();
    for (const [index, { priority, minPriceMicros, profileId, buyerMemberIds }] of ranked.entries()) {
      const tier = { index, priority, minMicros: minPriceMicros ?? 0, profile: profiles.get(profileId) };
      for (const buyer of buyerMemberIds) {
        const known = tiersOfBuyer.get(buyer);
        if (known === undefined) tiersOfBuyer.set(buyer, [tier]);
        else known.push(tier);
      }
    }
    const draws = new Draws('');
    const tied: number[] = [];
    const selectTier = (bid: Facts, place: number, auction: number) => {
      let count = 0;
      let priority = 0;
      for (const tier of tiersOfBuyer.get(bid.buyer) ?? []) {
        if (tier.priority < priority) break;
        if (bid.net < tier.minMicros || !matches(tier.profile, bid, auction)) continue;
        tied[count++] = tier.index;
        priority = tier.priority;
      }
      return count === 0 ? -1 : tied[count === 1 ? 0 : draws.index(place, drawPurpose.tier, count)]!;
    };
    let auction = 0;
    return {
      tiers: ranked,
      run(from, to, answers) {
        for (let at = from; at < to; at++) {
          const bids = facts[at]!;
          const out = answers[at]!;
          auction++;
          draws.restart(auctions[at]!.seed);
          for (let place = 0; place < bids.length; place++) out[place] = selectTier(bids[place]!, place, auction);
        }
      },
    };
  },
};

/** Every bid of an auction carries the attributes of its impression, so whichever asks first gives the answer. */
function matches(profile: RememberedProfile | undefined, bid: Facts, auction: number): boolean {
  if (profile === undefined) return true;
  if (profile.auction !== auction) {
    profile.auction = auction;
    profile.matches = profile.conditions.every(
      ({ attribute, action, values }) => values.includes(bid[attribute]) === (action === 'include'),
    );
  }
  return profile.matches;
}
