import type { ObjectStore } from '../../port/object-store.ts';
import { changeChannel } from '../layout/key.ts';
import type { Client } from './client.ts';

type Listener = Parameters<ObjectStore['onChangeNotification']>[0];

/**
 * Receives change notifications on a connection of its own while there is a listener. After each (re)subscription it
 * notifies the listeners of every partition, because notifications may have been lost before.
 */
export class ChangeNotifications {
  readonly #createClient: () => Client;
  readonly #partitions: number;
  readonly #waitMs: number;
  readonly #listeners = new Set<Listener>();
  #client: Client | null = null;
  #subscribed: Promise<void> = Promise.resolve();

  /** `waitMs`: how long `listen` waits for the subscription; without Redis it keeps trying in the background. */
  constructor(createClient: () => Client, partitions: number, waitMs: number) {
    this.#createClient = createClient;
    this.#partitions = partitions;
    this.#waitMs = waitMs;
  }

  /** Gives a function that ends this listener. */
  async listen(listener: Listener): Promise<() => Promise<void>> {
    // A wrapper of its own, so that one function may listen twice.
    const own: Listener = (...notification) => listener(...notification);
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
      if (channel === changeChannel && partition !== undefined) this.#notify(partition, revision);
    });
    // A failure shows in the commands of the store; this connection only retries.
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
      await client.subscribe(changeChannel);
    } catch {
      client.disconnect(true);
      return false;
    }
    for (let partition = 0; partition < this.#partitions; partition += 1) this.#notify(partition);
    return true;
  }

  #notify(partition: number, revision?: number): void {
    for (const listener of this.#listeners) listener(partition, revision);
  }
}
