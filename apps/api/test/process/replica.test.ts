import { setImmediate as turn } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bid, runAuction } from '../fixture/auction-body.ts';
import { createTier, createYmProfile, expectOk, listTiers } from '../fixture/demo-tier.ts';
import { type Instance, openInstance } from '../fixture/instance.ts';
import { type Row, rowsOf } from '../fixture/request.ts';
import { ChangeFollower } from '../fixture/server-events.ts';
import { useService } from '../fixture/service.ts';
import { exportOf, importAnswer, sendFile } from '../fixture/tier-set-file.ts';
import { tokenOf } from '../fixture/log-in.ts';

const first = useService();
let second: Instance;

beforeAll(async () => {
  second = await openInstance({ REDIS_URL: first.redisUrl, DATA_DIR: first.dataDir });
});
afterAll(() => second.close());

/** Resolves when a replica's engines have reached the revision of a write. */
async function reached(replica: Instance, revision: string): Promise<void> {
  const [partition, number] = revision.split('-').map(Number) as [number, number];
  await expect
    .poll(async () => {
      const { revisions } = (await replica.send('GET', '/readyz')).json as { revisions: readonly string[] };
      const own = revisions.find((one) => one.startsWith(`${partition}-`));
      return Number(own?.split('-')[1]);
    })
    .toBeGreaterThanOrEqual(number);
}
const revisionOf = async ({ send }: Instance, ym_profile_id: number) =>
  (await runAuction(send, { ym_profile_id, bids: [] })).revision;

test('a second replica finds the users and the demo that the first one made', async () => {
  expect(second.people).toEqual(first.people);
  expect(await listTiers(second.send)).toEqual(await listTiers(first.send));
});

test('an acknowledged write is seen by every read that starts after it, on every replica', async () => {
  const ymProfile = await createYmProfile(first.send, { name: 'Shared' });
  const writers = [first, second];
  const tier = await createTier(first.send, { name: 'v0', ym_profile_id: ymProfile.id });
  for (let round = 1; round <= 40; round++) {
    const [writer, reader] = round % 2 === 0 ? writers : writers.toReversed();
    const name = `v${round}`;
    expectOk(await writer!.send('PUT', `/ym-auction-tier?id=${tier.id}`, { body: { name } }));
    expect(await reader!.send('GET', `/ym-auction-tier?id=${tier.id}`)).toMatchObject({
      response: { 'ym-auction-tier': { name } },
    });
    expect((await listTiers(reader!.send, `?name=${name}`)).map(({ id }) => id)).toEqual([tier.id]);
  }
  expectOk(await first.send('DELETE', `/ym-auction-tier?id=${tier.id}`));
  expect((await second.send('GET', `/ym-auction-tier?id=${tier.id}`)).status).toBe(404);
});

test('a write reaches the engines of the other replica', async () => {
  const { id: ym_profile_id } = await createYmProfile(first.send, { name: 'Selected from' });
  const tier = await createTier(first.send, { ym_profile_id, buyer_members: [{ id: 301 }] });
  await reached(second, await revisionOf(first, ym_profile_id));
  const body = { ym_profile_id, bids: [bid('a', 301, 5)] };
  expect((await runAuction(second.send, body)).bids).toMatchObject([{ outcome: 'excluded', tier_id: tier.id }]);

  expectOk(await second.send('PUT', `/ym-auction-tier?id=${tier.id}`, { body: { buyer_members: [] } }));
  await reached(first, await revisionOf(second, ym_profile_id));
  expect((await runAuction(first.send, body)).bids).toMatchObject([{ outcome: 'won', tier_id: null }]);
});

test('replicas at the same revision give the same answer, byte for byte', async () => {
  const { id: ym_profile_id } = await createYmProfile(first.send, { name: 'Equal' });
  for (const name of ['A', 'B', 'C']) {
    await createTier(first.send, {
      name,
      ym_profile_id,
      member_action: 'include',
      min_price: 1,
      buyer_members: [{ id: 301 }],
    });
  }
  await reached(second, await revisionOf(first, ym_profile_id));
  const bids = Array.from({ length: 30 }, (_, index) => bid(`b${index}`, 301, 3));
  const body = { ym_profile_id, seed: 'equal', impression: { time: '2026-11-21T08:00:00Z' }, bids };
  expect(JSON.stringify(await runAuction(second.send, body))).toBe(JSON.stringify(await runAuction(first.send, body)));
});

