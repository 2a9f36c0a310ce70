import type { PublishAnswer } from '@auction-tiers/contract';
import { expect, test } from 'vitest';
import { createDraft, newYmProfile, readDraft, updateDraft, withTier } from '../fixture/draft.ts';
import { expectOk, listTiers } from '../fixture/demo-tier.ts';
import { issuePaths, type Row, rowsOf } from '../fixture/request.ts';
import { useService } from '../fixture/service.ts';
import { createClient } from '../fixture/trpc-client.ts';

const service = useService();
const { send } = service;
const far = '2099-12-01 06:00:00';

const publish = async (id: number, body: Row = {}) => {
  const { response } = expectOk(await send('POST', `/draft/publish?id=${id}`, { body }));
  expect((response['draft-publish'] as PublishAnswer).warnings).toEqual(response.dbg_info.warnings);
  return response['draft-publish'] as PublishAnswer;
};
const codesOf = ({ asks }: PublishAnswer) => asks.map(({ code }) => code);

async function changedDraft(changes: Row = { min_price: '9.00' }) {
  const made = await newYmProfile(send);
  const draft = await createDraft(send, made.ymProfile.id, { name: 'First' });
  return { ...made, draft: await updateDraft(send, draft.id, withTier(draft, made.gold.id, changes)) };
}

test('a dry run of a publish answers what would be done, and does nothing', async () => {
  const { ymProfile, gold, draft } = await changedDraft();
  const [newest] = rowsOf(await send('GET', '/change-log?num_elements=1'), 'change-logs');
  const answer = await publish(draft.id, { dry_run: true });
  expect(answer).toMatchObject({ state: 'published', dry_run: true, updated: [{ id: gold.id }], etag: draft.etag });
  const { response } = expectOk(await send('POST', `/draft/publish?id=${draft.id}&dry_run=true`));
  expect(response['draft-publish']).toEqual(answer);
  expect(await readDraft(send, draft.id)).toEqual(draft);
  expect((await listTiers(send, `?ym_profile_id=${ymProfile.id}`))[0]).toMatchObject({ min_price: '2.000000' });
  expect(rowsOf(await send('GET', '/change-log?num_elements=1'), 'change-logs')).toEqual([newest]);
  expect(await publish(draft.id)).toMatchObject({ dry_run: false, asks: [], updated: [{ id: gold.id }] });
});

test('asks where no comparison is of exactly this content', async () => {
  const { ymProfile, gold, draft } = await changedDraft();
  expect(codesOf(await publish(draft.id, { dry_run: true }))).toEqual(['stale_verdict']);
  const log = { kind: 'synthetic', auctions: 1, bids: 1, seed: 's' };
  const compare = { ym_profile_id: ymProfile.id, draft_id: draft.id, log };
  expectOk(await send('POST', '/simulation', { body: compare }));
  expect(codesOf(await publish(draft.id, { dry_run: true }))).toEqual([]);
  await updateDraft(send, draft.id, withTier(draft, gold.id, { min_price: '8.00' }));
  expect(codesOf(await publish(draft.id, { dry_run: true, at: far }))).toEqual(['stale_verdict']);
  const unchanged = await createDraft(send, ymProfile.id);
  expect(codesOf(await publish(unchanged.id, { dry_run: true }))).toEqual([]);
});

test('asks about an error that the live tiers do not have, and not about one that they have', async () => {
  const { ymProfile, gold, silver } = await newYmProfile(send);
  expectOk(await send('PUT', `/ym-auction-tier?id=${silver.id}`, { body: { buyer_members: null } }));
  const draft = await createDraft(send, ymProfile.id);
  await updateDraft(send, draft.id, withTier(draft, gold.id, { priority: 9 }));
  expect(codesOf(await publish(draft.id, { dry_run: true }))).toEqual(['stale_verdict']);
  const { asks } = await (async () => {
    await updateDraft(send, draft.id, withTier(draft, gold.id, { buyer_members: null }));
    return publish(draft.id, { dry_run: true });
  })();
  expect(asks).toMatchObject([{ code: 'stale_verdict' }, { code: 'new_lint_error' }]);
  expectOk(await send('POST', `/draft/publish?id=${draft.id}`));
});

test.for([
  ['another field', { priority: 9 }, {}, 'will be applied to these tiers'],
  ['the same field', { min_price: '3.00' }, {}, 'will be suspended, because both change min_price of tier'],
  ['anything', { priority: 9 }, { if_changed: 'suspend' }, 'was scheduled for unchanged tiers only'],
] as const)('tells who publishes %s what becomes of the scheduled draft', async ([, changes, how, fate]) => {
  const { ymProfile, gold, draft } = await changedDraft();
  await publish(draft.id, { at: far, ...how });
  const other = await createDraft(send, ymProfile.id);
  await updateDraft(send, other.id, withTier(other, gold.id, changes));
  const dryRun = await publish(other.id, { dry_run: true });
  const [told] = dryRun.warnings;
  for (const part of [`draft ${draft.id} "First"`, far, 'demo-seller-1', fate]) expect(told).toContain(part);
  expect(dryRun.asks.at(-1)).toEqual({ code: 'scheduled_meanwhile', message: told });
  const trpc = createClient(service.url, service.people.seller1.api_key);
  const answered = await trpc.draft.publish.mutate({ id: other.id });
  expect([answered.state, answered.warnings]).toEqual(['published', dryRun.warnings]);
});

test('a publish that changes nothing live tells of no scheduled draft', async () => {
  const { ymProfile, draft } = await changedDraft();
  await publish(draft.id, { at: far });
  const other = await createDraft(send, ymProfile.id);
  expect(await publish(other.id, { dry_run: true })).toMatchObject({ warnings: [], asks: [] });
});

test('if_changed needs a time', async () => {
  const { draft } = await changedDraft();
  const answer = await send('POST', `/draft/publish?id=${draft.id}`, { body: { if_changed: 'suspend' } });
  expect([answer.status, issuePaths(answer)]).toEqual([400, ['if_changed']]);
});
