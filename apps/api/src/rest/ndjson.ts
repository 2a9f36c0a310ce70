import { once } from 'node:events';
import { type AuctionHandlers, type Call, invalid, readAuctionBody } from '@auction-tiers/contract';
import type { Request, Response } from 'express';
import { toBatchError } from '../auction/handlers.ts';
import { parseJson } from './body.ts';

/** One line, and so one auction, may be this long. */
const maxLineBytes = 1024 * 1024;
/** A stream on which nothing moves for this long is closed. */
const idleMs = 300_000;
const newline = 10;

/** One body a line in, one auction a line out, in order; reading waits while the caller does not take its answers. */
export async function streamAuctions(
  request: Request,
  response: Response,
  call: Call,
  run: AuctionHandlers['run'],
): Promise<void> {
  request.setTimeout(idleMs, () => request.destroy());
  response.setHeader('content-type', 'application/x-ndjson');
  for await (const line of linesOf(request)) {
    if (response.destroyed) return;
    const hasRoom = response.write(`${JSON.stringify(answer(line, call, run))}\n`);
    if (!hasRoom) await roomOrEnd(response);
  }
  response.end();
}

/** Waits until the caller has taken its answers or has gone; neither wait outlives the other. */
async function roomOrEnd(response: Response): Promise<void> {
  const over = new AbortController();
  const options = { signal: over.signal };
  try {
    await Promise.race([once(response, 'drain', options), once(response, 'close', options)]);
  } finally {
    over.abort();
  }
}

function answer(line: Buffer | 'too long', call: Call, run: AuctionHandlers['run']): object {
  try {
    if (line === 'too long') throw invalid([{ path: '', message: `the line is longer than ${maxLineBytes} bytes` }]);
    return run(call, readAuctionBody(parseJson(line)));
  } catch (error) {
    return toBatchError(error);
  }
}

/** Lines that are not blank. Of one that is too long only this is kept. */
async function* linesOf(request: Request): AsyncGenerator<Buffer | 'too long'> {
  let parts: Buffer[] = [];
  let length = 0;
  const take = (): Buffer | 'too long' | undefined => {
    const line = length > maxLineBytes ? 'too long' : Buffer.concat(parts);
    parts = [];
    length = 0;
    return line === 'too long' || line.toString('latin1').trim() !== '' ? line : undefined;
  };
  const keep = (part: Buffer) => {
    length += part.length;
    if (length <= maxLineBytes) parts.push(part);
    else parts = [];
  };
  for await (const chunk of request as AsyncIterable<Buffer>) {
    let start = 0;
    for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, start)) {
      keep(chunk.subarray(start, end));
      start = end + 1;
      const line = take();
      if (line !== undefined) yield line;
    }
    keep(chunk.subarray(start));
  }
  const last = take();
  if (last !== undefined) yield last;
}
