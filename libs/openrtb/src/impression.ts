import { mediaTypes } from '@auction-tiers/tier-engine';
import type { Impression, MediaType, Position, Size } from '@auction-tiers/tier-engine';
import type { Banner, BidRequest, Data, Device, Format, Imp, Segment, User, Video } from 'iab-openrtb/v26';
import { firstEntries, readInventoryName, withoutLongTexts } from './bound.ts';
import { copyAttributes } from './copied.gen.ts';
import { toDeviceAttributes, toGeography } from './device.ts';
import { toInventory } from './inventory.ts';
import { toKeyValues } from './key-value.ts';
import type { Loose } from './loose.ts';
import { isAbsent, isObject, toArray, toId, toObject, valueAt } from './loose.ts';
import type { CountryDirectory, Report } from './model.ts';
import { below } from './report.ts';

/** The attributes that all impressions of a request share. Unreadable ones are left out: they never stop an auction. */
export function toSharedImpression(
  request: Loose<BidRequest>,
  countryFromAlpha3: CountryDirectory,
  warn: Report,
): Impression {
  const report = below(warn, 'bid_request');
  const device = toObject<Device>(request.device);
  const user = toObject<User>(request.user);
  const deviceAttributes = toDeviceAttributes(device);
  const { keyValueSources, ...inventory } = toInventory(request, isHandheld(deviceAttributes), report);
  const warnOfAll = (message: string) => warn('bid_request', message);
  const shared = {
    ...copyAttributes(request),
    ...toGeography(device.geo, countryFromAlpha3),
    ...deviceAttributes,
    ...inventory,
    segments: toSegments(user, below(report, 'user')),
    keyValues: toKeyValues([...keyValueSources, user], warnOfAll),
  };
  return withoutLongTexts(shared, warnOfAll);
}

/** What is the impression's own. `report`: problems by their place in the impression. */
export function toImpression(shared: Impression, imp: Loose<Imp>, report: Report): Impression {
  return {
    ...shared,
    sizes: toSizes(imp, report),
    placementId: toPlacement(imp, report),
    keyValues: toKeyValues([{ ext: imp.ext }], (message) => report('ext.data', message), shared.keyValues),
    mediaTypes: toMediaTypes(imp),
    position: toPosition(imp),
  };
}

/** The placement: its global id, else its ad slot, else its tag. */
function toPlacement({ ext, tagid }: Loose<Imp>, report: Report): Impression['placementId'] {
  const read = (path: string, value: unknown) => readInventoryName(value, (message) => report(path, message));
  return (
    read('ext.gpid', valueAt(ext, 'gpid')) ??
    read('ext.data.pbadslot', valueAt(ext, 'data', 'pbadslot')) ??
    read('tagid', tagid)
  );
}

/** The media types that the impression may show, in the order of the list. */
function toMediaTypes(imp: Loose<Imp>): MediaType[] | undefined {
  const offered = mediaTypes.filter((type) => isObject(imp[type]));
  return offered.length === 0 ? undefined : offered;
}

/** By OpenRTB's list of placement positions. Positions that are in neither half of the screen become `unknown`. */
const positionOfCode: Readonly<Record<number, Position>> = {
  1: 'above',
  3: 'below',
  4: 'above',
  5: 'below',
  7: 'above',
};

/** The position that the banner names, or else the video; undefined where none does. */
function toPosition(imp: Loose<Imp>): Position | undefined {
  const [pos] = [imp.banner, imp.video].flatMap((offer) => toObject<Banner>(offer).pos ?? []);
  if (isAbsent(pos)) return undefined;
  return positionOfCode[toId(pos) ?? 0] ?? 'unknown';
}

function isHandheld({ deviceType }: Pick<Impression, 'deviceType'>): boolean | undefined {
  return deviceType === undefined ? undefined : deviceType === 'phone' || deviceType === 'tablet';
}

function toSegments(user: Loose<User>, report: Report): readonly (number | string)[] | undefined {
  let unread = 0;
  const ids = toArray(user.data)
    .flatMap((data) => toArray(toObject<Data>(data).segment))
    .flatMap((segment) => readInventoryName(toObject<Segment>(segment).id, () => unread++) ?? []);
  const warn = (message: string) => report('data', message);
  if (unread > 0) warn(`has ${unread} segments whose id is too long; they are left out`);
  const segments = firstEntries([...new Set(ids)], 'segments', warn);
  return segments.length === 0 ? undefined : segments;
}

/** Every size that the impression offers, each once: the banner's formats, the banner's own, the video player's. */
function toSizes(imp: Loose<Imp>, report: Report): readonly Size[] | undefined {
  const banner = toObject<Banner>(imp.banner);
  const formats = toArray(banner.format).map((format) => toObject<Format>(format));
  const sizes = new Map<string, Size>();
  for (const { w, h } of [...formats, banner, toObject<Video>(imp.video)]) {
    const width = toId(w);
    const height = toId(h);
    if (width !== undefined && height !== undefined) sizes.set(`${width}x${height}`, { width, height });
  }
  if (sizes.size === 0) return undefined;
  return firstEntries([...sizes.values()], 'sizes', (message) => report('banner.format', message));
}
