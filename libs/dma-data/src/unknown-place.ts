import { findCountryByCode } from './country.ts';
import { findDma } from './dma.ts';
import regionsByCountry from './regions.json' with { type: 'json' };

let regions: ReadonlySet<string> | undefined;

/** Whether ISO 3166-2 has a region, in any case: `US-NY`. */
export function isRegion(code: string): boolean {
  regions ??= new Set(
    Object.entries(regionsByCountry).flatMap(([country, codes]) =>
      codes.split(' ').map((region) => `${country}-${region}`),
    ),
  );
  return regions.has(code) || regions.has(code.toUpperCase());
}

/**
 * The ISO 3166-2 code of a region, in upper case: of `us-ny`, or of `NY` with the alpha-2 code of its country. `UK` is GB.
 * Undefined: there is no such region.
 */
export function findRegion(code: string, country?: string): string | undefined {
  const full = code.toUpperCase().replace(/^UK-/, 'GB-');
  if (isRegion(full)) return full;
  return country === undefined ? undefined : findRegion(`${country}-${full}`);
}

/** Attributes of an impression whose values come from a list of places. */
export const placeAttributes = ['country', 'region', 'dma'] as const;
export type PlaceAttribute = (typeof placeAttributes)[number];

/** The place of an impression. */
interface Where {
  readonly country?: string | undefined;
  readonly region?: string | undefined;
  readonly dma?: number | undefined;
}

const isKnown = {
  country: (code: string | number) => findCountryByCode(String(code)) !== undefined,
  region: (code: string | number) => isRegion(String(code)),
  dma: (id: string | number) => findDma(Number(id)) !== undefined,
};

/**
 * The impression without places that do not exist: country `419`, market area 0 or a retired one. Geolocation writes
 * such values where it knows nothing, and they would otherwise put an impression into a market of its own. `onUnknown`
 * receives each value. A region without its country, `ON`, gets the impression's: `CA-ON`.
 */
export function withoutUnknownPlaces<Impression extends Where>(
  impression: Impression,
  onUnknown: (attribute: PlaceAttribute, value: string | number) => void = () => {},
): Impression {
  let known = impression;
  for (const attribute of placeAttributes) {
    const value = impression[attribute];
    if (value === undefined || isKnown[attribute](value)) continue;
    const region = attribute === 'region' ? findRegion(String(value), known.country) : undefined;
    if (region === undefined) onUnknown(attribute, value);
    known = { ...known, [attribute]: region };
  }
  return known;
}
