import { type Draft, dateText } from '@auction-tiers/contract';
import { createClient as connectRedis } from 'redis';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { newColleague, newColleaguesKey } from '../fixture/colleague.ts';
import { createDraft, draftOf, newYmProfile, readDraft, updateDraft, withTier } from '../fixture/draft.ts';
import { createTier, createYmProfile, expectOk, listTiers } from '../fixture/demo-tier.ts';
import { type Instance, openInstance } from '../fixture/instance.ts';
import { issuePaths, type Row, rowsOf, type Send } from '../fixture/request.ts';
import { useService } from '../fixture/service.ts';

const service = useService();
const { send } = service;
let bob: Send;
// Two processes wake for each draft.
let replica: Instance;
beforeAll(async () => {
  replica = await openInstance({ REDIS_URL: service.redisUrl, DATA_DIR: service.dataDir });
  bob = await newColleague(service, 'bob');
});
afterAll(() => replica.close());

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
    { timeout: 60_000, interval: 50 },
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
  expect(answer).toMatchObject({ state: 'scheduled', publish_at: at, dry_run: false, updated: [{ id: gold.id }] });
  expect((await listTiers(send, `?ym_profile_id=${ymProfile.id}`))[0]).toMatchObject({ min_price: '2.000000' });
  expect(await becomes(draft.id, 'published')).toMatchObject({ publish_at: at });
  expect((await listTiers(send, `?ym_profile_id=${ymProfile.id}`))[0]).toMatchObject({ min_price: '9.000000' });
  const log = rowsOf(await send('GET', `/change-log?resource_id=${gold.id}&service=ym-auction-tier`), 'change-logs');
  const steps = log.filter(({ kind }) => kind === 'publish');
  expect(steps).toMatchObject([{ draft_id: draft.id, user: 'demo-seller-1' }]);
  const [step] = steps;
  expect(Date.parse(`${step?.created_on}Z`)).toBeGreaterThanOrEqual(Date.parse(`${at}Z`));
});

const pricesOf = async (ymProfileId: number) =>
  (await listTiers(send, `?ym_profile_id=${ymProfileId}`)).map(({ min_price: price, priority }) => [price, priority]);
const setTier = async (id: number, body: Row) => expectOk(await bob('PUT', `/ym-auction-tier?id=${id}`, { body }));
const setting = async (publishing: string) => expectOk(await send('PUT', '/member', { body: { publishing } }));

test('what is scheduled to end the phase of an experiment does so at its time; who schedules without is told', async () => {
  const { ymProfile, draft } = await changedDraft();
  const tested = await createDraft(send, ymProfile.id);
  const body = {
    name: 'E',
    hypothesis: '2 %',
    draft_id: tested.id,
    design: 'split',
    share: 0.5,
    guard: { max_loss: '9' },
  };
  const { id } = expectOk(await send('POST', '/experiment', { body })).response;
  expectOk(await send('POST', `/experiment/start?id=${String(id)}`));
  const { warnings } = expectOk(await schedule(draft.id, far)).response.dbg_info;
  expect(warnings).toEqual([expect.stringContaining('during_experiment')]);
  expectOk(await send('POST', `/draft/unschedule?id=${draft.id}`));
  const at = inSeconds(2);
  expectOk(await send('POST', `/draft/publish?id=${draft.id}`, { body: { at, during_experiment: true } }));
  await becomes(draft.id, 'published');
  expect((await listTiers(send, `?ym_profile_id=${ymProfile.id}`))[0]).toMatchObject({ min_price: '9.000000' });
  expectOk(await send('POST', `/experiment/end?id=${String(id)}`, { body: { outcome: 'drop' } }));
});

