import { readFileSync } from 'node:fs';
import { Cluster } from 'ioredis';
import { StoreUnavailable, type Trouble } from '../../port/store-error.ts';
import type { Client } from './client.ts';
import { refusedRight, toLoadError, toStoreError } from './failure.ts';

/** A command and its arguments. */
export type Command = readonly [name: string, ...args: (string | Buffer)[]];

/** Can stop commands from being sent. */
export interface Gate {
  /** The reason; null: commands may be sent. */
  readonly held: string | null;
}

const open: Gate = { held: null };

/** Called with each error by which Redis refuses a permission. */
export type OnRefused = (error: Error) => void;

/** Sends commands to Redis and turns its failures into the store's errors. */
export class RedisLink {
  readonly client: Client;
  readonly #where: string;
  readonly #gate: Gate;
  readonly #onRefused: OnRefused;

  /** `where`: the address as messages show it. */
  constructor(client: Client, where: string, onRefused: OnRefused = () => {}, gate: Gate = open) {
    this.client = client;
    this.#where = where;
    this.#onRefused = onRefused;
    this.#gate = gate;
  }

  /** The same connection, with a gate. */
  behind(gate: Gate): RedisLink {
    return new RedisLink(this.client, this.#where, this.#onRefused, gate);
  }

  /** Sends a command whose loss changes nothing. Commands of one event-loop turn are sent together. */
  run(...command: Command): Promise<unknown> {
    return this.#send(command, false);
  }

  /** The texts of keys of one slot, as bytes; null for a key without one. */
  async readBuffers(keys: readonly string[]): Promise<(Buffer | null)[]> {
    this.#requireOpen();
    try {
      return await this.client.mgetBuffer(...keys);
    } catch (error) {
      throw this.#toError(error, false);
    }
  }

  /** Sends a write: if Redis may have executed a failed write, the error says that the outcome is unknown. */
  write(...command: Command): Promise<unknown> {
    return this.#send(command, true);
  }

  async #send([name, ...args]: Command, isWrite: boolean): Promise<unknown> {
    this.#requireOpen();
    try {
      return await this.client.call(name, ...args);
    } catch (error) {
      throw this.#toError(error, isWrite);
    }
  }

  /** Sends writes of one slot together over one connection. The reply of a failed command is an `Error`. */
  async batch(commands: readonly Command[]): Promise<unknown[]> {
    this.#requireOpen();
    const pipeline = this.client.pipeline();
    for (const [name, ...args] of commands) pipeline.call(name, ...args);
    return this.#settle(pipeline.exec(), true);
  }

  /** Sends commands of one slot as one MULTI/EXEC transaction. Throws the first failure. */
  async transaction(commands: readonly Command[]): Promise<unknown[]> {
    this.#requireOpen();
    const transaction = this.client.multi();
    for (const [name, ...args] of commands) transaction.call(name, ...args);
    const replies = await this.#settle(transaction.exec(), false);
    for (const reply of replies) if (reply instanceof Error) throw reply;
    return replies;
  }

  /** The keys that match a pattern, page by page. A key that exists throughout comes at least once. */
  async *scan(pattern: string): AsyncIterable<readonly string[]> {
    this.#requireOpen();
    const { client } = this;
    const nodes = client instanceof Cluster ? client.nodes('master') : [client];
    if (nodes.length === 0) throw new StoreUnavailable(`no node of the cluster at ${this.#where} answers`);
    for (const node of nodes) {
      let cursor = '0';
      do {
        let page: unknown;
        try {
          page = await node.call('SCAN', cursor, 'MATCH', pattern, 'COUNT', '1000');
        } catch (error) {
          throw this.#toError(error, false);
        }
        const [next, keys] = page as [string, string[]];
        cursor = next;
        if (keys.length > 0) yield keys;
      } while (cursor !== '0');
    }
  }

  /**
   * Runs an action on every server that takes writes: one server, or every primary of a cluster. `run` fails with the
   * client's own error for an error reply to the command, otherwise with `StoreUnavailable`.
   */
  async onEveryPrimary<Result>(action: (run: (...command: Command) => Promise<unknown>) => Promise<Result>) {
    this.#requireOpen();
    const { client } = this;
    const primaries = client instanceof Cluster ? client.nodes('master') : [client];
    return Promise.all(
      primaries.map((primary) =>
        action(async (...[name, ...args]) => {
          try {
            return await primary.call(name, ...args);
          } catch (error) {
            const isReply = error instanceof Error && error.name === 'ReplyError';
            throw isReply ? error : this.#toError(error, false);
          }
        }),
      ),
    );
  }

  #toError(error: unknown, isWrite: boolean): Error {
    const made = toStoreError(error, this.#where, isWrite);
    if (refusedRight(made) !== null) this.#onRefused(made);
    return made;
  }

  #requireOpen(): void {
    if (this.#gate.held !== null) throw new StoreUnavailable(this.#gate.held, { trouble: 'other_database' });
  }

