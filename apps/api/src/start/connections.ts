import { type IncomingMessage, type RequestListener, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';

/** Requests that wait on one connection for the answer to an earlier one; above it, no more of the connection is read. */
const mostWaiting = 32;
/**
 * Requests that wait on one connection at most. Node reads 64 KB at once: of requests of 256 bytes, as one with a
 * credential has, the rest of such a piece always fits. A connection that has sent more is closed once these are answered.
 */
const mostTaken = mostWaiting + 256;
/** What is returned to the parser so that it parses no further, and the code of the error that it then gives. */
const stopParsing = -1;
const stoppedCode = 'HPE_CB_HEADERS_COMPLETE';
/** The status of the answer to what cannot be parsed as a request, by the code of the error; any other is 400. */
const statusOfError: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};
/** Pipelined requests of all connections are begun for this long in a turn of the event loop, then other requests have theirs. */
const sliceMs = 1;
/** How often connections are examined while the server closes. */
const closingMs = 50;

export interface ConnectionLimits {
  /** A client that takes nothing of its answer for this long is cut off. */
  readonly stallMs: number;
  /** Whether requests with a valid credential come over a connection. */
  readonly isKnown: (connection: Socket) => boolean;
}

export interface Closing {
  /** How long each answer still says `connection: close`, before idle connections are closed. */
  readonly noticeMs: number;
  /** Requests that have no answer this long after that are cut off. */
  readonly cutMs: number;
  /** Once it is aborted, idle connections are closed without further notice. */
  readonly hurry?: AbortSignal;
}

/** Requests of a connection that wait for the answer to an earlier one. */
interface Waiting {
  count: number;
  /** Answers the newest of them. */
  readonly last: ServerResponse;
}

/**
 * The connections of an HTTP server: what one of them may cost, and how all of them end.
 *
 * Pipelined requests are begun one after the other, so that a client that does not read its answers costs the service
 * one answer and not thousands, and for a millisecond in each turn of the event loop, so that other clients have theirs.
 * Node by itself begins every request of what it has read at once: 1,600 requests fit into 50 KB.
 *
 * Node also parses what it has read of a connection at once. So many requests would take 20 ms and 4 MB, and as long again
 * when the connection ends; so parsing stops at `mostTaken`. While a connection pipelines many, those without a valid
 * credential are read one per turn of the event loop. (Passing the parser smaller pieces costs each auction a fifth more
 * processor time, because Node then copies what it reads.)
 */
export class Connections {
  readonly #server: Server;
  readonly #limits: ConnectionLimits;
  readonly #sockets = new Set<Socket>();
  readonly #waiting = new WeakMap<Socket, Waiting>();
  /** Connections that are read when it is their turn. */
  readonly #unread = new Set<Socket>();
  /** Begins the next request of each connection that has pipelined some, in the order in which they became due. */
  readonly #due: (() => void)[] = [];
  #isBeginning = false;
  #isClosing = false;

