import { once } from 'node:events';
import { type Call, invalid } from '@auction-tiers/contract';
import type { Request, Response } from 'express';
import type { ByteAuctions } from '../http/byte-auctions.ts';
import { Lines } from './lines.ts';

/** One line, and so one auction, may be this long. */
const maxLineBytes = 1024 * 1024;
/** A stream on which nothing moves for this long is closed. */
const idleMs = 300_000;

/**
 * One body a line in, one auction a line out, in order. What arrives together is answered together; reading waits while
 * the caller does not take its answers.
 */
export async function streamAuctions(
  request: Request,
  response: Response,
  call: Call,
  auctions: ByteAuctions,
): Promise<void> {
  request.setTimeout(idleMs, () => request.destroy());
  response.setHeader('content-type', 'application/x-ndjson');
  let at = 0;
  const lines = new Lines(maxLineBytes, {
    line: (bytes, start, end) => (at = auctions.line(call, bytes, start, end, at)),
    tooLong: () => {
      at = auctions.wrongLine(invalid([{ path: '', message: `the line is longer than ${maxLineBytes} bytes` }]), at);
    },
  });
  /** False where reading has to wait. */
  const send = (): boolean => {
    const answers = auctions.take(at);
    at = 0;
    return answers.length === 0 || response.write(answers);
  };
  for await (const chunk of request as AsyncIterable<Buffer>) {
    if (response.destroyed) return;
    lines.add(chunk);
    if (!send()) await roomOrEnd(response);
  }
  lines.end();
  send();
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
