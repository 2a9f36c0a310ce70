import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { findFreePort } from '../../redis/temporary-redis.ts';
import { durable, RedisNode } from './redis-node.ts';

/** How Redis is set up: one server; a primary with a replica and a sentinel; three primaries of a cluster. */
export type TopologyName = 'single' | 'sentinel' | 'cluster';

const slotCount = 16_384;
const setUpMs = 30_000;
/** A primary that gets no processor time for this long is taken for dead. */
const downAfterMs = 2500;
export const sentinelName = 'auctions';

/** The servers of a run. */
export interface Topology {
  readonly name: TopologyName;
  /** What the service gets as REDIS_URL. */
  readonly url: string;
  /** The servers that hold data. */
  readonly nodes: readonly RedisNode[];
  readonly sentinel: RedisNode | null;
  /** The server that takes writes of a partition now. */
  primary(partition: number): Promise<RedisNode>;
  stop(): Promise<void>;
}

export async function startTopology(name: TopologyName, folder: string): Promise<Topology> {
  const started: RedisNode[] = [];
  const start = async (...[place, options]: Parameters<typeof RedisNode.start>) => {
    const node = await RedisNode.start(join(folder, place), options);
    started.push(node);
    return node;
  };
  const stop = async () => {
    await Promise.all(started.map((node) => node.kill()));
  };
  try {
    switch (name) {
      case 'single': {
        const node = await start('redis');
        const primary = () => Promise.resolve(node);
        return { name, url: node.url, nodes: [node], sentinel: null, primary, stop };
      }
      case 'sentinel': {
        const first = await start('redis-1');
        const second = await start('redis-2', {
          settings: [...durable, '--replicaof', '127.0.0.1', String(first.port)],
        });
        await first.ask('CONFIG', 'SET', 'repl-diskless-sync-delay', '0');
        await second.ask('CONFIG', 'SET', 'repl-diskless-sync-delay', '0');
        const watched = `sentinel monitor ${sentinelName} 127.0.0.1 ${first.port} 1`;
        const patience = [
          `sentinel down-after-milliseconds ${sentinelName} ${downAfterMs}`,
          `sentinel failover-timeout ${sentinelName} ${2 * downAfterMs}`,
        ];
        const config = `${[watched, ...patience].join('\n')}\n`;
        const sentinel = await start('sentinel', { settings: ['--sentinel'], config });
        const replicas = () => sentinel.ask('SENTINEL', 'REPLICAS', sentinelName);
        await until('the sentinel knows the replica', async () =>
          JSON.stringify(await replicas()).includes(String(second.port)),
        );
        const url = `redis+sentinel://127.0.0.1:${sentinel.port}/${sentinelName}`;
        const nodes = [first, second];
        return { name, url, nodes, sentinel, primary: () => sentinelPrimary(sentinel, nodes), stop };
      }
      case 'cluster': {
        const nodes: RedisNode[] = [];
        for (let place = 0; place < 3; place++) {
          const busPort = String(await findFreePort());
          const settings = [...durable, '--cluster-enabled', 'yes', '--cluster-port', busPort];
          const node = await start(`redis-${place + 1}`, {
            settings: [...settings, '--cluster-node-timeout', '1000'],
          });
          const [from, to] = [place, place + 1].map((edge) => Math.floor((slotCount * edge) / 3)) as [number, number];
          await node.ask('CLUSTER', 'ADDSLOTSRANGE', String(from), String(to - 1));
          if (place > 0) await nodes[0]?.ask('CLUSTER', 'MEET', '127.0.0.1', String(node.port), busPort);
          nodes.push(node);
        }
        for (const node of nodes) await until('the cluster is whole', () => isWhole(node, nodes.length));
        const url = `redis+cluster://${nodes.map(({ port }) => `127.0.0.1:${port}`).join(',')}`;
        return { name, url, nodes, sentinel: null, primary: (partition) => clusterPrimary(nodes, partition), stop };
      }
    }
  } catch (error) {
    await stop();
    throw error;
  }
}

async function sentinelPrimary(sentinel: RedisNode, nodes: readonly RedisNode[]): Promise<RedisNode> {
  const [, port] = (await sentinel.ask('SENTINEL', 'GET-MASTER-ADDR-BY-NAME', sentinelName)) as string[];
  const node = nodes.find((one) => String(one.port) === port);
  if (node === undefined) throw new Error(`the sentinel names a primary on port ${port}, which is none of this run's`);
  return node;
}

async function clusterPrimary(nodes: readonly RedisNode[], partition: number): Promise<RedisNode> {
  const slot = Number(await nodes[0]?.ask('CLUSTER', 'KEYSLOT', `{p${partition}}`));
  const node = nodes[Math.min(Math.floor((slot * nodes.length) / slotCount), nodes.length - 1)];
  if (node === undefined) throw new Error('the cluster has no node');
  return node;
}

async function isWhole(node: RedisNode, count: number): Promise<boolean> {
  const info = String(await node.ask('CLUSTER', 'INFO'));
  return info.includes('cluster_state:ok') && new RegExp(`cluster_known_nodes:${count}\\r`).test(info);
}

/** Resolves when the condition holds. */
export async function until(what: string, holds: () => Promise<boolean> | boolean, limitMs = setUpMs): Promise<void> {
  const deadlineMs = performance.now() + limitMs;
  while (!(await holds())) {
    if (performance.now() > deadlineMs) throw new Error(`within ${limitMs} ms it did not come about that ${what}`);
    await wait(20);
  }
}
