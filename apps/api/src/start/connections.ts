import type { RequestListener, Server, ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { pause } from '../loop/repetition.ts';

/** Requests that may wait on one connection for the answer to an earlier one; a client that sends more is cut off. */
const mostWaiting = 64;
/** How often connections are examined while the server closes. */
const closingMs = 50;

export interface Closing {
  /** How long each answer still says `connection: close`, before idle connections are closed. */
  readonly noticeMs: number;
  /** Requests still unanswered this long after the notice time are cut off. */
  readonly cutMs: number;
  /** Its abort ends the notice time early. */
  readonly hurry?: AbortSignal;
}

/** Bounds how many requests one connection of an HTTP server may pipeline, and closes all connections at the end. */
export class Connections {
  readonly #server: Server;
  readonly #waiting = new WeakMap<Socket, number>();
  readonly #answers = new Set<ServerResponse>();
  #openCount = 0;
  #isClosing = false;

  constructor(server: Server) {
    this.#server = server;
    server.on('connection', (socket) => {
      this.#openCount++;
      socket.once('close', () => this.#openCount--);
    });
  }

  /** Passes requests on to a listener, unless too many wait on their connection. */
  bounded(listener: RequestListener): RequestListener {
    return (request, response) => {
      const { socket } = request;
      // Node gives a response its socket when the previous response on the connection is sent.
      if (response.socket === null) {
        const count = (this.#waiting.get(socket) ?? 0) + 1;
        if (count > mostWaiting) return cutOff(socket);
        this.#waiting.set(socket, count);
        response.once('socket', () => this.#waiting.set(socket, this.#waiting.get(socket)! - 1));
      }
      if (socket.destroyed) return;
      this.#answers.add(response);
      response.once('close', () => this.#answers.delete(response));
      if (this.#isClosing) response.shouldKeepAlive = false;
      listener(request, response);
    };
  }

  /**
   * Takes no new connections and closes the open ones: first each answer says `connection: close`, then idle
   * connections are closed, then the others once answered. Resolves with the number of connections that were cut off.
   */
  async close({ noticeMs, cutMs, hurry = new AbortController().signal }: Closing): Promise<number> {
    this.#isClosing = true;
    for (const answer of this.#answers) answer.shouldKeepAlive = false;
    const over = new AbortController();
    // The `close` of the net server: that of the HTTP server would close idle connections at once.
    const closed = new Promise<void>((resolve) => void NetServer.prototype.close.call(this.#server, () => resolve()));
    void closed.then(() => over.abort());
    const endsNotice = AbortSignal.any([hurry, over.signal]);
    await pause(noticeMs, endsNotice);
    const deadlineMs = performance.now() + cutMs;
    let cutCount = 0;
    const closeSome = () => {
      this.#server.closeIdleConnections();
      if (performance.now() < deadlineMs) return;
      cutCount = Math.max(cutCount, this.#openCount);
      this.#server.closeAllConnections();
    };
    closeSome();
    const step = setInterval(closeSome, closingMs);
    await closed;
    clearInterval(step);
    // Ends Node's own timer, which checks that headers arrive in time.
    this.#server.close();
    return cutCount;
  }
}

/**
 * Closes a connection at once. Node by itself goes on parsing what it has read of it: up to 1,600 requests, which cost
 * 2 MB. Its parser, which has no public name, stops when this number is returned to it.
 */
function cutOff(socket: Socket & { parser?: { onIncoming: () => number } | null }): void {
  if (socket.parser) socket.parser.onIncoming = () => -1;
  socket.destroy();
}
