import { ExactSums, type SumsData } from '@auction-tiers/tally';
import type { AuctionRequest, Impression } from '@auction-tiers/tier-engine';
import { hashSeed, hashText, mix } from '@auction-tiers/chance';
import type { LoggedAuction } from '../../log/auction/logged-auction.ts';
import type { Sale } from './sale.ts';

/**
 * The kinds of clusters that are hashed, in the order of their blocks. A block holds one or more clusters of its kind, so
 * that memory does not grow with the log.
 */
export const hashedKinds = ['auction', 'unit', 'minute_and_placement', 'hour_and_placement'] as const;

/**
 * Number of blocks of each hashed kind. Enough that quantiles of Student's t are those of the normal distribution; few
 * enough that every row of a breakdown can have its own sums.
 */
export const blockCount = 256;

/**
 * Hours that have a block each, as many as five weeks have; hours that are five weeks apart share one. The days of any time
 * zone are made of them: those of a longer log are joined with days of the same day of the week, which leaves at least 35.
 */
export const hourBlockCount = 35 * 24;

/** Where the blocks of hours begin, after the blocks of the hashed kinds. */
export const firstHourBlock = hashedKinds.length * blockCount;

/** Places of blocks of all kinds. */
export const placeCount = firstHourBlock + hourBlockCount;

/** Blocks that each auction is in: one of each hashed kind, and one of its hour. */
export const placesOfAuction = hashedKinds.length + 1;

const [msPerMinute, minutesAnHour] = [60_000, 60];

/** Hash of an auction for all random choices. It depends on the auction only, not on where the log is cut. */
export interface AuctionHash {
  readonly high: number;
  readonly low: number;
}

/** 64 bits from the seed, time and prices of an auction: the same in every kind of log. */
export function hashAuction(request: AuctionRequest): AuctionHash {
  const { high, low } = hashSeedText(request);
  const micros = request.timeMs + sumOfPrices(request);
  return { high: mix(high, micros), low: mix(low, micros) };
}

export function hashSeedText({ seed }: AuctionRequest): AuctionHash {
  const [high, low] = hashSeed(seed);
  return { high, low };
}

export function sumOfPrices({ bids }: AuctionRequest): number {
  let micros = 0;
  for (const { grossMicros } of bids) micros += grossMicros;
  return micros;
}

/**
 * The places of the blocks of an auction. A placement (or else site or publisher) has clusters of its own, because its
 * auctions are correlated: the same page, people and campaigns. An auction without a unit is a unit of its own.
 */
export function blockPlaces(
  { request: { timeMs, impression }, unit }: Pick<LoggedAuction, 'request' | 'unit'>,
  hash: AuctionHash,
  out: Int32Array,
): void {
  const inventory = inventoryOf(impression);
  const minute = Math.floor(timeMs / msPerMinute);
  const hour = Math.floor(minute / minutesAnHour);
  out[0] = hash.low % blockCount;
  out[1] = blockCount + ((unit === undefined ? hash.low : hashText(unit)) % blockCount);
  out[2] = 2 * blockCount + (mix(mix(2, minute), inventory) % blockCount);
  out[3] = 3 * blockCount + (mix(mix(1, hour), inventory) % blockCount);
  out[4] = firstHourBlock + hourBlockOf(hour);
}

/** The block of an hour since the epoch, from 0. */
export function hourBlockOf(hour: number): number {
  return ((hour % hourBlockCount) + hourBlockCount) % hourBlockCount;
}

function inventoryOf({ placementId, siteId, publisherId }: Impression): number {
  const id = placementId ?? siteId ?? publisherId ?? 0;
  return typeof id === 'number' ? id : hashText(id);
}

/** What is summed by block. Money is CPM micros; differences are draft less current. */
const columns = ['auctions', 'changed', 'currentGross', 'currentNet', 'grossDifference', 'netDifference'] as const;
export type BlockColumn = (typeof columns)[number];

/** An auction that `without` removes from the sums. */
export interface RemovedAuction {
  readonly places: Int32Array;
  readonly hasUnit: boolean;
  readonly current: Pick<Sale, 'grossMicros' | 'netMicros'>;
  readonly draft: Pick<Sale, 'grossMicros' | 'netMicros'>;
}

/** The sums of a part of a log. */
export interface EffectBlocksData {
  readonly sums: SumsData;
  readonly auctionsWithUnit: number;
}

/** The figures of all auctions by block. The figures of a block lie next to each other: an auction touches few of them. */
export class EffectBlocks {
  readonly #sums = new ExactSums(columns.length * placeCount, { rows: 1 });
  #auctionsWithUnit = 0;

  add(places: Int32Array, hasUnit: boolean, current: Sale, draft: Sale): void {
    const sums = this.#sums;
    const { cells } = sums;
    const isChanged = current.grossMicros !== draft.grossMicros || current.netMicros !== draft.netMicros;
    if (hasUnit) this.#auctionsWithUnit++;
    for (const index of places) {
      const at = index * columns.length;
      cells[at]!++;
      sums.add(at + 2, current.grossMicros);
      sums.add(at + 3, current.netMicros);
      if (!isChanged) continue;
      cells[at + 1]!++;
      sums.add(at + 4, draft.grossMicros - current.grossMicros);
      sums.add(at + 5, draft.netMicros - current.netMicros);
    }
  }

  /** Adds what a draft changes of an auction that other blocks have, with which these are merged. */
  addChange(places: Int32Array, current: Sale, draft: Sale): void {
    const sums = this.#sums;
    const gross = draft.grossMicros - current.grossMicros;
    const net = draft.netMicros - current.netMicros;
    if (gross === 0 && net === 0) return;
    for (const index of places) {
      const at = index * columns.length;
      sums.cells[at + 1]!++;
      sums.add(at + 4, gross);
      sums.add(at + 5, net);
    }
  }

  /** The figures without some of the auctions that were added. */
  without(auctions: readonly RemovedAuction[]): EffectBlocks {
    const rest = new EffectBlocks();
    rest.merge(this.toData());
    for (const auction of auctions) rest.#remove(auction);
    return rest;
  }

  #remove({ places, hasUnit, current, draft }: RemovedAuction): void {
    const sums = this.#sums;
    const isChanged = current.grossMicros !== draft.grossMicros || current.netMicros !== draft.netMicros;
    if (hasUnit) this.#auctionsWithUnit--;
    for (const index of places) {
      const at = index * columns.length;
      sums.add(at, -1);
      sums.add(at + 2, -current.grossMicros);
      sums.add(at + 3, -current.netMicros);
      if (!isChanged) continue;
      sums.add(at + 1, -1);
      sums.add(at + 4, current.grossMicros - draft.grossMicros);
      sums.add(at + 5, current.netMicros - draft.netMicros);
    }
  }

  get auctionsWithUnit(): number {
    return this.#auctionsWithUnit;
  }

  /** One figure of the blocks at all places. */
  values(column: BlockColumn): Float64Array {
    const sums = this.#sums;
    const first = columns.indexOf(column);
    return Float64Array.from({ length: placeCount }, (_, index) => sums.number(index * columns.length + first));
  }

  merge({ sums, auctionsWithUnit }: EffectBlocksData): void {
    this.#sums.merge(0, sums);
    this.#auctionsWithUnit += auctionsWithUnit;
  }

  toData(): EffectBlocksData {
    return { sums: this.#sums.toData(0), auctionsWithUnit: this.#auctionsWithUnit };
  }
}
