import { createWriteStream } from 'node:fs';
import type { Duplex } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip, createZstdCompress } from 'node:zlib';
import { messageOf, wrongUsage } from '../cli/failure.ts';
import { dropPart, partOf, putPart } from '../cli/out-file.ts';
import type { LineFormat } from './openrtb-line.ts';
import { Market, type MarketParams } from '@auction-tiers/market';
import type { AnsweringBuyers } from './answering-buyers.ts';
import { toOpenRtbLine } from './openrtb-line.ts';

/** Which synthetic log to write. */
export interface LogOrder {
  readonly auctionCount: number;
  /** Bids per auction, at most one per buyer. */
  readonly bidCount: number;
  readonly seed: string;
  readonly format: LineFormat;
  /** At least as many buyers as bids. */
  readonly params: MarketParams;
  /** Buyers that send other bids than the params say. Default: none. */
  readonly buyers?: Pick<AnsweringBuyers, 'answer'>;
}

/** In characters. */
const chunkLength = 65_536;

/**
 * The lines of a synthetic log in chunks of several lines; the same order gives the same bytes. `onAuctions` is called
 * after each chunk with the number of auctions written.
 */
export function* synthesize(
  { auctionCount, bidCount, seed, format, params, buyers }: LogOrder,
  onAuctions: (count: number) => void = () => {},
): Iterable<string> {
  const market = new Market(params, bidCount, seed);
  let chunk = '';
  for (let number = 1; number <= auctionCount; number++) {
    const drawn = market.auction(number);
    const auction = buyers?.answer(drawn) ?? drawn;
    chunk += `${JSON.stringify(format === 'own' ? auction : toOpenRtbLine(auction))}\n`;
    if (chunk.length < chunkLength && number < auctionCount) continue;
    yield chunk;
    onAuctions(number);
    chunk = '';
  }
}

/**
 * Writes a synthetic log to a file, compressed if its name ends in .gz or .zst. The stream waits for the disk, so that
 * memory does not grow. The file gets its name when it is whole; a pipe or a link is written directly. Throws a
 * `Failure` when the file cannot be written.
 */
export async function generate(order: LogOrder, outFile: string, onAuctions?: (count: number) => void): Promise<void> {
  const compressor = createCompressor(outFile);
  const lines = synthesize(order, onAuctions);
  const part = partOf(outFile);
  try {
    const file = createWriteStream(part);
    await (compressor === undefined ? pipeline(lines, file) : pipeline(lines, compressor, file));
    putPart(part, outFile);
  } catch (error) {
    dropPart(part, outFile);
    throw wrongUsage(`--out: ${outFile} cannot be written: ${messageOf(error)}.`, error);
  }
}

function createCompressor(file: string): Duplex | undefined {
  if (file.endsWith('.gz')) return createGzip();
  return file.endsWith('.zst') ? createZstdCompress() : undefined;
}
