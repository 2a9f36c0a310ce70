import { type Dma, dmas, dmasLike, findDma } from './dma.ts';
import { parseMarketName } from './market-name.ts';
import { resolveDma } from './resolve-dma.ts';
import { isStateCode, stateNames } from './state.ts';

/** Nicknames of a market, and regions that it contains. */
const nicknames: ReadonlyMap<number, readonly string[]> = new Map([
  [501, ['NYC', 'New York City', 'Tri-State Area', 'Long Island', 'New Jersey']],
  [504, ['Philly', 'Delaware Valley', 'Lehigh Valley', 'New Jersey', 'Delaware']],
  [505, ['Motor City']],
  [511, ['DC', 'D.C.', 'Washington, D.C.', 'DMV']],
  [518, ['Piedmont Triad']],
  [528, ['South Florida']],
  [532, ['Capital District']],
  [534, ['Space Coast']],
  [539, ['Tampa Bay']],
  [544, ['Hampton Roads', 'Tidewater']],
  [548, ['Treasure Coast', 'Palm Beaches']],
  [560, ['Research Triangle', 'The Triangle']],
  [567, ['Upstate South Carolina']],
  [576, ['Delmarva', 'Delaware']],
  [602, ['Chicagoland', 'Windy City']],
  [613, ['Twin Cities']],
  [622, ['NOLA', 'Big Easy']],
  [623, ['DFW', 'Metroplex']],
  [633, ['Permian Basin']],
  [636, ['Rio Grande Valley', 'RGV']],
  [682, ['Quad Cities']],
  [751, ['Front Range', 'Mile High City']],
  [753, ['Valley of the Sun']],
  [770, ['Wasatch Front', 'SLC']],
  [803, ['L.A.', 'SoCal', 'Southern California', 'Inland Empire', 'Orange County']],
  [807, ['Bay Area', 'San Francisco Bay Area', 'SF', 'Silicon Valley']],
  [819, ['Puget Sound']],
  [839, ['Vegas']],
]);

/** A state's name that is also the lead city of a market means the city: New York, Washington. */
const leads = new Set(dmas.map(({ name }) => parseMarketName(name).cities[0]?.name.toLowerCase()));
const stateWords = (code: string): readonly string[] => {
  const name = stateNames.get(code);
  return name === undefined || leads.has(name.toLowerCase()) ? [] : [name];
};

const otherNames = ({ id, states }: Dma): readonly string[] => [
  ...states.flatMap(stateWords),
  ...(nicknames.get(id) ?? []),
];

/** The texts by which a market is found, in lower case: its number, its name, its states' names, its nicknames. */
export function dmaSearchText(id: number): string {
  const dma = findDma(id);
  return dma === undefined ? String(id) : [dma.code, dma.name, ...otherNames(dma)].join('\n').toLowerCase();
}

/**
 * The markets that a search text may mean, by id: a state's code or name ("TX", "Texas"), the first digits of a number,
 * a part of the name, another spelling, or a nickname ("NYC", "Bay Area"). All for an empty text.
 */
export function searchDmas(text: string): readonly Dma[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === '' || isStateCode(wanted)) return dmasLike(wanted);
  const resolved = resolveDma(wanted);
  const spelled = resolved.ok ? [resolved.dma] : resolved.candidates;
  const found = new Set([...named(wanted), ...spelled]);
  return dmas.filter((dma) => found.has(dma));
}

const named = (wanted: string): readonly Dma[] => {
  const isNumber = /^\d+$/.test(wanted);
  const found = new Set([
    ...dmasLike(wanted),
    ...dmas.filter(
      (dma) =>
        (isNumber && dma.code.startsWith(wanted)) ||
        otherNames(dma).some(
          (name) => name.toLowerCase() === wanted || (wanted.length > 2 && name.toLowerCase().startsWith(wanted)),
        ),
    ),
  ]);
  return dmas.filter((dma) => found.has(dma));
};
