import type { MappingCase } from './mapping-case.ts';

const geo = (value: object) => ({ device: { geo: value } });

export const deviceCases: readonly MappingCase[] = [
  { row: 'device.geo.country', title: 'alpha-3', request: geo({ country: 'usa' }), impression: { country: 'US' } },
  { row: 'device.geo.country', title: 'alpha-2', request: geo({ country: 'gb' }), impression: { country: 'GB' } },
  {
    row: 'device.geo.country',
    title: 'unknown: kept, so that the caller can say so',
    request: geo({ country: 'XYZ' }),
    impression: { country: 'XYZ' },
  },
  {
    row: 'device.geo.region',
    title: 'a US state',
    request: geo({ country: 'USA', region: 'ny' }),
    impression: { country: 'US', region: 'US-NY' },
  },
  {
    row: 'device.geo.region',
    title: 'ISO 3166-2',
    request: geo({ region: 'GB-ENG' }),
    impression: { region: 'GB-ENG' },
  },
  {
    row: 'device.geo.region',
    title: 'a bare code elsewhere',
    request: geo({ country: 'GBR', region: 'EN' }),
    impression: { country: 'GB', region: 'GB-EN' },
  },
  {
    row: 'device.geo.region',
    title: 'a bare code nowhere, which its reader can report',
    request: geo({ region: 'NY' }),
    impression: { region: 'NY' },
  },
  { row: 'device.geo.city', title: 'as it is', request: geo({ city: ' New York ' }), impression: { city: 'New York' } },
  { row: 'device.geo.metro', title: 'a text', request: geo({ metro: '501' }), impression: { dma: 501 } },
  { row: 'device.geo.metro', title: 'a number', request: geo({ metro: 501 }), impression: { dma: 501 } },
  { row: 'device.geo.metro', title: 'empty', request: geo({ metro: '' }), impression: {} },
  ...(['phone', 'pc', 'tv', 'phone', 'tablet', 'mediaplayer', 'stb', undefined] as const).map((deviceType, at) => ({
    row: 'device.devicetype',
    title: `${at + 1}: ${deviceType}`,
    request: { device: { devicetype: at + 1 } },
    impression: { deviceType },
  })),
  {
    row: 'device.os',
    title: 'as it is',
    request: { device: { os: 'iOS' } },
    impression: { operatingSystemFamily: 'iOS' },
  },
  {
    row: 'device.carrier',
    title: 'as it is',
    request: { device: { carrier: 'Verizon' } },
    impression: { carrier: 'Verizon' },
  },
  {
    row: 'device.carrier',
    title: 'of more than 1,000 characters',
    request: { device: { carrier: 'x'.repeat(1001), os: 'iOS' } },
    impression: { operatingSystemFamily: 'iOS' },
    warnings: ['bid_request'],
  },
  ...[
    {
      title: 'beside Chromium and a made-up brand',
      brands: ['Not;A=Brand', 'Chromium', 'Google Chrome'],
      browser: 'Chrome',
    },
    { title: 'Edge', brands: ['Microsoft Edge', 'Not_A Brand', 'Chromium'], browser: 'Edge' },
    { title: 'one of its own', brands: ['Chromium', 'Not(A:Brand', 'Opera'], browser: 'Opera' },
    { title: 'nothing but Chromium', brands: ['Not A;Brand', 'Chromium'], browser: 'Chromium' },
    { title: 'nothing but a made-up brand', brands: ['Not?A_Brand'] },
  ].map(({ title, brands, browser }) => ({
    row: 'device.sua.browsers[]',
    title,
    request: { device: { ua: 'Firefox/120', sua: { browsers: [...brands.map((brand) => ({ brand })), null] } } },
    impression: { browser },
  })),
  {
    row: 'device.language',
    title: 'two letters',
    request: { device: { language: 'en' } },
    impression: { language: 'en' },
  },
  {
    row: 'device.language',
    title: 'with a region',
    request: { device: { language: 'EN_us', langb: 'fr' } },
    impression: { language: 'en' },
  },
  { row: 'device.language', title: 'no language', request: { device: { language: 'english' } }, impression: {} },
  {
    row: 'device.langb',
    title: 'in its place',
    request: { device: { langb: 'fr-CA' } },
    impression: { language: 'fr' },
  },
];
