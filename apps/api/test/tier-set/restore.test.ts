import type { ImportAnswer, TierSetFile } from '@auction-tiers/contract';
import { createClient as connectRedis } from 'redis';
import { describe, expect, test } from 'vitest';
import { createProfile, createTier, createYmProfile, expectOk } from '../fixture/demo-tier.ts';
import { type Answer, issuePaths, rowOf, rowsOf } from '../fixture/request.ts';
import { useService } from '../fixture/service.ts';
import { exportOf, importAnswer, sendFile } from '../fixture/tier-set-file.ts';
import { createScopedKey, failureOf } from '../fixture/trpc-client.ts';
import { createClient } from '@auction-tiers/client';

const service = useService();
const { send } = service;
const include = { member_action: 'include', min_price: '1.00', buyer_members: [{ id: 101 }] };

/** A ym-profile of two tiers, of which the first is targeted. */
async function newTierSet() {
  const { id } = await createYmProfile(send);
  const profile = await createProfile(send, { name: 'P', dma_action: 'include', dma_targets: [{ dma: 501 }] });
  const first = await createTier(send, { ...include, name: 'First', ym_profile_id: id, profile_id: profile.id });
  const second = await createTier(send, { ...include, name: 'Second', ym_profile_id: id });
  return { id, profile, first, second };
}

const change = async (path: string, body: object) => expectOk(await send('PUT', path, { body }));
const remove = async (path: string) => expectOk(await send('DELETE', path));
const at = (id: number, revision: string) => send('GET', `/ym-profile/export?id=${id}&revision=${revision}`);
const fileAt = async (id: number, revision: string) =>
  expectOk(await at(id, revision)).response['ym-profile-export'] as TierSetFile;
const restoring = (id: number, revision: string, query = '', options = {}) =>
  send('POST', `/ym-profile/restore?id=${id}&revision=${revision}${query}`, options);
const restored = (answer: Answer) => expectOk(answer).response['ym-profile-restore'] as ImportAnswer;
const diff = async (id: number, from: string, to: string) =>
  expectOk(await send('GET', `/ym-profile/diff?id=${id}&from=${from}&to=${to}`)).response[
    'ym-profile-diff'
  ] as ImportAnswer;

/** A tier set without revision and dates. */
const undated = (file: TierSetFile) =>
  JSON.parse(
    JSON.stringify(file, (key, value: unknown) =>
      /^(revision|created_on|last_modified)$/.test(key) ? undefined : value,
    ),
  ) as unknown;

describe('an export at a revision', () => {
  test('is what the export was then, with the fee and time zone of then', async () => {
    const { id, profile, first, second } = await newTierSet();
    const then = await exportOf(send, id);
    await change(`/ym-profile?id=${id}`, { name: 'Renamed' });
    await change(`/ym-auction-tier?id=${first.id}`, { profile_id: null, buyer_members: [] });
    // Not needed for a while: these changes are undone too.
    await change(`/profile?id=${profile.id}`, { dma_targets: [{ dma: 803 }] });
    await change(`/ym-auction-tier?id=${second.id}`, { profile_id: profile.id });
    await remove(`/ym-auction-tier?id=${first.id}`);
    await change('/member?id=1', { revenue_share_pct: 22, timezone: 'Europe/Berlin' });
    const later = await exportOf(send, id);
    expect(await fileAt(id, then.revision)).toEqual(then);
    expect(await fileAt(id, then.revision.split('-').slice(0, 2).join('-'))).toEqual(then);
    await change('/member?id=1', { revenue_share_pct: 15, timezone: 'UTC' });
    expect(await fileAt(id, later.revision)).toEqual(later);
    expect(
      await createClient({ url: service.url, apiKey: service.people.seller1.api_key }).ymProfile.exportAt.query({
        id,
        revision: then.revision,
      }),
    ).toEqual(then);
  });

  test('of a revision inside of an import is the state after all of it', async () => {
    const { id } = await newTierSet();
    const { revision } = importAnswer(await sendFile(send, id, { tiers: [{ name: 'A' }, { name: 'B' }] }));
    const [partition, last] = revision.split('-');
    const after = await exportOf(send, id);
    expect(await fileAt(id, `${partition}-${Number(last) - 1}`)).toEqual(after);
  });

  test('is 404 for what never existed, and says what is wrong with other texts', async () => {
    const { id } = await newTierSet();
    const { revision } = await exportOf(send, id);
    const [partition, last] = revision.split('-');
    const asked = [`${partition}-${Number(last) + 1}`, `${Number(partition) + 1}-1`, `${partition}-1`];
    for (const one of asked) {
      const answer = await at(id, one);
      expect([one, answer.status, answer.response.error_code, issuePaths(answer)]).toEqual([
        one,
        404,
        'NOTFOUND',
        ['revision'],
      ]);
    }
    for (const one of ['', 'x', '1', '1-2-3', 'draft:9']) expect((await at(id, one)).status).toBe(400);
    expect((await at(999_999, revision)).status).toBe(404);
  });

  test('is 410 for a change of another history, and names the oldest revision', async () => {
    const { id } = await newTierSet();
    const { revision } = await exportOf(send, id);
    await change(`/ym-profile?id=${id}`, { name: 'Renamed' });
    const other = revision.replace(/[0-9a-f]{8}$/, (mark) => (mark === '00000000' ? '11111111' : '00000000'));
    const answer = await at(id, other);
    expect([answer.status, answer.response.error_code]).toEqual([410, 'GONE']);
    expect(answer.response.error).toMatch(/another history.* 1-1-/);
  });
});

