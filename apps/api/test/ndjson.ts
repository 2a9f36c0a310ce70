import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { createInterface } from 'node:readline';
import type { Row } from './request.ts';

/** A stream of auctions: lines go in while answers come out. */
export class AuctionStream {
  readonly #request: ClientRequest;
  readonly #response: Promise<IncomingMessage>;
  #lines: AsyncIterator<string> | undefined;

  constructor(url: string, key: string | null) {
    this.#request = request(`${url}/auction/batch`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-ndjson', ...(key === null ? {} : { authorization: key }) },
    });
    this.#response = once(this.#request, 'response').then(([response]) => response as IncomingMessage);
    // A stream that the test breaks off never gets its response.
    this.#response.catch(() => undefined);
    this.#request.on('error', () => undefined);
  }

  /** Sends text as it is, waiting where the service does not take more yet. */
  async write(text: string | Uint8Array): Promise<void> {
    if (!this.#request.write(text)) await once(this.#request, 'drain');
  }

  end(): void {
    this.#request.end();
  }

  /** Breaks the connection off. */
  destroy(): void {
    this.#request.destroy();
  }

  response(): Promise<IncomingMessage> {
    return this.#response;
  }

  /** The next answer, or undefined at the end. */
  async next(): Promise<Row | undefined> {
    this.#lines ??= createInterface({ input: await this.#response })[Symbol.asyncIterator]();
    const { value, done } = await this.#lines.next();
    return done === true ? undefined : (JSON.parse(value) as Row);
  }

  /** All answers to come. */
  async rest(): Promise<Row[]> {
    const answers: Row[] = [];
    for (let one = await this.next(); one !== undefined; one = await this.next()) answers.push(one);
    return answers;
  }
}
