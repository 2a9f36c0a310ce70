import { findCountryByCode } from './country.ts';
import { regionTable } from './country.gen.ts';
import { findDma } from './dma.ts';

let regions: ReadonlySet<string> | undefined;

/** Whether ISO 3166-2 has a region, in any case: `US-NY`. */
export function isRegion(code: string): boolean {
  regions ??= new Set(
    Object.entries(regionTable).flatMap(([country, codes]) => codes.split(' ').map((region) => `${country}-${region}`)),
  );
  return regions.has(code) || regions.has(code.toUpperCase());
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
 * receives each value.
 */
export function withoutUnknownPlaces<Impression extends Where>(
  impression: Impression,
  onUnknown: (attribute: PlaceAttribute, value: string | number) => void = () => {},
): Impression {
  let known = impression;
  for (const attribute of placeAttributes) {
    const value = impression[attribute];
    if (value === undefined || isKnown[attribute](value)) continue;
    onUnknown(attribute, value);
    known = { ...known, [attribute]: undefined };
  }
  return known;
}
