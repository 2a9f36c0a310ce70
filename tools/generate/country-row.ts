import { iso31661 } from 'iso-3166';

/**
 * The common names of countries whose ISO name is a formal one that ad operations would not search for. Every other
 * country keeps ISO's name, even if an older English name is still in use (Cabo Verde, Czechia, Eswatini, Türkiye).
 */
const countryNames: ReadonlyMap<string, string> = new Map([
  ['BN', 'Brunei'],
  ['BO', 'Bolivia'],
  ['CD', 'Democratic Republic of the Congo'],
  ['FK', 'Falkland Islands'],
  ['FM', 'Micronesia'],
  ['GB', 'United Kingdom'],
  ['IR', 'Iran'],
  ['KP', 'North Korea'],
  ['KR', 'South Korea'],
  ['LA', 'Laos'],
  ['MD', 'Moldova'],
  ['NL', 'Netherlands'],
  ['PS', 'Palestine'],
  ['RU', 'Russia'],
  ['SH', 'Saint Helena'],
  ['SY', 'Syria'],
  ['TW', 'Taiwan'],
  ['TZ', 'Tanzania'],
  ['US', 'United States'],
  ['VA', 'Vatican City'],
  ['VE', 'Venezuela'],
  ['VG', 'British Virgin Islands'],
  ['VI', 'U.S. Virgin Islands'],
  ['VN', 'Vietnam'],
]);

/** A country with its id in the original service; `alpha3` is empty where there is none. */
interface CountryRow {
  readonly id: number;
  readonly code: string;
  readonly alpha3: string;
  readonly name: string;
}

/** Assigned by ISO after the original service numbered its countries, so they have no id there. */
const assignedLater: ReadonlySet<string> = new Set(['BL', 'BQ', 'CW', 'MF', 'SS', 'SX']);

/** Numbered in the original service, but not assigned by ISO: a dissolved country, two regions of geolocation data. */
const numberedToo: readonly (readonly [code: string, alpha3: string, name: string])[] = [
  ['AN', 'ANT', 'Netherlands Antilles'],
  ['AP', '', 'Asia/Pacific Region'],
  ['EU', '', 'Europe'],
];

const firstId = 4;
const lastId = 249;

/**
 * The countries with the original service's ids.
 *
 * The rule: after three pseudo-countries (1 is A1, anonymous proxy; 2 is A2, satellite provider; 3 is O1, other) the
 * codes follow in alphabetical order, so the n-th has the id 3 + n. The codes are ISO 3166-1 as it was before
 * BL and MF were added on 2007-09-21, with AP and EU. A1, A2, O1, AP and EU are codes of MaxMind's GeoIP, which the
 * list therefore seems to come from. The rule gives every id that the original service documents (AD 4, US 233, ...);
 * only the rule gives the other ids.
 *
 * @throws when ISO assigned or withdrew a code: every later id would change, and ids must never change.
 */
export function toCountryRows(): readonly CountryRow[] {
  const assigned = iso31661
    .filter(({ alpha2 }) => !assignedLater.has(alpha2))
    .map(({ alpha2, alpha3, name }) => [alpha2, alpha3, countryNames.get(alpha2) ?? name] as const);
  const rows = [...assigned, ...numberedToo]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([code, alpha3, name], index): CountryRow => ({ id: firstId + index, code, alpha3, name }));

  const last = rows.at(-1);
  if (last?.id !== lastId || last.code !== 'ZW') {
    throw new Error(
      `the last country is ${last?.code} with id ${last?.id}, must be ZW with ${lastId}: ` +
        'add a code that is new in iso-3166 to assignedLater, and one that it dropped to numberedToo',
    );
  }
  const unknown = [...countryNames.keys()].filter((code) => !rows.some((row) => row.code === code));
  if (unknown.length > 0) throw new Error(`countryNames has codes that have no row: ${unknown.join(', ')}`);
  return rows;
}
