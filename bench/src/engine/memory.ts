import { compile, selectTiers } from '@auction-tiers/tier-engine';
import { bytesAllocated } from '../measure/allocation.ts';
import type { Auction, Shape } from './workload/workload.ts';
import { createWorkload } from './workload/workload.ts';

const auctionCount = 64;
const manyTimes = 5;

/** What selecting leaves on the heap for the garbage collector. */
export interface HotPathMemory {
  readonly shape: Shape;
  readonly tierCount: number;
  /** Bytes per bid: what an auction with five times as many bids of the same kind allocates more. */
  readonly perBid: number;
  /** Bytes per auction, whatever the number of its bids. */
  readonly perAuction: number;
  /** The same measurement of a loop that makes one object per bid: it must not be 0. */
  readonly controlPerBid: number;
}

/** Measures the engine after warm-up. Throws when there is so much garbage that the collector always runs. */
export function measureHotPathMemory(shape: Shape, tierCount: number, warmUpMs: number): HotPathMemory {
  const { source, auctions } = createWorkload({ shape, tierCount, auctionCount });
  const result = compile(source);
  if (!result.ok) throw new Error(`The engine refuses the workload: ${JSON.stringify(result.issues[0])}`);
  const bidCount = auctions[0]!.bids.length;
  const out = new Int32Array(bidCount * manyTimes);
  const kept: object[] = [];

  const select = (auction: Auction) => selectTiers(result.tierSet, auction, out);
  const makeObjects = ({ bids }: Auction) => {
    for (let place = 0; place < bids.length; place++) kept[place] = { netMicros: bids[place]!.netMicros };
  };
  const long = auctions.map(lengthen);
  for (const handle of [select, makeObjects]) {
    warmUp(auctions, handle, warmUpMs);
    warmUp(long, handle, warmUpMs);
  }
  const bytesPerBid = (handle: (auction: Auction) => void) =>
    (bytesPerAuction(long, handle) - bytesPerAuction(auctions, handle)) / (bidCount * (manyTimes - 1));
  const perBid = bytesPerBid(select);
  return {
    shape,
    tierCount,
    perBid,
    perAuction: bytesPerAuction(auctions, select) - perBid * bidCount,
    controlPerBid: bytesPerBid(makeObjects),
  };
}

/** The bids of an auction several times over, so that nothing but their number differs. */
function lengthen(auction: Auction): Auction {
  return { ...auction, bids: Array.from({ length: manyTimes }, () => auction.bids).flat() };
}

function warmUp(auctions: readonly Auction[], handle: (auction: Auction) => void, warmUpMs: number): void {
  const endMs = performance.now() + warmUpMs;
  while (performance.now() < endMs) for (const auction of auctions) handle(auction);
}

function bytesPerAuction(auctions: readonly Auction[], handle: (auction: Auction) => void): number {
  const work = () => {
    for (const auction of auctions) handle(auction);
  };
  const bytes = bytesAllocated(work);
  if (bytes === undefined) throw new Error('One pass of the auctions leaves so much that the collector always runs.');
  return bytes / auctions.length;
}
