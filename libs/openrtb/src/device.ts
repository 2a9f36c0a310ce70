import type { DeviceType, Impression } from '@auction-tiers/tier-engine';
import type { BrandVersion, Device, UserAgent } from 'iab-openrtb/v26';
import type { Loose } from './loose.ts';
import { toArray, toId, toObject, toText } from './loose.ts';

type DeviceAttributes = Pick<Impression, 'deviceType' | 'operatingSystemFamily' | 'browser' | 'language'>;

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

/** The names under which client hints carry what everybody calls something shorter. */
const browserOfBrand: ReadonlyMap<string, string> = new Map([
  ['Google Chrome', 'Chrome'],
  ['Microsoft Edge', 'Edge'],
]);

export function toDeviceAttributes(device: Loose<Device>): DeviceAttributes {
  return {
    deviceType: deviceTypeOfCode.get(toId(device.devicetype)),
    operatingSystemFamily: toText(device.os),
    browser: toBrowser(device.sua),
    language: toLanguage(toText(device.language) ?? toText(device.langb)),
  };
}

/**
 * The most telling brand of the structured user agent. Browsers built on Chromium list it beside their own name, and a
 * made-up one ("Not;A=Brand") that keeps readers from relying on a fixed list.
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

/** The first part of `en`, `en-US` and `en_US` alike. */
function toLanguage(tag: string | undefined): string | undefined {
  return /^([a-z]{2})(?:[-_]|$)/i.exec(tag ?? '')?.[1]?.toLowerCase();
}