  async #settle(exec: Promise<[Error | null, unknown][] | null>, isWrite: boolean): Promise<unknown[]> {
    try {
      const replies = (await exec) ?? [];
      return replies.map(([error, reply]) => (error === null ? reply : this.#toError(error, isWrite)));
    } catch (error) {
      throw this.#toError(error, isWrite);
    }
  }

  close(): void {
    this.client.disconnect();
  }
}

/** Sends a write and resolves once it is as durable as the server can guarantee. */
export interface Writer {
  /** `route`: writes with the same route have keys of one slot. */
  commit(route: string, command: Command): Promise<unknown>;
  close(): void;
}

/** The reply of a command that only prepares a write: if its outcome is unknown, the write itself was not done. */
export async function asPreparation<T>(reply: Promise<T>): Promise<T> {
  try {
    return await reply;
  } catch (error) {
    if (!(error instanceof StoreUnavailable) || !error.outcomeUnknown) throw error;
    throw new StoreUnavailable(error.message, { trouble: error.trouble, cause: error });
  }
}

/** Whether writes to the server are permitted at present. */
export interface WritePermit {
  /** False until the server of a new connection was checked. */
  readonly isChecked: boolean;
  /** Why writes are refused; null: they are permitted. */
  readonly refusal: { readonly message: string; readonly trouble: Trouble } | null;
  /** Whether a write is durable only once the server has confirmed it. */
  readonly needsConfirmation: boolean;
  readonly check: () => Promise<void>;
}

/** Sends each write as the permit requires. The confirming writer is opened when it is first needed. */
export function createDurableWriter(
  permit: WritePermit,
  direct: Writer,
  openConfirming: () => Promise<Writer>,
): Writer {
  let confirming: Promise<Writer> | undefined;
  return {
    async commit(route, command) {
      if (!permit.isChecked) await permit.check();
      const { refusal } = permit;
      if (refusal !== null) throw new StoreUnavailable(refusal.message, { trouble: refusal.trouble });
      if (!permit.needsConfirmation) return direct.commit(route, command);
      confirming ??= openConfirming().catch((error: unknown) => {
        confirming = undefined;
        throw error;
      });
      return (await confirming).commit(route, command);
    },
    close() {
      direct.close();
      confirming?.then((writer) => writer.close()).catch(() => undefined);
    },
  };
}

/**
 * For a Redis that syncs every write before it replies, and for one that cannot confirm a sync. ioredis sends the next
 * commands on a connection only after all previous ones have replies, so a read would wait for the sync of the writes
 * before it: `own` is for writes only. While `own` is not connected, `shared` sends them.
 */
export function createDirectWriter(own: RedisLink, shared: RedisLink = own): Writer {
  return {
    commit: (_route, command) => (own.client.status === 'ready' ? own : shared).write(...command),
    close: () => own.close(),
  };
}

/**
 * The functions are .lua files, which editors can check. Their path is the same from `src/redis/connection` and from
 * `dist/redis/connection`, so the build copies nothing.
 */
const read = (...names: readonly string[]): string =>
  names.map((name) => readFileSync(new URL(`../../../lua/${name}.lua`, import.meta.url), 'utf8')).join('\n');
const source = read('check', 'steps', 'counter', 'gather', 'function', 'batch', 'trim', 'find');
const libraryName = 'auction_tiers_v1';

/** Functions that Redis is given together, under one name. */
interface Library {
  readonly name: string;
  readonly source: string;
}
const objectLibrary: Library = { name: libraryName, source };
export const reportLibrary: Library = { name: 'auction_tiers_report_v1', source: read('report') };

/** The writing functions of the object library. */
type ObjectFunction =
  | 'write'
  | 'write_batch'
  | 'recall'
  | 'raise'
  | 'draw'
  | 'reserve'
  | 'hold'
  | 'release'
  | 'trim'
  | 'lease';

/** The store's Redis functions. Reloads them into a server that lacks them: a new primary, or after a flush. */
export class FunctionLibrary<Name extends string = ObjectFunction> {
  readonly #link: RedisLink;
  readonly #writer: Writer;
  readonly #library: Library;
  #loading: Promise<void> | null = null;

  constructor(link: RedisLink, writer: Writer, library: Library = objectLibrary) {
    this.#link = link;
    this.#writer = writer;
    this.#library = library;
  }

  /** Loads the functions into every primary whose library is missing or has other code. */
  async ensure(): Promise<void> {
    const { name, source: code } = this.#library;
    try {
      await this.#link.onEveryPrimary(async (run) => {
        const listed = await run('FUNCTION', 'LIST', 'LIBRARYNAME', name, 'WITHCODE');
        const isSame = Array.isArray(listed) && listed.flat(2).includes(code);
        if (!isSame) await run('FUNCTION', 'LOAD', 'REPLACE', code);
      });
    } catch (error) {
      throw toLoadError(error);
    }
  }

  /** Calls a function that writes, on keys of one slot. Writes with the same route share one confirmation. */
  async call(
    name: Name,
    route: string,
    keys: string | readonly string[],
    args: readonly (string | Buffer)[] = [],
  ): Promise<unknown> {
    const named = typeof keys === 'string' ? [keys] : keys;
    const command = ['FCALL', `${this.#library.name}_${name}`, String(named.length), ...named, ...args] as const;
    const reply = this.#withFunctions(() => this.#writer.commit(route, command));
    return name === 'write' || name === 'write_batch' ? reply : asPreparation(reply);
  }

  /** Calls a function that only reads, on one key. */
  async ask(name: 'find', key: string, args: readonly string[]): Promise<unknown> {
    return this.#withFunctions(() => this.#link.run('FCALL_RO', `${this.#library.name}_${name}`, '1', key, ...args));
  }

  async #withFunctions(send: () => Promise<unknown>): Promise<unknown> {
    try {
      return await send();
    } catch (error) {
      if (!(error instanceof Error) || !error.message.includes('Function not found')) throw error;
    }
    this.#loading ??= this.ensure().finally(() => {
      this.#loading = null;
    });
    await this.#loading;
    return send();
  }
}