describe('where the live tiers change before its time', () => {
  test('a draft is carried onto them and published once, whole, also after a publish of another tier', async () => {
    const { ymProfile, gold, silver, draft } = await changedDraft();
    const other = await createDraft(bob, ymProfile.id);
    await updateDraft(bob, other.id, withTier(other, silver.id, { min_price: '1.50' }));
    expectOk(await schedule(draft.id, inSeconds(3)));
    expectOk(await bob('POST', `/draft/publish?id=${other.id}`));
    await setTier(gold.id, { priority: 8 });
    const published = await becomes(draft.id, 'published');
    expect(await pricesOf(ymProfile.id)).toEqual([
      ['9.000000', 8],
      ['1.500000', 5],
    ]);
    expect(published.tier_set.tiers.map(({ min_price: price, priority }) => [price, priority])).toEqual(
      await pricesOf(ymProfile.id),
    );
    expect(published.suspended_reason).toBeNull();
    const log = rowsOf(await send('GET', '/change-log?num_elements=50'), 'change-logs');
    const steps = log.filter(({ draft_id: id, service: of }) => id === draft.id && of === 'ym-auction-tier');
    expect(steps).toMatchObject([{ resource_id: gold.id, user: 'demo-seller-1', after: { min_price: '9.000000' } }]);
  });

  test('the same field suspends it, and the reason names tier, field, values and user', async () => {
    const { ymProfile, gold, draft } = await changedDraft();
    expectOk(await schedule(draft.id, inSeconds(2)));
    await setTier(gold.id, { min_price: '2.50' });
    const { suspended_reason: reason, publish_at } = await becomes(draft.id, 'suspended');
    expect(publish_at).toBeNull();
    for (const part of [`tier ${gold.id} Gold`, 'min_price', '2.000000', '2.500000', 'bob', '9.000000'])
      expect(reason).toContain(part);
    expect(await pricesOf(ymProfile.id)).toEqual([
      ['2.500000', 5],
      ['1.000000', 5],
    ]);
    expect(await updateDraft(send, draft.id, withTier(draft, gold.id, { priority: 1 }))).toMatchObject({
      state: 'open',
      suspended_reason: null,
    });
  });

  test('that suspend it are told also where the reason is cut within a character', async () => {
    const reasons = ['', 'a'].map(async (first) => {
      const { id: ym_profile_id } = await createYmProfile(send);
      const name = '😀'.repeat(127);
      const tiers = await Promise.all(
        [1, 2, 3, 4].map((number) => createTier(send, { ym_profile_id, name: number === 1 ? first + name : name })),
      );
      const draft = await createDraft(send, ym_profile_id);
      const changed = draft.tier_set.tiers.map((tier) => ({ ...tier, priority: 8 }));
      await updateDraft(send, draft.id, { tier_set: { ...draft.tier_set, tiers: changed } });
      expectOk(await schedule(draft.id, inSeconds(3)));
      for (const { id } of tiers) expectOk(await send('PUT', `/ym-auction-tier?id=${id}`, { body: { priority: 3 } }));
      return (await becomes(draft.id, 'suspended')).suspended_reason!;
    });
    for (const reason of await Promise.all(reasons)) {
      expect(reason.length).toBeGreaterThanOrEqual(999);
      expect(reason).toMatch(/^[^\uFFFD]+\u{1F600}$/u);
    }
  });

  test('a deleted tier that it changes suspends it', async () => {
    const { gold, draft } = await changedDraft();
    expectOk(await schedule(draft.id, inSeconds(2)));
    expectOk(await bob('DELETE', `/ym-auction-tier?id=${gold.id}`));
    const { suspended_reason: reason } = await becomes(draft.id, 'suspended');
    expect(reason).toContain(`tier ${gold.id} Gold was deleted by bob`);
  });

  test('any change suspends one that was scheduled for unchanged tiers', async () => {
    const { silver, draft } = await changedDraft();
    const body = { at: inSeconds(2), if_changed: 'suspend' };
    expectOk(await send('POST', `/draft/publish?id=${draft.id}`, { body }));
    expect(await readDraft(send, draft.id)).toMatchObject({ state: 'scheduled', if_changed: 'suspend' });
    await setTier(silver.id, { priority: 9 });
    const { suspended_reason: reason, if_changed: how } = await becomes(draft.id, 'suspended');
    expect(how).toBeNull();
    for (const part of ['unchanged tiers only', 'bob', `tier ${silver.id} Silver: priority 5 -> 9`])
      expect(reason).toContain(part);
  });

  test('a lint error that neither they nor the draft have suspends it', async () => {
    // A tier never wins where one of a higher priority takes the same buyer from a lower price: each side does half of it.
    const { ymProfile, gold, silver } = await newYmProfile(send);
    await setTier(silver.id, { min_price: '3.00' });
    const draft = await createDraft(send, ymProfile.id);
    await updateDraft(send, draft.id, withTier(draft, gold.id, { priority: 4 }));
    expectOk(await schedule(draft.id, inSeconds(2)));
    await setTier(silver.id, { min_price: '1.00' });
    const before = await pricesOf(ymProfile.id);
    const { suspended_reason: reason } = await becomes(draft.id, 'suspended');
    expect(reason).toContain('error that neither they nor the draft have');
    expect(reason).toContain('bob');
    expect(await pricesOf(ymProfile.id)).toEqual(before);
  });

  test('an approved draft needs another approval, and is suspended; without that setting it is published', async () => {
    const { silver, draft } = await changedDraft();
    expectOk(await bob('POST', `/draft/approve?id=${draft.id}`));
    expectOk(await schedule(draft.id, inSeconds(3)));
    await setTier(silver.id, { priority: 9 });
    await setting('approved');
    try {
      const { suspended_reason: reason } = await becomes(draft.id, 'suspended');
      for (const part of ['needs another approval', 'bob', 'Silver: priority 5 -> 9']) expect(reason).toContain(part);
    } finally {
      await setting('direct');
    }
  });
});

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
    drafts.push({ name, lose, draft, ymProfile, colleague: await newColleaguesKey(service, name) });
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
    // Of which member the user is now is not for this one to know.
    expect(ended.suspended_reason ?? '').not.toMatch(/member/);
  }
});

