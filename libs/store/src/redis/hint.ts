import type { ObjectStore } from '../port.ts';
import type { Client } from './client.ts';
import { hintChannel } from './key.ts';

type Listener = Parameters<ObjectStore['onHint']>[0];

/**
 * Listens for hints on a connection of its own, as long as anyone listens. Whenever it has (re)subscribed it hints at
 * every partition, for it may have missed some.
 */
export class HintFeed {
  readonly #createClient: () => Client;
  readonly #partitions: number;
  readonly #waitMs: number;
  readonly #listeners = new Set<Listener>();
  #client: Client | null = null;
  #subscribed: Promise<void> = Promise.resolve();

  /** `waitMs`: how long `listen` waits for the subscription; without Redis it goes on trying in the background. */
  constructor(createClient: () => Client, partitions: number, waitMs: number) {
    this.#createClient = createClient;
    this.#partitions = partitions;
    this.#waitMs = waitMs;
  }

  /** Gives a function that ends it. */
  async listen(listener: Listener): Promise<() => Promise<void>> {
    // A wrapper of its own, so that one function may listen twice.
    const own: Listener = (...hint) => listener(...hint);
    this.#listeners.add(own);
    if (this.#client === null) this.#subscribed = this.#open();
    await this.#subscribed;
    return async () => {
      this.#listeners.delete(own);
      if (this.#listeners.size === 0) this.close();
    };
  }

  close(): void {
    this.#listeners.clear();
    this.#client?.disconnect();
    this.#client = null;
  }

  #open(): Promise<void> {
    const client = this.#createClient();
    this.#client = client;
    client.on('message', (channel: string, message: string) => {
      const [partition, revision] = message.split(' ').map(Number);
      if (channel === hintChannel && partition !== undefined) this.#tell(partition, revision);
    });
    // Failures show in the commands; here it is only tried again.
    client.on('error', () => undefined);
    return new Promise((resolve) => {
      const giveUp = setTimeout(resolve, this.#waitMs);
      client.on('ready', () => {
        void this.#subscribe(client).then((isDone) => {
          if (!isDone) return false;
          clearTimeout(giveUp);
          resolve();
          return true;
        });
      });
      client.connect().catch(() => undefined);
    });
  }

  async #subscribe(client: Client): Promise<boolean> {
    try {
      await client.subscribe(hintChannel);
    } catch {
      client.disconnect(true);
      return false;
    }
    for (let partition = 0; partition < this.#partitions; partition += 1) this.#tell(partition);
    return true;
  }

  #tell(partition: number, revision?: number): void {
    for (const listener of this.#listeners) listener(partition, revision);
  }
}
