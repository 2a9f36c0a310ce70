import { createWriteStream } from 'node:fs';
import type { Duplex } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip, createZstdCompress } from 'node:zlib';
import { messageOf, wrongUsage } from '../cli/failure.ts';
import type { LineFormat } from './synthetic-auction.ts';
import { Market } from './market.ts';
import { toOpenRtbLine } from './openrtb-line.ts';
import type { MarketParams } from './params.ts';

/** Which synthetic log to write. */
export interface LogOrder {
  readonly auctionCount: number;
  /** Bids in each auction, at most one a buyer. */
  readonly bidCount: number;
  readonly seed: string;
  readonly format: LineFormat;
  /** At least as many buyers as bids. */
  readonly params: MarketParams;
}

/** Large enough that writing costs little, small enough that memory stays flat. */
const chunkLength = 65_536;

/**
 * The lines of a synthetic log, several to a chunk; the same order gives the same bytes. `onAuctions` hears how many
 * auctions are written, after each chunk.
 */
export function* synthesize(
  { auctionCount, bidCount, seed, format, params }: LogOrder,
  onAuctions: (count: number) => void = () => {},
): Generator<string, void, undefined> {
  const market = new Market(params, bidCount, seed);
  let chunk = '';
  for (let number = 1; number <= auctionCount; number++) {
    const auction = market.auction(number);
    chunk += `${JSON.stringify(format === 'own' ? auction : toOpenRtbLine(auction))}\n`;
    if (chunk.length < chunkLength && number < auctionCount) continue;
    yield chunk;
    onAuctions(number);
    chunk = '';
  }
}

/**
 * Writes a synthetic log to a file, no faster than the disk takes it; packed if its name ends in .gz or .zst. Throws a
 * `Failure` when it cannot be written.
 */
export async function generate(order: LogOrder, outFile: string, onAuctions?: (count: number) => void): Promise<void> {
  const packer = createPacker(outFile);
  const lines = synthesize(order, onAuctions);
  try {
    const file = createWriteStream(outFile);
    await (packer === undefined ? pipeline(lines, file) : pipeline(lines, packer, file));
  } catch (error) {
    throw wrongUsage(`--out: ${outFile} cannot be written: ${messageOf(error)}.`, error);
  }
}

function createPacker(file: string): Duplex | undefined {
  if (file.endsWith('.gz')) return createGzip();
  return file.endsWith('.zst') ? createZstdCompress() : undefined;
}
