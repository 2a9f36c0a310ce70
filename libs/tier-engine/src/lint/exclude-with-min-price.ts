import { formatMoney } from '../money.ts';
import { named, sentence } from './phrase.ts';
import { toIds } from './ranked-tier.ts';
import type { Rule } from './rule.ts';

/** Excludes that let the lower bids through; one finding a price. */
export const findExcludesWithMinPrice: Rule = ({ ranking }) => {
  const priced = ranking.filter(
    ({ tier, minPriceMicros, buyerIds }) =>
      tier.memberAction === 'exclude' && minPriceMicros > 0 && buyerIds.length > 0,
  );
  return [...Map.groupBy(priced, ({ minPriceMicros }) => minPriceMicros)].map(([minPriceMicros, tiers]) => {
    const tierIds = toIds(tiers);
    const verb = tierIds.length > 1 ? 'exclude' : 'excludes';
    return {
      code: 'exclude_with_min_price',
      severity: 'info',
      tierIds,
      message: sentence(
        `${named('tier', tierIds)} ${verb} only bids from ${formatMoney(minPriceMicros)} net, and lower ones stay in the auction`,
      ),
      advice: 'Leave it where a price cap is meant; to exclude every bid, set min_price to null.',
    };
  });
};
