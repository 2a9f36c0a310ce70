import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until, type Variables } from './child.ts';
import { Topology } from './redis.ts';
import { Replica } from './replica.ts';

/** A whole installation: a Redis, and replicas of the service on it. */
export class World {
  readonly folder: string;
  readonly topology: Topology;
  readonly replicas: Replica[] = [];
  #freshCount = 0;

  private constructor(topology: Topology, folder: string) {
    this.topology = topology;
    this.folder = folder;
  }

  /** `workers`: the number of workers of each replica; `environment`: settings of the replicas. */
  static async start(
    name: 'single' | 'sentinel',
    workers: readonly number[],
    environment: Variables = {},
  ): Promise<World> {
    const folder = mkdtempSync(join(tmpdir(), 'auction-tiers-chaos-'));
    const world = new World(await Topology.start(name, folder), folder);
    try {
      // The first one sets up the empty database.
      for (const count of workers) {
        const replica = world.createReplica(`replica-${world.replicas.length + 1}`, {
          ...environment,
          WORKERS: String(count),
        });
        await replica.start();
        world.replicas.push(replica);
      }
      await world.healthy();
      return world;
    } catch (error) {
      await world.stop();
      throw error;
    }
  }

  /** The replicas that requests can be sent to. */
  get live(): readonly Replica[] {
    return this.replicas.filter(({ isLive }) => isLive);
  }

  /** The sellers of the demo. */
  get sellers(): readonly { readonly memberId: number; readonly key: string }[] {
    const people = JSON.parse(readFileSync(join(this.replicas[0]!.dataDir, 'credentials.json'), 'utf8')) as {
      readonly member_id?: number;
      readonly api_key: string;
    }[];
    return people.flatMap(({ member_id: memberId, api_key: key }) =>
      memberId === undefined ? [] : [{ memberId, key }],
    );
  }

  createReplica(name: string, environment: Variables = {}): Replica {
    return new Replica(name, this.folder, { REDIS_URL: this.topology.url, ...environment });
  }

  /** Starts a replica whose only source is Redis. The caller kills it. */
  async startFresh(): Promise<Replica> {
    const fresh = this.createReplica(`fresh-${++this.#freshCount}`);
    await fresh.start();
    return fresh;
  }

  /** Resolves when every replica is ready for auctions, reads and writes. */
  async healthy(): Promise<void> {
    for (const replica of this.replicas) {
      const status = () =>
        replica.ask({ path: '/readyz' }).then(
          (reply) => reply.status,
          () => 0,
        );
      await until(`replica ${replica.name} is ready`, async () => (await status()) === 200);
    }
  }

  /** Ends everything; deletes the files unless `keepsFiles`. */
  async stop({ keepsFiles = false } = {}): Promise<void> {
    for (const replica of this.live) await replica.kill();
    await this.topology.stop();
    if (!keepsFiles) rmSync(this.folder, { recursive: true, force: true });
  }
}