  constructor(server: Server, limits: ConnectionLimits) {
    this.#server = server;
    this.#limits = limits;
    server.on('connection', (socket) => {
      this.#sockets.add(socket);
      stopParsingWhen(socket, () => this.#waitingOn(socket) >= mostTaken);
      if (this.#unread.size > 0) this.#readLater(socket);
      socket.once('close', () => {
        this.#sockets.delete(socket);
        this.#unread.delete(socket);
      });
    });
    server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
      const waiting = error.code === stoppedCode ? this.#waiting.get(socket) : undefined;
      if (waiting === undefined) refuse(socket, error);
      else {
        waiting.last.shouldKeepAlive = false;
        // Node reads no more of a connection that has a listener for `readable` until that one calls `read`.
        socket.on('readable', () => undefined);
      }
    });
    const watch = setInterval(() => this.#watchStalled(), limits.stallMs / 2).unref();
    server.once('close', () => clearInterval(watch));
  }

  /** Passes requests on to a listener, each when it is its turn. */
  inTurn(listener: RequestListener): RequestListener {
    const begin = (request: IncomingMessage, response: ServerResponse) => {
      if (this.#isClosing) response.shouldKeepAlive = false;
      listener(request, response);
    };
    return (request, response) => {
      // Node gives a response its socket when the one before it on the connection is sent.
      if (response.socket === null) this.#wait(request, response, begin);
      else begin(request, response);
    };
  }

  /**
   * Takes no new connections, and closes those that there are: first each answer says `connection: close`, then idle
   * connections are closed, then those whose request is answered. Resolves with the number that were cut off.
   */
  async close({ noticeMs, cutMs, hurry = new AbortController().signal }: Closing): Promise<number> {
    this.#isClosing = true;
    for (const socket of this.#sockets) {
      const response = answerOf(socket);
      if (response !== undefined) response.shouldKeepAlive = false;
    }
    const over = new AbortController();
    // Not `Server.close` of node:http, which closes idle connections at once.
    const closed = new Promise<void>((resolve) => void NetServer.prototype.close.call(this.#server, () => resolve()));
    void closed.then(() => over.abort());
    const endsNotice = AbortSignal.any([hurry, over.signal]);
    await setTimeout(noticeMs, undefined, { signal: endsNotice }).catch(() => undefined);

    const deadlineMs = performance.now() + cutMs;
    let cutCount = 0;
    const closeSome = () => {
      this.#server.closeIdleConnections();
      if (performance.now() < deadlineMs) return;
      cutCount = Math.max(cutCount, this.#sockets.size);
      this.#server.closeAllConnections();
    };
    closeSome();
    const step = setInterval(closeSome, closingMs);
    await closed;
    clearInterval(step);
    // Ends the timer of Node's own by which headers have to arrive.
    this.#server.close();
    return cutCount;
  }

  #wait(request: IncomingMessage, response: ServerResponse, begin: RequestListener): void {
    const { socket } = request;
    const count = this.#waitingOn(socket) + 1;
    this.#waiting.set(socket, { count, last: response });
    // Node resumes the connection at the end of each request of what it has read, so that pausing it now has no effect.
    if (count === mostWaiting + 1) {
      process.nextTick(() => {
        socket.pause();
        for (const other of this.#sockets) this.#readLater(other);
      });
    }
    response.once('socket', () => {
      this.#due.push(() => this.#begin(request, response, begin));
      if (this.#isBeginning) return;
      this.#isBeginning = true;
      setImmediate(() => this.#beginDue());
    });
  }

  #waitingOn(socket: Socket): number {
    return this.#waiting.get(socket)?.count ?? 0;
  }

  /** One that is known is read at any time, and so is one that is paused, by whoever resumes it. */
  #readLater(socket: Socket): void {
    if (this.#unread.has(socket) || socket.isPaused() || this.#limits.isKnown(socket)) return;
    socket.pause();
    this.#unread.add(socket);
    if (this.#unread.size === 1) setImmediate(() => this.#readNext());
  }

  #readNext(): void {
    const [next] = this.#unread;
    if (next === undefined) return;
    this.#unread.delete(next);
    if (!isPausedByNode(next) && this.#waitingOn(next) <= mostWaiting) next.resume();
    if (this.#unread.size > 0) setImmediate(() => this.#readNext());
  }

  #beginDue(): void {
    const endMs = performance.now() + sliceMs;
    do {
      const next = this.#due.shift();
      this.#isBeginning = next !== undefined;
      if (next === undefined) return;
      next();
    } while (performance.now() < endMs);
    setImmediate(() => this.#beginDue());
  }

  #begin(request: IncomingMessage, response: ServerResponse, begin: RequestListener): void {
    const { socket } = request;
    const count = --this.#waiting.get(socket)!.count;
    // Node resumes a connection too when a large answer is sent.
    if (count > mostWaiting) socket.pause();
    else if (count === mostWaiting) socket.resume();
    if (!socket.destroyed) begin(request, response);
  }

  /** The timeout of a socket counts only while nothing is sent or received. One of its own, as streams have, stays. */
  #watchStalled(): void {
    const { stallMs } = this.#limits;
    for (const socket of this.#sockets) {
      const isPending = socket.writableLength > 0;
      if (isPending && !socket.timeout) socket.setTimeout(stallMs);
      else if (!isPending && socket.timeout === stallMs) socket.setTimeout(0);
    }
  }
}

/**
 * Ends the parsing of what was read of a connection before the next request when `isFull` says so: the server then tells
 * of an error with the code `stoppedCode`. Node's parser passes on requests by a method without a documented name.
 */
function stopParsingWhen(socket: Socket, isFull: () => boolean): void {
  type Take = (request: IncomingMessage, shouldKeepAlive: boolean) => number;
  const { parser } = socket as Socket & { readonly parser: { onIncoming: Take } };
  const take = parser.onIncoming;
  parser.onIncoming = (request, shouldKeepAlive) => (isFull() ? stopParsing : take(request, shouldKeepAlive));
}

/** Answers what cannot be parsed as a request, unless an answer is under way, and closes the connection. */
function refuse(socket: Socket, { code = '' }: NodeJS.ErrnoException): void {
  const status = statusOfError[code] ?? 400;
  const isAnswering = answerOf(socket)?.headersSent ?? false;
  if (socket.writable && !isAnswering) {
    socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\n\r\n`);
  }
  socket.destroy();
}

/** Whether Node has paused a connection that does not take its answers, and is going to resume it; it tells by no documented name. */
function isPausedByNode(socket: Socket): boolean {
  const { _paused: isPaused = false } = socket as Socket & { readonly _paused?: boolean };
  return isPaused;
}

/** The answer that is under way on a connection; Node keeps it under a name without a documented one. */
function answerOf(socket: Socket): ServerResponse | undefined {
  const { _httpMessage: response } = socket as Socket & { readonly _httpMessage?: ServerResponse | null };
  return response ?? undefined;
}
