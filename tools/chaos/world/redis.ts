import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createClient, type RedisClientType } from 'redis';
import { cutUnfinishedTransaction, ensureRedisServer } from '../../redis/index.ts';
import { findFreePort } from '../../redis/temporary-redis.ts';
import { Child, until } from './child.ts';

const durable = ['--appendonly', 'yes', '--appendfsync', 'always', '--save', ''];
/** A primary that does not respond for this long counts as down; this allows for lack of processor time. */
const downAfterMs = 2500;

/** A Redis that can be killed and started again, with the same port and files. */
export class RedisNode {
  readonly port: number;
  readonly #dir: string;
  readonly #settings: readonly string[];
  #child: Child | null = null;
  #client: RedisClientType | null = null;

  private constructor(port: number, dir: string, settings: readonly string[]) {
    this.port = port;
    this.#dir = dir;
    this.#settings = settings;
  }

  static async start(dir: string, ...settings: readonly string[]): Promise<RedisNode> {
    mkdirSync(dir, { recursive: true });
    const node = new RedisNode(await findFreePort(), dir, settings);
    await node.start();
    return node;
  }

  /** Resolves when Redis has loaded its data. */
  async start(): Promise<void> {
    if (this.#child?.isRunning === true) return;
    const found = ensureRedisServer(() => undefined);
    if (!found.ok) throw new Error(found.issue);
    const place = ['--port', String(this.port), '--bind', '127.0.0.1', '--dir', this.#dir];
    cutUnfinishedTransaction(this.#dir);
    const child = Child.program(found.server.file, [...this.#settings, ...place], `${this.#dir}.log`);
    this.#child = child;
    await until(`the Redis of ${this.#dir} answers`, async () => {
      if (!child.isRunning) throw new Error(`Redis did not start (${await child.exited}); see ${this.#dir}.log`);
      // Redis refuses connections at first, and then reports that it is loading.
      return (await this.ask('PING').catch(() => '')) === 'PONG';
    });
  }

  async kill(): Promise<void> {
    this.#client?.destroy();
    this.#client = null;
    await this.#child?.kill();
  }

  /** Sends one command; repeats it if the server closed the connection, as it does when it becomes a primary. */
  async ask(...command: string[]): Promise<unknown> {
    for (let attempt = 1; ; attempt++) {
      if (this.#client?.isReady !== true) {
        const options = { url: `redis://127.0.0.1:${this.port}`, socket: { reconnectStrategy: false } } as const;
        this.#client = createClient(options).on('error', () => undefined) as RedisClientType;
        await this.#client.connect();
      }
      const client = this.#client;
      try {
        return await client.sendCommand(command);
      } catch (error) {
        if (client.isReady || attempt === 2) throw error;
      }
    }
  }
}

/** One server; or a primary with a replica, and a sentinel. */
export class Topology {
  /** The servers that hold data. */
  readonly nodes: RedisNode[] = [];
  #sentinel: RedisNode | null = null;

  static async start(name: 'single' | 'sentinel', folder: string): Promise<Topology> {
    const topology = new Topology();
    try {
      const first = await RedisNode.start(join(folder, 'redis-1'), ...durable);
      topology.nodes.push(first);
      if (name === 'sentinel') await topology.#watch(first, folder);
      return topology;
    } catch (error) {
      await topology.stop();
      throw error;
    }
  }

  async #watch(first: RedisNode, folder: string): Promise<void> {
    const follow = ['--replicaof', '127.0.0.1', String(first.port)];
    const second = await RedisNode.start(join(folder, 'redis-2'), ...durable, ...follow);
    this.nodes.push(second);
    for (const node of this.nodes) await node.ask('CONFIG', 'SET', 'repl-diskless-sync-delay', '0');
    const lines = [
      `sentinel monitor auctions 127.0.0.1 ${first.port} 1`,
      `sentinel down-after-milliseconds auctions ${downAfterMs}`,
      `sentinel failover-timeout auctions ${2 * downAfterMs}`,
    ];
    writeFileSync(join(folder, 'sentinel.conf'), `${lines.join('\n')}\n`);
    const sentinel = await RedisNode.start(join(folder, 'sentinel'), join(folder, 'sentinel.conf'), '--sentinel');
    this.#sentinel = sentinel;
    const known = () => sentinel.ask('SENTINEL', 'REPLICAS', 'auctions');
    await until('the sentinel knows the replica', async () => JSON.stringify(await known()).includes(`${second.port}`));
  }

  /** The REDIS_URL of the service. */
  get url(): string {
    if (this.#sentinel === null) return `redis://127.0.0.1:${this.nodes[0]?.port}`;
    return `redis+sentinel://127.0.0.1:${this.#sentinel.port}/auctions`;
  }

  /** The server that takes writes now. */
  async primary(): Promise<RedisNode> {
    const named = await this.#sentinel?.ask('SENTINEL', 'GET-MASTER-ADDR-BY-NAME', 'auctions');
    const [, port] = (named ?? []) as string[];
    return this.nodes.find((node) => String(node.port) === port) ?? this.nodes[0]!;
  }

  async stop(): Promise<void> {
    const all = this.#sentinel === null ? this.nodes : [...this.nodes, this.#sentinel];
    await Promise.all(all.map((node) => node.kill()));
  }
}
