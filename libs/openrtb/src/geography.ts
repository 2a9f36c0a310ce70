import type { Impression } from '@auction-tiers/tier-engine';
import type { Geo } from 'iab-openrtb/v26';
import type { CountryDirectory } from './directory.ts';
import { toId, toObject, toText } from './loose.ts';

type Geography = Pick<Impression, 'country' | 'region' | 'city' | 'dma'>;

/** Where the device is: `device.geo`. The user's home, `user.geo`, is another place and is not used. */
export function toGeography(deviceGeo: unknown, countryFromAlpha3: CountryDirectory): Geography {
  const geo = toObject<Geo>(deviceGeo);
  const country = toCountry(toText(geo.country)?.toUpperCase(), countryFromAlpha3);
  return {
    country,
    region: toRegion(toText(geo.region)?.toUpperCase(), country),
    city: toText(geo.city),
    dma: toId(geo.metro),
  };
}

/** OpenRTB asks for alpha-3; alpha-2 is a common mistake that cannot be misread. */
function toCountry(code: string | undefined, countryFromAlpha3: CountryDirectory): string | undefined {
  if (code === undefined) return undefined;
  return /^[A-Z]{2}$/.test(code) ? code : countryFromAlpha3(code);
}

/** OpenRTB writes a US state without its country. Elsewhere a bare code may be of an older list: it is not used. */
function toRegion(code: string | undefined, country: string | undefined): string | undefined {
  if (code === undefined) return undefined;
  if (/^[A-Z]{2}-[A-Z\d]{1,3}$/.test(code)) return code;
  return country === 'US' && /^[A-Z]{2}$/.test(code) ? `US-${code}` : undefined;
}
