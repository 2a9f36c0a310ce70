import { randomBytes } from 'node:crypto';
import { apiKeyResource, memberResource, tierResource, userResource, ymProfileResource } from '@auction-tiers/contract';
import { encodeRecord, findRecords, openRedisStore } from '@auction-tiers/store';
import { ReportCounts, totalCell, totalsText } from '@auction-tiers/tally';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startCluster } from '@auction-tiers/tools/redis-cluster';

const actor = { user: 'ann', requestId: 'r-1' };
const idempotency = { key: 'k', fingerprint: 'f' };
test('on a cluster each write uses one slot, on any node', async () => {
  const nodes = await startCluster(3);
  const url = `redis+cluster://${nodes.map(({ port }) => `127.0.0.1:${port}`).join(',')}`;
  const store = await openRedisStore({ url, log: console });
  onTestFinished(() => store.close());
  const heard = new Set<number>();
  await store.onChangeNotification((partition) => heard.add(partition));
  heard.clear();

  const members = Array.from({ length: store.partitions }, (_, index) => index + 1);
  await Promise.all(
    members.map(async (member) => {
      const ymProfile = await store.create(ymProfileResource, member, { name: 'Y', publisher_ids: [1] }, actor);
      const id = ymProfile.ok ? ymProfile.change.id : 0;
      const create = () =>
        store.create(tierResource, member, { name: 'T', ym_profile_id: id, code: 'c' }, actor, { idempotency });
      const tier = await create();
      expect(tier).toMatchObject({ ok: true, isRepeat: false });
      expect(await create()).toEqual({ ...tier, isRepeat: true });
      expect(await store.repeatOf(tierResource, member, idempotency)).toEqual({ ...tier, isRepeat: true });
      expect(await store.remove(ymProfileResource, member, id, actor)).toMatchObject({
        refusal: { kind: 'in_use', count: 1 },
      });
    }),
  );
  for (const member of members) {
    const partition = member % store.partitions;
    const { objects, revision } = await store.load(partition, [tierResource, ymProfileResource]);
    expect([objects.length, revision]).toEqual([2, 2]);
    expect((await store.changesAfter(partition, { revision: 0 }, 10)).changes).toHaveLength(2);
    expect((await store.changeLog(member, 0, 10)).total).toBe(2);
  }
  await vi.waitFor(() => expect(heard.size).toBe(store.partitions));

  const { credentials } = store;
  const secrets = { password_hash: 'hash' };
  await store.create(userResource, null, { username: 'ann', role: 'admin' }, actor, { secrets, idempotency });
  await store.create(apiKeyResource, null, { user_id: 1, scopes: [] }, actor, { secrets: { sha256: 'abc' } });
  const user = await credentials.findUser('ann');
  expect(user).toMatchObject({ id: 1, passwordHash: 'hash' });
  expect(await credentials.findKey('abc')).toMatchObject({ id: 1, user });
  await credentials.putToken('def', { userId: 1, createdMs: 5, passwordMark: 'mark' }, 60_000);
  expect(await credentials.findToken('def')).toMatchObject({ user });
  // Enough that every node has some.
  const others = Array.from({ length: 30 }, (_, position) => `token ${position}`);
  const stored = { userId: 1, createdMs: 5, passwordMark: 'mark' };
  await Promise.all(others.map((sha256) => credentials.putToken(sha256, stored, 60_000)));
  expect(await credentials.removeTokens(1)).toBe(31);
  expect(await credentials.findToken('def')).toBeNull();

  for (const key of members.map(String)) {
    const named = { key, fingerprint: 'f' };
    const createMember = () => store.create(memberResource, null, { name: 'S' }, actor, { idempotency: named });
    const first = await createMember();
    expect(first).toMatchObject({ ok: true, isRepeat: false });
    expect(await createMember()).toEqual({ ...first, isRepeat: true });
    expect(await store.repeatOf(memberResource, null, named)).toEqual({ ...first, isRepeat: true });
  }
  expect(await credentials.countFailure('ann', 60_000)).toMatchObject({ failures: 1 });
  expect(await store.findTrouble()).toBeNull();
  const keys = await Promise.all(nodes.map((node) => node.ask('DBSIZE')));
  expect(keys.every((count) => Number(count) > 0)).toBe(true);
});

test('on a cluster the counts of members are added to the servers of their partitions, each call once', async () => {
  const nodes = await startCluster(3);
  const url = `redis+cluster://${nodes.map(({ port }) => `127.0.0.1:${port}`).join(',')}`;
  const store = await openRedisStore({ url, log: console });
  onTestFinished(() => store.close());
  const [hour, day] = ['2026-11-21T08', '2026-11-21@Europe/Berlin'];
  const expiryMs = Date.now() + 60_000;
  const members = Array.from({ length: store.partitions }, (_, index) => index + 1);
  for (const memberId of members) {
    const counts = new ReportCounts();
    counts.totals.cells[totalCell.auctions] = memberId;
    const record = encodeRecord(counts, randomBytes(8));
    const expiry = { hourExpiryMs: expiryMs, dayExpiryMs: expiryMs };
    const part = { memberId, ymProfileId: 1, hour, day, record, totals: totalsText(counts.totals), ...expiry };
    const group = store.reports.groupOf(memberId);
    const own = { process: 'one', sequence: 1, countedToMs: Date.now(), isLast: false };
    const call = { ...own, group, parts: [part] };
    expect(await store.reports.add(call)).toHaveLength(1);
    expect(await store.reports.add(call)).toBeNull();
  }
  for (const memberId of members) {
    const read = await store.reports.read({ memberId, ymProfileId: 1 }, [hour, day]);
    expect(read.map((records) => findRecords(records!).records.length)).toEqual([1, 1]);
  }
  expect(new Set(members.map((memberId) => store.reports.groupOf(memberId))).size).toBe(store.partitions);
});
