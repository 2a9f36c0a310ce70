import { setTimeout as wait } from 'node:timers/promises';
import { setName } from '../ledger/stored.ts';
import type { Random } from '../world/random.ts';
import type { ImportedSet, Session } from './session.ts';

const pauseMs = 80;
const repeatMs = 50;
const mostRepeatMs = 60_000;

/** The buyers of imported tiers: the tier at place n names the one of this number plus n. */
export const firstBuyer = 7001;

/** The name and priority that all tiers of a generation have. */
export const generation = (number: number) => ({ name: `generation ${number}`, priority: 1 + (number % 10) });

/** Imports one generation of a tier set after the other: every import changes every tier of the set. */
export async function runImporter(session: Session, set: ImportedSet, random: Random): Promise<void> {
  const { ledger } = session;
  const { ymProfileId, seller, tierCount } = set;
  const object = setName(ymProfileId);
  let ids: readonly number[] = [];
  let { lossCount } = ledger;
  while (!session.isStopping) {
    await wait(pauseMs);
    if (ledger.lossCount !== lossCount) [ids, lossCount] = [[], ledger.lossCount];
    if (ids.length === 0) {
      const known = await tierIds(session, set, random);
      if (known === null) continue;
      ids = known;
    }
    const number = ledger.writesOf(object).length;
    const tiers = Array.from({ length: tierCount }, (_, place) => ({
      ...(ids[place] === undefined ? {} : { id: ids[place] }),
      ...generation(number),
      member_action: 'include',
      min_price: '0.01',
      buyer_members: [{ id: firstBuyer + place }],
    }));
    const requestId = `${object.replace(' ', '-')}.${number}`;
    const version = generation(number).name;
    const write = ledger.begin({
      requestId,
      object,
      memberId: seller.memberId,
      version,
      changeCount: tierCount,
    });
    const headers = { 'idempotency-key': requestId };
    const path = `/ym-profile/import?id=${ymProfileId}`;
    const limitMs = performance.now() + mostRepeatMs;
    for (let isUnknown = false; ; ) {
      const replica = await session.pick(random);
      const asked = { method: 'POST', path, key: seller.key, headers, body: { tiers } } as const;
      const { outcome, reply } = await session.attempt(replica, write, asked);
      isUnknown ||= outcome === 'unknown';
      if ((reply !== null && reply.status < 500) || performance.now() > limitMs) {
        ledger.end(write, outcome === 'acknowledged' ? outcome : isUnknown ? 'unknown' : 'refused');
        break;
      }
      await wait(repeatMs);
    }
  }
}

/** The ids of the set's tiers, in the order of their buyers; null where they cannot be read now. */
async function tierIds(
  session: Session,
  { ymProfileId, seller }: ImportedSet,
  random: Random,
): Promise<readonly number[] | null> {
  const replica = await session.pick(random);
  const path = `/ym-auction-tier?ym_profile_id=${ymProfileId}`;
  const reply = await replica.connections.ask({ path, key: seller.key }).catch(() => null);
  if (reply?.status !== 200) return null;
  const tiers = reply.content['ym-auction-tiers'] as readonly { id: number; buyer_members: { id: number }[] }[];
  return tiers.toSorted((a, b) => buyerOf(a) - buyerOf(b)).map(({ id }) => id);
}

const buyerOf = ({ buyer_members: [buyer] }: { readonly buyer_members: readonly { readonly id: number }[] }) =>
  buyer?.id ?? 0;
