import type { ConditionCompiler } from './condition.ts';
import { reportList, texts } from './list.ts';
import type { CityTarget, ListTarget } from './model.ts';
import { PairSet } from './pair-set.ts';

/** A city is its name together with its country; an impression with only one of the two lacks the city. */
export const compileCity: ConditionCompiler<ListTarget<CityTarget>> = (target, { report }) => {
  reportList(target, report, ({ name, countryCode }) =>
    name === '' || countryCode === '' ? 'has an empty name or countryCode; allowed is text in both' : undefined,
  );
  const wanted = new PairSet<string, string>();
  for (const { name, countryCode } of target.values) wanted.add(texts.normalize(countryCode), texts.normalize(name));
  const includes = target.action === 'include';
  return {
    holds: ({ country, city }) =>
      (country !== undefined && city !== undefined && wanted.has(country, city)) === includes,
    difference: ({ impression: { city, country } }) => ({
      action: target.action,
      seen: city === undefined || country === undefined ? null : { name: city, countryCode: country },
      wanted: target.values.map(({ name, countryCode }) => ({ name, countryCode })),
    }),
  };
};
