import { randomBytes } from 'node:crypto';
import { encodeRecord, openRedisStore, type ReportPart } from '@auction-tiers/store';
import { pairCell, ReportCounts, totalCell } from '@auction-tiers/tally';
import { tierResource, userResource, ymProfileResource } from '@auction-tiers/contract';
import { onTestFinished } from 'vitest';
import { RedisServer } from '@auction-tiers/tools/redis-server';

/** A Redis of its own for a test. */
export async function startDatabase(): Promise<RedisServer> {
  const server = await RedisServer.start();
  onTestFinished(() => server.remove());
  return server;
}

const actor = { user: 'ann', requestId: 'r-1' };

/** Stores some objects of members of several partitions, of every kind of index. */
export async function fill(url: string, count = 3): Promise<void> {
  const store = await openRedisStore({ url, log: { warn: () => undefined } });
  for (const member of [1, 2, 17]) {
    const made = await store.create(ymProfileResource, member, { name: `Y ${member}`, publisher_ids: [7, 8] }, actor);
    const ym_profile_id = made.ok ? made.change.id : 0;
    for (let at = 0; at < count; at += 1) {
      await store.create(tierResource, member, { name: `T ${at}`, ym_profile_id, code: `c ${at}` }, actor, {
        idempotency: { key: `k ${member} ${at}`, fingerprint: 'f' },
      });
    }
    const parts = ['2099-11-21T08:00', '2099-11-21T09:00'].map((hour) => countedPart(member, ym_profile_id, hour));
    const group = store.reports.groupOf(member);
    const call = { group, process: `process ${member}`, sequence: 1, countedToMs: Date.now(), isLast: false, parts };
    await store.reports.add(call);
  }
  const user = { username: 'ann', role: 'admin' };
  await store.create(userResource, null, user, actor, { secrets: { password_hash: 'a hash' } });
  await store.credentials.putToken('a token', { userId: 1, createdMs: 1, passwordMark: 'm' }, 60_000);
  await store.close();
}

const msPerDay = 24 * 60 * 60 * 1000;

/** Some auctions and bids that were counted in an hour. */
export function countedPart(memberId: number, ymProfileId: number, hour: string, auctions = 3): ReportPart {
  const counts = new ReportCounts();
  counts.totals.cells[totalCell.auctions] = auctions;
  for (let buyer = 1; buyer <= 40; buyer++)
    counts.pairs.sums.cells[counts.pairs.rowOf(7, buyer) + pairCell.bids] = 200 + buyer;
  const expiry = { hourExpiryMs: Date.now() + 8 * msPerDay, dayExpiryMs: Date.now() + 400 * msPerDay };
  const record = encodeRecord(counts, randomBytes(8));
  return { memberId, ymProfileId, hour, day: hour.slice(0, 10), record, totals: '', ...expiry };
}