describe('a diff', () => {
  test('has the form of a dry run, with the ym-profile itself', async () => {
    const { id, first, second } = await newTierSet();
    const { revision: from } = await exportOf(send, id);
    await change(`/ym-profile?id=${id}`, { name: 'Renamed' });
    await change(`/ym-auction-tier?id=${first.id}`, { min_price: '2.50' });
    await remove(`/ym-auction-tier?id=${second.id}`);
    const third = await createTier(send, { ...include, name: 'Third', ym_profile_id: id });
    const { revision: to } = await exportOf(send, id);
    expect(await diff(id, from, to)).toMatchObject({
      dry_run: true,
      ym_profile_id: id,
      revision: to,
      summary: [
        `ym-profile ${id} Renamed: name "Empty" -> "Renamed"`,
        `removes tier ${second.id} Second`,
        `tier ${first.id} First: min_price 1.000000 -> 2.500000`,
        `adds tier ${third.id} Third`,
      ],
      created: [{ service: 'ym-auction-tier', id: third.id, name: 'Third', place: 1, file_id: third.id }],
      unchanged: { tiers: 0, profiles: 1 },
    });
    const none = await diff(id, to, to);
    expect([none.summary, none.created, none.updated, none.deleted]).toEqual([[], [], [], []]);
    const wrong = await send('GET', `/ym-profile/diff?id=${id}&from=${from}&to=1-999999`);
    expect([wrong.status, issuePaths(wrong)]).toEqual([404, ['to']]);
  });
});

