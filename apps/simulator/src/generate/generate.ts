import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { messageOf, wrongUsage } from '../failure.ts';
import { drawAuction } from './draw-auction.ts';
import { toOpenRtbLine } from './openrtb-line.ts';
import { hashSeed } from './random.ts';

export const lineFormats = ['own', 'openrtb'] as const;
export type LineFormat = (typeof lineFormats)[number];

/** Which synthetic log to write. */
export interface LogOrder {
  readonly auctionCount: number;
  /** Bids in each auction. */
  readonly bidCount: number;
  readonly seed: string;
  readonly format: LineFormat;
}

/** Large enough that writing costs little, small enough that memory stays flat. */
const chunkLength = 65_536;

/** The lines of a synthetic log, several to a chunk; the same order gives the same bytes. */
export function* synthesize({ auctionCount, bidCount, seed, format }: LogOrder): Generator<string, void, undefined> {
  const logSeed = { text: seed, hash: hashSeed(seed) };
  let chunk = '';
  for (let number = 1; number <= auctionCount; number++) {
    const auction = drawAuction(logSeed, number, bidCount);
    chunk += `${JSON.stringify(format === 'own' ? auction : toOpenRtbLine(auction, number))}\n`;
    if (chunk.length < chunkLength) continue;
    yield chunk;
    chunk = '';
  }
  if (chunk !== '') yield chunk;
}

/** Writes a synthetic log to a file, no faster than the disk takes it. Throws a `Failure` when it cannot be written. */
export async function generate(order: LogOrder, outFile: string): Promise<void> {
  try {
    await pipeline(synthesize(order), createWriteStream(outFile));
  } catch (error) {
    throw wrongUsage(`--out: ${outFile} cannot be written: ${messageOf(error)}.`, error);
  }
}
