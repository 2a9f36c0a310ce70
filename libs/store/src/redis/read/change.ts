import { type ServiceName, storedResources } from '@auction-tiers/contract';
import type { Change, ObjectStore, StoredResource } from '../../port/object-store.ts';
import type { Client } from '../connection/client.ts';
import type { RedisLink } from '../connection/link.ts';
import {
  changeChannel,
  changesKey,
  ownedChangesKey,
  pairs,
  revisionKey,
  toImages,
  toTexts,
  type Placement,
} from '../layout/layout.ts';
import { readObjects } from './object.ts';

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
  listen: ObjectStore['onChangeNotification'] = async (listener) => {
    // A wrapper of its own, so that one function may listen twice.
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

/**
 * Loads partitions and reads the changes after a revision. It remembers the last change that it read of each partition:
 * after Redis went on from an older copy the revisions look right, but that change differs, and readers must load again.
 */
export class ChangeReader {
  readonly #link: RedisLink;
  readonly #lastByPartition = new Map<number, Change>();
  /** Questions for a revision that were not sent yet. */
  readonly #revisions = new Map<number, Promise<number>>();

  constructor(link: RedisLink) {
    this.#link = link;
  }

  /** The revision is read first: a change that is committed while the objects are read comes again after it. */
  load: ObjectStore['load'] = async (partition, resources) => {
    const revision = await readRevision(this.#link, partition);
    const objects = await readObjects(this.#link, partition, resources);
    const [last] = await readChanges(this.#link, partition, revision, 1);
    if (last?.revision === revision) this.#lastByPartition.set(partition, last);
    else this.#lastByPartition.delete(partition);
    return { revision, objects };
  };

  changesAfter: ObjectStore['changesAfter'] = async (partition, revision, limit) => {
    const last = this.#lastByPartition.get(partition);
    const anchor = last?.revision === revision ? last : null;
    const [current, kept] = await Promise.all([
      readRevision(this.#link, partition),
      readChanges(this.#link, partition, anchor === null ? revision + 1 : revision, limit + (anchor === null ? 0 : 1)),
    ]);
    const changes = kept.filter((change) => change.revision > revision);
    const isConsecutive = changes.every((change, index) => change.revision === revision + 1 + index);
    const isComplete = changes.length > 0 || current === revision;
    if (!isConsecutive || !isComplete || isReplaced(anchor, kept[0])) return { changes: [], gap: true };
    const newest = changes.at(-1);
    if (newest !== undefined) this.#lastByPartition.set(partition, newest);
    return { changes, gap: false };
  };

  /**
   * The revision of a partition. Callers of the same turn of the event loop share one command: it is sent after all of
   * them have asked, so its answer is new enough for each.
   */
  revision: ObjectStore['revision'] = (partition) => {
    const asked = this.#revisions.get(partition) ?? this.#askRevision(partition);
    this.#revisions.set(partition, asked);
    return asked;
  };

  async #askRevision(partition: number): Promise<number> {
    await new Promise((resolve) => void setImmediate(resolve));
    this.#revisions.delete(partition);
    return readRevision(this.#link, partition);
  }
}

/** Whether another change now has the revision of the one that was read before. A trimmed change decides nothing. */
function isReplaced(before: Change | null, now: Change | undefined): boolean {
  return before !== null && now?.revision === before.revision && JSON.stringify(now) !== JSON.stringify(before);
}

/** The last committed revision of a partition; 0 when it was never written to. */
async function readRevision(link: RedisLink, partition: number): Promise<number> {
  return Number((await link.run('GET', revisionKey(partition))) ?? 0);
}

/** Changes from a revision on, including it, oldest first. */
async function readChanges(link: RedisLink, partition: number, from: number, count: number): Promise<Change[]> {
  const entries = await link.run('XRANGE', changesKey(partition), `${from}-0`, '+', 'COUNT', String(count));
  return Array.isArray(entries) ? entries.map((entry) => toChange(partition, entry)) : [];
}

/** A page of one owner's change log, newest first. Trimmed changes are not counted. */
export async function readChangeLog(
  link: RedisLink,
  { partition, memberId }: Placement,
  start: number,
  count: number,
): Promise<{ changes: Change[]; total: number }> {
  const [oldest] = await readChanges(link, partition, 1, 1);
  if (oldest === undefined) return { changes: [], total: 0 };
  const key = ownedChangesKey(partition, memberId);
  const first = String(oldest.revision);
  const [total, revisions] = await Promise.all([
    link.run('ZCOUNT', key, first, '+inf'),
    count <= 0 ? [] : link.run('ZRANGE', key, '+inf', first, 'BYSCORE', 'REV', 'LIMIT', String(start), String(count)),
  ]);
  const entries = await Promise.all(
    toTexts(revisions).map((revision) => link.run('XRANGE', changesKey(partition), `${revision}-0`, `${revision}-0`)),
  );
  const changes = entries.flatMap((entry) => (Array.isArray(entry) ? entry : []));
  return { changes: changes.map((entry) => toChange(partition, entry)), total: Number(total) };
}

const resources = new Map<string, StoredResource>(storedResources.map((resource) => [resource.service, resource]));

/** An entry of a change stream, as XRANGE gives it. A newer version of the service may have written it. */
function toChange(partition: number, entry: unknown): Change {
  const [streamId, flat] = Array.isArray(entry) ? (entry as unknown[]) : [];
  const fields = pairs(toTexts(flat));
  const service = fields['service'] ?? '';
  const resource = resources.get(service);
  const memberId = fields['member_id'];
  const revision = Number.parseInt(String(streamId), 10);
  const { problem: unread, ...images } = toImages(resource, fields['operation'], [fields['before'], fields['after']]);
  const problem = resource === undefined ? `the service "${service}" is not known to this version` : unread;
  return {
    partition,
    revision,
    service: service as ServiceName,
    id: Number(fields['id']),
    operation: fields['operation'] as Change['operation'],
    memberId: memberId === undefined ? null : Number(memberId),
    user: fields['user'] ?? '',
    requestId: fields['request_id'] ?? '',
    timeMs: Number(fields['time_ms']),
    ...images,
    through: Number(fields['through'] ?? revision),
    ...(problem === undefined ? {} : { problem }),
  };
}
