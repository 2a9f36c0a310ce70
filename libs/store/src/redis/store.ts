import type { ObjectStore } from '../port/object-store.ts';
import type { FunctionLibrary, RedisLink, Writer } from './connection/link.ts';
import type { Durability, DurabilityWatch } from './connection/durability.ts';
import { fixPartitions, readTime, type Server } from './connection/server.ts';
import { createCredentials } from './credential.ts';
import { changesKey, demoKey, mailsKey, partitionPrefix, place, sharedPartition, toTexts } from './layout/layout.ts';
import { renewEpoch } from './history/adopt.ts';
import type { History } from './history/history.ts';
import { noteOpen } from './open-by.ts';
import { createLeases } from './lease.ts';
import { createFindTrouble } from './trouble.ts';
import { ChangeReader, readBetween, readChange, readChangeLog, readOwnedChanges } from './read/change.ts';
import type { ChangeNotifications } from './read/change-notification.ts';
import { HeadReader } from './read/head-reader.ts';
import { readSteps } from './read/step.ts';
import { readObject, readSecrets } from './read/object.ts';
import { type BatchConnection, BatchWriter } from './write/batch-write.ts';
import { Creator, drawIds } from './write/create.ts';
import { write } from './write/write.ts';
import type { ReportStore } from '../port/report-store.ts';
import { RedisReportStore } from './report/report-store.ts';

const hourMs = 3_600_000;

/** The store on Redis, in the layout of LAYOUT.md. */
export interface RedisStore extends ObjectStore {
  readonly server: Server;
  /** How durable acknowledged writes are, as of the last check. */
  readonly durability: Durability;
  /** The counts of the live report. */
  readonly reports: ReportStore;
  /** The note of the demo's first start about its days, as written; null: none. */
  readDemo(): Promise<string | null>;
  /** Resolves once the note is as durable as any write. */
  writeDemo(text: string): Promise<void>;
  /**
   * Accepts the present database, whatever other processes know: gives it a new epoch, which they accept, and raises
   * its counters to the ids that this store has seen. Returns the epoch.
   */
  adopt(): Promise<string>;
  /** Counts mails of a member, from the first on for an hour. Returns their number, and when the count begins anew. */
  countMails(memberId: number, mails: number): Promise<{ readonly count: number; readonly remainingMs: number }>;
  /** The time by the server's clock, milliseconds since 1970, whatever database it has. */
  serverTimeMs(): Promise<number>;
}

interface Parts {
  /** The link whose gate is the history. */
  readonly link: RedisLink;
  readonly ungated: RedisLink;
  /** The address as messages show it. */
  readonly where: string;
  readonly writer: Writer;
  readonly notifications: ChangeNotifications;
  readonly library: FunctionLibrary;
  readonly reportFunctions: FunctionLibrary<'add' | 'compact'>;
  readonly history: History;
  readonly openBatchConnection: () => Promise<BatchConnection>;
  readonly partitions: number;
  readonly isCluster: boolean;
  readonly server: Server;
  readonly durability: DurabilityWatch;
}

/** Implements the port by the parts that read and write. */
export function createRedisStore(parts: Parts): RedisStore {
  const { link, writer, notifications, library, history, partitions, server, durability } = parts;
  const creator = new Creator(parts);
  const batchWriter = new BatchWriter(parts.openBatchConnection, partitions, history);
  const changeReader = new ChangeReader(parts);
  return {
    partitions,
    server,
    get durability() {
      return durability.current;
    },
    credentials: createCredentials(parts),
    reports: new RedisReportStore({ ...parts, library: parts.reportFunctions, newest: history.newest }),
    create: creator.create,
    repeatOf: creator.repeatOf,
    writeBatch: batchWriter.writeBatch,
    earlierBatch: batchWriter.earlierBatch,
    holdWrites: batchWriter.holdWrites,
    reserveId: creator.reserveId,
    drawIds: (service, count) => drawIds(parts, service, count),
    update(resource, memberId, id, value, expectedRevision, actor, options = {}) {
      const changed = { ...options, resource, memberId, id, value, guard: expectedRevision, actor };
      return write(parts, { operation: 'update', ...changed });
    },
    remove(resource, memberId, id, actor, { expectedRevision = null, ...options } = {}) {
      const removed = { ...options, resource, memberId, id, value: null, guard: expectedRevision, actor };
      return write(parts, { operation: 'delete', ...removed });
    },
    async get(resource, memberId, id) {
      const placement = place(resource, memberId, id, partitions);
      const found = placement === null ? null : await readObject(link, resource, placement, id);
      if (found === null && placement !== null) await history.head(placement.partition);
      return found;
    },
    async secretsOf(resource, memberId, id) {
      const placement = place(resource, memberId, id, partitions);
      return placement === null ? null : readSecrets(link, resource, placement, id);
    },
    changesOf: (memberId, after, through) =>
      readOwnedChanges(link, { partition: memberId % partitions, memberId }, after, through),
    stepsOf: (memberId, ymProfileId, start, count) =>
      readSteps(link, { partition: memberId % partitions, memberId }, ymProfileId, start, count),
    changesBetween: (partition, first, last, limit) => readBetween(link, partition, first, last, limit),
    changeAt: (partition, revision) => readChange(link, partition, revision),
    async trimChanges(partition, { beforeMs, keptNewest, most }) {
      const prefix = partitionPrefix(partition);
      const args = [prefix, String(beforeMs), String(keptNewest), String(most)];
      const [removed, oldest = ''] = toTexts(await library.call('trim', prefix, changesKey(partition), args));
      return { removed: Number(removed), oldestMs: oldest === '' ? null : Number(oldest) };
    },
    load: changeReader.load,
    head: new HeadReader(link, history).head,
    heads: () => history.heads(),
    history: history.newest,
    memory: () => history.memory(),
    changesAfter: changeReader.changesAfter,
    async changeLog(memberId, start, count) {
      const partition = memberId === null ? sharedPartition : memberId % partitions;
      const page = await readChangeLog(link, { partition, memberId }, start, count);
      await history.head(partition);
      return page;
    },
    ...createLeases(library),
    noteOpen: (memberId, draftId, user) =>
      noteOpen(parts, { memberId, draftId, partition: memberId % partitions }, user),
    readDemo: async () => (await link.run('GET', demoKey())) as string | null,
    writeDemo: async (text) => void (await writer.commit(demoKey(), ['SET', demoKey(), text])),
    async countMails(memberId, mails) {
      const key = mailsKey(memberId);
      const [count, , remainingMs] = await link.transaction([
        ['INCRBY', key, String(mails)],
        ['PEXPIRE', key, String(hourMs), 'NX'],
        ['PTTL', key],
      ]);
      return { count: Number(count), remainingMs: Math.max(0, Number(remainingMs)) };
    },
    serverTimeMs: () => readTime(parts.ungated),
    async adopt() {
      const { ungated } = parts;
      await fixPartitions(ungated, partitions, parts.where);
      const epoch = await renewEpoch(ungated, partitions);
      await history.examine();
      await history.newest.highestIds.raiseCounters(library);
      return epoch;
    },
    onChangeNotification: notifications.listen,
    findTrouble: createFindTrouble(parts),
    async close() {
      notifications.close();
      durability.close();
      await batchWriter.close();
      writer.close();
      link.close();
    },
  };
}
