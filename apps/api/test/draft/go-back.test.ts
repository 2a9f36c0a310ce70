import type { BackAnswer, HistoryStep } from '@auction-tiers/contract';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { newColleague } from '../fixture/colleague.ts';
import { expectOk, listTiers } from '../fixture/demo-tier.ts';
import { newYmProfile, readDraft } from '../fixture/draft.ts';
import type { Answer, Send } from '../fixture/request.ts';
import { useService } from '../fixture/service.ts';
import { createClient } from '../fixture/trpc-client.ts';

const service = useService();
const { send } = service;
let colleague: Send;
beforeAll(async () => {
  colleague = await newColleague(service, 'second');
});

const setting = async (publishing: string) => expectOk(await send('PUT', '/member', { body: { publishing } }));
afterEach(() => setting('direct'));

/** A ym-profile whose dearest tier was changed and whose other one was deleted; the revisions before and after each. */
async function changedTwice() {
  const { ymProfile, gold, silver } = await newYmProfile(send);
  const made = await newest(ymProfile.id);
  expectOk(await send('PUT', `/ym-auction-tier?id=${gold.id}`, { body: { min_price: '3.00' } }));
  const raised = await newest(ymProfile.id);
  expectOk(await send('DELETE', `/ym-auction-tier?id=${silver.id}`));
  return { id: ymProfile.id, gold, silver, made, raised };
}
const newest = async (id: number): Promise<string> => {
  const answer = expectOk(await send('GET', `/ym-profile/history?id=${id}&num_elements=1`));
  const [step] = answer.response['ym-profile-history'] as readonly HistoryStep[];
  return step!.revision;
};
const prices = async (id: number) =>
  (await listTiers(send, `?ym_profile_id=${id}`)).map(({ name, min_price: price }) => [name, price]);
const answerOf = (answer: Answer, act: string) => expectOk(answer).response[`ym-profile-${act}`] as BackAnswer;

describe.for(['draft', 'approved'] as const)('with publishing "%s"', (publishing) => {
  test.for(['restore', 'undo'] as const)(
    '%s names the call that makes a draft of it, and that draft is it',
    async (act) => {
      const { id, gold, silver, made, raised } = await changedTwice();
      await setting(publishing);
      const revision = act === 'restore' ? made : raised;
      const path = `/ym-profile/${act}?id=${id}&revision=${revision}`;
      for (const refused of [await send('POST', path), await send('POST', `${path}&dry_run=true`)]) {
        expect(refused.status).toBe(409);
        expect(refused.response.error).toContain(`POST ${path}&as_draft=true makes a draft of exactly that content`);
      }
      const planned = answerOf(await send('POST', `${path}&as_draft=true&dry_run=true`), act);
      expect(planned).toMatchObject({ dry_run: true, draft_id: null, updated: [{ id: gold.id }] });
      const { draft_id: draftId, ...answer } = answerOf(
        await send('POST', `${path}&as_draft=true`, { body: { note: 'Too dear' } }),
        act,
      );
      expect(answer).toMatchObject({ dry_run: false, updated: planned.updated, created: planned.created });
      expect(await prices(id)).toEqual([['Gold', '3.000000']]);
      const draft = await readDraft(send, draftId!);
      const words = act === 'restore' ? /^Back to \d{4}-\d\d-\d\d \d\d:\d\d$/ : /^Undo of .* by demo-seller-1$/;
      expect(draft).toMatchObject({ state: 'open', note: 'Too dear', name: expect.stringMatching(words) });
      expect(draft.edits.map(({ name }) => name)).toEqual(act === 'restore' ? ['Gold', 'Silver'] : ['Gold']);
      if (publishing === 'approved') {
        expect((await send('POST', `/draft/publish?id=${draftId}`)).status).toBe(409);
        expectOk(await colleague('POST', `/draft/approve?id=${draftId}`));
      }
      expectOk(await send('POST', `/draft/publish?id=${draftId}`));
      expect(await prices(id)).toEqual([['Gold', '2.000000'], ...(act === 'restore' ? [['Silver', '1.000000']] : [])]);
      expect(silver.name).toBe('Silver');
    },
  );
});

test('a repeated request makes one draft, over tRPC too, and a draft made so changes nothing live', async () => {
  const { id, made } = await changedTwice();
  const path = `/ym-profile/restore?id=${id}&revision=${made}&as_draft=true`;
  const headers = { 'idempotency-key': 'back-once' };
  const first = answerOf(await send('POST', path, { headers }), 'restore');
  expect(answerOf(await send('POST', path, { headers }), 'restore').draft_id).toBe(first.draft_id);
  const client = createClient(service.url, service.people.seller1.api_key);
  const other = await client.ymProfile.restore.mutate({ id, revision: made, as_draft: true });
  expect(other.draft_id).toBeGreaterThan(first.draft_id!);
  expect(await prices(id)).toEqual([['Gold', '3.000000']]);
  expect((await client.ymProfile.restore.mutate({ id, revision: made })).draft_id).toBeNull();
});
