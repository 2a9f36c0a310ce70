import type { Targeting } from '../targeting/model.ts';
import { named, sentence } from './phrase.ts';
import { toIds } from './ranked-tier.ts';
import type { Rule } from './rule.ts';

/** Profiles that want market areas, and countries in which none of these lies; one finding a profile that is in use. */
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
