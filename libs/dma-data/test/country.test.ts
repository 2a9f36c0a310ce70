import { iso31661 } from 'iso-3166';
import { expect, test } from 'vitest';
import { countries, dmas, findCountry, findCountryByCode, toAlpha2 } from '@auction-tiers/dma-data';

test('there are 246 countries with the ids 4 to 249, sorted, without the pseudo-countries', () => {
  expect(countries.map((country) => country.id)).toEqual(Array.from({ length: 246 }, (_, index) => index + 4));
});

test.for([
  [233, 'US', 'USA', 'United States'],
  [80, 'GB', 'GBR', 'United Kingdom'],
  [59, 'DE', 'DEU', 'Germany'],
  [78, 'FR', 'FRA', 'France'],
  [159, 'MX', 'MEX', 'Mexico'],
  [5, 'AE', 'ARE', 'United Arab Emirates'],
  [125, 'KR', 'KOR', 'South Korea'],
  [193, 'RU', 'RUS', 'Russia'],
  [47, 'CI', 'CIV', "Côte d'Ivoire"],
  [11, 'AN', 'ANT', 'Netherlands Antilles'],
] as const)('country %i is %s, %s, %s', ([id, code, alpha3, name]) => {
  const country = { id, name, code, alpha3 };
  expect(findCountry(id)).toEqual(country);
  expect(findCountryByCode(code)).toBe(findCountry(id));
  expect(findCountryByCode(alpha3.toLowerCase())).toBe(findCountry(id));
});

test('every country is found by its id and by each of its codes, and by no other', () => {
  for (const country of countries) {
    const codes = [country.code, country.alpha3].filter((code) => code !== '');
    expect(codes.map((code) => findCountryByCode(code.toLowerCase()))).toEqual(codes.map(() => country));
  }
  expect([1, 2, 3, 250, 0, -1, 4.5].map(findCountry).filter((found) => found !== undefined)).toEqual([]);
  expect(['A1', 'A2', 'O1', 'XX', '', 'U', 'United States'].filter((code) => findCountryByCode(code))).toEqual([]);
});

test('codes and alpha-3 are those of ISO, but for the three rows that ISO does not assign', () => {
  const assigned = new Map(iso31661.map((entry) => [entry.alpha2, entry.alpha3]));
  const differing = countries.filter(({ code, alpha3 }) => assigned.get(code) !== alpha3);
  expect(differing.map(({ code }) => code)).toEqual(['AN', 'AP', 'EU']);
  const without = [...assigned.keys()].filter((code) => findCountryByCode(code) === undefined);
  expect(without.toSorted()).toEqual(['BL', 'BQ', 'CW', 'MF', 'SS', 'SX']);
});

test('names are distinct and none is in the inverted form of a list ("Korea, Republic of")', () => {
  expect(new Set(countries.map(({ name }) => name)).size).toBe(246);
  expect(countries.filter(({ name }) => name.includes(', ')).map(({ name }) => name)).toEqual([]);
});

test('the country that every market shows is the one of the country table', () => {
  const country = findCountryByCode('US');
  const shown = new Set(dmas.map((dma) => `${dma.country_id} ${dma.country_name} ${dma.country_code}`));
  expect([...shown]).toEqual([`${country?.id} ${country?.name} ${country?.code}`]);
});

test.for([
  ['USA', 'US'],
  ['usa', 'US'],
  ['Ant', 'AN'],
  ['US', 'US'],
  ['us', 'us'],
  ['XYZ', 'XYZ'],
  ['CUW', 'CUW'],
  ['', ''],
  ['USAX', 'USAX'],
])('of the code %j toAlpha2 makes %j', ([code, alpha2]) => {
  expect(toAlpha2(code!)).toBe(alpha2);
});

test('toAlpha2 takes every alpha-3 code to its alpha-2 code', () => {
  for (const { code, alpha3 } of countries) expect(toAlpha2(alpha3 || code)).toBe(code);
});
