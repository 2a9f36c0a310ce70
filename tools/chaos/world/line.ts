import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

interface Passage {
  readonly client: Socket;
  readonly server: Socket;
  /** Whether the server's side is gone and the client was not told. */
  isHalfOpen: boolean;
}

/** A TCP line between a replica of the service and Redis, that can do what a bad network does. */
export class Line {
  readonly #server = createServer((client) => this.#open(client));
  readonly #passages = new Set<Passage>();
  readonly #target: number;
  #delayMs = 0;
  #isRefusing = false;
  #gate: PromiseWithResolvers<void> | null = null;

  private constructor(target: number) {
    this.#target = target;
  }

  /** To a port of 127.0.0.1. */
  static async start(target: number): Promise<Line> {
    const line = new Line(target);
    line.#server.listen(0, '127.0.0.1');
    await once(line.#server, 'listening');
    return line;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** Everything takes this much longer in each direction. */
  delay(ms: number): void {
    this.#delayMs = ms;
  }

  /** Nothing passes until `resume`; then everything does, in order. */
  stall(): void {
    this.#gate ??= Promise.withResolvers<void>();
  }

  resume(): void {
    this.#gate?.resolve();
    this.#gate = null;
  }

  /** New connections are ended at once. */
  refuse(isRefusing: boolean): void {
    this.#isRefusing = isRefusing;
  }

  /** Ends all connections, in order on the wire (`cut`), or by a reset. */
  cut(how: 'cut' | 'reset' = 'cut'): void {
    for (const { client, server } of this.#passages) {
      if (how === 'reset') client.resetAndDestroy();
      else client.destroy();
      server.destroy();
    }
  }

  /** The server's side of all connections ends, and the clients are not told: what they send is lost. */
  halfOpen(): void {
    for (const passage of this.#passages) {
      passage.isHalfOpen = true;
      passage.server.destroy();
    }
  }

  async close(): Promise<void> {
    this.resume();
    this.cut();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #open(client: Socket): void {
    client.on('error', () => undefined);
    if (this.#isRefusing) return void client.destroy();
    const server = connect(this.#target, '127.0.0.1');
    server.on('error', () => undefined);
    const passage: Passage = { client, server, isHalfOpen: false };
    this.#passages.add(passage);
    this.#pass(client, server, passage);
    this.#pass(server, client, passage);
    client.on('close', () => {
      this.#passages.delete(passage);
      server.destroy();
    });
    server.on('close', () => {
      if (!passage.isHalfOpen) client.destroy();
    });
  }

  /** Passes bytes on in their order, however the delay changes. */
  #pass(from: Socket, to: Socket, passage: Passage): void {
    let last = passed;
    from.on('data', (data) => {
      if (this.#delayMs === 0 && this.#gate === null && last === passed) return void to.write(data);
      const sent: Promise<void> = this.#passLate(last, () => {
        if (!passage.isHalfOpen && !to.destroyed) to.write(data);
        if (last === sent) last = passed;
      });
      last = sent;
    });
  }

  /** Calls the function after what came before, when its time has come and nothing is held back. */
  async #passLate(before: Promise<void>, pass: () => void): Promise<void> {
    const dueMs = performance.now() + this.#delayMs;
    await before;
    const leftMs = dueMs - performance.now();
    if (leftMs > 0) await wait(leftMs);
    await this.#gate?.promise;
    pass();
  }
}

/** Nothing is waiting. */
const passed: Promise<void> = Promise.resolve();
