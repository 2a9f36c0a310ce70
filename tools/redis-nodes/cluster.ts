import { expect, onTestFinished, vi } from 'vitest';
import { durable, freePort, RedisServer } from './server.ts';

const slots = 16_384;

/** Where nodes listen for TLS, by node, and their certificates as settings. */
interface ClusterTls {
  readonly ports: readonly number[];
  readonly settings: readonly string[];
}

/** Real nodes, each with an equal share of the slots. With `tls` they also speak TLS with each other. */
export async function startCluster(count: number, tls: ClusterTls | null = null): Promise<RedisServer[]> {
  const nodes: RedisServer[] = [];
  for (let index = 0; index < count; index += 1) {
    const busPort = String(await freePort());
    const secured =
      tls === null ? [] : ['--tls-cluster', 'yes', '--tls-port', String(tls.ports[index]), ...tls.settings];
    const clustered = ['--cluster-enabled', 'yes', '--cluster-port', busPort];
    const node = await RedisServer.start([...durable, ...clustered, ...secured]);
    onTestFinished(() => node.remove());
    nodes.push(node);
    const [from, to] = [Math.floor((slots * index) / count), Math.floor((slots * (index + 1)) / count) - 1];
    await node.ask('CLUSTER', 'ADDSLOTSRANGE', String(from), String(to));
    if (index > 0) {
      const port = String(tls?.ports[index] ?? node.port);
      await nodes[0]!.ask('CLUSTER', 'MEET', '127.0.0.1', port, busPort);
    }
  }
  const isWhole = async (node: RedisServer) => {
    const info = String(await node.ask('CLUSTER', 'INFO'));
    expect(info).toMatch(/cluster_state:ok/);
    expect(info).toMatch(new RegExp(`cluster_known_nodes:${count}\\r`));
  };
  await vi.waitFor(() => Promise.all(nodes.map(isWhole)), { timeout: 60_000 });
  return nodes;
}
