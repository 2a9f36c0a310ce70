import { setTimeout as wait } from 'node:timers/promises';
import { NoReply } from '../world/http.ts';
import type { Replica } from '../world/replica.ts';
import { firstBuyer } from './importer.ts';
import type { Session } from './session.ts';

const checkMs = 50;
const tickMs = 2;

/**
 * What became of the auctions. An auction is **failed** when its answer is not 200 with an auction, or when none came. One
 * exception: where a fault of this run killed the process that had it, it is sent once more, to another replica where one
 * lives, and counts as `cut`; it is failed when the second attempt fails too. A connection that the first process of
 * WORKERS=2 hands to a worker in the moment in which that is killed stays open without an answer: the client's own limit
 * of 15 s ends it. It is `undeliverable` when no replica lived.
 */
export class AuctionTally {
  sentCount = 0;
  answeredCount = 0;
  cutCount = 0;
  undeliverableCount = 0;
  readonly failures: string[] = [];
  /** Answers that show two versions of a tier set that is always changed as a whole. */
  readonly torn: string[] = [];
}

/**
 * Sends auctions at a fixed rate over kept connections, in turn to the replicas that are ready for them. It asks each for
 * `/readyz/auctions` all the time, as a load balancer does.
 */
export async function runAuctions(session: Session, tally: AuctionTally, rate: number): Promise<void> {
  const unready = new Set<Replica>();
  const checking = watchReadiness(session, unready);
  const bodies = bodiesOf(session);
  const startMs = performance.now();
  const pending = new Set<Promise<void>>();
  for (let sent = 0; !session.isStopping; ) {
    const due = Math.floor(((performance.now() - startMs) * rate) / 1000);
    for (; sent < due; sent++) {
      const body = bodies[sent % bodies.length];
      if (body === undefined) throw new Error('there is no auction to send');
      const auction: Promise<void> = runOne(session, tally, unready, body).finally(() => pending.delete(auction));
      pending.add(auction);
    }
    await wait(tickMs);
  }
  await Promise.all(pending);
  await checking;
}

interface AuctionBody {
  readonly key: string;
  readonly text: string;
  /** Whether all its bids are of buyers of one imported set, each of a tier of its own. */
  readonly isOfSet: boolean;
}

function bodiesOf({ sets, ymProfileIds, world }: Session): readonly AuctionBody[] {
  const ofSets = [...sets.values()].map(({ ymProfileId, seller, tierCount }) => ({
    key: seller.key,
    isOfSet: true,
    text: JSON.stringify({
      ym_profile_id: ymProfileId,
      bids: Array.from({ length: tierCount }, (_, place) => ({
        id: `b${place}`,
        member_id: firstBuyer + place,
        price: 5,
      })),
    }),
  }));
  const ofTiers = ymProfileIds.map((ymProfileId, place) => ({
    key: world.sellers[place]?.key ?? '',
    isOfSet: false,
    text: JSON.stringify({
      ym_profile_id: ymProfileId,
      bids: [1, 2, 3].map((member) => ({ id: `b${member}`, member_id: member * 1000, price: member })),
    }),
  }));
  return [...ofSets, ...ofTiers];
}

async function runOne(
  session: Session,
  tally: AuctionTally,
  unready: ReadonlySet<Replica>,
  body: AuctionBody,
): Promise<void> {
  tally.sentCount += 1;
  const first = next(session, unready, tally.sentCount);
  if (first === undefined) {
    if (session.world.replicas.some(({ isLive }) => isLive)) tally.failures.push('no replica that lives is ready');
    else tally.undeliverableCount += 1;
    return;
  }
  const sentMs = performance.now();
  const problem = await send(tally, first, body);
  if (problem === null) return;
  if (!problem.isCut || !first.wasCut(sentMs, performance.now())) {
    tally.failures.push(`${first.name}: ${problem.text}`);
    return;
  }
  tally.cutCount += 1;
  const second = next(session, unready, tally.sentCount, first) ?? (first.isLive ? first : undefined);
  if (second === undefined) {
    tally.undeliverableCount += 1;
    return;
  }
  const secondMs = performance.now();
  const again = await send(tally, second, body);
  if (again === null) return;
  // All of them may be killed one after the other.
  if (again.isCut && second.wasCut(secondMs, performance.now())) tally.undeliverableCount += 1;
  else tally.failures.push(`second attempt, ${second.name}: ${again.text}`);
}

/** The replica whose turn it is, of those that live and have not said that they are not ready. */
function next({ world }: Session, unready: ReadonlySet<Replica>, turn: number, except?: Replica): Replica | undefined {
  const usable = world.live.filter((replica) => !unready.has(replica) && replica !== except);
  return usable[turn % usable.length];
}

/** Null: it was answered with an auction. */
async function send(
  tally: AuctionTally,
  replica: Replica,
  { key, text, isOfSet }: AuctionBody,
): Promise<{ readonly text: string; readonly isCut: boolean } | null> {
  try {
    const reply = await replica.connections.ask({ method: 'POST', path: '/auction', key, body: text });
    if (reply.status !== 200) return { text: `${reply.status} ${reply.text.slice(0, 300)}`, isCut: false };
    tally.answeredCount += 1;
    const { bids } = reply.content['auction'] as { readonly bids: readonly { readonly priority: number | null }[] };
    const priorities = new Set(bids.map(({ priority }) => priority));
    if (isOfSet && priorities.size > 1) tally.torn.push(`${replica.name}: ${reply.text.slice(0, 2000)}`);
    return null;
  } catch (error) {
    if (!(error instanceof NoReply)) throw error;
    return { text: `${error.kind} ${error.message}`, isCut: true };
  }
}

async function watchReadiness(session: Session, unready: Set<Replica>): Promise<void> {
  await Promise.all(session.world.replicas.map((replica) => watchOne(session, unready, replica)));
}

/** Each is asked by itself: one that is slow to answer does not delay what is known of the others. */
async function watchOne(session: Session, unready: Set<Replica>, replica: Replica): Promise<void> {
  while (!session.isStopping) {
    const isReady =
      !replica.isLive ||
      (await replica.connections.ask({ path: '/readyz/auctions' }).then(
        ({ status }) => status === 200,
        () => !replica.isLive,
      ));
    if (isReady) unready.delete(replica);
    else unready.add(replica);
    await wait(checkMs);
  }
}
