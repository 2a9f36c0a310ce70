import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

interface Passage {
  readonly client: Socket;
  readonly server: Socket;
  /** Whether what arrives is dropped, in both directions. */
  isSilent: boolean;
  /** What the client has sent, to tell connections apart. */
  sent: string;
}

/** A TCP proxy for tests of what a network does: it stands between the service and Redis. */
export class TcpProxy {
  readonly #server = createServer((client) => this.#pass(client));
  readonly #passages = new Set<Passage>();
  #port: number;

  private constructor(port: number) {
    this.#port = port;
  }

  /** In front of a port of 127.0.0.1. */
  static async start(port: number): Promise<TcpProxy> {
    const proxy = new TcpProxy(port);
    proxy.#server.listen(0, '127.0.0.1');
    await once(proxy.#server, 'listening');
    return proxy;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** Cuts all connections; those that follow lead to another port. */
  moveTo(port: number): void {
    this.#port = port;
    this.cut();
  }

  cut(): void {
    for (const { client, server } of this.#passages) {
      client.destroy();
      server.destroy();
    }
  }

  /**
   * From now on nothing passes through the connections over which the text was sent, and neither side is told. Gives how
   * many there are.
   */
  silence(text: string): number {
    const silenced = [...this.#passages].filter(({ sent, isSilent }) => !isSilent && sent.includes(text));
    for (const passage of silenced) passage.isSilent = true;
    return silenced.length;
  }

  async close(): Promise<void> {
    this.cut();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #pass(client: Socket): void {
    const server = connect(this.#port, '127.0.0.1');
    const passage: Passage = { client, server, isSilent: false, sent: '' };
    this.#passages.add(passage);
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      from.on('data', (data) => {
        if (from === client) passage.sent += data.toString('latin1');
        if (!passage.isSilent) to.write(data);
      });
      // 'close' follows.
      from.on('error', () => undefined);
      from.on('close', () => {
        this.#passages.delete(passage);
        if (!passage.isSilent) to.destroy();
      });
    }
  }
}
