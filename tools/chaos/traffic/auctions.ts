import { setTimeout as wait } from 'node:timers/promises';
import { NoReply } from '../world/http.ts';
import type { Replica } from '../world/replica.ts';
import type { Traffic } from './traffic.ts';
import { firstBuyer, tiersPerSet } from './writer.ts';

const [checkMs, tickMs] = [50, 2];
/** The most concurrent auctions: a machine that cannot keep up with the rate sends fewer. */
const mostAuctions = 200;

/**
 * Sends auctions at a rate over kept connections, in turn to the replicas that are ready for them. Polls
 * `/readyz/auctions` of each, as a load balancer does.
 */
export async function runAuctions(traffic: Traffic, rate: number): Promise<void> {
  const unready = new Set<Replica>();
  const watching = traffic.world.replicas.map((replica) => watch(traffic, unready, replica));
  const bodies = bodiesOf(traffic);
  const startMs = performance.now();
  const pending = new Set<Promise<void>>();
  for (let sent = 0; !traffic.isStopping; await wait(tickMs)) {
    const due = Math.floor(((performance.now() - startMs) * rate) / 1000);
    for (; sent < due; sent++) {
      if (pending.size >= mostAuctions) continue;
      const auction: Promise<void> = runOne(traffic, unready, bodies[sent % bodies.length]!, sent).finally(() =>
        pending.delete(auction),
      );
      pending.add(auction);
    }
  }
  await Promise.all([...pending, ...watching]);
}

interface AuctionBody {
  readonly key: string;
  readonly body: string;
  /** Whether all its bids are from buyers of one imported set, each in a tier of its own. */
  readonly isOfSet: boolean;
}

function bodyOf(ymProfileId: number, buyers: readonly number[]): string {
  const bids = buyers.map((member) => ({ id: `b${member}`, member_id: member, price: 5 }));
  return JSON.stringify({ ym_profile_id: ymProfileId, bids });
}

function bodiesOf({ sellers }: Traffic): readonly AuctionBody[] {
  const setBuyers = Array.from({ length: tiersPerSet }, (_, index) => firstBuyer + index);
  return sellers.flatMap(({ key, setId, singleId }) => [
    { key, isOfSet: true, body: bodyOf(setId, setBuyers) },
    { key, isOfSet: false, body: bodyOf(singleId, [1000, 2000, 3000]) },
  ]);
}

/**
 * An auction has failed if its answer is not 200 with an auction, or if there is none. One exception: if this run
 * killed the process that handled it, it is sent once more, to another live replica, and has failed if that fails too.
 */
async function runOne(traffic: Traffic, unready: ReadonlySet<Replica>, body: AuctionBody, turn: number): Promise<void> {
  const { auctions, failedAuctions, world } = traffic;
  let first: Replica | undefined;
  for (const attempt of [1, 2]) {
    const usable = world.live.filter((one) => !unready.has(one));
    const others = usable.filter((one) => one !== first);
    const replica = others[turn % others.length] ?? usable[0];
    if (replica === undefined && world.live.length > 0) failedAuctions.push(`attempt ${attempt}: no replica is ready`);
    else if (replica === undefined) auctions.undeliverable += 1;
    if (replica === undefined) return;
    first ??= replica;
    const sentMs = performance.now();
    const problem = await send(traffic, replica, body);
    if (problem === null) return;
    if (!(problem instanceof NoReply) || !replica.wasCut(sentMs, performance.now())) {
      failedAuctions.push(`attempt ${attempt}, ${replica.name}: ${problem.message}`);
      return;
    }
    // All replicas may be killed one after another.
    auctions[attempt === 1 ? 'cut' : 'undeliverable'] += 1;
  }
}

/** Null: answered with an auction. */
async function send(traffic: Traffic, replica: Replica, { key, body, isOfSet }: AuctionBody): Promise<Error | null> {
  try {
    const { status, text, content } = await replica.ask({ method: 'POST', path: '/auction', key, body });
    if (status !== 200) return new Error(`${status} ${text.slice(0, 300)}`);
    traffic.auctions.answered += 1;
    const { bids } = content['auction'] as { readonly bids: readonly { readonly priority: number | null }[] };
    const priorities = new Set(bids.map(({ priority }) => priority));
    if (isOfSet && priorities.size > 1) traffic.tornAuctions.push(`half of an import, ${replica.name}: ${text}`);
    return null;
  } catch (error) {
    if (error instanceof NoReply) return error;
    throw error;
  }
}

/** Each replica is polled separately, so that a slow one does not delay the state of the others. */
async function watch(traffic: Traffic, unready: Set<Replica>, replica: Replica): Promise<void> {
  for (; !traffic.isStopping; await wait(checkMs)) {
    if (!replica.isLive) continue;
    const status = await replica.ask({ path: '/readyz/auctions' }).then(
      (reply) => reply.status,
      () => 0,
    );
    if (status === 200 || !replica.isLive) unready.delete(replica);
    else unready.add(replica);
  }
}
