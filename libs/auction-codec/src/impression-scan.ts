import type { DeviceType, Impression, Size, SupplyType } from '@auction-tiers/tier-engine';
import { deviceTypes, supplyTypes } from '@auction-tiers/tier-engine';
import { mostEntries } from './bound.ts';
import { key } from './key.ts';
import type { Scanner } from './scanner.ts';

const [comma, colon, openBracket, closeBracket, openBrace, closeBrace] = [44, 58, 91, 93, 123, 125];

export interface ScannedImpression {
  readonly impression: Impression;
  /** Milliseconds since the epoch; undefined: it names no moment. */
  readonly timeMs: number | undefined;
}

/** The `impression` of an auction as the contract would parse it; else the scanner gives up. */
export function scanImpression(scan: Scanner): ScannedImpression {
  let country, region, city, dma, sizes, publisherId, siteId, placementId, domain, deviceType, supplyType;
  let operatingSystemFamily, browser, language, contentCategories, segments, keyValues;
  let timeMs: number | undefined;
  let seen = 0;
  scan.expect(openBrace);
  while (scan.isPlain && !scan.take(closeBrace)) {
    if (seen !== 0) scan.expect(comma);
    const found = scan.key();
    // A key that stands twice: the last one counts, but not here.
    if ((seen & (1 << found)) !== 0) scan.giveUp();
    seen |= 1 << found;
    switch (found) {
      case key.country:
        country = scan.text();
        break;
      case key.region:
        region = scan.text();
        break;
      case key.city:
        city = scan.text();
        break;
      case key.dma:
        dma = scan.whole();
        break;
      case key.sizes:
        sizes = scanList(scan, scanSize);
        break;
      case key.publisher_id:
        publisherId = scanId(scan);
        break;
      case key.site_id:
        siteId = scanId(scan);
        break;
      case key.placement_id:
        placementId = scanId(scan);
        break;
      case key.domain:
        domain = scan.text();
        break;
      case key.device_type:
        deviceType = scanOneOf<DeviceType>(scan, deviceTypes);
        break;
      case key.operating_system_family:
        operatingSystemFamily = scan.text();
        break;
      case key.browser:
        browser = scan.text();
        break;
      case key.language:
        language = scan.text();
        break;
      case key.supply_type:
        supplyType = scanOneOf<SupplyType>(scan, supplyTypes);
        break;
      case key.content_categories:
        contentCategories = scanList(scan, scanText);
        break;
      case key.segments:
        segments = scanList(scan, scanId);
        break;
      case key.key_values:
        keyValues = scanKeyValues(scan);
        break;
      case key.time:
        timeMs = scan.moment();
        break;
      default:
        scan.giveUp();
    }
  }
  const impression: Impression = {
    country,
    region,
    city,
    dma,
    sizes,
    publisherId,
    siteId,
    placementId,
    domain,
    deviceType,
    operatingSystemFamily,
    browser,
    language,
    supplyType,
    contentCategories,
    segments,
    keyValues,
  };
  return { impression, timeMs };
}

/** An identifier: a whole number from 1. */
export function scanId(scan: Scanner): number {
  const id = scan.whole();
  if (id === 0) scan.giveUp();
  return id;
}

const scanText = (scan: Scanner): string => scan.text();

function scanOneOf<Value extends string>(scan: Scanner, allowed: readonly Value[]): Value {
  const text = scan.text();
  for (const value of allowed) if (value === text) return value;
  scan.giveUp();
  return allowed[0]!;
}

function scanList<Value>(scan: Scanner, scanOne: (scan: Scanner) => Value): Value[] {
  const list: Value[] = [];
  scan.expect(openBracket);
  while (scan.isPlain && !scan.take(closeBracket)) {
    if (list.length > 0) scan.expect(comma);
    list.push(scanOne(scan));
  }
  if (list.length > mostEntries) scan.giveUp();
  return list;
}

function scanSize(scan: Scanner): Size {
  scan.expect(openBrace);
  if (scan.key() !== key.width) scan.giveUp();
  const width = scan.whole();
  scan.expect(comma);
  if (scan.key() !== key.height) scan.giveUp();
  const height = scan.whole();
  scan.expect(closeBrace);
  return { width, height };
}

function scanKeyValues(scan: Scanner): ReadonlyMap<string, readonly string[]> {
  const keyValues = new Map<string, readonly string[]>();
  scan.expect(openBrace);
  for (let count = 0; scan.isPlain && !scan.take(closeBrace); count++) {
    if (count > 0) scan.expect(comma);
    const name = scan.text();
    scan.expect(colon);
    if (keyValues.has(name)) scan.giveUp();
    keyValues.set(name, scanList(scan, scanText));
  }
  if (keyValues.size > mostEntries) scan.giveUp();
  return keyValues;
}
