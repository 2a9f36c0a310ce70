import type { AuctionRequest, Impression } from '@auction-tiers/tier-engine';
import type { SumsData } from '../../kit/exact-sums.ts';
import { ExactSums } from '../../kit/exact-sums.ts';
import { mix } from '../../kit/hash.ts';
import { blockings } from '../../schema/compare-report.ts';
import type { Sale } from './sale.ts';

/**
 * Number of blocks of each kind, to which hours, minutes or auctions are hashed. Enough that quantiles of Student's t are
 * those of the normal distribution; few enough that every row of a breakdown can have its own sums.
 */
export const blockCount = 256;

/** Places of blocks of all kinds. */
export const placeCount = blockings.length * blockCount;

/** With fewer blocks the spread between them is uncertain, so that finer blocks are used, with a warning. */
export const enoughBlocks = 50;

const [msPerMinute, msPerHour] = [60_000, 3_600_000];

/** Hash of an auction for all random choices. It depends on the auction only, not on where the log is cut. */
export interface AuctionHash {
  readonly high: number;
  readonly low: number;
}

/** 64 bits from the seed, time and prices of an auction: the same in every kind of log. */
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
 * The places of the blocks of an auction, one for each kind of block, in an array of `blockCount` blocks per kind. A block
 * is an hour or minute of one placement (or else site or publisher), because such auctions are correlated: the same page,
 * people and campaigns.
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

/** What is summed by block. Money is CPM micros; differences are draft less current. */
const columns = ['auctions', 'changed', 'currentGross', 'currentNet', 'grossDifference', 'netDifference'] as const;
export type BlockColumn = (typeof columns)[number];

const [auctions, changed, currentGross, currentNet, grossDifference, netDifference] = columns.map(
  (_, at) => at * placeCount,
) as [number, number, number, number, number, number];

/** The figures of all auctions by block, for each kind of block side by side. */
export class EffectBlocks {
  readonly #sums = new ExactSums(columns.length * placeCount, { rows: 1 });

  add(places: Int32Array, current: Sale, draft: Sale): void {
    const sums = this.#sums;
    const isChanged = current.grossMicros !== draft.grossMicros || current.netMicros !== draft.netMicros;
    for (const place of places) {
      sums.add(auctions + place, 1);
      sums.add(currentGross + place, current.grossMicros);
      sums.add(currentNet + place, current.netMicros);
      if (!isChanged) continue;
      sums.add(changed + place, 1);
      sums.add(grossDifference + place, draft.grossMicros - current.grossMicros);
      sums.add(netDifference + place, draft.netMicros - current.netMicros);
    }
  }

  /** One figure of the blocks of one kind, by its place among the `blockings`. */
  values(column: BlockColumn, blocking: number): Float64Array {
    return this.#sums.numbers(columns.indexOf(column) * placeCount + blocking * blockCount, blockCount);
  }

  merge(data: SumsData): void {
    this.#sums.merge(0, data);
  }

  toData(): SumsData {
    return this.#sums.toData(0);
  }
}
