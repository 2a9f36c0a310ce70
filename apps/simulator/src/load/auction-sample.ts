import { toAuctionBody } from '@auction-tiers/contract';
import { defaultParams, Market, type MarketParams, withBuyers } from '@auction-tiers/market';
import { chooseFee } from '../log/auction/fee.ts';
import { namesFee } from '../log/auction/logged-auction.ts';
import type { BrokenLine } from '../log/auction/input-report.ts';
import { LogReader } from '../log/log-reader.ts';
import { wholeParts } from '../log/file/part.ts';
import { createSeatBook } from '../log/auction/seat-book.ts';
import { findSource } from '../log/file/source.ts';

/** An auction that is sent repeatedly. It names no time: each is of the moment at which it arrives. */
export interface SampledAuction {
  /** The body of `POST /auction`. */
  readonly body: string;
  readonly bids: number;
}

/** The sample is kept in memory, so its size is bounded. */
const mostCharacters = 32 * 1024 * 1024;

/** A body of `POST /auction`. */
interface Dated {
  readonly [member: string]: unknown;
  readonly impression?: { readonly time?: unknown } | undefined;
}

/** Collects auctions up to a number of auctions and a total size. */
class Sample {
  readonly auctions: SampledAuction[] = [];
  readonly #most: number;
  #characters = 0;

  constructor(most: number) {
    this.#most = most;
  }

  get isFull(): boolean {
    return this.auctions.length >= this.#most || this.#characters >= mostCharacters;
  }

  add(auction: Dated, bids: number): void {
    const { time: _time, ...impression } = auction.impression ?? {};
    const body = JSON.stringify({ ...auction, impression });
    this.auctions.push({ body, bids });
    this.#characters += body.length;
  }
}

export interface LogSampleOrder {
  readonly files: readonly string[];
  readonly ymProfileId: number;
  readonly most: number;
  readonly onBrokenLine: (broken: BrokenLine) => void;
}

/** The first auctions of a log. A bid whose seat is not a buyer's id is sent without a buyer. */
export async function sampleLog({ files, ymProfileId, most, onBrokenLine }: LogSampleOrder): Promise<SampledAuction[]> {
  const parts = wholeParts(await Promise.all(files.map((file) => findSource(file))));
  const reader = new LogReader({ parts, fee: chooseFee({}), seats: createSeatBook(), isStrict: false, onBrokenLine });
  const sample = new Sample(most);
  for await (const batch of reader) {
    for (const auction of batch) {
      if (sample.isFull) return sample.auctions;
      const body = toAuctionBody(auction.request, ymProfileId);
      // The service knows the seller's fee.
      sample.add(namesFee(auction) ? body : { ...body, revenue_share_pct: undefined }, auction.request.bids.length);
    }
  }
  return sample.auctions;
}

export interface SyntheticSampleOrder {
  readonly params?: MarketParams;
  readonly bidCount: number;
  readonly seed: string;
  readonly ymProfileId: number;
  readonly most: number;
}

/** Synthetic auctions, the same as `generate` writes. */
export function sampleMarket(order: SyntheticSampleOrder): SampledAuction[] {
  const { params = defaultParams, bidCount, seed, ymProfileId, most } = order;
  const market = new Market(withBuyers(params, Math.max(params.buyers.length, bidCount)), bidCount, seed);
  const sample = new Sample(most);
  for (let number = 1; !sample.isFull; number++) {
    const { publisher_id: _publisherId, ...auction } = market.auction(number);
    sample.add({ ...auction, ym_profile_id: ymProfileId }, bidCount);
  }
  return sample.auctions;
}
