import type { CityTarget, ListTarget } from '../model/targeting.ts';
import type { DimensionDefinition } from './dimension.ts';
import { lowerCase } from './impression-values.ts';
import { listCondition, reportList } from './list-dimension.ts';

/** A city is its name together with its country; an impression with only one of the two lacks the city. */
export const cityDimension: DimensionDefinition<ListTarget<CityTarget>, 'city' | 'country'> = {
  compile(target, { report }) {
    reportList(target, report, ({ name, countryCode }) =>
      name === '' || countryCode === '' ? 'has an empty name or countryCode; allowed is text in both' : undefined,
    );
    const citiesOfCountry = new Map<unknown, Set<unknown>>();
    for (const { name, countryCode } of target.values) {
      const cities = citiesOfCountry.get(lowerCase(countryCode)) ?? new Set();
      citiesOfCountry.set(lowerCase(countryCode), cities.add(lowerCase(name)));
    }
    const wanted = target.values.map(({ name, countryCode }) => ({ name, countryCode }));
    return listCondition(
      { action: target.action, values: wanted },
      (values) => {
        const cities = citiesOfCountry.get(values.single('country', lowerCase));
        return cities?.has(values.single('city', lowerCase)) ?? false;
      },
      ({ city, country }) =>
        city === undefined || country === undefined ? null : { name: city, countryCode: country },
    );
  },
};
