import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cutUnfinishedTransaction, ensureRedisServer } from '../redis/index.ts';
import { createClient } from 'redis';
import { vi } from 'vitest';

/** Redis ends when its standard input is closed, so it ends with the tests, even when they are killed. */
const keeper =
  'exec 3<&0; "$0" "$@" </dev/null & pid=$!; (cat <&3 >/dev/null; kill -KILL $pid) 2>/dev/null & wait $pid';
export const durable = ['--appendonly', 'yes', '--appendfsync', 'always'];

/** A Redis of one test, with any settings, that can be killed and started again with its data. */
export class RedisServer {
  readonly port: number;
  readonly url: string;
  readonly #dir = mkdtempSync(join(tmpdir(), 'auction-tiers-store-'));
  readonly #copies: string[] = [];
  readonly #settings: readonly string[];
  readonly #config: string | null;
  #process: ChildProcess | null = null;

  private constructor(port: number, settings: readonly string[], config: string | null) {
    this.port = port;
    this.url = `redis://127.0.0.1:${port}`;
    this.#settings = settings;
    this.#config = config;
  }

  /** `config`: lines of a configuration file, for settings that cannot be arguments. */
  static async start(settings: readonly string[] = durable, config: string | null = null): Promise<RedisServer> {
    const server = new RedisServer(await freePort(), settings, config);
    await server.start();
    return server;
  }

  async start(): Promise<void> {
    if (this.#process !== null) return;
    const found = ensureRedisServer(() => undefined);
    if (!found.ok) throw new Error(found.issue);
    const args = [
      ...this.#configFile(),
      '--port',
      String(this.port),
      '--bind',
      '127.0.0.1',
      '--dir',
      this.#dir,
      '--save',
      '',
      ...this.#settings,
    ];
    cutUnfinishedTransaction(this.#dir);
    const child = spawn('sh', ['-c', keeper, found.server.file, ...args], { stdio: ['pipe', 'ignore', 'ignore'] });
    this.#process = child;
    const ended = once(child, 'exit').then(([code]) => {
      throw new Error(`${found.server.file} ${args.join(' ')} ended with code ${code}`);
    });
    ended.catch(() => undefined);
    await Promise.race([this.#answers(), ended]);
  }

  /** Kills it. */
  async kill(): Promise<void> {
    const child = this.#process;
    this.#process = null;
    if (child === null || child.exitCode !== null) return;
    const ended = once(child, 'exit');
    child.stdin?.end();
    await ended;
  }

  /** Suspends it, like a machine that does not answer. Gives a function that resumes it. */
  async pause(): Promise<() => void> {
    const pid = Number(/process_id:(\d+)/.exec(String(await this.ask('INFO', 'server')))?.[1]);
    process.kill(pid, 'SIGSTOP');
    return () => process.kill(pid, 'SIGCONT');
  }

  /** Copies its files, and gives the folder of the copy. With `appendfsync always` they hold every answered write. */
  copyData(): string {
    const copy = mkdtempSync(join(tmpdir(), 'auction-tiers-copy-'));
    this.#copies.push(copy);
    cpSync(this.#dir, copy, { recursive: true });
    return copy;
  }

  /** Kills it, and starts it again with the files of a copy. */
  async bringBack(copy: string): Promise<void> {
    await this.kill();
    rmSync(this.#dir, { recursive: true });
    cpSync(copy, this.#dir, { recursive: true });
    await this.start();
  }

  /** Kills it and deletes its data. */
  async remove(): Promise<void> {
    await this.kill();
    for (const dir of [this.#dir, ...this.#copies]) rmSync(dir, { recursive: true, force: true });
  }

  /** Sends one command through the second client, and gives the reply. */
  async ask(...command: string[]): Promise<unknown> {
    const client = createClient({ url: this.url });
    await client.connect();
    try {
      return await client.sendCommand(command);
    } finally {
      client.destroy();
    }
  }

  #configFile(): string[] {
    if (this.#config === null) return [];
    const file = join(this.#dir, 'redis.conf');
    writeFileSync(file, this.#config);
    return [file];
  }

  async #answers(): Promise<void> {
    const client = createClient({ url: this.url, socket: { reconnectStrategy: 20 } });
    client.on('error', () => undefined);
    await client.connect();
    // Until it has read its data it refuses every command.
    await vi.waitFor(() => client.sendCommand(['GET', 'ready']).catch(failWhileLoading), { timeout: 60_000 });
    client.destroy();
  }
}

function failWhileLoading(error: Error): void {
  if (error.message.startsWith('LOADING')) throw error;
}

/** A port that is free now. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new Error('No free port was given');
  return address.port;
}
