import type { ServerResponse } from 'node:http';
import { inSlices, jsonPieces } from '../../slice/slice.ts';

/** Ends a response with a value as JSON, made in slices between which other requests are answered. */
export async function sendLongJson(response: ServerResponse, value: object): Promise<void> {
  const pieces: Buffer[] = [];
  const byteCount = await inSlices(encode(value, pieces));
  if (response.destroyed) return;
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.setHeader('Content-Length', byteCount);
  await inSlices(writePieces(response, pieces));
  response.end();
}

/** Writes pieces of a response's body. */
export function* writePieces(
  response: ServerResponse,
  pieces: Iterable<Uint8Array>,
): Generator<undefined, void, undefined> {
  for (const piece of pieces) {
    if (response.destroyed) return;
    response.write(piece);
    yield;
  }
}

function* encode(value: object, pieces: Buffer[]): Generator<undefined, number, undefined> {
  let byteCount = 0;
  for (const piece of jsonPieces(value)) {
    const bytes = Buffer.from(piece);
    pieces.push(bytes);
    byteCount += bytes.length;
    yield;
  }
  return byteCount;
}
