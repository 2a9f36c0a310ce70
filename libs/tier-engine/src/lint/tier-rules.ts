import type { Targeting } from '../model/targeting.ts';
import { limitOf } from '../set/conditions.ts';
import { formatMoney } from '../money/money.ts';
import { named, sentence } from './finding.ts';
import type { RankedTier } from './ranked-tier.ts';
import { toIds } from './ranked-tier.ts';
import type { Rule } from './rule.ts';

/** Tiers whose every bid goes to a tier of higher priority; one finding for all tiers that the same tiers shadow. */
export const findShadowedTiers: Rule = ({ ranking }) => {
  const shadowed = ranking.filter(({ isShadowed }) => isShadowed);
  const groups = Map.groupBy(shadowed, (tier) => toIds(shadowsOf(tier)).join());
  return [...groups.values()].map((tiers) => {
    const shadows = shadowsOf(tiers[0]!);
    const [them, those] = [tiers.length > 1 ? 'them' : 'it', shadows.length > 1 ? 'those tiers' : 'that tier'];
    const areExcludes = tiers.every(({ tier }) => tier.memberAction === 'exclude');
    const take = shadows.length > 1 ? 'together take' : 'takes';
    return {
      code: 'shadowed_tier',
      severity: 'error',
      tierIds: toIds(tiers),
      message: sentence(
        `${describe(tiers)} can never ${areExcludes ? 'exclude' : 'win'} a bid: ${describe(shadows)} ${take} every bid that could match`,
      ),
      advice: `Give ${them} a higher priority, take the buyers out of ${those}, or delete ${them}.`,
    };
  });
};

function shadowsOf({ shadows }: RankedTier): RankedTier[] {
  return [...new Set(shadows)].filter((shadow) => shadow !== undefined);
}

/** Excludes that are without effect for a buyer, because a higher include takes its bids; one finding per exclude. */
export const findExcludesWithoutEffect: Rule = ({ ranking }) =>
  ranking.flatMap(({ tier, buyerIds, shadows, isShadowed }) => {
    if (tier.memberAction !== 'exclude' || isShadowed) return [];
    const buyers = buyerIds.filter((_, at) => shadows[at]?.tier.memberAction === 'include');
    if (buyers.length === 0) return [];
    const includes = new Set(shadows.filter((shadow) => shadow?.tier.memberAction === 'include').map((one) => one!));
    const highest = Math.max(...[...includes].map((include) => include.tier.priority));
    return [
      {
        code: 'exclude_without_effect' as const,
        severity: 'error' as const,
        tierIds: [tier.id],
        message: sentence(
          `exclude tier ${tier.id} (priority ${tier.priority}) never excludes a bid of ${named('buyer', buyers)}: ${named('include tier', toIds(includes))} of higher priority ${includes.size > 1 ? 'take' : 'takes'} each of them`,
        ),
        advice: `Give the exclude a priority above ${highest}, or take ${buyers.length > 1 ? 'the buyers' : 'the buyer'} out of ${includes.size > 1 ? 'those tiers' : 'that tier'}.`,
      },
    ];
  });

/** Names the tiers; a single tier also with its action, priority and minimum. */
function describe(tiers: readonly RankedTier[]): string {
  const text = named('tier', toIds(tiers));
  if (tiers.length > 1) return text;
  const { tier, minPriceMicros } = tiers[0]!;
  return `${text} (${tier.memberAction}, priority ${tier.priority}, from ${formatMoney(minPriceMicros)} net)`;
}

/** Tiers that name no buyer. */
export const findTiersWithoutBuyers: Rule = ({ ranking }) => {
  const tierIds = toIds(ranking.filter(({ buyerIds }) => buyerIds.length === 0));
  if (tierIds.length === 0) return [];
  const verb = tierIds.length > 1 ? 'name no buyers and match' : 'names no buyers and matches';
  return [
    {
      code: 'no_buyers',
      severity: 'error',
      tierIds,
      message: sentence(`${named('tier', tierIds)} ${verb} no bid`),
      advice: `Add the buyers that should be included or excluded, or delete ${tierIds.length > 1 ? 'them' : 'it'}.`,
    },
  ];
};

/** Tiers of several priorities with a limit of 0: only the highest net price is in any of them, so it wins either way. */
export const findLimitsOverPriority: Rule = ({ ranking }) => {
  const tiers = ranking.filter(({ tier }) => limitOf(tier) === 0);
  const priorities = [...new Set(tiers.map(({ tier }) => tier.priority))];
  if (priorities.length < 2) return [];
  const tierIds = toIds(tiers);
  return [
    {
      code: 'limit_overrides_priority',
      severity: 'info',
      tierIds,
      message: sentence(
        `${named('tier', tierIds)} of ${named('priority', priorities)} may cost nothing: only the highest net price is in one of them, so that their priorities decide nothing`,
      ),
      advice: 'Leave it where the highest bid should win; otherwise raise their limits, or remove them.',
    },
  ];
};

/** Excludes with a minimum price, which let lower bids through; one finding per price. */
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
        `${named('tier', tierIds)} ${verb} only bids from ${formatMoney(minPriceMicros)} net, and lower bids stay in the auction`,
      ),
      advice: 'Leave it where a price cap is meant; to exclude every bid, set min_price to null.',
    };
  });
};

/**
 * Tiers whose minimum none of their buyers reached in the log; one finding per price. A tier of which no buyer bid at all
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
    const verb = tierIds.length > 1 ? 'require' : 'requires';
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

/** Profiles that target market areas, and only countries without these areas; one finding per profile in use. */
export const findDmasOutsideCountry: Rule = ({ source, ranking, options: { countryOfDma } }) => {
  if (countryOfDma === undefined) return [];
  const byProfile = Map.groupBy(ranking, ({ tier }) => tier.profileId);
  return source.profiles
    .toSorted((left, right) => left.id - right.id)
    .flatMap(({ id, targeting }) => {
      const tierIds = toIds(byProfile.get(id) ?? []);
      const problem = tierIds.length > 0 && findProblem(targeting, countryOfDma);
      if (problem === undefined || problem === false) return [];
      const use = tierIds.length > 1 ? 'use' : 'uses';
      return [
        {
          code: 'dma_outside_country' as const,
          severity: 'error' as const,
          tierIds,
          message: sentence(`${named('tier', tierIds)} ${use} profile ${id}, which matches no impression: ${problem}`),
          advice: `In profile ${id}, target the country of the market areas, or no country at all.`,
        },
      ];
    });
};

/** Undefined where an impression can have both, or where the country of a market is not known. */
function findProblem(
  { country, dma }: Targeting,
  countryOfDma: (dma: number) => string | undefined,
): string | undefined {
  if (dma?.action !== 'include' || country === undefined) return undefined;
  const targeted = new Set(country.values.map((code) => code.toLowerCase()));
  const found = new Set<string>();
  for (const id of dma.values) {
    const code = countryOfDma(id);
    if (code === undefined || targeted.has(code.toLowerCase()) === (country.action === 'include')) return undefined;
    found.add(code.toUpperCase());
  }
  const dmas = `${named('DMA', [...new Set(dma.values)])} ${dma.values.length > 1 ? 'lie' : 'lies'} in ${[...found].toSorted().join(', ')}`;
  const only = country.action === 'include' ? 'only includes' : 'excludes';
  return `${dmas}, and it ${only} ${named('country', [...new Set(country.values)])}`;
}
