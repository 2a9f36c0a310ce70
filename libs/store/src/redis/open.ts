import { addressText, parseAddress } from './connection/address.ts';
import { connect, createClient } from './connection/client.ts';
import { DurabilityWatch } from './connection/durability.ts';
import {
  createConfirmingWriter,
  createDirectWriter,
  createDurableWriter,
  FunctionLibrary,
  RedisLink,
} from './connection/link.ts';
import { checkServer, fixPartitions } from './connection/server.ts';
import { ChangeNotifications } from './read/change.ts';
import { createRedisStore, type RedisStore } from './store.ts';

export interface RedisStoreOptions {
  /** redis://, rediss://, unix:///path, redis+sentinel://host,host/name or redis+cluster://host,host, with user:password@ if needed. */
  readonly url: string;
  readonly log: { warn(message: string): void };
  /** Partitions of a database that is used for the first time; default 16. Another number than the stored one is an error. */
  readonly partitions?: number;
  /** Refuse a server that could lose an acknowledged write. */
  readonly requireDurable?: boolean;
  /** Time for a connection; default 2000. */
  readonly connectTimeoutMs?: number;
  /** Time for a reply; default 2000. */
  readonly commandTimeoutMs?: number;
  /** Time for a sync to disk to be confirmed, where that is needed; default 5000. */
  readonly syncTimeoutMs?: number;
  /** Time between two checks of how durable the server is; default 5000. */
  readonly durabilityCheckMs?: number;
}

/** A batch write may have tens of thousands of writes; nothing else waits on its connection. */
const batchTimeoutMs = 30_000;

/**
 * Opens the store. Throws `StoreUnusable` when the server can never hold it and `StoreUnavailable` when it cannot be
 * reached; once open it survives Redis going away and coming back.
 */
export async function openRedisStore(options: RedisStoreOptions): Promise<RedisStore> {
  const address = parseAddress(options.url);
  const where = addressText(address);
  const timeouts = { connectMs: options.connectTimeoutMs ?? 2000, commandMs: options.commandTimeoutMs ?? 2000 };
  const link = new RedisLink(await connect(address, timeouts), where);
  try {
    const server = await checkServer(link, where);
    const durability = await DurabilityWatch.start(link, server, {
      isRequired: options.requireDurable === true,
      log: options.log,
      everyMs: options.durabilityCheckMs ?? 5000,
    });
    const partitions = await fixPartitions(link, options.partitions, where);

    const isCluster = address.kind === 'cluster';
    const syncTimeoutMs = options.syncTimeoutMs ?? 5000;
    const connectFor = async (commandMs: number) =>
      new RedisLink(await connect(address, { ...timeouts, commandMs: commandMs + syncTimeoutMs }), where);
    const openConfirming = async (commandMs: number) =>
      createConfirmingWriter(await connectFor(commandMs), isCluster, syncTimeoutMs);
    const writer = createDurableWriter(durability.permit, createDirectWriter(link), () =>
      openConfirming(timeouts.commandMs),
    );
    const library = new FunctionLibrary(link, writer);
    const openBatchConnection = async () => {
      const own = await connectFor(batchTimeoutMs);
      // Both writers on the one connection: a batch write that confirms waits on the connection that it has written on.
      const confirming = createConfirmingWriter(own, isCluster, syncTimeoutMs);
      const ownWriter = createDurableWriter(durability.permit, createDirectWriter(own), () =>
        Promise.resolve(confirming),
      );
      return { library: new FunctionLibrary(own, ownWriter), close: () => own.close() };
    };
    const notifications = new ChangeNotifications(
      () => createClient(address, timeouts),
      partitions,
      timeouts.connectMs,
    );
    const store = createRedisStore({
      link,
      writer,
      notifications,
      library,
      openBatchConnection,
      partitions,
      isCluster,
      server,
      durability,
    });
    await library.ensure();
    return store;
  } catch (error) {
    link.close();
    throw error;
  }
}
