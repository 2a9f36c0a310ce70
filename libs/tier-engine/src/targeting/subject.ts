import type { Impression, Size } from '../impression.ts';

/** The impression as conditions read it: text in one case, look-ups by set. Made once an auction. */
export interface Subject {
  readonly country: string | undefined;
  readonly region: string | undefined;
  readonly city: string | undefined;
  readonly dma: number | undefined;
  readonly sizes: readonly Size[];
  readonly domain: string | undefined;
  readonly deviceType: string | undefined;
  readonly operatingSystemFamily: string | undefined;
  readonly browser: string | undefined;
  readonly language: string | undefined;
  readonly supplyType: string | undefined;
  readonly contentCategories: readonly string[];
  readonly segments: ReadonlySet<number>;
  readonly timeMs: number;
  /** As it came; what explanations show. */
  readonly impression: Impression;
}

export function toSubject(impression: Impression, timeMs: number): Subject {
  return {
    country: impression.country?.toLowerCase(),
    region: impression.region?.toLowerCase(),
    city: impression.city?.toLowerCase(),
    dma: impression.dma,
    sizes: impression.sizes ?? [],
    domain: impression.domain === undefined ? undefined : toHostName(impression.domain),
    deviceType: impression.deviceType,
    operatingSystemFamily: impression.operatingSystemFamily?.toLowerCase(),
    browser: impression.browser?.toLowerCase(),
    language: impression.language?.toLowerCase(),
    supplyType: impression.supplyType,
    contentCategories: impression.contentCategories?.map((code) => code.toLowerCase()) ?? [],
    segments: new Set(impression.segments),
    timeMs,
    impression,
  };
}

/** `Example.COM.` and `example.com` are one name: DNS has no case, and the last dot is only the root. */
export function toHostName(domain: string): string {
  return (domain.endsWith('.') ? domain.slice(0, -1) : domain).toLowerCase();
}
