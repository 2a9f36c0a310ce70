import { invalid, ServiceError } from '@auction-tiers/contract';
import type { IncomingMessage } from 'node:http';
import express from 'express';

/** The most bytes that a body may have, by what it holds. */
export const maxBytesOf = {
  object: 1024 * 1024,
  login: 16 * 1024,
  auction: 1024 * 1024,
  auctionBatch: 16 * 1024 * 1024,
  /** A tier set of 10,000 tiers with some sixty buyers each. */
  tierSet: 32 * 1024 * 1024,
  trpc: 1024 * 1024,
} as const;

const bufferedBodies = new WeakMap<IncomingMessage, Buffer>();

/** Keeps the body of a request that another door is to answer, which finds it with `bufferedBody`. */
export const bufferBody = (request: IncomingMessage, body: Buffer): void => void bufferedBodies.set(request, body);

/** The body of a request that a door has read already and passed on. */
export const bufferedBody = (request: IncomingMessage): Buffer | undefined => bufferedBodies.get(request);

/** A request whose body takes longer to arrive is destroyed. */
export const maxBodyMs = 30_000;

/** Destroys a request whose body does not arrive in time. Gives the function that cancels the deadline. */
export function limitBodyTime(request: IncomingMessage, withinMs: number = maxBodyMs): () => void {
  const deadline = setTimeout(() => {
    if (!request.complete) request.destroy();
  }, withinMs);
  return () => clearTimeout(deadline);
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** The JSON of a request's body, read as UTF-8 whatever charset the headers name. */
export async function readJson(request: IncomingMessage, maxBytes: number): Promise<unknown> {
  requireType(request, 'application/json');
  const bytes = await readBytes(request, maxBytes);
  if (bytes.length === 0) throw invalid([{ path: '', message: 'the body is empty, allowed: a JSON object' }]);
  return parseJson(bytes);
}

export function parseJson(bytes: Uint8Array): unknown {
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    throw invalid([{ path: '', message: 'the body is not valid UTF-8' }]);
  }
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw invalid([{ path: '', message: `the body is not valid JSON: ${(error as SyntaxError).message}` }]);
  }
}

export function requireType(request: IncomingMessage, type: string): void {
  const sent = request.headers['content-type'];
  const isPlainly = sent === type && Number(request.headers['content-length']) > 0;
  if (isPlainly || express.request.is.call(request, type) === type) return;
  const seen = sent === undefined ? 'is missing' : `is ${JSON.stringify(sent)}`;
  throw new ServiceError('unsupported_media_type', `the header content-type ${seen}, allowed: ${type}`);
}

/** All bytes of a body; a longer one is refused without being kept. */
export async function readBytes(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const buffered = bufferedBody(request);
  if (buffered !== undefined) return buffered;
  const tooLarge = () => new ServiceError('too_large', `the body is larger than ${maxBytes} bytes`);
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooLarge();
  if (request.headers['content-encoding'] !== undefined && request.headers['content-encoding'] !== 'identity') {
    throw new ServiceError('unsupported_media_type', 'the body is compressed, allowed: identity');
  }
  const arrived = limitBodyTime(request);
  try {
    return await collectBytes(request, maxBytes, tooLarge);
  } finally {
    arrived();
  }
}

/** By events, because an iterator costs several times as much. */
function collectBytes(request: IncomingMessage, maxBytes: number, tooLarge: () => Error): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  return new Promise((resolve, reject) => {
    const take = (chunk: Buffer) => {
      length += chunk.length;
      chunks.push(chunk);
      if (length > maxBytes) settle(() => reject(tooLarge()));
    };
    const end = () => settle(() => resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)));
    const fail = () => settle(() => reject(new Error('the client disconnected before its body had arrived')));
    const settle = (act: () => void) => {
      request.off('data', take).off('end', end).off('error', fail).off('close', fail);
      act();
    };
    if (request.destroyed) fail();
    else request.on('data', take).on('end', end).on('error', fail).on('close', fail);
  });
}
