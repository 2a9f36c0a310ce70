import type { HistoryStep, ImportAnswer, YmProfile } from '@auction-tiers/contract';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { bid } from '../fixture/auction-body.ts';
import { newColleague } from '../fixture/colleague.ts';
import { createTier, createYmProfile, expectOk } from '../fixture/demo-tier.ts';
import { createDraft, readDraft, updateDraft } from '../fixture/draft.ts';
import { logIn, tokenOf } from '../fixture/log-in.ts';
import { type Answer, createSend, issuePaths, type Row, type Send } from '../fixture/request.ts';
import { useService } from '../fixture/service.ts';

const service = useService();
const { send } = service;
/** Of the first demo seller: a second publisher, and a user that may write and not publish. */
let colleague: Send;
let editor: Send;
beforeAll(async () => {
  colleague = await newColleague(service, 'second');
  const user = { username: 'moves-sites', password: 'a colleague of the seller' };
  const body = { ...user, member_id: 1, access: 'editor' };
  expectOk(await send('POST', '/user', { key: await tokenOf(service, 'admin'), body }));
  editor = createSend(service.url, await logIn(send, user));
});

const setting = async (publishing: string) => expectOk(await send('PUT', '/member', { body: { publishing } }));
afterEach(() => setting('direct'));

let publisher = 70_000;

/** A ym-profile with one exclude and one publisher, and an empty one. */
async function twoYmProfiles() {
  publisher += 1;
  const full = await createYmProfile(send, { publisher_ids: [publisher] });
  const empty = await createYmProfile(send);
  await createTier(send, {
    name: 'Out',
    ym_profile_id: full.id,
    member_action: 'exclude',
    buyer_members: [{ id: 101 }],
  });
  return { full, empty, publisher };
}

const ymProfile = async (id: number) =>
  expectOk(await send('GET', `/ym-profile?id=${id}`)).response['ym-profile'] as YmProfile;
const livePublishers = async (id: number) => (await ymProfile(id)).publisher_ids ?? [];
const put = (as: Send, id: number, publisher_ids: readonly number[] | null) =>
  as('PUT', `/ym-profile?id=${id}`, { body: { publisher_ids } });

/** What becomes of a bid of the excluded buyer in an auction of a publisher. */
async function outcomeAt(publisherId: number): Promise<unknown> {
  const body = { publisher_id: publisherId, bids: [bid('b', 101, 5)] };
  const { bids } = expectOk(await send('POST', '/auction', { body })).response['auction'] as { bids: readonly Row[] };
  return bids[0]?.['outcome'];
}

const refusal = ({ status, response }: Answer) => [status, response.error_id];

describe.for(['draft', 'approved'])('with publishing "%s"', (publishing) => {
  test('an editor does not move a publisher to an empty ym-profile', async () => {
    const { full, empty, publisher: moved } = await twoYmProfiles();
    await setting(publishing);
    const tried = [
      await put(editor, full.id, []),
      await put(editor, full.id, null),
      await put(editor, empty.id, [moved]),
      await editor('POST', '/ym-profile', { body: { name: 'Elsewhere', publisher_ids: [moved + 5000] } }),
    ];
    for (const answer of tried) {
      expect([...refusal(answer), issuePaths(answer)]).toEqual([403, 'UNAUTH', ['publisher_ids']]);
    }
    expect(await livePublishers(full.id)).toEqual([moved]);
    expect(await outcomeAt(moved)).toBe('excluded');
  });

  test('a publisher is told to draft it, for every way in which publishers move', async () => {
    const { full, empty, publisher: moved } = await twoYmProfiles();
    const listed = await createYmProfile(send, { publisher_ids: [moved + 6000] });
    await setting(publishing);
    const tried = [
      await put(send, full.id, []),
      await put(send, empty.id, [moved + 7000]),
      await send('POST', '/ym-profile', { body: { name: 'Elsewhere', publisher_ids: [moved + 8000] } }),
      await send('DELETE', `/ym-profile?id=${listed.id}`),
      await send('POST', '/trpc/ymProfile.update', { body: { id: full.id, changes: { publisher_ids: null } } }),
    ];
    for (const { status, text } of tried) {
      expect(status).toBe(409);
      expect(text).toContain('POST /draft?from=');
    }
    expectOk(await send('PUT', `/ym-profile?id=${full.id}`, { body: { name: 'Renamed', publisher_ids: [moved] } }));
    expectOk(await send('DELETE', `/ym-profile?id=${(await createYmProfile(send)).id}`));
    expect(await livePublishers(full.id)).toEqual([moved]);
  });

  test('an administrator with a reason moves it directly', async () => {
    const { full } = await twoYmProfiles();
    await setting(publishing);
    const headers = { 'x-break-glass': 'a site was sold' };
    const path = `/ym-profile?id=${full.id}&member_id=1`;
    const body = { publisher_ids: [] };
    expectOk(await send('PUT', path, { key: service.people.admin.api_key, headers, body }));
    expect(await livePublishers(full.id)).toEqual([]);
  });
});

