import { addressText, parseAddress } from './connection/address.ts';
import { connect, createClient } from './connection/client.ts';
import { DurabilityWatch } from './connection/durability.ts';
import { createConfirmingWriter } from './connection/confirming-writer.ts';
import {
  createDirectWriter,
  createDurableWriter,
  FunctionLibrary,
  type OnRefused,
  RedisLink,
  reportLibrary,
} from './connection/link.ts';
import { checkServer, fixPartitions, usualPartitions } from './connection/server.ts';
import { epochKey, metaKey, sharedPartition } from './layout/layout.ts';
import type { StoreMemory } from '../port/position.ts';
import { fixEpoch } from './history/adopt.ts';
import { History } from './history/history.ts';
import { ChangeNotifications } from './read/change-notification.ts';
import { StoreUnavailable } from '../port/store-error.ts';
import { createRedisStore, type RedisStore } from './store.ts';

export interface RedisStoreOptions {
  /**
   * redis://, rediss://, unix:///path, redis+sentinel://host,host/name or redis+cluster://host,host; with a login
   * `user:password@` before the host.
   */
  readonly url: string;
  readonly log: { warn(message: string): void };
  /** Partitions of a database that is used for the first time; default 16. Another stored number is an error. */
  readonly partitions?: number;
  /**
   * The memory of an earlier store. If the database is another one or an older one, the store opens `held`. Undefined:
   * no database is known, and any database is accepted.
   */
  readonly memory?: StoreMemory | undefined;
  /** Called with each error by which Redis refuses a permission to the user of the address. */
  readonly onRefused?: OnRefused;
  /** Refuse a server that could lose an acknowledged write. */
  readonly requireDurable?: boolean;
  /** Timeout of a connection, milliseconds; default 2000. */
  readonly connectTimeoutMs?: number;
  /** Timeout of a reply, milliseconds; default 2000. */
  readonly commandTimeoutMs?: number;
  /** Timeout of confirming a sync to disk, milliseconds, if one is needed; default 5000. */
  readonly syncTimeoutMs?: number;
  /** Milliseconds between two checks of the server's durability; default 5000. */
  readonly durabilityCheckMs?: number;
}

/** A batch write may have tens of thousands of writes; nothing else waits on its connection. */
const batchTimeoutMs = 30_000;

/**
 * Opens the store. Throws `StoreUnusable` if the server can never hold it and `StoreUnavailable` if the server cannot
 * be reached; an open store survives temporary outages of Redis.
 */
export async function openRedisStore(options: RedisStoreOptions): Promise<RedisStore> {
  const address = parseAddress(options.url);
  const where = addressText(address);
  const timeouts = { connectMs: options.connectTimeoutMs ?? 2000, commandMs: options.commandTimeoutMs ?? 2000 };
  const ungated = new RedisLink(await connect(address, timeouts), where, options.onRefused);
  let writes: RedisLink | undefined;
  try {
    const server = await checkServer(ungated, where);
    const durability = await DurabilityWatch.start(ungated, server, {
      isRequired: options.requireDurable === true,
      log: options.log,
      everyMs: options.durabilityCheckMs ?? 5000,
    });
    const partitions = await prepareDatabase(ungated, options, where);
    const { memory, log } = options;
    const history = await History.open({ link: ungated, partitions, memory, log });
    const link = ungated.behind(history.newest);
    durability.beforeFirstWrite(() => history.lookBeforeWrite());
    durability.onEviction(() => history.examine());

    const isCluster = address.kind === 'cluster';
    const syncTimeoutMs = options.syncTimeoutMs ?? 5000;
    const connectFor = async (commandMs: number) =>
      new RedisLink(
        await connect(address, { ...timeouts, commandMs: commandMs + syncTimeoutMs }),
        where,
        options.onRefused,
        history.newest,
      );
    const openConfirming = async (commandMs: number) =>
      createConfirmingWriter(await connectFor(commandMs), isCluster, syncTimeoutMs);
    writes = new RedisLink(await connect(address, timeouts), where, options.onRefused, history.newest);
    durability.checkAfterClose(writes);
    const writer = createDurableWriter(durability.permit, createDirectWriter(writes, link), () =>
      openConfirming(timeouts.commandMs),
    );
    const library = new FunctionLibrary(link, writer);
    const reportFunctions = new FunctionLibrary<'add' | 'compact'>(link, writer, reportLibrary);
    const openBatchConnection = async () => {
      const own = await connectFor(batchTimeoutMs);
      // Both writers use one connection, because WAITAOF confirms only writes of its own connection.
      const confirming = createConfirmingWriter(own, isCluster, syncTimeoutMs);
      const ownWriter = createDurableWriter(durability.permit, createDirectWriter(own), () =>
        Promise.resolve(confirming),
      );
      return { library: new FunctionLibrary(own, ownWriter), link: own, close: () => own.close() };
    };
    const notifications = new ChangeNotifications({
      createClient: () => createClient(address, timeouts),
      // Heartbeats of a process that holds back say that it is there.
      link: ungated,
      partitions,
      waitMs: timeouts.connectMs,
      onRefused: options.onRefused ?? (() => {}),
    });
    const store = createRedisStore({
      link,
      ungated,
      where,
      writer,
      notifications,
      library,
      reportFunctions,
      history,
      openBatchConnection,
      partitions,
      isCluster,
      server,
      durability,
    });
    history.onOtherIds(() => {
      history.newest.highestIds.raiseCounters(library).catch((error: unknown) => {
        log.warn(`The counters of ids could not be moved up now; each create moves its own (${String(error)})`);
      });
    });
    if (history.newest.held === null) {
      try {
        await library.ensure();
        await reportFunctions.ensure();
        await history.newest.highestIds.raiseCounters(library);
      } catch (error) {
        // Reads do not need these steps, and each write repeats the missing ones.
        if (!(error instanceof StoreUnavailable) || error.trouble === 'away') throw error;
        log.warn(`Redis takes no writes now; the store opens for reads (${error.message})`);
      }
    }
    return store;
  } catch (error) {
    writes?.close();
    ungated.close();
    throw error;
  }
}

/** Returns the number of partitions. Sets up an unused database, unless another database is remembered. */
async function prepareDatabase(
  link: RedisLink,
  { memory, partitions: wanted }: RedisStoreOptions,
  where: string,
): Promise<number> {
  const known = memory?.positions.length ?? 0;
  const [hasMeta, hasEpoch] = (await Promise.all(
    [metaKey, epochKey(sharedPartition)].map(async (key) => Number(await link.run('EXISTS', key)) === 1),
  )) as [boolean, boolean];
  // One that has lost the key is not made anew.
  if (!hasMeta && (hasEpoch || memory !== undefined)) return known || (wanted ?? usualPartitions);
  const fixed = await fixPartitions(link, wanted, where);
  if (known === 0) await fixEpoch(link, fixed);
  return known || fixed;
}
