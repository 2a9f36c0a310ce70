import type { IncomingMessage } from 'node:http';
import type { BodyDeadlines } from './body-deadlines.ts';

/** Calls back with the whole body; not at all where it does not come in time, or the caller goes away before. */
export function readPlainBody(request: IncomingMessage, deadlines: BodyDeadlines, done: (body: Buffer) => void): void {
  let first: Buffer | undefined;
  let chunks: Buffer[] | undefined;
  deadlines.begin(request);
  request.on('data', (chunk: Buffer) => {
    if (first === undefined) first = chunk;
    else (chunks ??= [first]).push(chunk);
  });
  request.on('end', () => {
    deadlines.end(request);
    done(chunks === undefined ? (first ?? Buffer.alloc(0)) : Buffer.concat(chunks));
  });
}
