import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What can go wrong between a client and the service: a request gets lost before it arrives, or its answer after it. */
export type Loss = 'request' | 'answer';

/** Stands between a client and the service as a bad network does; streams pass as they come. */
export class LossyProxy {
  /** Where requests go; a replica may take the place of another. */
  target: string;
  /** The path of every request, and how many procedures it asks for. */
  readonly seen: { readonly path: string; readonly calls: number }[] = [];
  readonly #losses: Loss[] = [];
  readonly #server = createServer((incoming, response) => this.#serve(incoming, response));

  private constructor(target: string) {
    this.target = target;
  }

  static async start(target: string): Promise<LossyProxy> {
    const proxy = new LossyProxy(target);
    proxy.#server.listen(0, '127.0.0.1');
    await once(proxy.#server, 'listening');
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** What the next requests lose, one each. */
  lose(...losses: readonly Loss[]): void {
    this.#losses.push(...losses);
  }

  /** Cuts every connection that is open. */
  cut(): void {
    this.#server.closeAllConnections();
  }

  async close(): Promise<void> {
    this.cut();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #serve(incoming: IncomingMessage, response: ServerResponse): void {
    const { method, url = '', headers } = incoming;
    const path = url.split('?', 1)[0]!.replace('/trpc/', '');
    this.seen.push({ path, calls: path.split(',').length });
    const loss = this.#losses.shift();
    if (loss === 'request') return void incoming.socket.destroy();
    const outgoing = request(`${this.target}${url}`, { method, headers });
    incoming.pipe(outgoing);
    outgoing.on('error', () => response.destroy());
    response.on('close', () => outgoing.destroy());
    outgoing.on('response', (answer) => {
      // Once the service has answered it has done its work.
      if (loss === 'answer') return void response.destroy();
      response.writeHead(answer.statusCode ?? 0, answer.headers);
      answer.pipe(response);
      answer.on('error', () => response.destroy());
    });
  }
}