describe('a time', () => {
  test.for(['2020-01-01 00:00:00', '2099-02-30 00:00:00', '2099-12-01T06:00:00+15:00', '2099-12-01T06:00', 'tomorrow'])(
    'of %s is refused',
    async (at) => {
      const { draft } = await changedDraft();
      const answer = await schedule(draft.id, at);
      expect([answer.status, issuePaths(answer)]).toEqual([400, ['at']]);
      expect((await readDraft(send, draft.id)).state).toBe('open');
    },
  );

  test.for([
    ['2099-12-01T06:00:00-05:00', '2099-12-01 11:00:00'],
    ['2099-12-01T06:00:00Z', '2099-12-01 06:00:00'],
    ['2099-12-01T06:00:00.250Z', '2099-12-01 06:00:00'],
    ['2099-12-01 06:00:00+05:30', '2099-12-01 00:30:00'],
    ['2099-12-01T06:00:00', '2099-12-01 06:00:00'],
  ] as const)('of %s is %s in UTC', async ([at, utc]) => {
    const { draft } = await changedDraft();
    expect(expectOk(await schedule(draft.id, at)).response['draft-publish']).toMatchObject({ publish_at: utc });
    expect(await readDraft(send, draft.id)).toMatchObject({ state: 'scheduled', publish_at: utc });
  });

  test('in the past is refused with both times', async () => {
    const { draft } = await changedDraft();
    const { response } = await schedule(draft.id, '2020-01-01T06:00:00-05:00');
    expect(response.error).toMatch(/2020-01-01 11:00:00 UTC.*\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC/);
  });

  test("is answered in the member's time zone too, and the answer is no dry run", async () => {
    expectOk(await send('PUT', '/member', { body: { timezone: 'America/New_York' } }));
    const { draft } = await changedDraft();
    expect(expectOk(await schedule(draft.id, '2099-07-01T06:00:00Z')).response['draft-publish']).toMatchObject({
      state: 'scheduled',
      dry_run: false,
      publish_at: '2099-07-01 06:00:00',
      publish_at_local: '2099-07-01 02:00:00',
      experiment_id: null,
      timezone: 'America/New_York',
    });
  });

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
