import type { IncomingMessage, RequestListener } from 'node:http';
import type { Socket } from 'node:net';

/** A request whose body takes longer to arrive is destroyed. */
const maxBodyMs = 30_000;

/** Destroys a request whose body does not arrive in time. Gives the function that cancels the deadline. */
export function limitBodyTime(request: IncomingMessage, withinMs: number = maxBodyMs): () => void {
  const deadline = setTimeout(() => {
    if (!request.complete) request.destroy();
  }, withinMs);
  // An open request keeps the process alive; this timer need not.
  deadline.unref();
  return () => clearTimeout(deadline);
}

/** What is left of a body when its answer is sent has this long to arrive. */
const maxLateBodyMs = 5000;

/**
 * Cuts off a body that goes on for long after its answer was sent. Node reads it to its end, for the connection cannot be
 * used again before, and a client could send one byte now and then for ever.
 */
export function cutLateBodies(listener: RequestListener, withinMs: number = maxLateBodyMs): RequestListener {
  return (request, response) => {
    const { 'content-length': length, 'transfer-encoding': coding } = request.headers;
    if (length !== undefined || coding !== undefined) {
      response.once('finish', () => request.complete || limitBodyTime(request, withinMs));
    }
    listener(request, response);
  };
}

/** How often connections that receive no body are removed. */
const sweepMs = 1000;

/** The body that a connection receives; without a request: it has received the last one. */
interface Arriving {
  request: IncomingMessage | undefined;
  begunMs: number;
}

/**
 * Destroys requests whose bodies do not arrive in time, as `limitBodyTime` does, by one timer for all of them: nearly all
 * bodies arrive at once, and a timer for each would cost more than reading it.
 */
export class BodyDeadlines {
  /** By connection, because a map that gets and loses an entry with each request is made anew every few of them. */
  readonly #arriving = new Map<Socket, Arriving>();
  #isWatched = false;

  begin(request: IncomingMessage): void {
    const begunMs = performance.now();
    const known = this.#arriving.get(request.socket);
    if (known === undefined) this.#arriving.set(request.socket, { request, begunMs });
    else {
      known.request = request;
      known.begunMs = begunMs;
    }
    if (!this.#isWatched) this.#watch(sweepMs);
  }

  end({ socket }: IncomingMessage): void {
    const arriving = this.#arriving.get(socket);
    if (arriving !== undefined) arriving.request = undefined;
  }

  #watch(forMs: number): void {
    this.#isWatched = true;
    // Open requests keep the process alive; this timer need not.
    setTimeout(() => this.#sweep(), forMs).unref();
  }

  #sweep(): void {
    this.#isWatched = false;
    const nowMs = performance.now();
    let nextMs = sweepMs;
    for (const [socket, { request, begunMs }] of this.#arriving) {
      const leftMs = begunMs + maxBodyMs - nowMs;
      if (leftMs <= 0) request?.destroy();
      if (request === undefined || request.destroyed) this.#arriving.delete(socket);
      else nextMs = Math.min(nextMs, leftMs);
    }
    if (this.#arriving.size > 0) this.#watch(nextMs);
  }
}

/** Calls back with the whole body; not at all where it does not arrive in time, or the client disconnects before. */
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
