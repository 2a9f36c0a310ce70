import type { AuctionRequest, Impression } from '@auction-tiers/tier-engine';
import { mix } from '../../kit/hash.ts';
import { blockings } from '../../schema/compare-report.ts';

/**
 * Blocks of each kind, whatever the log's size: hours (minutes, auctions) are hashed to them. Enough that a quantile of
 * Student's t is that of the normal distribution, few enough that every row of a breakdown can have its own.
 */
export const blockCount = 256;

/** Places of blocks of all kinds. */
export const placeCount = blockings.length * blockCount;

/** With fewer blocks than these the spread between them is itself a guess: finer ones are taken, and it is said. */
export const enoughBlocks = 50;

const [msPerMinute, msPerHour] = [60_000, 3_600_000];

/** The bits of an auction that chance hangs on: they come from what it is, not from where the log is cut. */
export interface AuctionHash {
  readonly high: number;
  readonly low: number;
}

/** 64 bits out of an auction's seed, time and prices: the same auction has the same in every kind of log. */
export function hashAuction({ seed, timeMs, bids }: AuctionRequest): AuctionHash {
  let high = 0x811c9dc5;
  let low = 0x7ee3623a;
  for (let at = 0; at < seed.length; at++) {
    high = Math.imul(high ^ seed.charCodeAt(at), 0x01000193);
    low = Math.imul(low ^ seed.charCodeAt(at), 0x01000193);
  }
  let micros = timeMs;
  for (const { grossMicros } of bids) micros += grossMicros;
  return { high: mix(high, micros), low: mix(low, micros) };
}

/**
 * Where an auction's figures are kept, for each kind of block: places in one array of `blockCount` blocks a kind. Hours
 * and minutes are kept together with the placement (or else the site or publisher), for auctions of one placement and time
 * move together: the same page, the same people, the same campaigns.
 */
export function blockPlaces({ timeMs, impression }: AuctionRequest, hash: AuctionHash, out: Int32Array): void {
  const inventory = inventoryOf(impression);
  out[0] = mix(mix(1, Math.floor(timeMs / msPerHour)), inventory) % blockCount;
  out[1] = blockCount + (mix(mix(2, Math.floor(timeMs / msPerMinute)), inventory) % blockCount);
  out[2] = 2 * blockCount + (hash.low % blockCount);
}

function inventoryOf({ placementId, siteId, publisherId }: Impression): number {
  return placementId ?? siteId ?? publisherId ?? 0;
}