test('with publishing "direct" it needs the scope publish', async () => {
  const { full, publisher: moved } = await twoYmProfiles();
  expect(refusal(await put(editor, full.id, []))).toEqual([403, 'UNAUTH']);
  const own = await createYmProfile(send, { publisher_ids: [moved + 9000] });
  expect(refusal(await editor('DELETE', `/ym-profile?id=${own.id}`))).toEqual([403, 'UNAUTH']);
  expectOk(await editor('PUT', `/ym-profile?id=${full.id}`, { body: { description: 'No publisher is moved' } }));
  expectOk(await put(send, full.id, []));
  expectOk(await send('DELETE', `/ym-profile?id=${own.id}`));
});

test('an import changes no publishers, whatever the file says of the ym-profile', async () => {
  const { full, empty } = await twoYmProfiles();
  const file = expectOk(await send('GET', `/ym-profile/export?id=${full.id}`)).response['ym-profile-export'] as Row;
  const tiers = (file['tiers'] as readonly Row[]).map(({ id: _id, ...tier }) => tier);
  expectOk(await send('POST', `/ym-profile/import?id=${empty.id}`, { body: { ...file, tiers } }));
  expect([await livePublishers(empty.id), await livePublishers(full.id)]).toEqual([[], full.publisher_ids]);
});

