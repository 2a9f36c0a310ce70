import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Child, type Variables } from './child.ts';
import { Clock, clockObstacle } from './clock.ts';
import { Line } from './line.ts';
import { Replica } from './replica.ts';
import { diskObstacle, SmallDisk } from './small-disk.ts';
import { startTopology, type Topology, type TopologyName, until } from './redis-topology.ts';

const simulator = join(import.meta.dirname, '../../../apps/simulator/src/main.ts');
const healthyMs = 60_000;

/** A seller of the demo. */
export interface Seller {
  readonly memberId: number;
  readonly key: string;
}

/**
 * A topology of Redis; or a single one which each replica reaches over a line of its own (`lines`), whose clocks can be
 * set (`clocks`), or whose files are on a small disk (`disk`).
 */
export type WorldKind = TopologyName | 'lines' | 'clocks' | 'disk';

/** Why there can be no such world here; null: there can. */
export function obstacleTo(kind: WorldKind): string | null {
  if (kind === 'clocks') return clockObstacle();
  return kind === 'disk' ? diskObstacle() : null;
}

export interface WorldOptions {
  readonly kind: WorldKind;
  /** The number of workers of each replica. */
  readonly workers: readonly number[];
  /** Whether simulations are carried out, by a process of their own. */
  readonly hasSimulations: boolean;
  /** Settings of the replicas. */
  readonly environment?: Variables;
}

/** A whole installation: a Redis of some topology, replicas of the service on it, and a worker of simulations. */
export class World {
  readonly folder: string;
  readonly topology: Topology;
  readonly replicas: Replica[] = [];
  /** The lines to Redis, by the name of the replica. */
  readonly lines = new Map<string, Line>();
  /** The clocks that can be set: of each replica, by its name. */
  readonly clocks = new Map<string, Clock>();
  /** Where the files of Redis are, if that can be filled. */
  readonly disk: SmallDisk | null;
  sellers: readonly Seller[] = [];
  #simulationWorker: Child | null = null;
  #freshCount = 0;

  private constructor(folder: string, topology: Topology, disk: SmallDisk | null) {
    this.folder = folder;
    this.topology = topology;
    this.disk = disk;
  }

  static async start({ kind, workers, hasSimulations, environment = {} }: WorldOptions): Promise<World> {
    const folder = mkdtempSync(join(tmpdir(), 'auction-tiers-chaos-'));
    const disk = kind === 'disk' ? new SmallDisk(join(folder, 'redis')) : null;
    const topology = await startTopology(topologyOf(kind), folder);
    const world = new World(folder, topology, disk);
    try {
      // The first one sets up the empty database.
      for (const [place, count] of workers.entries()) {
        const name = `replica-${place + 1}`;
        const line = kind === 'lines' ? await world.#startLine(name) : {};
        const clock = kind === 'clocks' ? world.#createClock(name) : {};
        const replica = world.createReplica(name, { ...environment, WORKERS: String(count), ...line, ...clock });
        await replica.start();
        world.replicas.push(replica);
        if (place === 0) world.sellers = sellersOf(replica.dataDir);
      }
      if (hasSimulations) world.startSimulationWorker();
      await world.healthy();
      return world;
    } catch (error) {
      await world.stop();
      throw error;
    }
  }

  get seller(): Seller {
    const [first] = this.sellers;
    if (first === undefined) throw new Error('the first start made no seller');
    return first;
  }

  /** The replicas that requests can be sent to. */
  get live(): readonly Replica[] {
    return this.replicas.filter(({ isLive }) => isLive);
  }

  createReplica(name: string, environment: Variables = {}): Replica {
    return new Replica(name, this.folder, { REDIS_URL: this.topology.url, ...environment });
  }

  /** A replica that knows nothing but what is in Redis. The caller stops it. */
  async startFresh(): Promise<Replica> {
    const name = `fresh-${++this.#freshCount}`;
    const fresh = this.createReplica(name, { WORKERS: '1', DRAIN_MS: '0' });
    await fresh.start();
    return fresh;
  }

  startSimulationWorker(): void {
    const environment = { REDIS_URL: this.topology.url };
    this.#simulationWorker = Child.node(simulator, ['worker'], environment, join(this.folder, 'simulation-worker.log'));
  }

  async killSimulationWorker(): Promise<void> {
    this.#simulationWorker?.kill('SIGKILL');
    await this.#simulationWorker?.exited;
  }

  /** Resolves when every replica says that it is ready for auctions, reads and writes. */
  async healthy(limitMs = healthyMs): Promise<void> {
    for (const replica of this.replicas) {
      await until(`replica ${replica.name} is ready`, () => isReady(replica), limitMs);
    }
  }

  /** Ends everything; deletes the files unless they are to be looked at. */
  async stop({ keepsFiles = false } = {}): Promise<void> {
    for (const replica of this.replicas) {
      if (replica.isLive) await replica.kill();
    }
    await this.killSimulationWorker();
    await Promise.all([...this.lines.values()].map((line) => line.close()));
    this.lines.clear();
    await this.topology.stop();
    if (!keepsFiles) this.disk?.unmount();
    if (!keepsFiles) rmSync(this.folder, { recursive: true, force: true });
  }

  #createClock(name: string): Variables {
    const clock = new Clock(this.folder, name);
    this.clocks.set(name, clock);
    return clock.environment;
  }

  async #startLine(name: string): Promise<Variables> {
    const [node] = this.topology.nodes;
    if (node === undefined) throw new Error('there is no Redis to lead a line to');
    const line = await Line.start(node.port);
    this.lines.set(name, line);
    return { REDIS_URL: `redis://127.0.0.1:${line.port}` };
  }
}

const topologyOf = (kind: WorldKind): TopologyName => (kind === 'sentinel' || kind === 'cluster' ? kind : 'single');

async function isReady({ connections }: Replica): Promise<boolean> {
  return (await connections.ask({ path: '/readyz' })).status === 200;
}

function sellersOf(dataDir: string): readonly Seller[] {
  const people = JSON.parse(readFileSync(join(dataDir, 'credentials.json'), 'utf8')) as {
    readonly role: string;
    readonly member_id?: number;
    readonly api_key: string;
  }[];
  return people
    .filter(({ role }) => role === 'seller')
    .map(({ member_id: memberId = 0, api_key: key }) => ({ memberId, key }));
}
