import { setTimeout as wait } from 'node:timers/promises';
import type { Random } from '@auction-tiers/chance';
import { NoReply, type Reply } from '../world/http.ts';
import type { Replica } from '../world/replica.ts';
import { absent, type Version } from './ledger.ts';
import type { Traffic } from './traffic.ts';
import { tiersPerSet } from './writer.ts';

const pauseMs = 8;
/** Reads choose among this many recently written objects, because those change. */
const recentCount = 12;

/** A tier of a list, with the attributes that the traffic sets. */
export interface SeenTier {
  readonly id: number;
  readonly code: string | null;
  readonly name: string;
  readonly ym_profile_id: number;
}

/** The version of the only tier, or of all tiers of a set; `torn: ...` if they differ or some are missing. */
export function versionOf(tiers: readonly SeenTier[], wanted: number): Version {
  const [first = absent, ...others] = [...new Set(tiers.map(({ name }) => name))];
  if (tiers.length === 0 || (others.length === 0 && tiers.length === wanted)) return first;
  return `torn: ${tiers.length} of ${wanted} tiers, ${[first, ...others].join(', ')}`;
}

/** Reads recently written objects, on any replica, until the traffic stops. */
export async function runReader(traffic: Traffic, random: Random): Promise<void> {
  for (; !traffic.isStopping; await wait(pauseMs)) {
    const recent = traffic.ledger.writes.slice(-recentCount);
    const write = recent[random.below(recent.length)];
    if (write !== undefined) await check(traffic, await traffic.pick(random), write);
  }
}

/** Checks one read of an object of the ledger: it must see a version that existed after the read was sent. */
export async function check(
  traffic: Pick<Traffic, 'ledger' | 'isLossy' | 'staleReads' | 'checkedReads' | 'sellers'>,
  replica: Pick<Replica, 'name' | 'ask'>,
  { object, memberId }: { readonly object: string; readonly memberId: number },
): Promise<void> {
  const { ledger, isLossy, sellers } = traffic;
  const { key = '', setId } = sellers.find((seller) => seller.memberId === memberId) ?? {};
  const isSet = object === `set ${setId}`;
  const floor = ledger.floor(object);
  let reply: Reply;
  try {
    reply = await replica.ask({ path: `/ym-auction-tier?${isSet ? `ym_profile_id=${setId}` : `code=${object}`}`, key });
  } catch (error) {
    if (error instanceof NoReply) return;
    throw error;
  }
  // While Redis may lose data, nothing is checked.
  if (reply.status !== 200 || isLossy || traffic.isLossy) return;
  const saw = versionOf(reply.content['ym-auction-tiers'] as readonly SeenTier[], isSet ? tiersPerSet : 1);
  const allowed = ledger.possible(object, floor);
  traffic.checkedReads += 1;
  if (!allowed.includes(saw))
    traffic.staleReads.push(`${replica.name}: ${object} is ${saw}, allowed: ${allowed.join(', ')}`);
  else if (saw !== absent) ledger.saw(object, saw);
}
