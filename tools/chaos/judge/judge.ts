import { absent, type Ledger, type Version } from '../traffic/ledger.ts';
import { type SeenTier, versionOf } from '../traffic/reader.ts';
import type { Traffic } from '../traffic/traffic.ts';
import { tiersPerSet } from '../traffic/writer.ts';
import type { Replica } from '../world/replica.ts';
import { type Change, checkReplay, checkWrites } from './change-log.ts';
import { checkReplicas } from './replicas.ts';

const partitionCount = 16;

/** The laws that hold in every scenario. */
export const laws = {
  acknowledged: 'every acknowledged write is there, exactly once, and no refused one; imports are whole or not there',
  'change log': 'applying the changes gives the tiers; revisions have no holes; no change is stored that is not listed',
  replicas: 'every replica equals one that is started anew, 5 s after the traffic has ended at the latest',
  auctions: 'no auction fails, but those of a process that was killed; none sees half of an import',
  reads: 'no read is older than what was acknowledged before it was sent',
  answers: 'no request is answered wrong',
} as const;

/** A law that was broken. */
export interface Violation {
  readonly law: keyof typeof laws;
  readonly what: string;
}

/**
 * Compares the state after the traffic with all answers. `fresh`: a replica started after the traffic, whose only
 * source is Redis; the other replicas have `catchUpMs` to become equal to it.
 */
export async function judge(traffic: Traffic, fresh: Replica, catchUpMs?: number): Promise<readonly Violation[]> {
  const { ledger, world, sellers } = traffic;
  const violations: Violation[] = [];
  const tell = (law: Violation['law'], broken: readonly string[]) =>
    void violations.push(...broken.map((what) => ({ law, what })));
  tell('auctions', [...traffic.failedAuctions, ...traffic.tornAuctions]);
  tell('reads', traffic.staleReads);
  tell('answers', traffic.wrongAnswers);
  const versions = new Map<string, Version>();
  for (const { memberId, key, singleId, setId } of sellers) {
    const tiers = await fresh.list<SeenTier>('ym-auction-tier', key);
    const changes = (await fresh.list<Change>('change-log', key)).toReversed();
    const own = ledger.writes.filter((write) => write.memberId === memberId);
    tell('acknowledged', checkWrites(own, changes));
    tell('change log', checkReplay(changes, tiers));
    // The log is read through an index, which must have every entry of the stream. Demo sellers share no partition.
    const redis = await world.topology.primary();
    const count = Number(await redis.ask('XLEN', `at:{p${memberId % partitionCount}}:changes`));
    const listed = changes.filter(({ member_id: owner }) => owner !== null).length;
    const unlisted = `of ${count} changes of member ${memberId}, ${listed} are listed`;
    tell('change log', count === listed ? [] : [unlisted]);
    const inSet = tiers.filter(({ ym_profile_id: id }) => id === setId);
    if (inSet.length > 0) versions.set(`set ${setId}`, versionOf(inSet, tiersPerSet));
    for (const { code, name, ym_profile_id: id } of tiers) if (id === singleId) versions.set(code ?? '', name);
  }
  tell('acknowledged', checkVersions(ledger, versions));
  tell('replicas', await checkReplicas(sellers, world.live, fresh, catchUpMs));
  return violations;
}

/** Checks that objects have a version that the ledger allows. */
export function checkVersions(ledger: Ledger, versions: ReadonlyMap<string, Version>): string[] {
  return [...new Set([...ledger.objects, ...versions.keys()])].flatMap((object) => {
    const seen = versions.get(object) ?? absent;
    const allowed = ledger.possible(object);
    return allowed.includes(seen) ? [] : [`${object} is ${seen}, allowed: ${allowed.join(', ')}`];
  });
}
