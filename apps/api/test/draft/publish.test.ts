import type { PublishAnswer } from '@auction-tiers/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { createDraft, draftOf, newYmProfile, readDraft, updateDraft, withTier } from '../fixture/draft.ts';
import { createProfile, createTier, createYmProfile, expectOk, listTiers } from '../fixture/demo-tier.ts';
import { type Answer, issuePaths, type Row, rowOf, rowsOf } from '../fixture/request.ts';
import { useService } from '../fixture/service.ts';
import { newColleaguesKey } from '../fixture/colleague.ts';
import { tokenOf } from '../fixture/log-in.ts';

const service = useService();
const { send } = service;

/** The key of a second user of the first demo seller. */
let colleague: string;
let admin: string;
beforeAll(async () => {
  admin = service.people.admin.api_key;
  colleague = (await newColleaguesKey(service, 'colleague')).key;
});

const publish = (id: number, body?: Row, options: Row = {}) =>
  send('POST', `/draft/publish?id=${id}`, { ...options, ...(body === undefined ? {} : { body }) });
const published = (answer: Answer) => expectOk(answer).response['draft-publish'] as PublishAnswer;
const pricesOf = async (ymProfileId: number) =>
  (await listTiers(send, `?ym_profile_id=${ymProfileId}`)).map(({ name, min_price: price }) => [name, price]);

