import { Ledger } from '../ledger/ledger.ts';
import { requireOk } from '../world/http.ts';
import type { Random } from '../world/random.ts';
import type { Replica } from '../world/replica.ts';
import type { World } from '../world/world.ts';
import { AuctionTally, runAuctions } from './auctions.ts';
import { runImporter } from './importer.ts';
import { ReadTally, runReader } from './readers.ts';
import { Session } from './session.ts';
import { type AskedSimulation, runSimulations } from './simulations.ts';
import { runWriter } from './writers.ts';

export const trafficNames = ['all', 'writers', 'imports', 'readers', 'auctions', 'simulations'] as const;
export type TrafficName = (typeof trafficNames)[number];

const writerCount = 3;
const readerCount = 2;
const auctionRate = 60;
const tiersPerSet = 12;
/** Requests at the same time go over connections of their own, which the workers of a replica take in turn. */
const mostWorkers = 2;

/** Resolves when every process of a replica has the ym-profiles: auctions there may be behind for some milliseconds. */
async function seenBy({ connections }: Replica, { world, ymProfileIds }: Session): Promise<void> {
  const reads = Array.from({ length: 2 * mostWorkers }, async () => {
    for (const [place, { key }] of world.sellers.entries()) {
      const asked = { path: `/ym-profile?id=${ymProfileIds[place]}`, key };
      requireOk(await connections.ask(asked), 'a read of a new ym-profile');
    }
  });
  await Promise.all(reads);
}

/** Writes by their outcome; auctions; reads that were checked. */
export interface TrafficCounts {
  acknowledged: number;
  refused: number;
  unknown: number;
  auctions: number;
  /** Auctions that were sent once more, because a fault killed the process that had them. */
  cut: number;
  /** Auctions while no replica lived. */
  undeliverable: number;
  reads: number;
}

/** The traffic of one world: what it sends, and what it has noted. */
export class Traffic {
  readonly session: Session;
  readonly auctions = new AuctionTally();
  readonly reads = new ReadTally();
  readonly simulations: AskedSimulation[] = [];
  readonly #names: readonly TrafficName[];
  #running: Promise<unknown> = Promise.resolve();
  #startCount = 0;

  private constructor(session: Session, names: readonly TrafficName[]) {
    this.session = session;
    this.#names = names;
  }

  /** Makes the ym-profiles that it needs: of each seller, one for single tiers and one for imports. */
  static async open(world: World, names: readonly TrafficName[]): Promise<Traffic> {
    const session = new Session(world, new Ledger());
    const [replica] = world.live;
    if (replica === undefined) throw new Error('no replica lives');
    for (const seller of world.sellers) {
      const create = async (name: string) => {
        const asked = { method: 'POST', path: '/ym-profile', key: seller.key, body: { name } } as const;
        return Number(requireOk(await replica.connections.ask(asked), 'the creation of a ym-profile')['id']);
      };
      session.ymProfileIds.push(await create('Single tiers'));
      const ymProfileId = await create('Imported tiers');
      session.sets.set(ymProfileId, { ymProfileId, seller, tierCount: tiersPerSet });
    }
    await Promise.all(world.live.map((one) => seenBy(one, session)));
    return new Traffic(session, names);
  }

  /** Starts everything; `rate`: auctions per second. */
  start(random: Random, rate = auctionRate): void {
    this.session.isStopping = false;
    this.#startCount += 1;
    const name = (place: number) => `w${place}-${this.#startCount}`;
    const running: Promise<void>[] = [];
    if (this.#has('writers')) {
      for (let place = 1; place <= writerCount; place++) {
        running.push(runWriter(this.session, name(place), random.fork()));
      }
    }
    if (this.#has('imports')) {
      for (const set of this.session.sets.values()) running.push(runImporter(this.session, set, random.fork()));
    }
    if (this.#has('readers')) {
      for (let place = 1; place <= readerCount; place++) {
        running.push(runReader(this.session, this.reads, random.fork()));
      }
    }
    if (this.#has('auctions')) running.push(runAuctions(this.session, this.auctions, rate));
    if (this.#has('simulations')) running.push(runSimulations(this.session, this.simulations, random.fork()));
    this.#running = Promise.all(running);
    // A failure is told by `stop`.
    this.#running.catch(() => undefined);
  }

  /** Resolves when everything that was sent has been answered. */
  async stop(): Promise<void> {
    this.session.isStopping = true;
    await this.#running;
  }

  /** What it has counted so far. */
  get counts(): TrafficCounts {
    const { auctions, reads } = this;
    const { ledger } = this.session;
    return {
      acknowledged: ledger.count('acknowledged'),
      refused: ledger.count('refused'),
      unknown: ledger.count('unknown'),
      auctions: auctions.answeredCount,
      cut: auctions.cutCount,
      undeliverable: auctions.undeliverableCount,
      reads: reads.checkedCount,
    };
  }

  #has(name: TrafficName): boolean {
    return this.#names.includes('all') || this.#names.includes(name);
  }
}
