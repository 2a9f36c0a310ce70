import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Traffic } from '../traffic/traffic.ts';
import type { Violation } from '../validator/violation.ts';
import { Child } from '../world/child.ts';
import type { RedisNode } from '../world/redis-node.ts';
import { until } from '../world/redis-topology.ts';
import type { Replica } from '../world/replica.ts';
import type { World } from '../world/world.ts';
import type { Fault } from './fault.ts';

const admin = join(import.meta.dirname, '../../../apps/api/src/admin/main.ts');
const heldMs = 20_000;

function nodeOf({ topology }: World): RedisNode {
  const [node] = topology.nodes;
  if (node === undefined) throw new Error('there is no Redis');
  return node;
}

/** Whether writes are refused because this is not the known database. */
async function isHeld({ connections }: Replica): Promise<boolean> {
  const { status, text } = await connections.ask({ path: '/readyz/writes' });
  return status === 503 && text.includes('adopt');
}

/** Starts Redis with other files than it had, and waits until every replica says that it holds. */
async function startOther(world: World, files: string | null): Promise<void> {
  const node = nodeOf(world);
  await node.kill();
  node.putFiles(files);
  await node.start();
  for (const replica of world.replicas) {
    await until(`replica ${replica.name} says that the database must be adopted`, () => isHeld(replica), heldMs);
  }
}

/** Nothing may be acknowledged while the service holds; auctions must go on. */
async function whileHeld({ session, auctions }: Traffic, ms: number): Promise<readonly Violation[]> {
  const fromMs = performance.now();
  const { answeredCount } = auctions;
  await wait(ms);
  const violations: Violation[] = session.ledger.writes
    .filter(({ outcome, sentMs }) => outcome === 'acknowledged' && sentMs > fromMs)
    .map(({ requestId }) => ({ law: 'answers', what: `write ${requestId} was acknowledged by another database` }));
  if (auctions.sentCount > 0 && auctions.answeredCount === answeredCount) {
    violations.push({ law: 'auctions', what: 'no auction was answered while the service held' });
  }
  return violations;
}

async function adopt(world: World): Promise<void> {
  const [replica] = world.replicas;
  if (replica === undefined) throw new Error('there is no replica');
  const environment = { REDIS_URL: world.topology.url, DATA_DIR: replica.dataDir };
  const said: string[] = [];
  const child = Child.node(admin, ['adopt'], environment, join(world.folder, 'adopt.log'));
  child.onLine((line) => void said.push(line));
  const how = await child.exited;
  if (how !== 'exit code 0') throw new Error(`the adoption ended with ${how}: ${said.join(' ')}`);
}

/** Other databases in the place of the known one. */
export const historyFaults: readonly Fault[] = [
  {
    name: 'older',
    summary: 'Redis comes back with the files of a moment before: it is held, then adopted',
    needs: 'single',
    run: async (world, random, traffic) => {
      const { session } = traffic;
      const copy = join(world.folder, `copy-${random.whole(1, 1_000_000)}`);
      session.isLossy = true;
      const fromMs = performance.now();
      nodeOf(world).copyFiles(copy);
      await wait(random.whole(500, 1500));
      await startOther(world, copy);
      const violations = await whileHeld(traffic, random.whole(200, 800));
      // Of writes whose connection broke it is not known until now whether they were done: they are not.
      session.ledger.lose(fromMs, performance.now());
      await adopt(world);
      return violations;
    },
  },
  {
    name: 'empty',
    summary: 'Redis comes back empty: it is held until the files are back',
    needs: 'single',
    run: async (world, random, traffic) => {
      const node = nodeOf(world);
      const copy = join(world.folder, `copy-${random.whole(1, 1_000_000)}`);
      await node.kill();
      node.copyFiles(copy);
      await startOther(world, null);
      const violations = await whileHeld(traffic, random.whole(200, 800));
      await node.kill();
      node.putFiles(copy);
      await node.start();
      return violations;
    },
  },
];