test('changes from both sides at the same time are each applied and logged exactly once', async () => {
  const { id: ym_profile_id } = await createYmProfile(first.send, { name: 'Contended' });
  const tier = await createTier(first.send, { ym_profile_id, buyer_members: [] });
  const before = expectOk(await first.send('GET', '/change-log?num_elements=1')).response.count;
  const follower = await ChangeFollower.open(second.url, second.people.seller1.api_key);
  const ids = Array.from({ length: 20 }, (_, index) => 2001 + index);
  const answers = await Promise.all(
    ids.map((id) => {
      const { send } = id % 2 === 0 ? first : second;
      const body = { buyer_members: [{ id }] };
      return send('PUT', `/ym-auction-tier?id=${tier.id}&append=true`, {
        body,
        headers: { 'x-request-id': `write-${id}` },
      });
    }),
  );
  const done = ids.filter((_, index) => answers[index]?.status === 200);
  for (const answer of answers) expect([200, 409]).toContain(answer.status);
  expect(done.length).toBeGreaterThan(0);

  const [after] = await listTiers(second.send, `?id=${tier.id},999999`);
  expect(after?.buyer_members?.map(({ id }) => id).toSorted()).toEqual(done);
  const log = expectOk(await second.send('GET', `/change-log?num_elements=100`));
  expect(log.response.count).toBe(before + done.length);
  const logged = rowsOf(log, 'change-logs').map(({ request_id }) => request_id);
  const wanted = done.map((id) => `write-${id}`);
  expect(logged.filter((id) => id.startsWith('write-')).toSorted()).toEqual(wanted.toSorted());
  const told: Row[] = [];
  while (told.length < done.length) told.push((await follower.next()).entry);
  follower.close();
  expect(told.map(({ request_id }) => String(request_id)).toSorted()).toEqual(wanted.toSorted());
});

const login = ({ send }: Instance) =>
  send('POST', '/auth', { key: null, body: { username: 'shared-ghost', password: 'x' } });

test('failed logins are counted across replicas', async () => {
  for (let attempt = 0; attempt < 10; attempt++)
    expect((await login(attempt % 2 === 0 ? first : second)).status).toBe(401);
  for (const replica of [first, second]) expect((await login(replica)).status).toBe(429);
});

test('a token of one replica is good on the other', async () => {
  const { username, password } = first.people.seller1;
  const { token } = expectOk(await first.send('POST', '/auth', { key: null, body: { username, password } })).response;
  expectOk(await second.send('GET', '/member', { key: String(token) }));
});

test('a key that one replica revokes ends on the other, and so does what is open there', async () => {
  const { send } = first;
  const row = expectOk(
    await send('POST', '/api-key', {
      key: await tokenOf(first),
      body: { name: 'Short', scopes: ['read', 'write', 'auction'] },
    }),
  ).response['api-key'] as Row;
  const key = String(row['key']);
  const { id: ym_profile_id } = await createYmProfile(send, { name: 'Revoked from' });
  // A write reaches the engines of other replicas a little later.
  await reached(second, await revisionOf(first, ym_profile_id));
  const follower = await ChangeFollower.open(second.url, key);
  const auction = { key, body: { ym_profile_id, bids: [] } };
  expectOk(await second.send('POST', '/auction', auction));

  expectOk(await send('DELETE', `/api-key?id=${String(row['id'])}`));
  await expect.poll(async () => (await second.send('GET', '/member', { key })).status, { timeout: 2000 }).toBe(401);
  await expect(follower.ended()).rejects.toThrow(/NOAUTH/);
  expect((await second.send('POST', '/auction', auction)).status).toBe(401);
  expect((await second.send('GET', '/dma?id=501', { key })).status).toBe(401);
});

test('an import is seen whole on the other replica, as soon as it is acknowledged', async () => {
  // More changes than a replica reads at once.
  const count = 900;
  const tiersNamed = (name: string) => Array.from({ length: count }, () => ({ name, buyer_members: [{ id: 101 }] }));
  const { id } = await createYmProfile(first.send);
  importAnswer(await sendFile(first.send, id, { tiers: tiersNamed('old') }));
  expect((await exportOf(second.send, id)).tiers).toHaveLength(count);

  const seen = new Set<number>();
  const done = new AbortController();
  const watching = (async () => {
    while (!done.signal.aborted) {
      const { tiers } = second.opened.tierSets.get(id).tierSet;
      seen.add(tiers.length);
      await turn();
    }
  })();
  importAnswer(await sendFile(first.send, id, { tiers: tiersNamed('new').slice(1) }));
  const { tiers } = await exportOf(second.send, id);
  done.abort();
  await watching;
  expect(tiers.map(({ name }) => name)).toEqual(Array.from({ length: count - 1 }, () => 'new'));
  expect([...seen].filter((length) => length !== count && length !== count - 1)).toEqual([]);
  expect(second.opened.tierSets.get(id).tierSet.tiers).toHaveLength(count - 1);
});
