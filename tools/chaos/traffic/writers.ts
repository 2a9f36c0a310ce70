import { setTimeout as wait } from 'node:timers/promises';
import { absent, type Outcome } from '../ledger/ledger.ts';
import type { Asked, Reply } from '../world/http.ts';
import type { Random } from '../world/random.ts';
import type { Seller } from '../world/world.ts';
import type { Session } from './session.ts';

const leastPauseMs = 10;
const mostPauseMs = 40;
const repeatMs = 50;
/** A write whose outcome is not known after this is left as it is. */
const mostRepeatMs = 60_000;
const mostUpdates = 8;

/** A tier of one writer. */
interface OwnTier {
  readonly code: string;
  readonly seller: Seller;
  readonly ymProfileId: number;
  id: number;
}

/** Makes tiers, changes them several times and mostly deletes them, until the session stops. */
export async function runWriter(session: Session, name: string, random: Random): Promise<void> {
  for (let count = 1; !session.isStopping; count++) {
    const place = random.whole(0, session.world.sellers.length - 1);
    const [seller, ymProfileId] = [session.world.sellers[place], session.ymProfileIds[place]];
    if (seller === undefined || ymProfileId === undefined) throw new Error('the session has no seller');
    await runLife(session, { code: `${name}-${count}`, seller, ymProfileId, id: 0 }, random);
  }
}

/** The life of one tier. It is left alone after a write of which it is not known whether it was done. */
async function runLife(session: Session, tier: OwnTier, random: Random): Promise<void> {
  const body = {
    name: version(0),
    code: tier.code,
    ym_profile_id: tier.ymProfileId,
    member_action: 'include',
    min_price: '1.00',
    buyer_members: [{ id: random.whole(1, 5000) }],
  };
  const { lossCount } = session.ledger;
  const created = await carryOut(session, tier, version(0), { method: 'POST', path: '/ym-auction-tier', body }, random);
  if (created.outcome !== 'acknowledged') return;
  tier.id = Number(created.reply?.content['id']);
  const updates = random.whole(0, mostUpdates);
  for (let number = 1; number <= updates && !session.isStopping; number++) {
    const path = `/ym-auction-tier?id=${tier.id}`;
    const asked = { method: 'PUT', path, body: { name: version(number), priority: random.whole(1, 10) } } as const;
    const { outcome } = await carryOut(session, tier, version(number), asked, random);
    // After a loss the id may be that of another tier.
    if (outcome === 'unknown' || session.ledger.lossCount !== lossCount || session.isLossy) return;
  }
  if (session.isStopping || session.isLossy || !random.isTrue(0.7)) return;
  await carryOut(session, tier, absent, { method: 'DELETE', path: `/ym-auction-tier?id=${tier.id}` }, random);
}

const version = (number: number) => `version ${number}`;

/**
 * One write. Half of them carry an Idempotency-Key and are sent again, to whichever replica, until it is known what became
 * of them; the others are sent once.
 */
async function carryOut(
  session: Session,
  { code, seller }: OwnTier,
  made: string,
  asked: Asked,
  random: Random,
): Promise<{ outcome: Outcome; reply: Reply | null }> {
  const { ledger } = session;
  await wait(random.whole(leastPauseMs, mostPauseMs));
  const requestId = `${code}.${ledger.writesOf(code).length}`;
  const write = ledger.begin({ requestId, object: code, memberId: seller.memberId, version: made, changeCount: 1 });
  const isRepeated = random.isTrue(0.5);
  const headers = isRepeated ? { 'idempotency-key': requestId } : {};
  const limitMs = write.sentMs + mostRepeatMs;
  let isUnknown = false;
  for (;;) {
    const replica = await session.pick(random);
    const { outcome, reply } = await session.attempt(replica, write, { ...asked, key: seller.key, headers });
    // A later attempt that is refused because Redis is away says nothing about the earlier one.
    isUnknown ||= outcome === 'unknown';
    const isRefusedForGood = reply !== null && reply.status < 500;
    if (isRefusedForGood || !isRepeated || performance.now() > limitMs) {
      const ended = outcome === 'acknowledged' ? outcome : isUnknown ? 'unknown' : 'refused';
      ledger.end(write, ended);
      return { outcome: ended, reply };
    }
    await wait(repeatMs);
  }
}
