import { setTimeout as wait } from 'node:timers/promises';
import type { Random } from '../world/random.ts';
import type { RedisNode } from '../world/redis-node.ts';
import type { World } from '../world/world.ts';
import type { Fault } from './fault.ts';

function nodeOf({ topology }: World): RedisNode {
  const [node] = topology.nodes;
  if (node === undefined) throw new Error('there is no Redis');
  return node;
}

/** Sets one setting for a while. */
const whileSet =
  (name: string, value: string, usual: string) =>
  async (world: World, random: Random): Promise<void> => {
    const node = nodeOf(world);
    await node.ask('CONFIG', 'SET', name, value);
    await wait(random.whole(300, 1500));
    await node.ask('CONFIG', 'SET', name, usual);
  };

/** A Redis that answers, and does not do what it is asked. */
export const redisFaults: readonly Fault[] = [
  {
    name: 'redis-full',
    summary: 'maxmemory is reached, with noeviction: writes are refused',
    needs: 'single',
    run: whileSet('maxmemory', '1mb', '0'),
  },
  {
    name: 'redis-no-replicas',
    summary: 'min-replicas-to-write is not met: writes are refused',
    needs: 'single',
    run: whileSet('min-replicas-to-write', '1', '0'),
  },
  {
    name: 'redis-read-only',
    summary: 'Redis is made a replica of nothing, and a primary again',
    needs: 'single',
    run: async (world, random) => {
      const node = nodeOf(world);
      await node.ask('REPLICAOF', '127.0.0.1', '1');
      await wait(random.whole(300, 1500));
      await node.ask('REPLICAOF', 'NO', 'ONE');
    },
  },
  {
    name: 'redis-stopped',
    summary: 'SIGSTOP of Redis for up to 7 s: connections stay, nothing is answered; then it goes on',
    needs: 'single',
    run: async (world, random) => {
      const node = nodeOf(world);
      node.signal('SIGSTOP');
      await wait(random.whole(300, 7000));
      node.signal('SIGCONT');
    },
  },
  {
    name: 'redis-write-pause',
    summary: 'CLIENT PAUSE of writes for up to 4 s: they are carried out later than the service waits',
    needs: 'single',
    run: async (world, random) => {
      const ms = random.whole(300, 4000);
      await nodeOf(world).ask('CLIENT', 'PAUSE', String(ms), 'WRITE');
      await wait(ms);
    },
  },
  {
    name: 'redis-client-kill',
    summary: 'CLIENT KILL of all connections, and of the subscriptions alone',
    needs: 'single',
    run: async (world, random) => {
      for (let count = random.whole(1, 4); count > 0; count--) {
        await nodeOf(world).ask('CLIENT', 'KILL', 'TYPE', random.pick(['normal', 'pubsub']), 'SKIPME', 'yes');
        await wait(random.whole(10, 200));
      }
    },
  },
  {
    name: 'redis-no-functions',
    summary: 'FUNCTION FLUSH: the functions that carry out writes are gone',
    needs: 'single',
    run: async (world, random) => {
      await nodeOf(world).ask('FUNCTION', 'FLUSH');
      await wait(random.whole(100, 500));
    },
  },
];