describe('a restore', () => {
  test('brings back what was deleted under its old ids, and takes away what came since', async () => {
    const { id, profile, first, second } = await newTierSet();
    const then = await exportOf(send, id);
    await change(`/ym-profile?id=${id}`, { name: 'Renamed', publisher_ids: [77] });
    await remove(`/ym-auction-tier?id=${first.id}`);
    await remove(`/profile?id=${profile.id}`);
    await change(`/ym-auction-tier?id=${second.id}`, { priority: 9 });
    const fresh = await createProfile(send, { name: 'Fresh' });
    const third = await createTier(send, { ...include, name: 'Third', ym_profile_id: id, profile_id: fresh.id });
    const before = await exportOf(send, id);

    const dry = restored(await restoring(id, then.revision, '&dry_run=true'));
    expect(await exportOf(send, id)).toEqual(before);
    const headers = { 'x-request-id': `restore-${id}` };
    const done = restored(await restoring(id, then.revision, '', { body: { note: 'as it was' }, headers }));
    expect({ ...dry, dry_run: false, revision: '' }).toEqual({ ...done, revision: '' });
    expect(done.created.map(({ service: of, id: one }) => [of, one])).toEqual([
      ['profile', profile.id],
      ['ym-auction-tier', first.id],
    ]);
    expect(done.deleted.map(({ id: one }) => one)).toEqual([third.id, fresh.id]);
    const after = await exportOf(send, id);
    expect(undated(after)).toEqual(undated(then));
    const log = rowsOf(expectOk(await send('GET', `/change-log?request_id=restore-${id}`)), 'change-logs');
    expect(new Set(log.map(({ kind, note }) => `${kind} ${note}`))).toEqual(new Set(['restore as it was']));

    restored(await restoring(id, before.revision));
    expect(undated(await exportOf(send, id))).toEqual(undated(before));
  });

  test('brings back a ym-profile that was deleted', async () => {
    const { id, first, second } = await newTierSet();
    const then = await exportOf(send, id);
    for (const tier of [first, second]) await remove(`/ym-auction-tier?id=${tier.id}`);
    await remove(`/ym-profile?id=${id}`);
    expect((await send('GET', `/ym-profile?id=${id}`)).status).toBe(404);
    expect(restored(await restoring(id, then.revision)).created[0]).toMatchObject({ service: 'ym-profile', id });
    expect(undated(await exportOf(send, id))).toEqual(undated(then));
  });

  test('can itself be undone where it changed a profile that no tier needed before it', async () => {
    const { id, profile, first } = await newTierSet();
    const then = await exportOf(send, id);
    await change(`/ym-auction-tier?id=${first.id}`, { profile_id: null });
    await change(`/profile?id=${profile.id}`, { name: 'Unneeded' });
    const before = await exportOf(send, id);
    restored(await restoring(id, then.revision));
    restored(await restoring(id, before.revision));
    expect(undated(await exportOf(send, id))).toEqual(undated(before));
    expect(rowOf(await send('GET', `/profile?id=${profile.id}`), 'profile')).toMatchObject({ name: 'Unneeded' });
  });

  test('is refused where a profile is used elsewhere and was different, and names who', async () => {
    const { id, profile } = await newTierSet();
    const then = await exportOf(send, id);
    await change(`/profile?id=${profile.id}`, { dma_targets: [{ dma: 803 }] });
    const { id: other } = await createYmProfile(send);
    const user = await createTier(send, { ...include, ym_profile_id: other, profile_id: profile.id });
    const before = await exportOf(send, id);
    const refused = await restoring(id, then.revision);
    expect([refused.status, refused.response.error_id, issuePaths(refused)]).toEqual([
      409,
      'INTEGRITY',
      [`profile ${profile.id}`],
    ]);
    expect(refused.response.error).toContain(`ym-profile ${other} `);
    expect(await exportOf(send, id)).toEqual(before);
    await change(`/ym-auction-tier?id=${user.id}`, { profile_id: null });
    expect(undated((restored(await restoring(id, then.revision)), await exportOf(send, id)))).toEqual(undated(then));
  });

  test('is refused where a tier is in another ym-profile now, and where a code is taken, and names who', async () => {
    const { id, first, second } = await newTierSet();
    await change(`/ym-auction-tier?id=${second.id}`, { code: `code-${id}` });
    const then = await exportOf(send, id);
    const { id: other } = await createYmProfile(send);
    await change(`/ym-auction-tier?id=${first.id}`, { ym_profile_id: other });
    const moved = await restoring(id, then.revision);
    expect([moved.status, issuePaths(moved)]).toEqual([409, [`ym-auction-tier ${first.id}`]]);
    expect(moved.response.error).toContain(`ym-profile ${other},`);
    await remove(`/ym-auction-tier?id=${first.id}`);
    await remove(`/ym-auction-tier?id=${second.id}`);
    const thief = await createTier(send, { ...include, ym_profile_id: other, code: `code-${id}` });
    const taken = await restoring(id, then.revision);
    expect([taken.status, issuePaths(taken)]).toEqual([409, [`ym-auction-tier ${second.id}.code`]]);
    expect(taken.response.error).toContain(`ym-auction-tier ${thief.id} `);
    expect((await exportOf(send, id)).tiers).toEqual([]);
  });

  test('restores tiers whose buyers the directory has no longer, with a warning', async () => {
    const { id } = await newTierSet();
    const admin = { key: service.people.admin.api_key };
    const buyer = { id: 880_001, name: 'Passing', primary_type: 'buyer' };
    expectOk(await send('POST', '/platform-member', { ...admin, body: buyer }));
    const tier = await createTier(send, { ...include, ym_profile_id: id, buyer_members: [{ id: buyer.id }] });
    const then = await exportOf(send, id);
    await remove(`/ym-auction-tier?id=${tier.id}`);
    expectOk(await send('DELETE', `/platform-member?id=${buyer.id}`, admin));
    const answer = await restoring(id, then.revision);
    expect(restored(answer).created).toMatchObject([{ id: tier.id }]);
    expect(answer.response.dbg_info.warnings).toEqual([expect.stringContaining(`${buyer.id}`)]);
    expect(undated(await exportOf(send, id))).toEqual(undated(then));
  });

  test('is done once under an idempotency key, needs the scope publish, and takes no other body', async () => {
    const { id, first } = await newTierSet();
    const then = await exportOf(send, id);
    await remove(`/ym-auction-tier?id=${first.id}`);
    const headers = { 'idempotency-key': `restore-${id}` };
    const one = restored(await restoring(id, then.revision, '', { headers }));
    await remove(`/ym-auction-tier?id=${first.id}`);
    expect(restored(await restoring(id, then.revision, '', { headers }))).toEqual(one);
    expect((await exportOf(send, id)).tiers).toHaveLength(1);
    for (const body of [{ notes: 'x' }, [], { note: '' }, { note: 7 }]) {
      expect((await restoring(id, then.revision, '', { body })).status).toBe(400);
    }
    const reader = await createScopedKey(service, 1, ['read']);
    expect((await restoring(id, then.revision, '', { key: reader })).status).toBe(403);
    const client = createClient({ url: service.url, apiKey: service.people.seller1.api_key });
    const { created } = await client.ymProfile.restore.mutate({ id, revision: then.revision, note: 'over tRPC' });
    expect(created).toMatchObject([{ id: first.id }]);
    const gone = await failureOf(client.ymProfile.restore.mutate({ id, revision: '1-999999' }));
    expect(gone.data?.httpStatus).toBe(404);
    expect(rowOf(await send('GET', `/ym-auction-tier?id=${first.id}`), 'ym-auction-tier').id).toBe(first.id);
  });
});

