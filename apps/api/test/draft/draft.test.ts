import { describe, expect, test } from 'vitest';
import { createDraft, draftOf, newYmProfile, readDraft, updateDraft, withTier } from '../fixture/draft.ts';
import { createProfile, createTier, expectOk, listTiers } from '../fixture/demo-tier.ts';
import { issuePaths, type Row, rowsOf } from '../fixture/request.ts';
import { useService } from '../fixture/service.ts';

const service = useService();
const { send } = service;

describe('a new draft', () => {
  test('has the live tiers, and changes none of them', async () => {
    const { ymProfile, gold, silver } = await newYmProfile(send);
    const draft = draftOf(await send('POST', `/draft?from=${ymProfile.id}`));
    expect(draft).toMatchObject({
      name: null,
      ym_profile_id: ymProfile.id,
      state: 'open',
      publish_at: null,
      approved_by: null,
      simulation_id: null,
      created_by: 'demo-seller-1',
      changed_by: 'demo-seller-1',
      member_id: 1,
    });
    expect(draft.base_revision).toMatch(/^\d+-\d+/);
    expect(draft.tier_set.tiers.map(({ id, name, min_price }) => [id, name, min_price])).toEqual([
      [gold.id, 'Gold', '2.000000'],
      [silver.id, 'Silver', '1.000000'],
    ]);
    const changed = await updateDraft(send, draft.id, withTier(draft, gold.id, { min_price: '3.5' }));
    expect(changed.tier_set.tiers[0]).toMatchObject({ id: gold.id, min_price: '3.500000' });
    expect(await readDraft(send, draft.id)).toEqual(changed);
    expect((await listTiers(send, `?ym_profile_id=${ymProfile.id}`))[0]).toMatchObject({ min_price: '2.000000' });
  });

  test('may have tiers of its own, new ones without an id, which are completed as an import completes them', async () => {
    const { ymProfile } = await newYmProfile(send);
    const profile = { id: 1, name: 'York', dma_action: 'include', dma_targets: [{ dma: 501 }] };
    const tier_set = {
      tiers: [{ name: 'New', profile_id: 1, buyer_members: [{ name: 'saffron travel' }] }],
      profiles: [profile],
    };
    const draft = draftOf(
      await send('POST', '/draft', { body: { draft: { ym_profile_id: ymProfile.id, name: 'D', tier_set } } }),
    );
    const [tier] = draft.tier_set.tiers;
    expect(tier).toMatchObject({
      name: 'New',
      priority: 5,
      profile_id: 1,
      buyer_members: [{ name: 'Saffron Travel' }],
    });
    expect(tier).not.toHaveProperty('id');
    expect(draft.tier_set.profiles).toMatchObject([{ id: 1, name: 'York', country_targets: null }]);
  });

  test.for<[string, Row, number, string]>([
    [
      'an include without a price',
      { tiers: [{ name: 'T', member_action: 'include' }] },
      400,
      'tier_set.tiers.0.min_price',
    ],
    ['a price that is none', { tiers: [{ name: 'T', min_price: 'much' }] }, 400, 'tier_set.tiers.0.min_price'],
    ['a profile that it lacks', { tiers: [{ name: 'T', profile_id: 7 }] }, 400, 'tier_set.tiers.0.profile_id'],
    [
      'an unknown buyer',
      { tiers: [{ name: 'T', buyer_members: [{ name: 'Nobody' }] }] },
      409,
      'tier_set.tiers.0.buyer_members.0.name',
    ],
  ])('with %s is refused as an import is', async ([, tier_set, status, path]) => {
    const { ymProfile } = await newYmProfile(send);
    const made = await send('POST', '/draft', { body: { ym_profile_id: ymProfile.id, tier_set } });
    expect([made.status, issuePaths(made)]).toEqual([status, [path]]);
    const draft = await createDraft(send, ymProfile.id);
    const changed = await send('PUT', `/draft?id=${draft.id}`, { body: { tier_set } });
    expect([changed.status, issuePaths(changed)]).toEqual([status, [path]]);
  });

  test('of a ym-profile that does not exist is refused', async () => {
    expect((await send('POST', '/draft?from=999999')).status).toBe(404);
    expect((await send('POST', '/draft', { body: { ym_profile_id: 999_999 } })).status).toBe(409);
    expect((await send('POST', '/draft')).status).toBe(400);
  });

  test('sent again under its Idempotency-Key is made once', async () => {
    const { ymProfile } = await newYmProfile(send);
    const headers = { 'idempotency-key': 'draft-once' };
    const first = await createDraft(send, ymProfile.id, { name: 'Once' }, { headers });
    expect(await createDraft(send, ymProfile.id, { name: 'Once' }, { headers })).toEqual(first);
    const drafts = expectOk(await send('GET', '/draft?name=Once')).response['drafts'] as readonly Row[];
    expect(drafts).toEqual([first]);
  });
});

describe('a change of a draft', () => {
  test('ignores what only the service sets, and says so', async () => {
    const { ymProfile } = await newYmProfile(send);
    const { id } = await createDraft(send, ymProfile.id);
    const answer = await send('PUT', `/draft?id=${id}`, {
      body: { name: 'N', state: 'published', approved_by: 'ann' },
    });
    expect(draftOf(answer)).toMatchObject({ name: 'N', state: 'open', approved_by: null });
    expect(answer.response.dbg_info.warnings).toHaveLength(2);
  });

  test('is refused under an If-Match of another state', async () => {
    const { ymProfile, gold } = await newYmProfile(send);
    const draft = await createDraft(send, ymProfile.id);
    const { headers } = await send('GET', `/draft?id=${draft.id}`);
    const match = { headers: { 'if-match': String(headers.get('etag')) } };
    const body = withTier(draft, gold.id, { priority: 9 });
    expectOk(await send('PUT', `/draft?id=${draft.id}`, { ...match, body }));
    expect((await send('PUT', `/draft?id=${draft.id}`, { ...match, body })).status).toBe(412);
  });

  test('cannot move it to another ym-profile', async () => {
    const [one, other] = [await newYmProfile(send), await newYmProfile(send)];
    const { id } = await createDraft(send, one.ymProfile.id);
    const answer = await send('PUT', `/draft?id=${id}`, { body: { ym_profile_id: other.ymProfile.id } });
    expect([answer.status, issuePaths(answer)]).toEqual([409, ['ym_profile_id']]);
  });
});

