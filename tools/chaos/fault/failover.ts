import { setTimeout as wait } from 'node:timers/promises';
import type { Traffic } from '../traffic/traffic.ts';
import type { Random } from '../world/random.ts';
import type { RedisNode } from '../world/redis-node.ts';
import { until } from '../world/redis-topology.ts';
import type { World } from '../world/world.ts';
import type { Fault } from './fault.ts';

/** The service notes the replication id of its primary once a second. */
const noticeMs = 2500;
const wrongPassword = 'none-is-asked-for';

/**
 * Kills the primary; the sentinel makes its replica the primary. With `losesTail`, that replica has not received what was
 * written last, some of which was acknowledged.
 */
async function failOver(world: World, random: Random, { session }: Traffic, losesTail: boolean): Promise<void> {
  const { topology } = world;
  const primary = await topology.primary(0);
  const replica = topology.nodes.find((node) => node !== primary);
  if (replica === undefined) throw new Error('the primary has no replica');
  await until('the replica follows', () => isFollowing(replica));
  await wait(noticeMs);

  const fromMs = performance.now();
  session.isLossy = true;
  if (losesTail) {
    // It cannot connect again: the primary answers that it asks for no password.
    await replica.ask('CONFIG', 'SET', 'masterauth', wrongPassword);
    await primary.ask('CLIENT', 'KILL', 'TYPE', 'replica');
    await until('the replica is cut off', async () => !(await isFollowing(replica)));
  }
  await wait(random.whole(100, 500));
  await primary.kill();
  // Not before the sentinel names the new one: the old one would take writes as a primary, which are lost then.
  await until('the sentinel names the new primary', async () => (await topology.primary(0)) === replica);
  await until('the replica is the primary', async () => (await replication(replica)).includes('role:master'));
  session.ledger.lose(fromMs, performance.now());
  await replica.ask('CONFIG', 'SET', 'masterauth', '');
  await primary.start();
  await primary.ask('REPLICAOF', '127.0.0.1', String(replica.port));
}

const replication = async (node: RedisNode) => String(await node.ask('INFO', 'replication'));

const isFollowing = async (node: RedisNode) => (await replication(node)).includes('master_link_status:up');

/** Failovers by a sentinel. */
export const failoverFaults: readonly Fault[] = [
  {
    name: 'failover',
    summary: 'kill -9 of the primary, and a failover to its replica by the sentinel',
    needs: 'sentinel',
    run: (world, random, traffic) => failOver(world, random, traffic, false),
  },
  {
    name: 'lost-tail',
    summary: 'the same, to a replica that has not received the last acknowledged writes',
    needs: 'sentinel',
    run: (world, random, traffic) => failOver(world, random, traffic, true),
  },
];
