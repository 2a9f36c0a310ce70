import type { TargetingCase } from './targeting-case.ts';

const includesCountry = { country: { action: 'include', values: ['US', 'ca'] } } as const;
const excludesCountry = { country: { action: 'exclude', values: ['US', 'ca'] } } as const;
const includesRegion = { region: { action: 'include', values: ['US-NY'] } } as const;
const excludesRegion = { region: { action: 'exclude', values: ['US-NY'] } } as const;
const cities = [
  { name: 'New York', countryCode: 'US' },
  { name: 'Paris', countryCode: 'FR' },
];
const includesCity = { city: { action: 'include', values: cities } } as const;
const excludesCity = { city: { action: 'exclude', values: cities } } as const;
const includesDma = { dma: { action: 'include', values: [501, 803] } } as const;
const excludesDma = { dma: { action: 'exclude', values: [501, 803] } } as const;

export const placeCases: readonly TargetingCase[] = [
  { rule: 'country is one of the included', targeting: includesCountry, impression: { country: 'US' }, matches: true },
  {
    rule: 'country is not among the included',
    targeting: includesCountry,
    impression: { country: 'MX' },
    matches: false,
  },
  { rule: 'no country fails an include', targeting: includesCountry, matches: false },
  {
    rule: 'country has no case, on the impression',
    targeting: includesCountry,
    impression: { country: 'us' },
    matches: true,
  },
  {
    rule: 'country has no case, in the target',
    targeting: includesCountry,
    impression: { country: 'CA' },
    matches: true,
  },
  { rule: 'country is excluded', targeting: excludesCountry, impression: { country: 'Us' }, matches: false },
  { rule: 'country is not excluded', targeting: excludesCountry, impression: { country: 'MX' }, matches: true },
  { rule: 'no country passes an exclude', targeting: excludesCountry, matches: true },
  {
    rule: 'an exclude of no country excludes none',
    targeting: { country: { action: 'exclude', values: [] } },
    impression: { country: 'US' },
    matches: true,
  },
  {
    rule: 'an empty country is not a country',
    targeting: includesCountry,
    impression: { country: '' },
    matches: false,
  },

  { rule: 'region is included', targeting: includesRegion, impression: { region: 'us-ny' }, matches: true },
  { rule: 'region is another', targeting: includesRegion, impression: { region: 'US-NJ' }, matches: false },
  { rule: 'no region fails an include', targeting: includesRegion, impression: { country: 'US' }, matches: false },
  { rule: 'region is excluded', targeting: excludesRegion, impression: { region: 'US-NY' }, matches: false },
  { rule: 'region is not excluded', targeting: excludesRegion, impression: { region: 'US-NJ' }, matches: true },
  { rule: 'no region passes an exclude', targeting: excludesRegion, matches: true },

  { rule: 'city is included', targeting: includesCity, impression: { city: 'new york', country: 'us' }, matches: true },
  {
    rule: 'city of the same name in another country is another',
    targeting: includesCity,
    impression: { city: 'Paris', country: 'US' },
    matches: false,
  },
  { rule: 'city without a country is no city', targeting: includesCity, impression: { city: 'Paris' }, matches: false },
  { rule: 'country without a city is no city', targeting: includesCity, impression: { country: 'FR' }, matches: false },
  { rule: 'city is excluded', targeting: excludesCity, impression: { city: 'PARIS', country: 'FR' }, matches: false },
  {
    rule: 'city of another country is not excluded',
    targeting: excludesCity,
    impression: { city: 'Paris', country: 'US' },
    matches: true,
  },
  {
    rule: 'city without a country passes an exclude',
    targeting: excludesCity,
    impression: { city: 'Paris' },
    matches: true,
  },
  { rule: 'no city passes an exclude', targeting: excludesCity, impression: { country: 'FR' }, matches: true },

  { rule: 'DMA is included', targeting: includesDma, impression: { dma: 803 }, matches: true },
  { rule: 'DMA is not among the included', targeting: includesDma, impression: { dma: 502 }, matches: false },
  { rule: 'no DMA fails an include', targeting: includesDma, matches: false },
  { rule: 'DMA is excluded', targeting: excludesDma, impression: { dma: 501 }, matches: false },
  { rule: 'DMA is not excluded', targeting: excludesDma, impression: { dma: 502 }, matches: true },
  { rule: 'no DMA passes an exclude', targeting: excludesDma, matches: true },

  {
    rule: 'all dimensions that are set must pass',
    targeting: { ...includesCountry, ...includesDma },
    impression: { country: 'US', dma: 501 },
    matches: true,
  },
  {
    rule: 'one dimension that fails is enough',
    targeting: { ...includesCountry, ...includesDma },
    impression: { country: 'US', dma: 502 },
    matches: false,
  },
  {
    rule: 'an exclude that passes does not make up for an include that fails',
    targeting: { ...includesCountry, ...excludesDma },
    impression: { country: 'MX', dma: 502 },
    matches: false,
  },
];
