import { StoreUnavailable } from '../../port/store-error.ts';
import type { Client } from './client.ts';

/** A command and its arguments. */
export type Command = readonly [name: string, ...args: string[]];

/** Error replies of a server that is reachable but cannot serve now. */
const temporary =
  /^(LOADING|EXECABORT|BUSY|MASTERDOWN|READONLY|CLUSTERDOWN|TRYAGAIN|MOVED|ASK|OOM|MISCONF|NOREPLICAS|NOAUTH|WRONGPASS|NOPERM|UNBLOCKED|NOGOODSLAVE)\b/;

/** Errors of ioredis after which the command cannot have reached Redis. */
const neverSent = /isn't writeable|isn't ready|None of startup nodes|Failed to refresh slots cache/;

/** Sends commands to Redis and turns its failures into the store's errors. */
export class RedisLink {
  readonly client: Client;
  readonly #where: string;

  /** `where`: the address as messages show it. */
  constructor(client: Client, where: string) {
    this.client = client;
    this.#where = where;
  }

  /** Sends one command. Commands of the same turn of the event loop travel together. */
  async run(...[name, ...args]: Command): Promise<unknown> {
    try {
      return await this.client.call(name, ...args);
    } catch (error) {
      throw toStoreError(error, this.#where);
    }
  }

  /** Sends commands of one slot together over one connection. The reply of a failed command is an `Error`. */
  async batch(commands: readonly Command[]): Promise<unknown[]> {
    const pipeline = this.client.pipeline();
    for (const [name, ...args] of commands) pipeline.call(name, ...args);
    return this.#settle(pipeline.exec());
  }

  /** Sends commands of one slot as one MULTI/EXEC transaction. Throws the first failure. */
  async transaction(commands: readonly Command[]): Promise<unknown[]> {
    const transaction = this.client.multi();
    for (const [name, ...args] of commands) transaction.call(name, ...args);
    const replies = await this.#settle(transaction.exec());
    for (const reply of replies) if (reply instanceof Error) throw reply;
    return replies;
  }

  async #settle(exec: Promise<[Error | null, unknown][] | null>): Promise<unknown[]> {
    try {
      const replies = (await exec) ?? [];
      return replies.map(([error, reply]) => (error === null ? reply : toStoreError(error, this.#where)));
    } catch (error) {
      throw toStoreError(error, this.#where);
    }
  }

  close(): void {
    this.client.disconnect();
  }
}

/** A temporary failure becomes `StoreUnavailable`; an error reply to the command itself stays an `Error`. */
function toStoreError(error: unknown, where: string): Error {
  if (error instanceof StoreUnavailable) return error;
  if (!(error instanceof Error)) return new Error(`Redis at ${where} failed: ${String(error)}`, { cause: error });
  if (error.name !== 'ReplyError') {
    return new StoreUnavailable(`Redis at ${where} does not answer (${reason(error)})`, {
      outcomeUnknown: !neverSent.test(error.message),
    });
  }
  if (temporary.test(error.message))
    return new StoreUnavailable(`Redis at ${where} cannot serve now (${error.message})`);
  return new Error(`Redis at ${where} refused a command: ${error.message}`);
}

/** The text only: the error object carries the arguments of the command, which may be secrets. */
function reason(error: Error): string {
  if (neverSent.test(error.message)) return 'not connected';
  if (error.name === 'MaxRetriesPerRequestError') return 'the connection broke';
  return error.message;
}
