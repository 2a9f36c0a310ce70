import type { Draft, DraftWatched } from '@auction-tiers/contract';
import { createClient as connectRedis } from 'redis';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { newColleague } from '../fixture/colleague.ts';
import { createDraft, draftOf, newYmProfile, readDraft, updateDraft, withTier } from '../fixture/draft.ts';
import { expectOk } from '../fixture/demo-tier.ts';
import { rowsOf, type Send } from '../fixture/request.ts';
import { useService } from '../fixture/service.ts';
import { createClient } from '../fixture/trpc-client.ts';

const service = useService();
const ann: Send = (...request) => service.send(...request);
let bob: Send;
beforeAll(async () => {
  bob = await newColleague(service, 'bob');
});

/** Who last changed which object of a draft. */
const editors = ({ edits }: Pick<Draft, 'edits'>) =>
  edits.map(({ service: of, id, name, user }) => [of, id, name, user]);

test('a draft says who last changed each object that is not as in the live tiers, and when', async () => {
  const { ymProfile, gold, silver } = await newYmProfile(ann);
  const draft = await createDraft(ann, ymProfile.id);
  expect(draft.edits).toEqual([]);
  const byAnn = await updateDraft(ann, draft.id, withTier(draft, gold.id, { min_price: '1.40' }));
  const ofGold = ['ym-auction-tier', gold.id, 'Gold', 'demo-seller-1'];
  expect(editors(byAnn)).toEqual([ofGold]);
  expect(byAnn.edits[0]?.time).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
  const profile = { id: 1, name: 'York', dma_action: 'include', dma_targets: [{ dma: 501 }] };
  const tiers = [...byAnn.tier_set.tiers.filter(({ id }) => id === gold.id), { name: 'New', profile_id: 1 }];
  const byBob = await updateDraft(bob, draft.id, { tier_set: { tiers, profiles: [profile] } });
  expect(editors(byBob)).toEqual([
    ofGold,
    ['ym-auction-tier', null, 'New', 'bob'],
    ['ym-auction-tier', silver.id, 'Silver', 'bob'],
    ['profile', 1, 'York', 'bob'],
  ]);
  expect(editors(await updateDraft(ann, draft.id, { name: 'Renamed' }))).toEqual(editors(byBob));
  // What is as in the live tiers again was changed by nobody.
  expect(editors(await updateDraft(bob, draft.id, { tier_set: draft.tier_set }))).toEqual([]);
  const list = expectOk(await ann('GET', `/draft?ym_profile_id=${ymProfile.id}`)).response['drafts'] as Draft[];
  expect(list[0]?.edits).toEqual([]);
});

test('a rebase keeps who changed what of the draft, and names nobody for what others made live', async () => {
  const { ymProfile, gold, silver } = await newYmProfile(ann);
  const draft = await createDraft(ann, ymProfile.id);
  await updateDraft(ann, draft.id, withTier(draft, gold.id, { min_price: '1.40', priority: 3 }));
  expectOk(await bob('PUT', `/ym-auction-tier?id=${silver.id}`, { body: { priority: 9 } }));
  expectOk(await bob('PUT', `/ym-auction-tier?id=${gold.id}`, { body: { priority: 3 } }));
  const rebased = draftOf(await bob('POST', `/draft/rebase?id=${draft.id}`));
  expect(editors(rebased)).toEqual([['ym-auction-tier', gold.id, 'Gold', 'demo-seller-1']]);
  // The draft changes it from the live value of now.
  expectOk(await bob('PUT', `/ym-auction-tier?id=${gold.id}`, { body: { min_price: '1.40' } }));
  expect(editors(draftOf(await bob('POST', `/draft/rebase?id=${draft.id}`)))).toEqual([]);
});

test('edits of ten thousand tiers fit in a draft, and one more edit writes little of them', {
  timeout: 60_000,
}, async () => {
  const { ymProfile } = await newYmProfile(ann);
  const tiers = Array.from({ length: 5000 }, (_, at) => ({ name: `Tier ${at} ${'x'.repeat(200)}` }));
  expectOk(await ann('POST', `/ym-profile/import?id=${ymProfile.id}`, { body: { tiers } }));
  const draft = await createDraft(ann, ymProfile.id);
  const all = draft.tier_set.tiers.map((tier) => ({ ...tier, priority: 9 }));
  const changed = await updateDraft(ann, draft.id, { tier_set: { tiers: all } });
  expect(changed.edits).toHaveLength(5000);
  const id = Number(all[2500]?.id);
  const edited = await updateDraft(bob, draft.id, withTier(changed, id, { priority: 8 }));
  expect(edited.edits.filter(({ user }) => user === 'bob').map((edit) => edit.id)).toEqual([id]);
  const [newest] = rowsOf(await ann('GET', '/change-log?num_elements=1'), 'change-logs');
  const log = rowsOf(await ann('GET', '/change-log?num_elements=20'), 'change-logs');
  const own = log.filter(({ request_id: request }) => request === newest?.request_id);
  expect(JSON.stringify(own).length).toBeLessThan(JSON.stringify(changed.edits).length / 4);
});

const watch = async (send: Send, id: number) =>
  (expectOk(await send('POST', `/draft/watch?id=${id}`)).response as unknown as DraftWatched).open_by;

test('a draft says who else has it open, for 30 seconds, and keeps no trace of it', async () => {
  const { ymProfile } = await newYmProfile(ann);
  const draft = await createDraft(ann, ymProfile.id);
  const [newest] = rowsOf(await ann('GET', '/change-log?num_elements=1'), 'change-logs');
  expect(await watch(ann, draft.id)).toEqual([]);
  expect(await watch(bob, draft.id)).toMatchObject([{ user: 'demo-seller-1' }]);
  const [seen] = await watch(ann, draft.id);
  expect(seen?.user).toBe('bob');
  await watch(bob, draft.id);
  expect(await watch(ann, draft.id)).toEqual([seen]);
  const trpc = createClient(service.url, service.people.seller1.api_key);
  expect(await trpc.draft.watch.mutate({ id: draft.id })).toEqual({ open_by: [seen] });
  const redis = connectRedis({ url: service.redisUrl });
  await redis.connect();
  onTestFinished(() => redis.destroy());
  const key = `at:open:1:${draft.id}`;
  expect(await redis.pTTL(key)).toBeGreaterThan(0);
  expect(await redis.pTTL(key)).toBeLessThanOrEqual(30_000);
  // As if Bob had last told half a minute ago.
  const [since = '0'] = String(await redis.hGet(key, 'bob')).split(' ');
  await redis.hSet(key, 'bob', `${Number(since) - 40_000} ${Number(since) - 30_001}`);
  expect(await watch(ann, draft.id)).toEqual([]);
  expect(await redis.hKeys(key)).toEqual(['demo-seller-1']);
  expect(rowsOf(await ann('GET', '/change-log?num_elements=1'), 'change-logs')).toEqual([newest]);
  expect(await readDraft(ann, draft.id)).toEqual(draft);
  expect((await ann('POST', '/draft/watch?id=999999')).status).toBe(404);
});
