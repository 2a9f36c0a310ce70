import { randomUUID } from 'node:crypto';
import type { ObjectStore } from '../../port/object-store.ts';
import type { KnownHistory, Position, RememberedPosition } from '../../port/position.ts';
import type { Client } from '../connection/client.ts';
import { refusedRight } from '../connection/failure.ts';
import type { FunctionLibrary, Gate, OnRefused, RedisLink } from '../connection/link.ts';
import { changeChannel, counterKey, epochKey, headKey, revisionKey } from '../layout/layout.ts';
import type { FoundPosition } from './survey.ts';

/** The newest known state of the database: every partition's last position, and every service's highest id. */
export class Newest implements Gate, KnownHistory {
  held: string | null = null;
  generation = 0;
  readonly highestIds: HighestIds;
  #positions: readonly Position[];

  constructor(positions: readonly Position[], highestIds: Readonly<Record<string, number>> | undefined) {
    this.#positions = positions;
    this.highestIds = new HighestIds(highestIds);
  }

  all(): readonly Position[] {
    return this.#positions;
  }

  /** The newest known position of a partition. */
  of(partition: number): Position {
    const position = this.#positions[partition];
    if (position === undefined) throw new RangeError(`partition ${partition} of ${this.#positions.length}`);
    return position;
  }

  /** Takes over a newer position, unless it is of another generation. */
  note(partition: number, position: Position, generation: number): void {
    const known = this.of(partition);
    if (generation !== this.generation || position.epoch !== known.epoch || position.revision < known.revision) return;
    if (position.revision === known.revision && known.mark !== '') return;
    this.#positions = this.#positions.with(partition, position);
  }

  /** Continues with another history. Positions requested before belong to an older generation and are ignored. */
  replace(positions: readonly Position[]): void {
    this.generation += 1;
    this.#positions = positions;
  }

  /** Reads and notes the last position of a partition; null if it is not the known one or a later one. */
  async read(link: RedisLink, partition: number): Promise<Position | null> {
    const [known, { generation }] = [this.of(partition), this];
    const found = await readPosition(link, partition);
    if (!isAfter(found, known)) return null;
    this.note(partition, found, generation);
    return found;
  }
}

/** An id above this moves no counter: one huge id must not use up the ids that are drawn. */
export const highestCounted = 2 ** 52;

/**
 * The number of ids to skip when a replica takes over: more than all processes of the service draw within the seconds
 * whose changes the replica may lack.
 */
export const leftOut = 100_000;

/** The highest known id of each service. Ids are drawn above it, even if the counter in Redis went back. */
export class HighestIds {
  /** Seen in the present history: the counters in Redis have reached them. */
  readonly #seen: Map<string, number>;
  /** Ids of lost histories, which are not given again. */
  readonly #left = new Map<string, number>();
  /** The same, for services without a known id. */
  #least = 0;

  constructor(remembered: Readonly<Record<string, number>> = {}) {
    this.#seen = new Map(Object.entries(remembered));
  }

  see(objects: Iterable<{ readonly service: string; readonly id: number }>): void {
    let service = '';
    let highest = 0;
    const raise = () => void (highest > (this.#seen.get(service) ?? 0) && this.#seen.set(service, highest));
    for (const object of objects) {
      // Objects of a service come consecutively, and a hundred thousand of them need only one look-up.
      if (object.service !== service) {
        raise();
        service = object.service;
        highest = 0;
      }
      if (object.id > highest && object.id <= highestCounted) highest = object.id;
    }
    raise();
  }

  of(service: string): number {
    return Math.max(this.#seen.get(service) ?? 0, this.#left.get(service) ?? this.#least);
  }

  /** The ids that the database must have given. */
  all(): Readonly<Record<string, number>> {
    return Object.fromEntries(this.#seen);
  }

  /** Begins with another history. Skips as many more ids, which lost objects may have had that were never seen here. */
  leave(more = 0): void {
    for (const service of this.#services()) {
      this.#left.set(service, Math.min(this.of(service) + more, highestCounted));
    }
    this.#least += more;
    this.#seen.clear();
  }

  /** Raises the counters in Redis, for processes that know lower ids. */
  async raiseCounters(library: FunctionLibrary): Promise<void> {
    const raised = [...this.#services()].map((service) => {
      const key = counterKey(service);
      return library.call('raise', key, key, [String(this.of(service))]);
    });
    await Promise.all(raised);
  }

  #services(): ReadonlySet<string> {
    return new Set([...this.#seen.keys(), ...this.#left.keys()]);
  }
}

export async function readPosition(link: RedisLink, partition: number): Promise<FoundPosition> {
  const keys = [epochKey(partition), revisionKey(partition), headKey(partition)];
  const [epoch, revision, head] = (await link.run('MGET', ...keys)) as (string | null)[];
  const [, mark = ''] = (head ?? '').split(' ');
  const hasLost =
    (revision ?? null) === null ? (head ?? null) !== null : Number(revision) > 0 && (head ?? null) === null;
  return { epoch: hasLost ? null : (epoch ?? null), revision: Number(revision ?? 0), mark };
}

/** Whether a position is the known one or a later one of the same history, as far as can be told. */
export function isAfter(found: FoundPosition, known: RememberedPosition | undefined): found is Position {
  if (known === undefined || found.epoch === null || found.epoch !== known.epoch) return false;
  return found.revision > known.revision || (found.revision === known.revision && isSameMark(found.mark, known.mark));
}

const isSameMark = (one: string, other: string | undefined): boolean =>
  one === other || one === '' || other === '' || other === undefined;

/** Reads the last positions of partitions. */
export class HeadReader {
  readonly #link: RedisLink;
  readonly #history: { readonly newest: Newest; head(partition: number): Promise<Position> };
  /** Reads that were not sent yet. */
  readonly #questions = new Map<number, Promise<Position>>();

  /** `history` handles a server that lacks what was seen here. */
  constructor(link: RedisLink, history: { readonly newest: Newest; head(partition: number): Promise<Position> }) {
    this.#link = link;
    this.#history = history;
  }

  /**
   * The last position of a partition. Callers in one event-loop turn share one command: it is sent after all of them
   * have called, so its reply is recent enough for each.
   */
  head: ObjectStore['head'] = (partition) => {
    const asked = this.#questions.get(partition) ?? this.#ask(partition);
    this.#questions.set(partition, asked);
    return asked;
  };

  async #ask(partition: number): Promise<Position> {
    await new Promise((resolve) => void setImmediate(resolve));
    this.#questions.delete(partition);
    return (await this.#history.newest.read(this.#link, partition)) ?? this.#history.head(partition);
  }
}

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
