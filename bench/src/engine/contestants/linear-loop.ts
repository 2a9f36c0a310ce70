import type { Facts, Workload } from '../workload/workload.ts';
import type { Contestant } from './contestant.ts';
import type { Condition } from '../workload/condition.ts';

/** The first thing that a programmer writes: the tiers in order of priority, cheap conditions first, stop at a match. */
export const linearLoop: Contestant = {
  name: 'linear loop',
  question: 'first',
  prepare(workload) {
    const { ranked, facts } = workload;
    const conditionsOfTier = ranked.map(({ profileId }) => conditionsOf(workload, profileId));
    const selectTier = (bid: Facts) => {
      for (let index = 0; index < ranked.length; index++) {
        const { buyerMemberIds, minPriceMicros } = ranked[index]!;
        if (!buyerMemberIds.includes(bid.buyer)) continue;
        if (minPriceMicros !== null && bid.net < minPriceMicros) continue;
        if (conditionsOfTier[index]!.every((condition) => passes(condition, bid))) return index;
      }
      return -1;
    };
    return {
      tiers: ranked,
      run(from, to, answers) {
        for (let at = from; at < to; at++) {
          const bids = facts[at]!;
          const out = answers[at]!;
          for (let place = 0; place < bids.length; place++) out[place] = selectTier(bids[place]!);
        }
      },
    };
  },
};

function conditionsOf({ conditionsOfProfile }: Workload, profileId: number | null): readonly Condition[] {
  return profileId === null ? [] : conditionsOfProfile.get(profileId)!;
}

function passes({ attribute, action, values }: Condition, bid: Facts): boolean {
  return values.includes(bid[attribute]) === (action === 'include');
}
