import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createClient, type RedisClientType } from 'redis';
import { findFreePort } from '../../redis/temporary-redis.ts';
import { ensureRedisServer } from '../../redis/index.ts';
import { Child, killProcess } from './child.ts';

const durable = ['--appendonly', 'yes', '--appendfsync', 'always', '--save', ''];
const startMs = 30_000;

/** A Redis that can be killed, changed and started again, on the same port and over the same files. */
export class RedisNode {
  readonly port: number;
  readonly #dir: string;
  readonly #logFile: string;
  readonly #settings: readonly string[];
  #child: Child | null = null;
  #client: RedisClientType | null = null;
  #pid = 0;

  private constructor(port: number, dir: string, settings: readonly string[]) {
    this.port = port;
    this.#dir = dir;
    this.#logFile = `${dir}.log`;
    this.#settings = settings;
  }

  /** `config`: lines of a configuration file, for settings that cannot be arguments. */
  static async start(dir: string, { settings = durable, config }: RedisNodeOptions = {}): Promise<RedisNode> {
    mkdirSync(dir, { recursive: true });
    const file = join(dir, 'redis.conf');
    if (config !== undefined) writeFileSync(file, config);
    const all = config === undefined ? settings : [file, ...settings];
    const node = new RedisNode(await findFreePort(), dir, all);
    await node.start();
    return node;
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  get isRunning(): boolean {
    return this.#child?.isRunning === true;
  }

  get dir(): string {
    return this.#dir;
  }

  async start(): Promise<void> {
    if (this.isRunning) return;
    const found = ensureRedisServer(() => undefined);
    if (!found.ok) throw new Error(found.issue);
    const place = ['--port', String(this.port), '--bind', '127.0.0.1', '--dir', this.#dir];
    const child = Child.program(found.server.file, [...this.#settings, ...place], {}, this.#logFile);
    this.#child = child;
    const client = createClient({ url: this.url, socket: { reconnectStrategy: 20 } }) as RedisClientType;
    client.on('error', () => undefined);
    const limit = new AbortController();
    const failed = Promise.race([child.exited, wait(startMs, 'no answer', { signal: limit.signal })]).then((how) => {
      throw new Error(`Redis in ${this.#dir} did not start (${how}); see ${this.#logFile}`);
    });
    try {
      await Promise.race([this.#answers(client), failed]);
    } catch (error) {
      child.closeInput();
      throw error;
    } finally {
      failed.catch(() => undefined);
      limit.abort();
      client.destroy();
    }
  }

  /** Kills it with SIGKILL. */
  async kill(): Promise<void> {
    this.#client?.destroy();
    this.#client = null;
    if (!this.isRunning) return;
    killProcess(this.#pid);
    await this.#child?.exited;
  }

  /** SIGSTOP, or SIGCONT. */
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void {
    killProcess(this.#pid, signal);
  }

  /** Copies its files, with every write that was answered. */
  copyFiles(to: string): void {
    cpSync(this.#dir, to, { recursive: true });
  }

  /** Replaces its files by those of a copy; null: by none. It must not run. */
  putFiles(from: string | null): void {
    rmSync(join(this.#dir, 'appendonlydir'), { recursive: true, force: true });
    rmSync(join(this.#dir, 'dump.rdb'), { force: true });
    if (from !== null) cpSync(from, this.#dir, { recursive: true });
  }

  /** Sends one command; once more, if the server ended the connection: it does when it becomes a primary. */
  async ask(...command: string[]): Promise<unknown> {
    const client = this.#client?.isReady === true ? this.#client : await connect(this.url);
    this.#client = client;
    try {
      return await client.sendCommand(command);
    } catch (error) {
      if (client.isReady || this.#client !== client) throw error;
      this.#client = await connect(this.url);
      return this.#client.sendCommand(command);
    }
  }

  /** Resolves when it has read its data: until then it refuses commands, or says that it is loading. */
  async #answers(client: RedisClientType): Promise<void> {
    await client.connect();
    for (;;) {
      const info = await client.sendCommand<string>(['INFO']).catch((error: Error) => error.message);
      const pid = /process_id:(\d+)/.exec(info)?.[1];
      if (pid !== undefined && (info.includes('\nloading:0') || info.includes('redis_mode:sentinel'))) {
        this.#pid = Number(pid);
        return;
      }
    }
  }
}

export interface RedisNodeOptions {
  readonly settings?: readonly string[];
  readonly config?: string;
}

export { durable };

async function connect(url: string): Promise<RedisClientType> {
  const client = createClient({ url, socket: { reconnectStrategy: false } }) as RedisClientType;
  client.on('error', () => undefined);
  await client.connect();
  return client;
}
