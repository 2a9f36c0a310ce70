import type { Draft } from '@auction-tiers/contract';
import { beforeAll, expect, test } from 'vitest';
import { createDraft, newYmProfile, readDraft, updateDraft, withTier } from '../fixture/draft.ts';
import { expectOk } from '../fixture/demo-tier.ts';
import { tokenOf } from '../fixture/log-in.ts';
import { createSend, issuePaths, type Row, rowOf, rowsOf, type Send } from '../fixture/request.ts';
import { useService } from '../fixture/service.ts';
import { createClient, failureOf } from '../fixture/trpc-client.ts';

const service = useService();
const { send } = service;

/** Sends with a key of the scopes `read` and `draft`. */
let drafter: Send;
let key: string;
beforeAll(async () => {
  const body = { name: 'Assistant', scopes: ['read', 'draft'] };
  key = String(rowOf(expectOk(await send('POST', '/api-key', { key: await tokenOf(service), body })), 'api-key').key);
  drafter = createSend(service.url, key);
});

async function changedDraft() {
  const { ymProfile, gold } = await newYmProfile(send);
  const draft = await createDraft(drafter, ymProfile.id, { name: 'First' });
  return {
    ymProfile,
    gold,
    draft: await updateDraft(drafter, draft.id, withTier(draft, gold.id, { min_price: '9.00' })),
  };
}
const ask = (id: number, options: Row = {}) => send('POST', `/draft/ask?id=${id}`, options);
const draftOfAnswer = (answer: Awaited<ReturnType<typeof ask>>) => expectOk(answer).response['draft'] as Draft;

test('the scope draft makes, changes, tries, rebases and discards drafts', async () => {
  const { ymProfile, draft } = await changedDraft();
  const log = { kind: 'synthetic', auctions: 1, bids: 1, seed: 's' };
  const compare = { ym_profile_id: ymProfile.id, draft_id: draft.id, log };
  expectOk(await drafter('POST', '/simulation', { body: compare }));
  expectOk(await drafter('POST', `/draft/rebase?id=${draft.id}`));
  expectOk(await drafter('DELETE', `/draft?id=${draft.id}`));
});

test('the scope draft changes nothing live', async () => {
  const { ymProfile, gold, draft } = await changedDraft();
  const refused: readonly [method: Parameters<Send>[0], path: string, body?: Row][] = [
    ['PUT', `/ym-auction-tier?id=${gold.id}`, { priority: 9 }],
    ['POST', '/ym-auction-tier', { name: 'T', ym_profile_id: ymProfile.id }],
    ['DELETE', `/ym-auction-tier?id=${gold.id}`],
    ['PUT', `/ym-profile?id=${ymProfile.id}`, { publisher_ids: [77] }],
    ['POST', '/profile', { name: 'P' }],
    ['POST', `/ym-profile/import?id=${ymProfile.id}`, { tiers: [] }],
    ['POST', `/ym-profile/restore?id=${ymProfile.id}&revision=${draft.base_revision}`],
    ['POST', `/ym-profile/undo?id=${ymProfile.id}&revision=${draft.base_revision}`],
    ['POST', `/draft/publish?id=${draft.id}`],
    ['POST', `/draft/approve?id=${draft.id}`],
    ['POST', `/draft/unschedule?id=${draft.id}`],
    ['PUT', '/member', { alerts: { false_alarms_per_month: 2 } }],
    ['POST', '/channel', { name: 'C', kind: 'webhook', url: 'https://example.com/' }],
    ['POST', '/view', { name: 'V', room: 'today' }],
    ['POST', '/experiment', { draft_id: draft.id }],
    ['POST', '/auction', { ym_profile_id: ymProfile.id, bids: [] }],
  ];
  for (const [method, path, body] of refused) {
    const answer = await drafter(method, path, body === undefined ? {} : { body });
    expect([method, path, answer.status]).toEqual([method, path, 403]);
  }
  const trpc = createClient(service.url, key);
  expect((await failureOf(trpc.tier.remove.mutate({ id: gold.id }))).data).toMatchObject({ error_id: 'UNAUTH' });
});

test('a request names its user, its time and its note, and a change of the content withdraws it', async () => {
  const { gold, draft } = await changedDraft();
  const asked = draftOfAnswer(await drafter('POST', `/draft/ask?id=${draft.id}`, { body: { note: 'Please look' } }));
  expect(asked).toMatchObject({ approval_asked: true, asked_by: 'demo-seller-1', asked_note: 'Please look' });
  expect(asked.asked_at).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
  const listed = rowsOf(
    expectOk(await send('GET', `/draft?id=${draft.id},${draft.id}`)),
    'drafts' as never,
  ) as readonly Row[];
  expect(listed).toMatchObject([{ asked_by: 'demo-seller-1', asked_note: 'Please look' }]);
  const changed = await updateDraft(send, draft.id, withTier(asked, gold.id, { min_price: '8.00' }));
  expect(changed).toMatchObject({ approval_asked: false, asked_by: null, asked_at: null, asked_note: null });
});

test('publishers get an alert with the difference, the verdict and the note, which ends with the request', async () => {
  const { ymProfile, draft } = await changedDraft();
  draftOfAnswer(await ask(draft.id, { body: { note: 'Before the weekend' } }));
  const open = async () => {
    const answer = expectOk(await send('GET', `/alert?state=open&ym_profile_id=${ymProfile.id}`));
    return rowsOf(answer, 'alerts').filter(({ kind }) => kind === 'draft');
  };
  await expect.poll(async () => (await open()).length).toBe(1);
  const [alert] = await open();
  for (const part of ['First', 'demo-seller-1', '9.000000', 'Not tried on recorded auctions', 'Before the weekend']) {
    expect(alert?.sentence).toContain(part);
  }
  expectOk(await send('POST', `/draft/publish?id=${draft.id}`));
  await expect.poll(async () => (await open()).length).toBe(0);
});

test('a request has its limits', async () => {
  const { draft } = await changedDraft();
  const long = await ask(draft.id, { body: { note: 'x'.repeat(201) } });
  expect([long.status, issuePaths(long)]).toEqual([400, ['note']]);
  expect((await ask(999_999)).status).toBe(404);
  expect((await ask(draft.id, { headers: { 'if-match': '"another-tag-of-a-draft0.12345678"' } })).status).toBe(412);
  expectOk(await send('POST', `/draft/publish?id=${draft.id}`));
  expect((await ask(draft.id)).status).toBe(409);
  expect((await readDraft(send, draft.id)).state).toBe('published');
});