describe('a draft that sets publishers', () => {
  test('changes nothing live, is in difference and edits, and is approved by who did not set them', async () => {
    const { full, publisher: moved } = await twoYmProfiles();
    await setting('approved');
    const draft = await createDraft(editor, full.id, { publisher_ids: [moved, moved + 1000] });
    expect(await livePublishers(full.id)).toEqual([moved]);
    expect(draft.edits).toMatchObject([{ service: 'ym-profile', id: full.id, user: 'moves-sites' }]);
    const next = await updateDraft(send, draft.id, { publisher_ids: [] });
    expect(next.edits).toMatchObject([{ user: 'demo-seller-1', also: ['moves-sites'] }]);

    const path = `/ym-profile/diff?id=${full.id}&from=${draft.base_revision}&to=draft:${draft.id}`;
    const { updated } = expectOk(await send('GET', path)).response['ym-profile-diff'] as ImportAnswer;
    const changes = [{ field: 'publisher_ids', before: [moved], after: [] }];
    expect(updated).toMatchObject([{ service: 'ym-profile', id: full.id, changes }]);
    expect((await send('POST', `/draft/approve?id=${draft.id}`)).status).toBe(409);
    expect((await send('POST', `/draft/publish?id=${draft.id}`)).status).toBe(409);
    expectOk(await colleague('POST', `/draft/approve?id=${draft.id}`));
    const asPlanned = expectOk(await send('POST', `/draft/publish?id=${draft.id}&dry_run=true`)).response;
    const asDone = expectOk(await send('POST', `/draft/publish?id=${draft.id}`)).response;
    for (const { 'draft-publish': done } of [asPlanned, asDone]) expect(done).toMatchObject({ updated: [{ changes }] });
    expect(await livePublishers(full.id)).toEqual([]);
  });

  test('loses its approval when they change', async () => {
    const { full } = await twoYmProfiles();
    await setting('approved');
    const draft = await createDraft(send, full.id, { publisher_ids: [] });
    expectOk(await colleague('POST', `/draft/approve?id=${draft.id}`));
    expect((await readDraft(send, draft.id)).approved_by).toBe('second');
    expect((await updateDraft(send, draft.id, { publisher_ids: null })).approved_by).toBeNull();
  });

  test('is published by nobody who may not publish', async () => {
    const { full } = await twoYmProfiles();
    const draft = await createDraft(editor, full.id, { publisher_ids: [] });
    expect((await editor('POST', `/draft/publish?id=${draft.id}`)).status).toBe(403);
  });

  test('does not give a publisher that another ym-profile has', async () => {
    const { empty, publisher: taken } = await twoYmProfiles();
    const draft = await createDraft(send, empty.id, { publisher_ids: [taken] });
    const refused = await send('POST', `/draft/publish?id=${draft.id}`);
    expect([refused.status, issuePaths(refused)]).toEqual([409, [`ym-profile ${empty.id}.publisher_ids`]]);
    expect((await readDraft(send, draft.id)).state).toBe('open');
  });

  test('is rebased field by field: publishers that both changed are a conflict', async () => {
    const { full, publisher: own } = await twoYmProfiles();
    const draft = await createDraft(send, full.id, { publisher_ids: [own, own + 2000] });
    const other = await createDraft(send, full.id, { publisher_ids: [own + 3000] });
    expectOk(await send('POST', `/draft/publish?id=${draft.id}`));
    const overtaken = await send('POST', `/draft/publish?id=${other.id}`);
    expect([overtaken.status, overtaken.response.dbg_info]).toMatchObject([
      409,
      { difference: { updated: [{ service: 'ym-profile' }] } },
    ]);
    const conflicting = await send('POST', `/draft/rebase?id=${other.id}`);
    expect(conflicting.status).toBe(409);
    expect(conflicting.response.dbg_info).toMatchObject({
      conflicts: [
        { service: 'ym-profile', field: 'publisher_ids', base: [own], live: [own, own + 2000], draft: [own + 3000] },
      ],
    });
    await updateDraft(send, other.id, { publisher_ids: [own, own + 2000] });
    expectOk(await send('POST', `/draft/rebase?id=${other.id}`));
    await updateDraft(send, other.id, { publisher_ids: [own + 3000] });
    expectOk(await send('POST', `/draft/publish?id=${other.id}`));
    expect(await livePublishers(full.id)).toEqual([own + 3000]);
  });

  test('is taken back by a draft, and history and exports have both', async () => {
    const { full, publisher: own } = await twoYmProfiles();
    await setting('draft');
    const draft = await createDraft(send, full.id, { publisher_ids: [] });
    expectOk(await send('POST', `/draft/publish?id=${draft.id}`));
    const path = `/ym-profile/history?id=${full.id}&num_elements=2`;
    const steps = expectOk(await send('GET', path)).response['ym-profile-history'] as readonly HistoryStep[];
    const [step, earlier] = steps;
    expect(step).toMatchObject({ kind: 'publish', draft_id: draft.id });
    expect(step?.summary.join()).toContain('publisher_ids');
    const exported = await send('GET', `/ym-profile/export?id=${full.id}&revision=${earlier?.revision}`);
    expect(expectOk(exported).response['ym-profile-export']).toMatchObject({ ym_profile: { publisher_ids: [own] } });
    for (const [act, at] of [
      ['undo', step],
      ['restore', earlier],
    ] as const) {
      const back = `/ym-profile/${act}?id=${full.id}&revision=${at?.revision}`;
      expect((await send('POST', back)).status).toBe(409);
      const answer = expectOk(await send('POST', `${back}&as_draft=true`)).response;
      expect(JSON.stringify(answer.dbg_info)).not.toContain('publisher_ids');
      const { draft_id: id } = answer[`ym-profile-${act}`] as { draft_id: number };
      expect(await readDraft(send, id)).toMatchObject({ publisher_ids: [own] });
      expectOk(await send('POST', `/draft/publish?id=${id}`));
      expect([act, await livePublishers(full.id)]).toEqual([act, [own]]);
      const again = await createDraft(send, full.id, { publisher_ids: [] });
      expectOk(await send('POST', `/draft/publish?id=${again.id}`));
    }
  });

  test('is suspended at its time where others have changed them', { timeout: 60_000 }, async () => {
    const { full, publisher: own } = await twoYmProfiles();
    const draft = await createDraft(send, full.id, { publisher_ids: [own + 4000] });
    const at = new Date(Date.now() + 2000).toISOString();
    expectOk(await send('POST', `/draft/publish?id=${draft.id}`, { body: { at } }));
    expectOk(await put(send, full.id, []));
    await expect.poll(async () => (await readDraft(send, draft.id)).state, { timeout: 30_000 }).toBe('suspended');
    expect((await readDraft(send, draft.id)).suspended_reason).toContain('publisher_ids');
    expect(await livePublishers(full.id)).toEqual([]);
  });
});
