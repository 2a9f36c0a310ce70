import { Clusters } from './clusters.ts';
import { connect } from './connect.ts';
import { named, sentence } from './phrase.ts';
import { toIds } from './ranked-tier.ts';
import type { Rule } from './rule.ts';

/**
 * Tiers of one priority and action that can match the same bid; an include and an exclude that do are a conflict, which
 * is another rule's. Minimum prices keep no two tiers apart: a bid that is high enough reaches both.
 */
export const findEqualPriorityOverlaps: Rule = ({ ranking, scopes, buyers }) => {
  const clusters = new Clusters();
  for (const { buyerId, levels } of buyers) {
    for (const { parties } of levels) {
      const live = parties.filter((party) => party.live.length > 0);
      for (const group of connect(live, scopes, () => true)) {
        const places = group.flatMap((party) => party.live);
        if (places.length > 1) clusters.join(places, buyerId);
      }
    }
  }
  return clusters.toList().map(({ places, buyerIds }) => {
    const tiers = places.map((place) => ranking[place]!);
    const { priority, memberAction } = tiers[0]!.tier;
    const tierIds = toIds(tiers);
    const who = `${named(`${memberAction} tier`, tierIds)} can match the same bid of ${named('buyer', buyerIds)}`;
    const { severity, consequence, advice } = judgements[memberAction];
    const message = sentence(`at priority ${priority} ${who}: ${consequence}`);
    return { code: 'equal_priority_overlap', severity, tierIds, message, advice };
  });
};

const judgements = {
  include: {
    severity: 'warning',
    consequence: 'which tier takes it is drawn by lot, and what it earns with it',
    advice: 'Give them different priorities, or targeting of which no impression can match two.',
  },
  exclude: {
    severity: 'info',
    consequence: 'it is excluded either way, only the tier that is named for it is drawn by lot',
    advice: 'Nothing has to be done; one tier in place of them is easier to read.',
  },
} as const;
