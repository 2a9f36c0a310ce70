import type { Impression } from '@auction-tiers/tier-engine';
import type { BidRequest, Data, Device, Imp, Segment, User } from 'iab-openrtb/v26';
import { toDeviceAttributes } from './device.ts';
import type { CountryDirectory } from './directory.ts';
import { toGeography } from './geography.ts';
import { toInventory } from './inventory.ts';
import { toKeyValues } from './keyword.ts';
import type { Loose } from './loose.ts';
import { toArray, toId, toObject } from './loose.ts';
import { toSizes } from './size.ts';

/** What all impressions of a request share. What cannot be read is left out: an attribute never stops an auction. */
export function toSharedImpression(request: Loose<BidRequest>, countryFromAlpha3: CountryDirectory): Impression {
  const device = toObject<Device>(request.device);
  const user = toObject<User>(request.user);
  const deviceAttributes = toDeviceAttributes(device);
  const { keywordSources, ...inventory } = toInventory(request, isHandheld(deviceAttributes));
  return {
    ...toGeography(device.geo, countryFromAlpha3),
    ...deviceAttributes,
    ...inventory,
    segments: toSegments(user),
    keyValues: toKeyValues([...keywordSources, user]),
  };
}

/** What is the impression's own. */
export function toImpression(shared: Impression, imp: Loose<Imp>): Impression {
  return { ...shared, sizes: toSizes(imp), placementId: toId(imp.tagid) };
}

function isHandheld({ deviceType }: Pick<Impression, 'deviceType'>): boolean | undefined {
  return deviceType === undefined ? undefined : deviceType === 'phone' || deviceType === 'tablet';
}

function toSegments(user: Loose<User>): number[] | undefined {
  const ids = toArray(user.data)
    .flatMap((data) => toArray(toObject<Data>(data).segment))
    .flatMap((segment) => toId(toObject<Segment>(segment).id) ?? []);
  return ids.length === 0 ? undefined : [...new Set(ids)];
}
