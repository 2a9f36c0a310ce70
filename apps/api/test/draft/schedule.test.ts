import { type Draft, dateText } from '@auction-tiers/contract';
import { createClient as connectRedis } from 'redis';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createDraft, draftOf, newYmProfile, readDraft, updateDraft, withTier } from '../fixture/draft.ts';
import { expectOk, listTiers } from '../fixture/demo-tier.ts';
import { issuePaths, rowOf, rowsOf } from '../fixture/request.ts';
import { useService } from '../fixture/service.ts';

const service = useService();
const { send } = service;

/** A time so many seconds from now, as it is sent. */
const inSeconds = (seconds: number) => dateText(Date.now() + seconds * 1000);
const far = '2099-12-01 06:00:00';

const schedule = (id: number, at: string) => send('POST', `/draft/publish?id=${id}`, { body: { at } });
const becomes = (id: number, state: Draft['state']) =>
  vi.waitFor(
    async () => {
      const draft = await readDraft(send, id);
      expect(draft.state).toBe(state);
      return draft;
    },
    { timeout: 20_000, interval: 50 },
  );

async function changedDraft() {
  const made = await newYmProfile(send);
  const draft = await createDraft(send, made.ymProfile.id);
  return { ...made, draft: await updateDraft(send, draft.id, withTier(draft, made.gold.id, { min_price: '9.00' })) };
}

test('a scheduled draft is published at its time, once, in the name of the user that scheduled it', async () => {
  const { ymProfile, gold, draft } = await changedDraft();
  const at = inSeconds(2);
  const answer = expectOk(await schedule(draft.id, at)).response['draft-publish'];
  expect(answer).toMatchObject({ state: 'scheduled', publish_at: at, dry_run: true, updated: [{ id: gold.id }] });
  expect((await listTiers(send, `?ym_profile_id=${ymProfile.id}`))[0]).toMatchObject({ min_price: '2.000000' });
  expect(await becomes(draft.id, 'published')).toMatchObject({ publish_at: at });
  expect((await listTiers(send, `?ym_profile_id=${ymProfile.id}`))[0]).toMatchObject({ min_price: '9.000000' });
  const log = rowsOf(await send('GET', `/change-log?resource_id=${gold.id}&service=ym-auction-tier`), 'change-logs');
  const steps = log.filter(({ kind }) => kind === 'publish');
  expect(steps).toMatchObject([{ draft_id: draft.id, user: 'demo-seller-1' }]);
  const [step] = steps;
  expect(Date.parse(`${step?.created_on}Z`)).toBeGreaterThanOrEqual(Date.parse(`${at}Z`));
});

test('what has changed before its time suspends it with the reason, and it is not forced', async () => {
  const { ymProfile, gold, draft } = await changedDraft();
  expectOk(await schedule(draft.id, inSeconds(2)));
  expectOk(await send('PUT', `/ym-auction-tier?id=${gold.id}`, { body: { priority: 9 } }));
  const suspended = await becomes(draft.id, 'suspended');
  expect(suspended).toMatchObject({ publish_at: null, suspended_reason: expect.stringContaining('changed') });
  expect((await listTiers(send, `?ym_profile_id=${ymProfile.id}`))[0]).toMatchObject({ min_price: '2.000000' });
  expect(await updateDraft(send, draft.id, withTier(draft, gold.id, { priority: 1 }))).toMatchObject({
    state: 'open',
    suspended_reason: null,
  });
});

/** A user of the first demo seller, and a key of it. */
async function newColleague(username: string) {
  const asAdmin = { key: service.people.admin.api_key };
  const user = { username, password: 'a colleague of the seller', member_id: 1 };
  const { id } = expectOk(await send('POST', '/user', { ...asAdmin, body: user })).response;
  const made = rowOf(await send('POST', '/api-key', { ...asAdmin, body: { user_id: id } }), 'api-key');
  return { id, key: String(made.key), keyId: made.id };
}

test('a user that may not publish any more at the time suspends it with the reason', { timeout: 90_000 }, async () => {
  const losses = {
    deleted: async (id: number, keyId: number) => {
      const asAdmin = { key: service.people.admin.api_key };
      expectOk(await send('DELETE', `/api-key?id=${keyId}`, asAdmin));
      expectOk(await send('DELETE', `/user?id=${id}`, asAdmin));
    },
    // Neither changes over the API; an operator may have written them.
    moved: (id: number) => redis.hSet(`at:{p0}:user:${id}`, 'member_id', '2'),
    demoted: (id: number) => redis.hSet(`at:{p0}:user:${id}`, 'role', 'reader'),
    kept: async () => {},
  };
  const redis = connectRedis({ url: service.redisUrl });
  await redis.connect();
  onTestFinished(() => redis.destroy());
  const drafts = [];
  for (const [name, lose] of Object.entries(losses)) {
    const { draft, ymProfile } = await changedDraft();
    drafts.push({ name, lose, draft, ymProfile, colleague: await newColleague(name) });
  }
  const at = inSeconds(3);
  for (const { draft, colleague, lose } of drafts) {
    expectOk(await send('POST', `/draft/publish?id=${draft.id}`, { key: colleague.key, body: { at } }));
    await lose(colleague.id, colleague.keyId);
  }
  for (const { name, draft, ymProfile } of drafts) {
    const ended = await becomes(draft.id, name === 'kept' ? 'published' : 'suspended');
    const [{ min_price: price } = {}] = await listTiers(send, `?ym_profile_id=${ymProfile.id}`);
    if (name === 'kept') expect(price).toBe('9.000000');
    else expect([ended.suspended_reason, price]).toEqual([expect.stringContaining(`"${name}"`), '2.000000']);
  }
});

describe('a time', () => {
  test.for(['2020-01-01 00:00:00', '2099-02-30 00:00:00', '2099-12-01T06:00:00Z', 'tomorrow'])(
    'of %s is refused',
    async (at) => {
      const { draft } = await changedDraft();
      const answer = await schedule(draft.id, at);
      expect([answer.status, issuePaths(answer)]).toEqual([400, ['at']]);
      expect((await readDraft(send, draft.id)).state).toBe('open');
    },
  );

  test('that is decades away is kept, and can be taken back', async () => {
    const { draft } = await changedDraft();
    expectOk(await schedule(draft.id, far));
    expect((await send('PUT', `/draft?id=${draft.id}`, { body: { name: 'N' } })).status).toBe(409);
    expect((await send('POST', `/draft/publish?id=${draft.id}`)).status).toBe(409);
    const open = draftOf(await send('POST', `/draft/unschedule?id=${draft.id}`));
    expect(open).toMatchObject({ state: 'open', publish_at: null });
    expect((await send('POST', `/draft/unschedule?id=${draft.id}`)).status).toBe(409);
  });
});

test('a ym-profile has one scheduled draft, also of two that are scheduled at the same time', async () => {
  const { ymProfile, draft } = await changedDraft();
  const other = await createDraft(send, ymProfile.id);
  const answers = await Promise.all([draft, other].map(({ id }) => schedule(id, far)));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  const states = await Promise.all([draft, other].map(async ({ id }) => (await readDraft(send, id)).state));
  expect(states.toSorted()).toEqual(['open', 'scheduled']);
  const scheduled = answers[0]?.status === 200 ? draft : other;
  expectOk(await send('DELETE', `/draft?id=${scheduled.id}`));
  const left = [draft, other].find(({ id }) => id !== scheduled.id);
  expectOk(await schedule(Number(left?.id), far));
});
