import { setTimeout as wait } from 'node:timers/promises';
import { NoReply } from '../world/http.ts';
import type { Random } from '../world/random.ts';
import type { Session } from './session.ts';

const pauseMs = 400;

/** A simulation that was asked for, by the seed of its log, which no other has. */
export interface AskedSimulation {
  readonly seed: string;
  /** Null: it may have been started or not. */
  id: number | null;
}

/** Starts simulations until the session stops. A member may have three that are not over: more are refused. */
export async function runSimulations(session: Session, asked: AskedSimulation[], random: Random): Promise<void> {
  while (!session.isStopping) {
    await wait(pauseMs);
    const { seller } = session.world;
    const simulation = {
      ym_profile_id: session.ymProfileIds[0],
      draft: { tiers: [] },
      log: { kind: 'synthetic', auctions: 200, bids: 5, seed: `chaos-${asked.length}-${random.whole(1, 1_000_000)}` },
    };
    const replica = await session.pick(random);
    try {
      const body = { simulation };
      const reply = await replica.connections.ask({ method: 'POST', path: '/simulation', key: seller.key, body });
      const { seed } = simulation.log;
      if (reply.status === 200) asked.push({ seed, id: Number(reply.content['id']) });
      else if (reply.status === 503) asked.push({ seed, id: null });
      else if (reply.content['error_id'] !== 'LIMIT') session.wrongAnswers.push(`POST /simulation: ${reply.text}`);
    } catch (error) {
      if (!(error instanceof NoReply)) throw error;
      asked.push({ seed: simulation.log.seed, id: null });
    }
  }
}
