import type { ServerResponse } from 'node:http';
import { inSlices, jsonPieces } from '../../slice/slice.ts';

/** Ends a response with a value as JSON, made in slices between which other requests are answered. */
export async function sendLongJson(response: ServerResponse, value: object): Promise<void> {
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  await sendLongText(response, jsonPieces(value));
}

/** Ends a response with a text that is made in pieces, in slices. */
export async function sendLongText(response: ServerResponse, texts: Iterable<string>): Promise<void> {
  const pieces: Buffer[] = [];
  const byteCount = await inSlices(encode(texts, pieces));
  if (response.destroyed) return;
  response.setHeader('Content-Length', byteCount);
  await inSlices(writePieces(response, pieces));
  response.end();
}

/** Writes pieces of a response's body. */
export function* writePieces(
  response: Pick<ServerResponse, 'destroyed' | 'write'>,
  pieces: Iterable<Uint8Array | string>,
): Generator<undefined, void, undefined> {
  for (const piece of pieces) {
    if (response.destroyed) return;
    response.write(piece);
    yield;
  }
}

function* encode(texts: Iterable<string>, pieces: Buffer[]): Generator<undefined, number, undefined> {
  let byteCount = 0;
  for (const text of texts) {
    const bytes = Buffer.from(text);
    pieces.push(bytes);
    byteCount += bytes.length;
    yield;
  }
  return byteCount;
}
