import type { DeviceType, Impression } from '@auction-tiers/tier-engine';
import type { BrandVersion, Device, Geo, UserAgent } from 'iab-openrtb/v26';
import type { Loose } from './loose.ts';
import { toArray, toId, toObject, toText } from './loose.ts';
import type { CountryDirectory } from './model.ts';

type DeviceAttributes = Pick<Impression, 'deviceType' | 'browser' | 'language'>;

/** AdCOM's list of device types. 1 is "mobile/tablet, general"; 8, out of home, has no counterpart. */
const deviceTypeOfCode: ReadonlyMap<number | undefined, DeviceType> = new Map([
  [1, 'phone'],
  [2, 'pc'],
  [3, 'tv'],
  [4, 'phone'],
  [5, 'tablet'],
  [6, 'mediaplayer'],
  [7, 'stb'],
]);

/** Browsers whose name in client hints is longer than their usual name. */
const browserOfBrand: ReadonlyMap<string, string> = new Map([
  ['Google Chrome', 'Chrome'],
  ['Microsoft Edge', 'Edge'],
]);

export function toDeviceAttributes(device: Loose<Device>): DeviceAttributes {
  return {
    deviceType: deviceTypeOfCode.get(toId(device.devicetype)),
    browser: toBrowser(device.sua),
    language: toLanguage(toText(device.language) ?? toText(device.langb)),
  };
}

/**
 * The most specific brand of the structured user agent. Browsers built on Chromium list Chromium besides their own
 * name, and a made-up brand ("Not;A=Brand") that keeps servers from relying on a fixed list.
 */
function toBrowser(structuredUserAgent: unknown): string | undefined {
  const { browsers } = toObject<UserAgent>(structuredUserAgent);
  const brands = toArray(browsers)
    .map((browser) => toText(toObject<BrandVersion>(browser).brand))
    .filter((brand) => brand !== undefined)
    .filter((brand) => !/^\W*not\b.*\bbrand\W*$/i.test(brand.replaceAll('_', ' ')));
  const brand = brands.find((name) => name !== 'Chromium') ?? brands[0];
  return brand === undefined ? undefined : (browserOfBrand.get(brand) ?? brand);
}

/** The language code of `en`, `en-US` and `en_US`. */
function toLanguage(tag: string | undefined): string | undefined {
  return /^([a-z]{2})(?:[-_]|$)/i.exec(tag ?? '')?.[1]?.toLowerCase();
}

type Geography = Pick<Impression, 'country' | 'region'>;

/** Where the device is: `device.geo`. `user.geo` is the user's home, another place, and is not used. */
export function toGeography(deviceGeo: unknown, countryFromAlpha3: CountryDirectory): Geography {
  const geo = toObject<Geo>(deviceGeo);
  const country = toCountry(toText(geo.country)?.toUpperCase(), countryFromAlpha3);
  return {
    country,
    region: toRegion(toText(geo.region)?.toUpperCase(), country),
  };
}

/** OpenRTB asks for alpha-3; alpha-2 is a common mistake that cannot be misread. */
function toCountry(code: string | undefined, countryFromAlpha3: CountryDirectory): string | undefined {
  if (code === undefined) return undefined;
  // An unknown code is kept, so that the caller can report it.
  return /^[A-Z]{2}$/.test(code) ? code : (countryFromAlpha3(code) ?? code);
}

/** OpenRTB writes a region without its country. A text in any other form is kept, so that the caller can report it. */
function toRegion(code: string | undefined, country: string | undefined): string | undefined {
  if (code === undefined || country === undefined) return code;
  return /^[A-Z\d]{1,3}$/.test(code) ? `${country}-${code}` : code;
}
