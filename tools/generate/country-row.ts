import { iso31661 } from 'iso-3166';
import { countryNames } from './country-name.ts';

/** Id in the original service, alpha-2, alpha-3 ('' where there is none), English short name. */
export type CountryRow = readonly [id: number, code: string, alpha3: string, name: string];

/** Assigned by ISO after the original service numbered its countries; these have no id there. */
const assignedLater: ReadonlySet<string> = new Set(['BL', 'BQ', 'CW', 'MF', 'SS', 'SX']);

/** Numbered there although ISO does not assign them: a country since dissolved, and two regions of geolocation data. */
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
 * codes stand in alphabetical order, so that the n-th has the id 3 + n. The codes are ISO 3166-1 as it stood before
 * BL and MF were added on 2007-09-21, with AP and EU. A1, A2, O1, AP and EU are codes of MaxMind's GeoIP, which the
 * list therefore seems to come from. The rule gives every id that the original service documents (AD 4, US 233, ...);
 * the other ids rest on the rule alone.
 *
 * @throws when ISO has come to assign or withdraw a code: every id after it would move, and ids must never move.
 */
export function toCountryRows(): readonly CountryRow[] {
  const assigned = iso31661
    .filter(({ alpha2 }) => !assignedLater.has(alpha2))
    .map(({ alpha2, alpha3, name }) => [alpha2, alpha3, countryNames.get(alpha2) ?? name] as const);
  const rows = [...assigned, ...numberedToo]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([code, alpha3, name], index): CountryRow => [firstId + index, code, alpha3, name]);

  const last = rows.at(-1);
  if (last?.[0] !== lastId || last[1] !== 'ZW') {
    throw new Error(
      `the last country is ${last?.[1]} with id ${last?.[0]}, must be ZW with ${lastId}: ` +
        'a code that iso-3166 has added belongs in assignedLater, one that it has dropped in numberedToo',
    );
  }
  const unknown = [...countryNames.keys()].filter((code) => !rows.some((row) => row[1] === code));
  if (unknown.length > 0) throw new Error(`country-name.ts names codes that have no row: ${unknown.join(', ')}`);
  return rows;
}
