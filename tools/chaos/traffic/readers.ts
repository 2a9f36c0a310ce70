import { setTimeout as wait } from 'node:timers/promises';
import type { Version } from '../ledger/ledger.ts';
import { absent } from '../ledger/ledger.ts';
import { type SeenTier, setName, setVersion } from '../ledger/stored.ts';
import { NoReply, type Reply } from '../world/http.ts';
import type { Random } from '../world/random.ts';
import type { Replica } from '../world/replica.ts';
import type { ImportedSet, Session } from './session.ts';

const pauseMs = 8;
/** Reads choose among the objects that were written last: those change. */
const recentCount = 12;

/** A read that saw an older version than it had to. */
export interface StaleRead {
  readonly object: string;
  readonly replica: string;
  readonly saw: Version;
  readonly allowed: readonly Version[];
}

/** What the readers have found. */
export class ReadTally {
  /** Answered reads of which it was checked what they saw. */
  checkedCount = 0;
  /** Reads that were answered with 503, or not at all, or while Redis may lose what they saw: nothing is claimed of them. */
  unansweredCount = 0;
  readonly stale: StaleRead[] = [];
}

/** Reads what was written last, on any replica, until the session stops. */
export async function runReader(session: Session, tally: ReadTally, random: Random): Promise<void> {
  while (!session.isStopping) {
    await wait(pauseMs);
    const set = random.isTrue(0.2) ? random.pick([...session.sets.values(), undefined]) : undefined;
    const replica = await session.pick(random);
    if (set === undefined) await readTier(session, tally, replica, random);
    else await readSet(session, tally, replica, set);
  }
}

async function readTier(session: Session, tally: ReadTally, replica: Replica, random: Random): Promise<void> {
  const { ledger, world } = session;
  const recent = ledger.writes.slice(-recentCount).filter(({ object }) => !object.startsWith('set '));
  if (recent.length === 0) return;
  const { object, memberId } = random.pick(recent);
  const key = world.sellers.find((seller) => seller.memberId === memberId)?.key ?? '';
  await check(session, tally, replica, { object, path: `/ym-auction-tier?code=${object}`, key }, (content) => {
    const [tier] = tiersIn(content);
    return tier === undefined ? absent : String(tier.name);
  });
}

async function readSet(session: Session, tally: ReadTally, replica: Replica, set: ImportedSet): Promise<void> {
  const { ymProfileId, seller, tierCount } = set;
  const asked = {
    object: setName(ymProfileId),
    path: `/ym-auction-tier?ym_profile_id=${ymProfileId}`,
    key: seller.key,
  };
  await check(session, tally, replica, asked, (content) =>
    setVersion(
      tiersIn(content).map(({ name }) => String(name)),
      tierCount,
    ),
  );
}

const tiersIn = (content: Reply['content']) => content['ym-auction-tiers'] as readonly SeenTier[];

/** A read of one object of the ledger. */
export interface CheckedRead {
  readonly object: string;
  readonly path: string;
  readonly key: string;
}

/** One read: what it sees must be a version that was there after it was sent. */
export async function check(
  session: Pick<Session, 'ledger' | 'isLossy'>,
  tally: ReadTally,
  { name, connections }: Pick<Replica, 'name' | 'connections'>,
  { object, path, key }: CheckedRead,
  versionOf: (content: Reply['content']) => Version,
): Promise<void> {
  const { ledger, isLossy } = session;
  const floor = ledger.floor(object);
  try {
    const reply = await connections.ask({ path, key });
    if (reply.status !== 200 || isLossy || session.isLossy) {
      tally.unansweredCount += 1;
      return;
    }
    const saw = versionOf(reply.content);
    const allowed = ledger.possibleFrom(object, floor);
    tally.checkedCount += 1;
    if (allowed.includes(saw)) ledger.saw(object, saw);
    else tally.stale.push({ object, replica: name, saw, allowed });
  } catch (error) {
    if (!(error instanceof NoReply)) throw error;
    tally.unansweredCount += 1;
  }
}