test('a ym-profile with a draft cannot be deleted; without it, it can', async () => {
  const { ymProfile } = await newYmProfile(send);
  expectOk(await send('POST', `/ym-profile/import?id=${ymProfile.id}`, { body: { tiers: [] } }));
  const { id } = await createDraft(send, ymProfile.id);
  expect((await send('DELETE', `/ym-profile?id=${ymProfile.id}`)).status).toBe(409);
  expectOk(await send('DELETE', `/draft?id=${id}`));
  expect((await send('GET', `/draft?id=${id}`)).status).toBe(404);
  expectOk(await send('DELETE', `/ym-profile?id=${ymProfile.id}`));
});

test('a change of one tier of many writes a small part of the draft', async () => {
  const { ymProfile } = await newYmProfile(send);
  const tiers = Array.from({ length: 1000 }, (_, at) => ({ name: `Tier ${at}`, description: 'x'.repeat(900) }));
  expectOk(await send('POST', `/ym-profile/import?id=${ymProfile.id}`, { body: { tiers } }));
  const draft = await createDraft(send, ymProfile.id);
  expect(draft.tier_set.tiers).toHaveLength(1000);
  const before = JSON.stringify(draft).length;
  expect(before).toBeGreaterThan(1_000_000);
  const [first] = draft.tier_set.tiers;
  const changed = await updateDraft(send, draft.id, withTier(draft, Number(first?.id), { description: 'short' }));
  expect(changed.tier_set.tiers[0]).toMatchObject({ id: first?.id, description: 'short' });
  expect(changed.tier_set.tiers.slice(1)).toEqual(draft.tier_set.tiers.slice(1));
  const { entries } = { entries: rowsOf(await send('GET', '/change-log?num_elements=3'), 'change-logs') };
  const parts = entries.filter(({ service: of, operation }) => of === 'draft-part' && operation === 'update');
  expect(parts).toHaveLength(1);
  expect(JSON.stringify(parts).length).toBeLessThan(before / 5);
});

test('profiles that only a draft uses are kept with it', async () => {
  const { ymProfile, gold } = await newYmProfile(send);
  const profile = await createProfile(send, { name: 'P', dma_action: 'include', dma_targets: [{ dma: 501 }] });
  await createTier(send, { name: 'Targeted', ym_profile_id: ymProfile.id, profile_id: profile.id });
  const draft = await createDraft(send, ymProfile.id);
  expect(draft.tier_set.profiles).toMatchObject([{ id: profile.id, name: 'P' }]);
  expect(draft.tier_set.tiers.map(({ profile_id: id }) => id)).toEqual([null, null, profile.id]);
  expect(gold.profile_id).toBeNull();
});

test('the difference between a revision and a draft is that of an import of the draft', async () => {
  const { ymProfile, gold, silver } = await newYmProfile(send);
  const draft = await createDraft(send, ymProfile.id);
  const tiers = [{ ...draft.tier_set.tiers[0], min_price: '2.50' }, { name: 'New' }];
  await updateDraft(send, draft.id, { tier_set: { tiers } });
  const path = `/ym-profile/diff?id=${ymProfile.id}&from=${draft.base_revision}&to=draft:`;
  expect(expectOk(await send('GET', `${path}${draft.id}`)).response['ym-profile-diff']).toMatchObject({
    dry_run: true,
    updated: [{ id: gold.id, changes: [{ field: 'min_price', before: '2.000000', after: '2.500000' }] }],
    created: [{ name: 'New' }],
    deleted: [{ id: silver.id }],
  });
  expect((await send('GET', `${path}999999`)).status).toBe(404);
  const other = await newYmProfile(send);
  const foreign = await createDraft(send, other.ymProfile.id);
  expect((await send('GET', `${path}${foreign.id}`)).status).toBe(404);
});

test('a draft names its newest comparison until its content changes', async () => {
  const { ymProfile, gold } = await newYmProfile(send);
  const commitments = [{ tier: gold.id, at_least: { wins: 1 } }];
  const draft = await createDraft(send, ymProfile.id, { commitments });
  const body = {
    ym_profile_id: ymProfile.id,
    draft_id: draft.id,
    log: { kind: 'synthetic', auctions: 1, bids: 1, seed: 's' },
  };
  const simulation = expectOk(await send('POST', '/simulation', { body })).response;
  expect(simulation).toMatchObject({ simulation: { draft_id: draft.id } });
  expect(await readDraft(send, draft.id)).toMatchObject({ simulation_id: simulation.id });
  expect(await updateDraft(send, draft.id, { name: 'Renamed' })).toMatchObject({ simulation_id: simulation.id });
  const changed = await updateDraft(send, draft.id, withTier(draft, gold.id, { priority: 9 }));
  expect(changed).toMatchObject({ simulation_id: null });
  const both = await send('POST', '/simulation', { body: { ...body, draft: { tiers: [] } } });
  const neither = await send('POST', '/simulation', { body: { ...body, draft_id: undefined } });
  expect([both.status, neither.status]).toEqual([400, 400]);
  expect((await send('POST', '/simulation', { body: { ...body, draft_id: 999_999 } })).status).toBe(404);
});
