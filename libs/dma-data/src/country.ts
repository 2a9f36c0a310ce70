import table from './countries.json' with { type: 'json' };

/** A country with the id of the original service. */
export interface Country {
  /** 4 to 249; 1 to 3 are pseudo-countries in the original service and left out. */
  readonly id: number;
  /** English short name ("United States", not "United States of America"). */
  readonly name: string;
  /** ISO 3166-1 alpha-2; also AN (dissolved in 2010) and the regions AP and EU, which have ids in the original service. */
  readonly code: string;
  /** ISO 3166-1 alpha-3; empty for the regions AP and EU, which have none. */
  readonly alpha3: string;
}

/** All 246 countries, by id. Codes without an id in the original service (BL, BQ, CW, MF, SS, SX) are left out. */
export const countries: readonly Country[] = table;

const byId: ReadonlyMap<number, Country> = new Map(countries.map((country) => [country.id, country]));
const byCode: ReadonlyMap<string, Country> = new Map(
  countries.flatMap((country) => [country.code, country.alpha3].map((code) => [code, country] as const)),
);
const unitedKingdom = byCode.get('GB')!;

/** ISO reserves UK for the United Kingdom, and many systems use it. */
const isUk = (code: string): boolean => code === 'UK' || code === 'uk';

/** Names of countries in other systems, besides those of `Intl` and our own. */
const otherNames: Readonly<Record<string, string>> = {
  'Cocos Islands': 'CC',
  'Congo (DRC)': 'CD',
  'Czech Republic': 'CZ',
  'Falkland Islands (Islas Malvinas)': 'FK',
  'Ivory Coast': 'CI',
  'Macedonia (FYROM)': 'MK',
  'Republic of the Congo': 'CG',
  'Russian Federation': 'RU',
  Swaziland: 'SZ',
  Turkey: 'TR',
  'United States of America': 'US',
  'Viet Nam': 'VN',
};

/** Created at the first use: only readers of logs need it. */
let byName: ReadonlyMap<string, Country> | undefined;

/** The form in which names are compared: `St. Lucia` is `Saint Lucia`, `The Gambia` is `Gambia`. */
function nameKey(name: string): string {
  const plain = name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return plain
    .replace(/^the /, '')
    .replace(/\bst\b/, 'saint')
    .replaceAll('&', 'and')
    .replace(/[^a-z]/g, '');
}

/** The country with that English name, in any case and usual spelling, or undefined. */
export function findCountryByName(name: string): Country | undefined {
  byName ??= new Map(
    [
      ...countries.flatMap(({ code }) =>
        (['long', 'short'] as const).map((style) => {
          const names = new Intl.DisplayNames('en', { type: 'region', style });
          return [names.of(code) ?? code, code] as const;
        }),
      ),
      ...Object.entries(otherNames),
      ...countries.map((country) => [country.name, country.code] as const),
    ].map(([known, code]) => [nameKey(known), byCode.get(code)!] as const),
  );
  return byName.get(nameKey(name));
}

/** The country with that id, or undefined. */
export function findCountry(id: number): Country | undefined {
  return byId.get(id);
}

/** The country with that alpha-2 or alpha-3 code, in any case, or undefined. `UK` is GB. */
export function findCountryByCode(code: string): Country | undefined {
  if (isUk(code)) return unitedKingdom;
  return code === '' ? undefined : byCode.get(code.toUpperCase());
}

const alpha3Length = 3;

/** The alpha-2 code for an alpha-3 code or `UK`, in any case; any other text unchanged. */
export function toAlpha2(code: string): string {
  if (isUk(code)) return unitedKingdom.code;
  return code.length === alpha3Length ? (findCountryByCode(code)?.code ?? code) : code;
}
