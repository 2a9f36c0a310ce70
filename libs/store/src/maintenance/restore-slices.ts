import { readFileSync } from 'node:fs';
import { StoreUnavailable } from '../port/store-error.ts';
import { epochKey, partitionPrefix } from '../redis/layout/layout.ts';
import type { Connection } from './connection.ts';

const script = readFileSync(new URL('../../lua/restore-slice.lua', import.meta.url), 'utf8');

/** The most commands in a slice, and about the most characters: some milliseconds of work for Redis. */
const mostCommands = 200;
const mostCharacters = 128 * 1024;
/** Entries of an index that are added together. */
const mostEntries = 500;

/** Content that is not text stays bytes, which JSON cannot represent. */
type Command = readonly (string | Buffer)[];

/** The key of a restore's progress in a partition. */
export const restoringKey = (partition: number): string => `${partitionPrefix(partition)}restoring`;

/**
 * Writes one partition for a restore, in slices. A slice is written only if the slice before it was: a restore that
 * another restore has taken over, or whose last slices a failover has lost, fails and never appears complete.
 */
export class RestoreSlices {
  readonly #connection: Connection;
  readonly #partition: number;
  readonly #name: string;
  #done = 0;
  #commands: Command[] = [];
  #characters = 0;
  /** Entries of indexes that the objects of this slice need. */
  readonly #gathered = new Map<string, { readonly name: string; readonly args: string[] }>();

  /** `name` identifies this restore. */
  constructor(connection: Connection, partition: number, name: string) {
    this.#connection = connection;
    this.#partition = partition;
    this.#name = name;
  }

  /** Takes the partition over in any state: from now on the store's functions refuse to write to it. */
  async begin(): Promise<void> {
    const key = restoringKey(this.#partition);
    const take = "redis.call('SET', KEYS[1], ARGV[1]) redis.call('DEL', ARGV[2])";
    await this.#connection.runOn(key, 'EVAL', take, 1, key, this.#progress(), epochKey(this.#partition));
  }

  async add(...commands: readonly Command[]): Promise<void> {
    for (const command of commands) {
      this.#commands.push(command);
      this.#characters += command.reduce((sum, text) => sum + text.length, 0);
    }
    if (this.#commands.length >= mostCommands || this.#characters >= mostCharacters) await this.flush();
  }

  /** Adds arguments to a command on a key, which is sent with the slice: one `SADD` covers many objects. */
  gather(name: string, key: string, ...args: readonly string[]): void {
    const gathered = this.#gathered.get(`${name} ${key}`) ?? { name, args: [] };
    this.#gathered.set(`${name} ${key}`, gathered);
    gathered.args.push(...args);
  }

  /** Sends the gathered commands. */
  async flush(): Promise<void> {
    for (const [place, { name, args }] of this.#gathered) {
      const key = place.slice(name.length + 1);
      for (let start = 0; start < args.length; start += mostEntries) {
        this.#commands.push([name, key, ...args.slice(start, start + mostEntries)]);
      }
    }
    if (this.#commands.length === 0) return;
    const expected = this.#progress();
    this.#done += 1;
    const key = restoringKey(this.#partition);
    const bytes: Buffer[] = [];
    const commands = this.#commands.map((command) =>
      command.map((one) => (typeof one === 'string' ? one : bytes.push(one))),
    );
    const args = [expected, this.#progress(), JSON.stringify(commands), ...bytes];
    const reply = await this.#connection.runOn(key, 'EVAL', script, 1, key, ...args);
    if (Number(reply) !== 1) throw lost(this.#partition);
    this.#commands = [];
    this.#characters = 0;
    this.#gathered.clear();
  }

  /** Throws unless all slices were written. */
  async confirm(): Promise<void> {
    const found = await this.#connection.run('GET', restoringKey(this.#partition));
    if (found !== this.#progress()) throw lost(this.#partition);
  }

  /** Makes the partition usable for the store, under an epoch. */
  async end(epoch: string): Promise<void> {
    const key = restoringKey(this.#partition);
    const open = "redis.call('SET', ARGV[1], ARGV[2]) redis.call('DEL', KEYS[1])";
    await this.#connection.runOn(key, 'EVAL', open, 1, key, epochKey(this.#partition), epoch);
  }

  #progress(): string {
    return `${this.#name} ${this.#done}`;
  }
}

const lost = (partition: number) =>
  new StoreUnavailable(
    `Another restore has begun, or Redis failed over and lost a part of this one (partition ${partition}); the database is not whole: restore it again`,
  );
