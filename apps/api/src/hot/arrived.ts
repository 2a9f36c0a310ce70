import type { IncomingMessage } from 'node:http';

const bodies = new WeakMap<IncomingMessage, Buffer>();

/** Keeps the body of a request that somebody else is to answer, so that it can be read again. */
export const keepBody = (request: IncomingMessage, body: Buffer): void => void bodies.set(request, body);

/** The body of a request that was read before. */
export const keptBody = (request: IncomingMessage): Buffer | undefined => bodies.get(request);
