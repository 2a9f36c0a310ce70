import { setTimeout as wait } from 'node:timers/promises';
import type { Random } from '@auction-tiers/chance';
import { absent } from './ledger.ts';
import type { Seller, Traffic } from './traffic.ts';

const [leastPauseMs, mostPauseMs, importPauseMs] = [10, 40, 80];
const mostUpdates = 8;
/** Every imported set has this many tiers; the tier at index n names the buyer with this number plus n. */
export const [tiersPerSet, firstBuyer] = [12, 7001];

/** Creates tiers, changes them several times and mostly deletes them, until the traffic stops. */
export async function runWriter(traffic: Traffic, name: string, random: Random): Promise<void> {
  for (let count = 1; !traffic.isStopping; count++) await runLife(traffic, `${name}-${count}`, random);
}

/** The life of one tier, which ends early after a write with an unknown result. */
async function runLife(traffic: Traffic, code: string, random: Random): Promise<void> {
  const seller = traffic.sellers[random.below(traffic.sellers.length)]!;
  const { lossCount } = traffic.ledger;
  const carryOut = async (version: string, method: 'POST' | 'PUT' | 'DELETE', path: string, body?: object) => {
    await wait(leastPauseMs + random.below(mostPauseMs - leastPauseMs));
    const asked = { method, path, ...(body === undefined ? {} : { body }) };
    const isRepeated = random.fraction() < 0.5;
    return traffic.carryOut({ object: code, seller, version, changeCount: 1, asked, isRepeated }, random);
  };
  const tier = { code, ym_profile_id: seller.singleId, member_action: 'include', min_price: '1.00' };
  const first = { ...tier, name: 'version 0', buyer_members: [{ id: 1 + random.below(5000) }] };
  const created = await carryOut('version 0', 'POST', '/ym-auction-tier', first);
  if (created.state !== 'acknowledged') return;
  const path = `/ym-auction-tier?id=${String(created.content['id'])}`;
  const updates = random.below(mostUpdates + 1);
  for (let number = 1; number <= updates && !traffic.isStopping; number++) {
    const version = `version ${number}`;
    const { state } = await carryOut(version, 'PUT', path, { name: version, priority: 1 + random.below(10) });
    // After a loss the id may belong to another tier.
    if (state === 'unknown' || traffic.ledger.lossCount !== lossCount || traffic.isLossy) return;
  }
  if (traffic.isStopping || traffic.isLossy || random.fraction() < 0.3) return;
  await carryOut(absent, 'DELETE', path);
}

/** Imports one generation of a tier set after another: every import changes every tier of the set. */
export async function runImporter(traffic: Traffic, seller: Seller, random: Random): Promise<void> {
  const { ledger } = traffic;
  const object = `set ${seller.setId}`;
  let ids = null as readonly number[] | null;
  for (let { lossCount } = ledger; !traffic.isStopping; await wait(importPauseMs)) {
    if (ledger.lossCount !== lossCount) [ids, lossCount] = [null, ledger.lossCount];
    ids = ids?.length === tiersPerSet ? ids : await tierIds(traffic, seller, random);
    if (ids === null) continue;
    const number = ledger.writesOf(object).length;
    const version = `generation ${number}`;
    const same = { name: version, priority: 1 + (number % 10), member_action: 'include', min_price: '0.01' };
    const tiers = Array.from({ length: tiersPerSet }, (_, index) => {
      return { ...same, id: ids?.[index], buyer_members: [{ id: firstBuyer + index }] };
    });
    const asked = { method: 'POST', path: `/ym-profile/import?id=${seller.setId}`, body: { tiers } } as const;
    await traffic.carryOut({ object, seller, version, changeCount: tiersPerSet, asked, isRepeated: true }, random);
  }
}

/** The ids of the set's tiers, in the order of their buyers; null if they cannot be read now. */
async function tierIds(traffic: Traffic, { setId, key }: Seller, random: Random): Promise<readonly number[] | null> {
  const replica = await traffic.pick(random);
  const reply = await replica.ask({ path: `/ym-auction-tier?ym_profile_id=${setId}`, key }).catch(() => null);
  if (reply?.status !== 200) return null;
  const tiers = reply.content['ym-auction-tiers'] as readonly {
    readonly id: number;
    readonly buyer_members: readonly [{ readonly id: number }];
  }[];
  return tiers.toSorted((left, right) => left.buyer_members[0].id - right.buyer_members[0].id).map(({ id }) => id);
}
