import { hashSeed, Random } from '@auction-tiers/chance';
import { Resamplings } from '@auction-tiers/inference';
import type { LogDays } from '../../src/compare/judging/log-days.ts';
import { toLogDays } from '../../src/compare/judging/log-days.ts';
import { Intervals } from '../../src/compare/judging/interval.ts';
import type { BlockColumn } from '../../src/compare/measuring/block.ts';
import { blockPlaces, EffectBlocks, hashAuction, placesOfAuction } from '../../src/compare/measuring/block.ts';
import type { Sale } from '../../src/compare/measuring/sale.ts';
import type { LoggedAuction } from '../../src/log/auction/logged-auction.ts';
import { dateHourOf } from '../../src/tally/dimension.ts';

/** A sale for a net price, without a fee. */
export function createSale(micros: number): Sale {
  return { place: 0, grossMicros: micros, netMicros: micros, memberId: 1, tierId: null };
}

let created = 0;

/** An auction without bids, of which only the time, the placement and the unit matter. */
export function createAuction(timeMs: number, placementId = 1, unit?: string): LoggedAuction {
  const line = ++created;
  const request = {
    auctionType: 1,
    bidFloorMicros: 0,
    feePpm: 0,
    timeMs,
    impression: { placementId },
    bids: [],
  } as const;
  return {
    request: { ...request, seed: `${line}` },
    unit,
    kind: 'own',
    feeSource: 'default',
    file: 'log',
    line,
    impression: undefined,
    recorded: undefined,
  };
}

/** The blocks and hours of a log whose sales are known: many times as fast as a comparison. */
export class SoldLog {
  readonly #blocks = new EffectBlocks();
  readonly #hours = new Map<number, { hour: number; auctions: number; netDifference: number }>();
  readonly #places = new Int32Array(placesOfAuction);

  add(auction: LoggedAuction, before: Sale, after: Sale): void {
    blockPlaces(auction, hashAuction(auction.request), this.#places);
    this.#blocks.add(this.#places, auction.unit !== undefined, before, after);
    const hour = dateHourOf(auction.request.timeMs);
    const sums = this.#hours.get(hour) ?? { hour, auctions: 0, netDifference: 0 };
    this.#hours.set(hour, sums);
    sums.auctions++;
    sums.netDifference += after.netMicros - before.netMicros;
  }

  /** A figure of the blocks at all places. */
  values(column: BlockColumn): Float64Array {
    return this.#blocks.values(column);
  }

  days(timeZone = 'UTC'): LogDays {
    const hours = [...this.#hours.values()].toSorted((left, right) => left.hour - right.hour);
    return toLogDays(hours, timeZone);
  }

  intervals(seed = 's', tries = 1): Intervals {
    return new Intervals(this.#blocks, this.days(), new Resamplings(seed), tries);
  }
}

const msPerHour = 3_600_000;
/** A Monday, in days since 1970-01-01: the first day of `createLog`. */
export const monday = 20_514;
const nothing = createSale(0);

/** The first days of a log. */
export const upTo = (days: number): number[] => Array.from({ length: days }, (_, day) => day);

/** Logs of hours with six auctions, whose difference is `levelOf` the day and noise. */
export function createLog(seed: string, days: readonly number[], levelOf: (day: number) => number): SoldLog {
  const log = new SoldLog();
  const random = new Random(hashSeed(seed), 0);
  for (const day of days) {
    for (let hour = 0; hour < 24; hour++) {
      for (let at = 0; at < 6; at++) {
        const time = (24 * (monday + day) + hour) * msPerHour + at;
        log.add(createAuction(time, at), nothing, createSale(Math.round(1e6 * (levelOf(day) + random.normal()))));
      }
    }
  }
  return log;
}
