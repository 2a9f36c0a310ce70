import { setTimeout as wait } from 'node:timers/promises';
import type { Random } from '../world/random.ts';
import type { World } from '../world/world.ts';
import type { Fault } from './fault.ts';

const longestAwayMs = 400;

const away = (random: Random) => wait(random.whole(0, longestAwayMs));

async function killReplica(world: World, random: Random): Promise<void> {
  const replica = random.pick(world.live);
  await replica.kill();
  await away(random);
  await replica.start();
}

/** The last replica has workers. */
async function killWorker(world: World, random: Random): Promise<void> {
  await world.replicas.at(-1)?.killWorker(random.whole(0, 1));
}

async function killRedis(world: World, random: Random): Promise<void> {
  const node = random.pick(world.topology.nodes);
  await node.kill();
  await away(random);
  await node.start();
}

async function killSimulationWorker(world: World, random: Random): Promise<void> {
  await world.killSimulationWorker();
  await away(random);
  world.startSimulationWorker();
}

/** Each with SIGKILL: nothing can be finished or written any more. */
export const killFaults: readonly Fault[] = [
  {
    name: 'kill-api',
    summary: 'kill -9 of a replica, all its processes, and a start',
    needs: 'single',
    run: killReplica,
  },
  { name: 'kill-worker', summary: 'kill -9 of a worker of WORKERS=2', needs: 'single', run: killWorker },
  { name: 'kill-redis', summary: 'kill -9 of Redis, and a start', needs: 'single', run: killRedis },
  {
    name: 'kill-simulation-worker',
    summary: 'kill -9 of the worker of simulations, and a start',
    needs: 'single',
    run: killSimulationWorker,
  },
  {
    name: 'kill-many',
    summary: 'kill -9 of a replica, a worker, Redis and the worker of simulations at the same time',
    needs: 'single',
    run: async (world, random) => {
      const [first, second, last] = [random.fork(), random.fork(), random.fork()];
      const replica = random.pick(world.replicas.slice(0, -1));
      await Promise.all([
        replica
          .kill()
          .then(() => away(first))
          .then(() => replica.start()),
        killWorker(world, second),
        killRedis(world, last),
        killSimulationWorker(world, random),
      ]);
    },
  },
  {
    name: 'kill-all',
    summary: 'kill -9 of Redis and of every replica at the same time, and a start of all',
    needs: 'single',
    run: async (world, random) => {
      await Promise.all([
        ...world.replicas.map((replica) => replica.kill()),
        ...world.topology.nodes.map((one) => one.kill()),
      ]);
      await away(random);
      await Promise.all([...world.topology.nodes, ...world.replicas].map((one) => one.start()));
    },
  },
];
