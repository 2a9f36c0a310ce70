import { randomUUID } from 'node:crypto';
import type { ObjectStore } from '../../port/object-store.ts';
import type { Client } from '../connection/client.ts';
import { refusedRight } from '../connection/failure.ts';
import type { OnRefused, RedisLink } from '../connection/link.ts';
import { changeChannel } from '../layout/layout.ts';

/**
 * Time between two heartbeats, and time within which each must be received. A silent subscription is therefore renewed
 * within twice this time plus that of a command.
 */
const heartbeatMs = 1000;
/** Time before a refused subscription is tried again. */
const refusedMs = 20_000;
/** The first word of a heartbeat, in place of a partition number. */
const heartbeat = 'heartbeat';

type Listener = Parameters<ObjectStore['onChangeNotification']>[0];

interface NotificationParts {
  readonly createClient: () => Client;
  /** Publishes the heartbeats. */
  readonly link: RedisLink;
  readonly partitions: number;
  /** Called at each attempt at which the subscription is refused. */
  readonly onRefused: OnRefused;
  /** How long `listen` waits for the subscription; without Redis it keeps trying in the background. */
  readonly waitMs: number;
}

/**
 * Receives change notifications on a connection of its own while there is a listener. After each (re)subscription it
 * notifies the listeners of every partition, because notifications may have been lost before. Heartbeats, which are
 * notifications without a change, reveal a connection that was dropped silently between here and Redis.
 */
export class ChangeNotifications {
  readonly #parts: NotificationParts;
  readonly #listeners = new Set<Listener>();
  /** Distinguishes this process's heartbeats from those of other processes. */
  readonly #name = randomUUID();
  #client: Client | null = null;
  #subscribed: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;
  #heard: (() => void) | undefined;

  constructor(parts: NotificationParts) {
    this.#parts = parts;
  }

  /** Returns a function that removes this listener. */
  listen: ObjectStore['onChangeNotification'] = async (listener) => {
    // A wrapper, so that one function may be added twice.
    const own: Listener = (...notification) => listener(...notification);
    this.#listeners.add(own);
    if (this.#client === null) this.#subscribed = this.#open();
    await this.#subscribed;
    return async () => {
      this.#listeners.delete(own);
      if (this.#listeners.size === 0) this.close();
    };
  };

  close(): void {
    this.#listeners.clear();
    clearTimeout(this.#timer);
    this.#client?.disconnect();
    this.#client = null;
  }

  #open(): Promise<void> {
    const client = this.#parts.createClient();
    this.#client = client;
    client.on('message', (channel: string, message: string) => {
      if (channel !== changeChannel) return;
      const [first = '', second] = message.split(' ');
      if (first !== heartbeat) this.#notify(Number(first), Number(second));
      else if (second === this.#name) this.#heard?.();
    });
    // Commands of the store report the failure; this connection only retries.
    client.on('error', () => undefined);
    return new Promise((resolve) => {
      const giveUp = setTimeout(resolve, this.#parts.waitMs);
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
    } catch (error) {
      if (refusedRight(error) === null) client.disconnect(true);
      else this.#subscribeLater(client, error as Error);
      return false;
    }
    this.#scheduleHeartbeat(client);
    for (let partition = 0; partition < this.#parts.partitions; partition += 1) this.#notify(partition);
    return true;
  }

  /** A new connection would not help without the permission for the channel: readers poll until it is granted. */
  #subscribeLater(client: Client, error: Error): void {
    this.#parts.onRefused(error);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      if (client === this.#client && client.status === 'ready') void this.#subscribe(client);
    }, refusedMs).unref();
  }

  #scheduleHeartbeat(client: Client): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#beat(client), heartbeatMs).unref();
  }

  /** If Redis does not answer, nothing is known about the subscription, so the connection is not renewed. */
  async #beat(client: Client): Promise<void> {
    const heard = new Promise<boolean>((resolve) => {
      this.#heard = () => resolve(true);
    });
    const isPublished = await this.#publish();
    const tooLate = new Promise<boolean>((resolve) => void setTimeout(() => resolve(false), heartbeatMs).unref());
    const isAlive = !isPublished || (await Promise.race([heard, tooLate]));
    if (client !== this.#client) return;
    if (isAlive) this.#scheduleHeartbeat(client);
    // The heartbeats continue after the next subscription.
    else client.disconnect(true);
  }

  async #publish(): Promise<boolean> {
    try {
      await this.#parts.link.run('PUBLISH', changeChannel, `${heartbeat} ${this.#name}`);
      return true;
    } catch {
      return false;
    }
  }

  #notify(partition: number, revision?: number): void {
    for (const listener of this.#listeners) listener(partition, revision);
  }
}
