import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

interface Passage {
  readonly client: Socket;
  readonly server: Socket;
  /** Whether received data is dropped, in both directions. */
  isSilent: boolean;
  /** The data that the client has sent, to identify connections. */
  sent: string;
}

/** A TCP proxy between the service and Redis, for tests of network faults. */
export class TcpProxy {
  readonly #server = createServer((client) => this.#pass(client));
  readonly #passages = new Set<Passage>();
  #port: number;

  private constructor(port: number) {
    this.#port = port;
  }

  /** Starts a proxy for a port of 127.0.0.1. */
  static async start(port: number): Promise<TcpProxy> {
    const proxy = new TcpProxy(port);
    proxy.#server.listen(0, '127.0.0.1');
    await once(proxy.#server, 'listening');
    return proxy;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** Cuts all connections; later ones lead to another port. */
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
   * Silently stops all data on the connections over which the text was sent, without closing them. Returns their
   * number.
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