describe('once the change stream is trimmed', () => {
  test('an older revision is 410 that names the oldest one kept, for exports, diffs and restores', async () => {
    const { id, first } = await newTierSet();
    const then = await exportOf(send, id);
    await change(`/ym-auction-tier?id=${first.id}`, { priority: 1 });
    await change(`/ym-auction-tier?id=${first.id}`, { priority: 2 });
    const kept = await exportOf(send, id);
    await change(`/ym-auction-tier?id=${first.id}`, { priority: 3 });
    const [partition, number] = kept.revision.split('-');
    const redis = connectRedis({ url: service.redisUrl });
    await redis.connect();
    await redis.xTrim(`at:{p${partition}}:changes`, 'MINID', Number(number));
    redis.destroy();
    for (const answer of [
      await at(id, then.revision),
      await send('GET', `/ym-profile/diff?id=${id}&from=${then.revision}&to=${kept.revision}`),
      await restoring(id, then.revision),
    ]) {
      expect([answer.status, answer.response.error_code]).toEqual([410, 'GONE']);
      expect(answer.response.error).toContain(kept.revision);
    }
    expect(await fileAt(id, kept.revision)).toEqual(kept);
    restored(await restoring(id, kept.revision));
    expect(undated(await exportOf(send, id))).toEqual(undated(kept));
  });
});
