/**
 * A number for every key that an auction may have, at any depth. Numbers rather than names, and written out, because
 * engines compile a `switch` over them to plain comparisons.
 */
export const key = {
  ym_profile_id: 0,
  publisher_id: 1,
  auction_type: 2,
  bid_floor: 3,
  revenue_share_pct: 4,
  seed: 5,
  impression: 6,
  bids: 7,
  country: 8,
  region: 9,
  city: 10,
  dma: 11,
  sizes: 12,
  site_id: 13,
  placement_id: 14,
  domain: 15,
  device_type: 16,
  operating_system_family: 17,
  browser: 18,
  language: 19,
  supply_type: 20,
  content_categories: 21,
  segments: 22,
  key_values: 23,
  time: 24,
  id: 25,
  member_id: 26,
  price: 27,
  width: 28,
  height: 29,
  auctions: 30,
} as const;

const names = Object.keys(key);

/** No key of ours. */
export const noKey = names.length;

/** A key as `JSON.stringify` writes it, with its quotes and the colon. */
export interface WrittenKey {
  readonly bytes: Uint8Array;
  /** The bytes once more, four at a time, the first one lowest; up to three are left over. */
  readonly words: Int32Array;
}

/** By number; under `noKey` stands what no JSON holds. */
export const writtenKeys: readonly WrittenKey[] = [...names.map((name) => write(`"${name}":`)), write('\0')];

function write(text: string): WrittenKey {
  const bytes = Uint8Array.from(text, (character) => character.charCodeAt(0));
  const view = new DataView(bytes.buffer);
  const words = Int32Array.from({ length: bytes.length >> 2 }, (_, at) => view.getInt32(4 * at, true));
  return { bytes, words };
}

/** The number of the key that stands between two places, or `noKey`. */
export function keyBetween(bytes: Uint8Array, start: number, end: number): number {
  const length = end - start;
  for (let number = 0; number < noKey; number++) {
    const { bytes: written } = writtenKeys[number]!;
    if (written.length !== length + 3) continue;
    let at = 0;
    while (at < length && bytes[start + at] === written[at + 1]) at++;
    if (at === length) return number;
  }
  return noKey;
}
