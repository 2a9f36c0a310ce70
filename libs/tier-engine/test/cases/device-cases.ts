import type { TargetingCase } from './targeting-case.ts';

const includesDevice = { deviceType: { action: 'include', values: ['phone', 'tablet'] } } as const;
const excludesDevice = { deviceType: { action: 'exclude', values: ['tv'] } } as const;
const includesSystem = { operatingSystemFamily: { action: 'include', values: ['iOS'] } } as const;
const excludesSystem = { operatingSystemFamily: { action: 'exclude', values: ['iOS'] } } as const;
const includesBrowser = { browser: { action: 'include', values: ['Safari'] } } as const;
const excludesBrowser = { browser: { action: 'exclude', values: ['Safari'] } } as const;
const includesLanguage = { language: { action: 'include', values: ['en'] } } as const;
const excludesLanguage = { language: { action: 'exclude', values: ['EN'] } } as const;
const includesSupply = { supplyType: { action: 'include', values: ['web', 'mobile_web'] } } as const;
const excludesSupply = { supplyType: { action: 'exclude', values: ['mobile_app'] } } as const;

export const deviceCases: readonly TargetingCase[] = [
  { rule: 'device type is included', targeting: includesDevice, impression: { deviceType: 'tablet' }, matches: true },
  { rule: 'device type is another', targeting: includesDevice, impression: { deviceType: 'pc' }, matches: false },
  { rule: 'no device type fails an include', targeting: includesDevice, matches: false },
  { rule: 'device type is excluded', targeting: excludesDevice, impression: { deviceType: 'tv' }, matches: false },
  { rule: 'device type is not excluded', targeting: excludesDevice, impression: { deviceType: 'stb' }, matches: true },
  { rule: 'no device type passes an exclude', targeting: excludesDevice, matches: true },

  {
    rule: 'system is included, whatever its case',
    targeting: includesSystem,
    impression: { operatingSystemFamily: 'IOS' },
    matches: true,
  },
  {
    rule: 'system is another',
    targeting: includesSystem,
    impression: { operatingSystemFamily: 'iOS 18' },
    matches: false,
  },
  { rule: 'no system fails an include', targeting: includesSystem, matches: false },
  {
    rule: 'system is excluded',
    targeting: excludesSystem,
    impression: { operatingSystemFamily: 'ios' },
    matches: false,
  },
  {
    rule: 'system is not excluded',
    targeting: excludesSystem,
    impression: { operatingSystemFamily: 'Android' },
    matches: true,
  },
  { rule: 'no system passes an exclude', targeting: excludesSystem, matches: true },

  {
    rule: 'browser is included, whatever its case',
    targeting: includesBrowser,
    impression: { browser: 'SAFARI' },
    matches: true,
  },
  { rule: 'browser is another', targeting: includesBrowser, impression: { browser: 'Chrome' }, matches: false },
  { rule: 'no browser fails an include', targeting: includesBrowser, matches: false },
  { rule: 'browser is excluded', targeting: excludesBrowser, impression: { browser: 'safari' }, matches: false },
  { rule: 'browser is not excluded', targeting: excludesBrowser, impression: { browser: 'Chrome' }, matches: true },
  { rule: 'no browser passes an exclude', targeting: excludesBrowser, matches: true },

  {
    rule: 'language is included, whatever its case',
    targeting: includesLanguage,
    impression: { language: 'EN' },
    matches: true,
  },
  { rule: 'language is another', targeting: includesLanguage, impression: { language: 'es' }, matches: false },
  { rule: 'no language fails an include', targeting: includesLanguage, matches: false },
  { rule: 'language is excluded', targeting: excludesLanguage, impression: { language: 'en' }, matches: false },
  { rule: 'language is not excluded', targeting: excludesLanguage, impression: { language: 'es' }, matches: true },
  { rule: 'no language passes an exclude', targeting: excludesLanguage, matches: true },

  {
    rule: 'supply type is included',
    targeting: includesSupply,
    impression: { supplyType: 'mobile_web' },
    matches: true,
  },
  {
    rule: 'supply type is another',
    targeting: includesSupply,
    impression: { supplyType: 'mobile_app' },
    matches: false,
  },
  { rule: 'no supply type fails an include', targeting: includesSupply, matches: false },
  {
    rule: 'supply type is excluded',
    targeting: excludesSupply,
    impression: { supplyType: 'mobile_app' },
    matches: false,
  },
  { rule: 'supply type is not excluded', targeting: excludesSupply, impression: { supplyType: 'web' }, matches: true },
  { rule: 'no supply type passes an exclude', targeting: excludesSupply, matches: true },
];
