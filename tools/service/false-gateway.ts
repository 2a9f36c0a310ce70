import { createServer, request, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

/** A gateway before an S3 server. While it is false it answers every request with the status 200 and a page of its own. */
export class FalseGateway {
  isFalse = false;
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async start(endpoint: string): Promise<FalseGateway> {
    const server = createServer((asked, answer) => {
      if (gateway.isFalse) {
        asked.resume();
        answer.setHeader('content-type', 'application/xml');
        answer.end('<?xml version="1.0"?><Error><Code>InternalError</Code></Error>');
        return;
      }
      const { method, headers } = asked;
      const passed = request(new URL(asked.url ?? '/', endpoint), { method, headers }, (from) => {
        answer.writeHead(from.statusCode ?? 500, from.headers);
        from.pipe(answer);
      });
      passed.on('error', () => answer.destroy());
      asked.pipe(passed);
    });
    const gateway = new FalseGateway(server.listen(0, '127.0.0.1'));
    await once(server, 'listening');
    return gateway;
  }

  get endpoint(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }
}
