import { readFileSync } from 'node:fs';
import { Cluster } from 'ioredis';
import { StoreUnavailable, StoreUnusable } from '../../port/store-error.ts';
import type { RedisLink, Writer } from './link.ts';

/**
 * The functions are .lua files, which editors can check. Their path is the same from `src/redis/connection` and from
 * `dist/redis/connection`, so the build copies nothing.
 */
const source = ['check', 'function']
  .map((name) => readFileSync(new URL(`../../../lua/${name}.lua`, import.meta.url), 'utf8'))
  .join('\n');
const libraryName = 'auction_tiers_v5';

/** The store's Redis functions. Loads them again into a server that has lost them: a new primary, or after a flush. */
export class FunctionLibrary {
  readonly #link: RedisLink;
  readonly #writer: Writer;
  #loading: Promise<void> | null = null;

  constructor(link: RedisLink, writer: Writer) {
    this.#link = link;
    this.#writer = writer;
  }

  /** Loads the functions into every primary whose library is absent or has other code. */
  async ensure(): Promise<void> {
    await this.#onEveryPrimary(async (client) => {
      const listed = await client.call('FUNCTION', 'LIST', 'LIBRARYNAME', libraryName, 'WITHCODE');
      const isSame = Array.isArray(listed) && listed.flat(2).includes(source);
      if (!isSame) await client.call('FUNCTION', 'LOAD', 'REPLACE', source);
    });
  }

  /** Calls a function that writes, on keys of one slot. Writes with the same route share one confirmation. */
  async call(
    name: 'write' | 'write_batch' | 'recall' | 'raise' | 'reserve',
    route: string,
    keys: string | readonly string[],
    args: readonly string[] = [],
  ): Promise<unknown> {
    const named = typeof keys === 'string' ? [keys] : keys;
    const command = ['FCALL', `${libraryName}_${name}`, String(named.length), ...named, ...args] as const;
    return this.#withFunctions(() => this.#writer.commit(route, command));
  }

  /** Calls a function that only reads, on one key. */
  async ask(name: 'find', key: string, args: readonly string[]): Promise<unknown> {
    return this.#withFunctions(() => this.#link.run('FCALL_RO', `${libraryName}_${name}`, '1', key, ...args));
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

  async #onEveryPrimary(
    action: (client: { call(name: string, ...args: string[]): Promise<unknown> }) => Promise<void>,
  ) {
    const { client } = this.#link;
    try {
      await Promise.all((client instanceof Cluster ? client.nodes('master') : [client]).map(action));
    } catch (error) {
      throw this.#toLoadError(error);
    }
  }

  #toLoadError(error: unknown): Error {
    const message = error instanceof Error ? error.message : String(error);
    if (/^NOPERM|unknown command/i.test(message)) {
      return new StoreUnusable(
        `This user of Redis may not load functions (${message}); allow FUNCTION and FCALL, for example with ACL SETUSER <user> +function +fcall`,
      );
    }
    return new StoreUnavailable(`The store's functions could not be loaded into Redis (${message})`);
  }
}
