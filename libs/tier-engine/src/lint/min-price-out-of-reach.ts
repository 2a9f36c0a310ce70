import { formatMoney } from '../money.ts';
import { named, sentence } from './phrase.ts';
import type { RankedTier } from './ranked-tier.ts';
import { toIds } from './ranked-tier.ts';
import type { Rule } from './rule.ts';

/**
 * Tiers whose minimum none of their buyers reached in the log; one finding a price. A tier of which no buyer bid at all
 * is left out: nothing is known about its price.
 */
export const findMinPricesOutOfReach: Rule = ({ ranking, options: { highestNetMicrosByBuyer } }) => {
  if (highestNetMicrosByBuyer === undefined) return [];
  const highestOf = ({ buyerIds }: RankedTier) =>
    buyerIds.reduce((highest, buyerId) => Math.max(highest, highestNetMicrosByBuyer.get(buyerId) ?? -1), -1);
  const missed = ranking
    .map((tier) => ({ tier, highestMicros: highestOf(tier) }))
    .filter(({ tier, highestMicros }) => highestMicros >= 0 && highestMicros < tier.minPriceMicros);
  return [...Map.groupBy(missed, ({ tier }) => tier.minPriceMicros)].map(([minPriceMicros, group]) => {
    const tierIds = toIds(group.map(({ tier }) => tier));
    const highest = formatMoney(group.reduce((most, { highestMicros }) => Math.max(most, highestMicros), 0));
    const verb = tierIds.length > 1 ? 'want' : 'wants';
    return {
      code: 'min_price_out_of_reach',
      severity: 'warning',
      tierIds,
      message: sentence(
        `${named('tier', tierIds)} ${verb} at least ${formatMoney(minPriceMicros)} net, but the highest bid of the buyers in the log is ${highest} net`,
      ),
      advice: `Lower min_price to ${highest} or less, or check that the log and its fee are those of this inventory.`,
    };
  });
};