describe('publishing a draft', () => {
  test('makes its tiers live in one step, and answers the difference', async () => {
    const { ymProfile, gold, silver } = await newYmProfile(send);
    const draft = await createDraft(send, ymProfile.id, { note: 'Autumn' });
    const tiers = [
      { ...draft.tier_set.tiers[0], min_price: '2.50' },
      { name: 'New', min_price: '0.10' },
    ];
    await updateDraft(send, draft.id, { tier_set: { tiers } });
    const answer = published(await publish(draft.id));
    expect(answer).toMatchObject({
      draft_id: draft.id,
      state: 'published',
      dry_run: false,
      ym_profile_id: ymProfile.id,
      updated: [{ id: gold.id, changes: [{ field: 'min_price', before: '2.000000', after: '2.500000' }] }],
      deleted: [{ id: silver.id }],
      created: [{ name: 'New' }],
    });
    expect(await pricesOf(ymProfile.id)).toEqual([
      ['Gold', '2.500000'],
      ['New', '0.100000'],
    ]);
    expect(await readDraft(send, draft.id)).toMatchObject({ state: 'published' });
    const log = rowsOf(await send('GET', `/change-log?resource_id=${gold.id}&service=ym-auction-tier`), 'change-logs');
    expect(log[0]).toMatchObject({ kind: 'publish', draft_id: draft.id, note: 'Autumn', user: 'demo-seller-1' });
    const again = await publish(draft.id);
    expect([again.status, again.response.error_id]).toEqual([409, 'INTEGRITY']);
    expect((await send('PUT', `/draft?id=${draft.id}`, { body: { name: 'N' } })).status).toBe(409);
  });

  test('sent again under its Idempotency-Key is done once, with the same answer', async () => {
    const { ymProfile } = await newYmProfile(send);
    const draft = await createDraft(send, ymProfile.id, { tier_set: { tiers: [{ name: 'Only' }] } });
    const once = { headers: { 'idempotency-key': `publish-${draft.id}` } };
    const first = published(await publish(draft.id, { note: 'N' }, once));
    expect(published(await publish(draft.id, { note: 'N' }, once))).toEqual(first);
  });

  test('is refused where the tiers have changed since, and changes nothing', async () => {
    const { ymProfile, gold } = await newYmProfile(send);
    const draft = await createDraft(send, ymProfile.id);
    await updateDraft(send, draft.id, withTier(draft, gold.id, { priority: 9 }));
    expectOk(await send('PUT', `/ym-auction-tier?id=${gold.id}`, { body: { min_price: '3.00' } }));
    const before = await listTiers(send, `?ym_profile_id=${ymProfile.id}`);
    const answer = await publish(draft.id);
    expect([answer.status, answer.response.error_id]).toEqual([409, 'INTEGRITY']);
    expect(await listTiers(send, `?ym_profile_id=${ymProfile.id}`)).toEqual(before);
    expect(await readDraft(send, draft.id)).toMatchObject({ state: 'open' });
    expectOk(await send('PUT', `/ym-auction-tier?id=${gold.id}`, { body: { min_price: '2.00' } }));
    expect(published(await publish(draft.id)).updated).toHaveLength(1);
  });

  test('of a draft whose buyers are gone is refused with every issue', async () => {
    const { ymProfile } = await newYmProfile(send);
    const profile = await createProfile(send, { name: 'Code', code: 'taken-later' });
    const draft = await createDraft(send, ymProfile.id, {
      tier_set: { tiers: [{ name: 'T', code: 'published-later' }] },
    });
    const other = await createYmProfile(send);
    await createTier(send, { name: 'Other', code: 'published-later', ym_profile_id: other.id });
    const answer = await publish(draft.id);
    expect([answer.status, issuePaths(answer)]).toEqual([409, ['tiers.0.code']]);
    expect(profile.code).toBe('taken-later');
  });

  test('of two at the same time from the same tiers lets one through', async () => {
    const { ymProfile } = await newYmProfile(send);
    const drafts = await Promise.all(
      ['A', 'B'].map((name) => createDraft(send, ymProfile.id, { tier_set: { tiers: [{ name }] } })),
    );
    const answers = await Promise.all(drafts.map(({ id }) => publish(id)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const live = await listTiers(send, `?ym_profile_id=${ymProfile.id}`);
    expect(live.map(({ name }) => name)).toEqual([answers[0]?.status === 200 ? 'A' : 'B']);
  });

  test('needs the scope publish', async () => {
    const { ymProfile } = await newYmProfile(send);
    const draft = await createDraft(send, ymProfile.id);
    const keyOf = async (body: Row) =>
      String(rowOf(await send('POST', '/api-key', { key: await tokenOf(service), body }), 'api-key').key);
    const [writer, withheld] = [
      await keyOf({ scopes: ['read', 'write'] }),
      await keyOf({ scopes: ['read', 'write'], write_publishes: false }),
    ];
    expect((await publish(draft.id, undefined, { key: withheld })).status).toBe(403);
    expect((await send('PUT', '/member', { key: withheld, body: { publishing: 'draft' } })).status).toBe(403);
    expectOk(await publish(draft.id, undefined, { key: writer }));
  });
});

const setting = async (publishing: string) => expectOk(await send('PUT', '/member', { body: { publishing } }));

describe('a member that publishes by drafts', () => {
  test('takes no single writes and imports; an administrator may write with a reason, which the log has', async () => {
    const { ymProfile, gold } = await newYmProfile(send);
    const profile = await createProfile(send, { name: 'P' });
    await setting('draft');
    try {
      const writes = [
        await send('POST', '/ym-auction-tier', { body: { name: 'T', ym_profile_id: ymProfile.id } }),
        await send('PUT', `/ym-auction-tier?id=${gold.id}`, { body: { priority: 1 } }),
        await send('DELETE', `/ym-auction-tier?id=${gold.id}`),
        await send('POST', '/profile', { body: { name: 'Q' } }),
        await send('PUT', `/profile?id=${profile.id}`, { body: { name: 'Q' } }),
        await send('DELETE', `/profile?id=${profile.id}`),
        await send('POST', `/ym-profile/import?id=${ymProfile.id}`, { body: { tiers: [] } }),
      ];
      for (const { status, response } of writes) {
        expect([status, response.error_id]).toEqual([409, 'INTEGRITY']);
        expect(response.error).toContain('draft');
      }
      expectOk(await send('POST', `/ym-profile/import?id=${ymProfile.id}&dry_run=true`, { body: { tiers: [] } }));
      const glass = { headers: { 'x-break-glass': 'The seller is out of reach' } };
      const body = { priority: 1 };
      expect((await send('PUT', `/ym-auction-tier?id=${gold.id}`, { ...glass, body })).status).toBe(403);
      const path = `/ym-auction-tier?id=${gold.id}&member_id=1`;
      expect((await send('PUT', path, { key: admin, body })).status).toBe(409);
      expectOk(await send('PUT', path, { key: admin, ...glass, body }));
      const log = rowsOf(await send('GET', '/change-log?num_elements=1'), 'change-logs');
      expect(log[0]).toMatchObject({ user: 'admin', break_glass: 'The seller is out of reach', resource_id: gold.id });
      const draft = await createDraft(send, ymProfile.id);
      expectOk(await publish(draft.id));
    } finally {
      await setting('direct');
    }
  });

  test('and approves them needs another user for each content', async () => {
    const { ymProfile, gold } = await newYmProfile(send);
    const draft = await createDraft(send, ymProfile.id);
    await setting('approved');
    const approve = (key?: string) => send('POST', `/draft/approve?id=${draft.id}`, key === undefined ? {} : { key });
    try {
      expect((await publish(draft.id)).status).toBe(409);
      expect((await approve()).status).toBe(409);
      expect(draftOf(await approve(colleague))).toMatchObject({ approved_by: 'colleague' });
      const changed = await updateDraft(send, draft.id, withTier(draft, gold.id, { priority: 9 }));
      expect(changed).toMatchObject({ approved_by: null, changed_by: 'demo-seller-1' });
      expect((await publish(draft.id)).status).toBe(409);
      expectOk(await approve(colleague));
      const renamed = await updateDraft(send, draft.id, { name: 'Renamed' });
      expect(renamed).toMatchObject({ approved_by: 'colleague' });
      expectOk(await publish(draft.id));
    } finally {
      await setting('direct');
    }
  });

  test('approves them by nobody who changed a line that is still in them, whoever touched them last', async () => {
    const { ymProfile, gold, silver } = await newYmProfile(send);
    const draft = await createDraft(send, ymProfile.id);
    const approve = (key?: string) => send('POST', `/draft/approve?id=${draft.id}`, key === undefined ? {} : { key });
    const byAuthor = await updateDraft(send, draft.id, withTier(draft, gold.id, { min_price: '2.40' }));
    await setting('approved');
    try {
      // A colleague touches another line, and then another attribute of the same line.
      const both = await updateDraft(send, draft.id, withTier(byAuthor, silver.id, { priority: 3 }), {
        key: colleague,
      });
      expect([both.changed_by, (await approve()).status, (await approve(colleague)).status]).toEqual([
        'colleague',
        409,
        409,
      ]);
      const same = await updateDraft(send, draft.id, withTier(byAuthor, gold.id, { min_price: '2.40', priority: 3 }), {
        key: colleague,
      });
      expect(same.edits).toMatchObject([{ id: gold.id, user: 'colleague', also: ['demo-seller-1'] }]);
      const refused = await approve();
      expect([refused.status, refused.response.error]).toEqual([409, expect.stringContaining('another user')]);
      // What is the colleague's alone now, the author may approve.
      await updateDraft(send, draft.id, { tier_set: draft.tier_set }, { key: colleague });
      const alone = await updateDraft(send, draft.id, withTier(draft, silver.id, { priority: 3 }), { key: colleague });
      expect(alone.edits).toMatchObject([{ id: silver.id, user: 'colleague' }]);
      expect(draftOf(await approve())).toMatchObject({ approved_by: 'demo-seller-1' });
    } finally {
      await setting('direct');
    }
  });
});
