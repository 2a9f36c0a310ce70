import type { Size } from '@auction-tiers/tier-engine';
import type { Banner, Format, Imp, Video } from 'iab-openrtb/v26';
import type { Loose } from './loose.ts';
import { toArray, toId, toObject } from './loose.ts';

/** Every size that the impression offers, each once: the banner's formats, the banner's own, the video player's. */
export function toSizes(imp: Loose<Imp>): Size[] | undefined {
  const banner = toObject<Banner>(imp.banner);
  const formats = toArray(banner.format).map((format) => toObject<Format>(format));
  const sizes = new Map<string, Size>();
  for (const { w, h } of [...formats, banner, toObject<Video>(imp.video)]) {
    const width = toId(w);
    const height = toId(h);
    if (width !== undefined && height !== undefined) sizes.set(`${width}x${height}`, { width, height });
  }
  return sizes.size === 0 ? undefined : [...sizes.values()];
}
