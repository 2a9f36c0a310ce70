import { type Client, ServiceError } from '@auction-tiers/contract';
import { OneByOne } from '../../slice/one-by-one.ts';

/** Some 700 tiers. */
const largeBytes = 128 * 1024;

/**
 * Lets requests with large tier sets go on one after the other, from before their bodies are parsed until they are answered:
 * four trial imports of 4,900 tiers at once take the heap from 70 to 290 MiB, and there may be as many as connections.
 */
export class TierSetBodies {
  readonly #turns = new OneByOne();

  /** Resolves when the request may go on. Throws where nobody reads its answer any more. */
  async pass(byteCount: number, client: Client | undefined): Promise<void> {
    if (byteCount < largeBytes || client?.onAnswered === undefined) return;
    client.onAnswered(await this.#turns.enter());
    if (client.isGone())
      throw new ServiceError('rate_exceeded', 'the client disconnected before the turn of its request');
  }
}
