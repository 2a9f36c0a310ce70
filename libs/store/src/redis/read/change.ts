import { readFileSync } from 'node:fs';
import { type ServiceName, storedResources } from '@auction-tiers/contract';
import type { Change, OwnedChanges } from '../../port/change.ts';
import type { ObjectStore, StoredResource } from '../../port/object-store.ts';
import type { RedisLink } from '../connection/link.ts';
import type { History } from '../history/history.ts';
import {
  changesKey,
  ownedChangesKey,
  pairs,
  partitionPrefix,
  toImages,
  toTexts,
  type Placement,
} from '../layout/layout.ts';
import { toStep } from '../layout/step.ts';
import { readObjects } from './object.ts';

interface ReaderParts {
  readonly link: RedisLink;
  readonly history: History;
}

/** Loads partitions and reads the changes after a position. Keeps no reader's position: readers pass their own. */
export class ChangeReader {
  readonly #link: RedisLink;
  readonly #history: History;

  constructor({ link, history }: ReaderParts) {
    this.#link = link;
    this.#history = history;
  }

  /** The position is read first: a change that is committed while the objects are read comes again after it. */
  load: ObjectStore['load'] = async (partition, resources, keep = (object) => object) => {
    for (;;) {
      const { generation } = this.#history.newest;
      const position = await this.#history.head(partition);
      const objects = await readObjects(this.#link, partition, resources, keep);
      // The server may have come back with another database, perhaps an empty one, while the objects were read.
      await this.#history.head(partition);
      if (generation !== this.#history.newest.generation) continue;
      this.#history.newest.highestIds.see(objects);
      return { ...position, objects };
    }
  };

  changesAfter: ObjectStore['changesAfter'] = async (partition, position, limit) => {
    const { generation } = this.#history.newest;
    const { revision, mark = '' } = position;
    const [head, read] = await Promise.all([
      this.#history.head(partition),
      // Includes the change at the position itself, which tells whether the position is in this history.
      readChanges(this.#link, partition, revision, limit + 1),
    ]);
    const { epoch } = head;
    const own = read[0]?.revision === revision ? read[0] : null;
    const markThere = own?.mark ?? (head.revision === revision ? head.mark : mark);
    const isReplaced =
      (position.epoch !== undefined && position.epoch !== epoch) ||
      head.revision < revision ||
      (mark !== '' && markThere !== mark);
    if (isReplaced) {
      await this.#history.examine();
      return { epoch, changes: [], gap: 'replaced' };
    }
    const changes = read.filter((change) => change.revision > revision).slice(0, limit);
    const isConsecutive = changes.every((change, index) => change.revision === revision + 1 + index);
    const isComplete = changes.length > 0 || head.revision === revision;
    if (!isConsecutive || !isComplete) return { epoch, changes: [], gap: 'trimmed' };
    const newest = changes.at(-1);
    if (newest !== undefined) {
      this.#history.newest.note(partition, { epoch, revision: newest.revision, mark: newest.mark }, generation);
    }
    this.#history.newest.highestIds.see(changes);
    return { epoch, changes, gap: null };
  };
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

const readOwned = readFileSync(new URL('../../../lua/read-owned.lua', import.meta.url), 'utf8');

/** The most changes that are read together, and about the most bytes: some milliseconds of work. */
const mostOwned = 200;
const mostOwnedBytes = 256 * 1024;

/** A member's changes after a revision and up to another, newest first. */
export async function readOwnedChanges(
  link: RedisLink,
  { partition, memberId }: Placement,
  after: number,
  through: number,
): Promise<OwnedChanges> {
  const bounds = [after + 1, through, mostOwned, mostOwnedBytes].map(String);
  const key = ownedChangesKey(partition, memberId);
  const reply = await link.run('EVAL_RO', readOwned, '1', key, partitionPrefix(partition), ...bounds);
  const [revision, epoch, oldest, entries] = reply as [string, string, string, unknown[]];
  const changes = entries.map((entry) => toChange(partition, entry));
  const last = changes.at(-1)?.revision ?? 0;
  const isComplete = changes.length === 0 || last <= after + 1;
  const kept = oldest === '' ? null : Number.parseInt(oldest, 10);
  return { changes, isComplete, oldest: kept, epoch, revision: Number(revision) };
}

/** Changes from a revision to another, oldest first. */
export async function readBetween(
  link: RedisLink,
  partition: number,
  first: number,
  last: number,
  limit: number,
): Promise<Change[]> {
  const bounds = [`${first}-0`, `${last}-0`, 'COUNT', String(limit)] as const;
  const entries = await link.run('XRANGE', changesKey(partition), ...bounds);
  return Array.isArray(entries) ? entries.map((entry) => toChange(partition, entry)) : [];
}

/** The change that made a revision; null where it is not kept. */
export async function readChange(link: RedisLink, partition: number, revision: number): Promise<Change | null> {
  const id = `${revision}-0`;
  const entries = await link.run('XRANGE', changesKey(partition), id, id);
  return Array.isArray(entries) && entries.length > 0 ? toChange(partition, entries[0]) : null;
}

const resources = new Map<string, StoredResource>(storedResources.map((resource) => [resource.service, resource]));

/** An entry of a change stream, as in an XRANGE reply. A newer version of the service may have written it. */
export function toChange(partition: number, entry: unknown): Change {
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
    ...toStep(fields),
    timeMs: Number(fields['time_ms']),
    ...images,
    through: Number(fields['through'] ?? revision),
    ...(problem === undefined ? {} : { problem }),
    mark: fields['mark'] ?? '',
  };
}
