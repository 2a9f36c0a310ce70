// Writes the countries and their regions of @auction-tiers/dma-data; with --check it writes nothing and exits 1 if it would.

import { iso31662 } from 'iso-3166';
import { toCountryRows } from './country-row.ts';
import { writeGenerated } from './write.ts';

const command = 'node tools/run.mjs tools/generate/countries.ts';

process.exitCode = writeGenerated(command, process.argv.slice(2), () => ({
  'libs/dma-data/src/countries.json': `[\n${toCountryRows()
    .map(({ id, name, code, alpha3 }) => `  ${inLine({ id, name, code, alpha3 })}`)
    .join(',\n')}\n]\n`,
  'libs/dma-data/src/regions.json': `${JSON.stringify(toRegions(), null, 2)}\n`,
}));

/** JSON on one line, with the spaces of the formatter. */
function inLine(row: object): string {
  const entries = Object.entries(row).map(([name, value]) => `"${name}": ${JSON.stringify(value)}`);
  return `{ ${entries.join(', ')} }`;
}

/** The regions of each country that has any: what follows the country's code and the hyphen in their ISO 3166-2 codes. */
function toRegions(): Readonly<Record<string, string>> {
  const codes = Map.groupBy(iso31662, ({ code }) => code.slice(0, 2));
  return Object.fromEntries(
    [...codes]
      .toSorted(([left], [right]) => (left < right ? -1 : 1))
      .map(([country, regions]) => [country, regions.map(({ code }) => code.slice(3)).join(' ')]),
  );
}
