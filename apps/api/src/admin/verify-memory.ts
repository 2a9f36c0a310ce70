import { readFile } from 'node:fs/promises';
import { get as getHttp } from 'node:http';
import { get as getHttps } from 'node:https';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { advance, type Connection, digestsOf, type PartitionState } from '@auction-tiers/store/maintenance';
import { setTimeout } from 'node:timers/promises';
import type { ObjectMemory, PartitionMemory } from '../mirror/memory-view.ts';
import { Refused } from './command.ts';

/** New connections to look for the processes behind one address: each may lead to another process. */
const lookedFor = 16;
/** How long a process may be behind the store: it reads changes each second. */
const longestBehindMs = 10_000;
const askAgainMs = 100;

interface MemoryOptions {
  readonly url: string;
  readonly key: string;
}

/** The key of an administrator: ADMIN_API_KEY, or the one that the first start has left in the data folder. */
export async function readAdminKey(environment: Readonly<Record<string, string | undefined>>): Promise<string> {
  const given = environment['ADMIN_API_KEY'];
  if (given !== undefined && given !== '') return given;
  const file = join(environment['DATA_DIR'] || '.data', 'credentials.json');
  try {
    const people = JSON.parse(await readFile(file, 'utf8')) as { role?: string; api_key?: string }[];
    const key = people.find(({ role }) => role === 'admin')?.api_key;
    if (key !== undefined) return key;
  } catch (error) {
    if (!(error instanceof SyntaxError) && (error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  throw new Refused(`--api needs the key of an administrator: ADMIN_API_KEY is not set, and ${file} has none`);
}

/** Compares what the processes of a service hold in memory with the store. */
export class MemoryCheck {
  readonly #connection: Connection;
  readonly #options: MemoryOptions;
  /** Processes that answered. */
  readonly processes = new Set<string>();

  private constructor(connection: Connection, options: MemoryOptions) {
    this.#connection = connection;
    this.#options = options;
  }

  /** Looks for the processes behind an address. */
  static async open(connection: Connection, options: MemoryOptions): Promise<MemoryCheck> {
    const check = new MemoryCheck(connection, options);
    for (let asked = 0; asked < lookedFor; asked += 1) {
      check.processes.add((await check.#ask<{ process: string }>('')).process);
    }
    return check;
  }

  /** Gives the first difference of a partition, in any process that was found. */
  async compare(state: PartitionState): Promise<string | null> {
    const left = new Set(this.processes);
    let own = state;
    const endMs = performance.now() + longestBehindMs;
    // The bound ends the search for a process that has ended meanwhile.
    for (let asked = 0; left.size > 0 && asked < lookedFor * this.processes.size; ) {
      const memory = await this.#ask<PartitionMemory>(`?partition=${state.partition}`);
      const who = `the process ${memory.process} at ${this.#options.url}`;
      if (memory.revision < state.revision) {
        if (performance.now() > endMs) {
          return `${who} is at revision ${memory.revision} of partition ${state.partition}, the store is at ${state.revision}`;
        }
        await setTimeout(askAgainMs);
        continue;
      }
      asked += 1;
      if (memory.revision < own.revision) own = state;
      own = await advance(this.#connection, own, memory.revision);
      const difference = await this.#compare(own, memory, who);
      if (difference !== null) return difference;
      left.delete(memory.process);
    }
    return null;
  }

  async #compare(state: PartitionState, memory: PartitionMemory, who: string): Promise<string | null> {
    const { digest, digests } = digestsOf(state);
    if (digest === memory.digest) return null;
    const held = new Map(memory.digests);
    const names = [...new Set([...digests.keys(), ...held.keys()])].toSorted();
    const name = names.find((one) => digests.get(one) !== held.get(one));
    if (name === undefined) return null;
    const key = `at:{p${state.partition}}:${name}`;
    if (!held.has(name)) return `${key} is stored, and not in the memory of ${who}`;
    if (!digests.has(name)) return `${key} is in the memory of ${who}, and not stored, or this version cannot read it`;
    const [service, id] = name.split(':');
    const { fields } = await this.#ask<ObjectMemory>(`?partition=${state.partition}&service=${service}&id=${id}`);
    const hash = state.objects.get(name)?.hash ?? {};
    const differing = Object.keys({ ...hash, ...fields }).find(
      (field) => !field.startsWith('_') && (hash[field] ?? null) !== (fields?.[field] ?? null),
    );
    if (differing === undefined) return `${key} differs in the memory of ${who}`;
    const [here, there] = [hash[differing] ?? null, fields?.[differing] ?? null];
    return `${key} has ${JSON.stringify(here)} in ${differing}, the memory of ${who} has ${JSON.stringify(there)}`;
  }

  async #ask<Answer>(query: string): Promise<Answer> {
    const { url, key } = this.#options;
    const address = new URL(`/mirror${query}`, url);
    const get = address.protocol === 'https:' ? getHttps : getHttp;
    const { status, body } = await new Promise<{ status: number; body: unknown }>((resolve, reject) => {
      const request = get(address, { agent: false, headers: { authorization: key } }, (response) => {
        json(response).then(
          (parsed) => resolve({ status: response.statusCode ?? 0, body: parsed }),
          (error: unknown) => reject(error as Error),
        );
      });
      request.on('error', reject);
    }).catch((error: unknown) => {
      throw new Refused(
        `${url} does not answer (${(error as Error).message || (error as NodeJS.ErrnoException).code})`,
      );
    });
    const { response } = body as { response: { mirror?: Answer; error?: string } };
    if (status === 200 && response.mirror !== undefined) return response.mirror;
    throw new Refused(
      `${url} answers ${status} to ${address.pathname}: ${response.error ?? 'no service of auction-tiers'}`,
    );
  }
}
