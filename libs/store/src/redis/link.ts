import type { Client } from './client.ts';
import { toStoreError } from './failure.ts';

/** A command and its arguments. */
export type Command = readonly [name: string, ...args: string[]];

/** Commands to Redis, with its failures as store errors. */
export class RedisLink {
  readonly client: Client;
  readonly #where: string;

  /** `where`: the address as messages show it. */
  constructor(client: Client, where: string) {
    this.client = client;
    this.#where = where;
  }

  /** Sends one command; those of the same moment travel together. */
  async run(...[name, ...args]: Command): Promise<unknown> {
    try {
      return await this.client.call(name, ...args);
    } catch (error) {
      throw toStoreError(error, this.#where);
    }
  }

  /** Sends commands of one slot in one piece over one connection. A failed one stands in its place as an error. */
  async batch(commands: readonly Command[]): Promise<unknown[]> {
    const pipeline = this.client.pipeline();
    for (const [name, ...args] of commands) pipeline.call(name, ...args);
    return this.#settle(pipeline.exec());
  }

  /** Like `batch`, all or nothing and with nothing in between; the first failure is thrown. */
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
