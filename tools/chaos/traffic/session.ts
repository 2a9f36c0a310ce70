import type { Ledger, Outcome, Write } from '../ledger/ledger.ts';
import { type Asked, NoReply, type Reply } from '../world/http.ts';
import type { Random } from '../world/random.ts';
import type { Replica } from '../world/replica.ts';
import { until } from '../world/redis-topology.ts';
import type { Seller, World } from '../world/world.ts';

/** A tier set that is imported as a whole. */
export interface ImportedSet {
  readonly ymProfileId: number;
  readonly seller: Seller;
  readonly tierCount: number;
}

/** What all traffic of one world shares, and what it has noted besides the ledger. */
export class Session {
  readonly world: World;
  readonly ledger: Ledger;
  /** The ym-profile in which each seller's single tiers are, in the order of the sellers. */
  readonly ymProfileIds: number[] = [];
  readonly sets = new Map<number, ImportedSet>();
  /** Answers that no request may get, such as 500. */
  readonly wrongAnswers: string[] = [];
  isStopping = false;
  /**
   * Whether Redis may lose what it acknowledges now: then a write may meet an object that is gone, and a read what will
   * be gone.
   */
  isLossy = false;

  constructor(world: World, ledger: Ledger) {
    this.world = world;
    this.ledger = ledger;
  }

  /** A replica that lives, drawn at random; waits for one where there is none. */
  async pick(random: Random, except?: Replica): Promise<Replica> {
    await until('a replica lives', () => this.world.live.length > 0);
    const others = this.world.live.filter((replica) => replica !== except);
    return random.pick(others.length > 0 ? others : this.world.live);
  }

  /** Sends a write, and takes down what became of it. Gives the answer; null where none came. */
  async attempt(replica: Replica, write: Write, asked: Asked): Promise<{ outcome: Outcome; reply: Reply | null }> {
    try {
      const headers = { ...asked.headers, 'x-request-id': write.requestId };
      const reply = await replica.connections.ask({ ...asked, headers });
      const outcome = this.#outcomeOf(reply, asked);
      write.answers.push(
        `${replica.name} ${reply.status} ${outcome === 'acknowledged' ? '' : reply.text.slice(0, 300)}`,
      );
      return { outcome, reply };
    } catch (error) {
      if (!(error instanceof NoReply)) throw error;
      write.answers.push(`${replica.name} ${error.kind} ${error.message}`);
      return { outcome: error.kind === 'refused' ? 'refused' : 'unknown', reply: null };
    }
  }

  #outcomeOf({ status, content, text }: Reply, { method, path }: Asked): Outcome {
    if (status === 200) return 'acknowledged';
    if (status === 503) return content['error_code'] === 'OUTCOME_UNKNOWN' ? 'unknown' : 'refused';
    // Every write of the traffic is well formed, and about what its writer knows to be there.
    if (status >= 500 || !this.isLossy) this.wrongAnswers.push(`${method} ${path}: ${status} ${text.slice(0, 300)}`);
    return status < 500 ? 'refused' : 'unknown';
  }
}
