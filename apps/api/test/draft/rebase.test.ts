import type { MergeConflict, TierSetDifference } from '@auction-tiers/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { newColleague } from '../fixture/colleague.ts';
import { createDraft, draftOf, newYmProfile, readDraft, updateDraft, withTier } from '../fixture/draft.ts';
import { expectOk, listTiers } from '../fixture/demo-tier.ts';
import { type Answer, issuePaths, rowsOf, type Send } from '../fixture/request.ts';
import { useService } from '../fixture/service.ts';

const service = useService();
const ann: Send = (...request) => service.send(...request);
let bob: Send;
beforeAll(async () => {
  bob = await newColleague(service, 'bob');
});

const publish = (send: Send, id: number, body = {}) => send('POST', `/draft/publish?id=${id}`, { body });
const rebase = (send: Send, id: number) => send('POST', `/draft/rebase?id=${id}`);
const detailsOf = ({ response }: Answer) =>
  response.dbg_info as unknown as {
    readonly difference: TierSetDifference;
    readonly conflicts: readonly MergeConflict[];
  };

/** A draft of each of two users, both of the same tiers. */
async function twoDrafts() {
  const { ymProfile, gold, silver } = await newYmProfile(ann);
  const ofAnn = await createDraft(ann, ymProfile.id);
  const ofBob = await createDraft(bob, ymProfile.id);
  return { ymProfile, gold, silver, ofAnn, ofBob };
}

test('two users edit the same tiers: the second publishing is refused with the difference, and both changes are live after a rebase', async () => {
  const { ymProfile, gold, silver, ofAnn, ofBob } = await twoDrafts();
  await updateDraft(ann, ofAnn.id, withTier(ofAnn, gold.id, { min_price: '2.50' }));
  await updateDraft(bob, ofBob.id, {
    tier_set: { tiers: [...ofBob.tier_set.tiers.map((tier) => ({ ...tier, priority: 9 })), { name: 'Of Bob' }] },
  });
  expectOk(await publish(ann, ofAnn.id));
  const refused = await publish(bob, ofBob.id);
  expect([refused.status, refused.response.error_id, issuePaths(refused)]).toEqual([
    409,
    'INTEGRITY',
    [`ym-auction-tier ${gold.id}`],
  ]);
  const change = { field: 'min_price', before: '2.000000', after: '2.500000' };
  expect(detailsOf(refused).difference).toMatchObject({ updated: [{ id: gold.id, changes: [change] }], created: [] });
  const rebased = draftOf(await rebase(bob, ofBob.id));
  expect(rebased).toMatchObject({ state: 'open', changed_by: 'bob' });
  expect(rebased.tier_set.tiers[0]).toMatchObject({ id: gold.id, min_price: '2.500000', priority: 9 });
  expectOk(await publish(bob, ofBob.id));
  const live = await listTiers(ann, `?ym_profile_id=${ymProfile.id}`);
  expect(live).toMatchObject([
    { id: gold.id, min_price: '2.500000', priority: 9 },
    { id: silver.id, min_price: '1.000000', priority: 9 },
    { name: 'Of Bob' },
  ]);
});

test('what both have changed in different ways is listed, and nothing is changed', async () => {
  const { gold, silver, ofAnn, ofBob } = await twoDrafts();
  await updateDraft(ann, ofAnn.id, withTier(ofAnn, gold.id, { min_price: '2.50', name: 'Golden' }));
  const kept = ofBob.tier_set.tiers.filter(({ id }) => id === silver.id);
  await updateDraft(bob, ofBob.id, withTier(ofBob, gold.id, { min_price: '3.00' }));
  expectOk(await publish(ann, ofAnn.id));
  const before = await readDraft(bob, ofBob.id);
  const refused = await rebase(bob, ofBob.id);
  expect([refused.status, issuePaths(refused)]).toEqual([409, [`ym-auction-tier ${gold.id}.min_price`]]);
  expect(detailsOf(refused).conflicts).toMatchObject([
    { id: gold.id, field: 'min_price', base: '2.000000', live: '2.500000', draft: '3.000000' },
  ]);
  expect(await readDraft(bob, ofBob.id)).toEqual(before);
  await updateDraft(bob, ofBob.id, { tier_set: { tiers: kept } });
  const lacking = await rebase(bob, ofBob.id);
  expect([lacking.status, issuePaths(lacking)]).toEqual([409, [`ym-auction-tier ${gold.id}`]]);
});

describe('a rebase', () => {
  test('voids an approval where it changes the content, and keeps it where it does not', async () => {
    const { gold, silver, ofAnn, ofBob } = await twoDrafts();
    await updateDraft(ann, ofAnn.id, withTier(ofAnn, gold.id, { priority: 9 }));
    await updateDraft(bob, ofBob.id, withTier(ofBob, gold.id, { priority: 9 }));
    for (const [send, id] of [
      [bob, ofAnn.id],
      [ann, ofBob.id],
    ] as const)
      expectOk(await send('POST', `/draft/approve?id=${id}`));
    expectOk(await publish(ann, ofAnn.id));
    expect(draftOf(await rebase(bob, ofBob.id))).toMatchObject({ approved_by: 'demo-seller-1' });
    expectOk(await ann('PUT', `/ym-auction-tier?id=${silver.id}`, { body: { priority: 3 } }));
    expect(draftOf(await rebase(bob, ofBob.id))).toMatchObject({ approved_by: null });
    expectOk(await publish(bob, ofBob.id));
  });
});

describe('expect_revision', () => {
  test('of the present tiers lets a draft be published, of others refuses it', async () => {
    const { ymProfile, gold, ofAnn } = await twoDrafts();
    const old = ofAnn.base_revision;
    expectOk(await ann('PUT', `/ym-auction-tier?id=${gold.id}`, { body: { priority: 3 } }));
    draftOf(await rebase(ann, ofAnn.id));
    const refused = await publish(ann, ofAnn.id, { expect_revision: old });
    expect([refused.status, issuePaths(refused)]).toEqual([409, [`ym-auction-tier ${gold.id}`]]);
    expect((await publish(ann, ofAnn.id, { expect_revision: 'nonsense' })).status).toBe(400);
    const [newest] = rowsOf(await ann('GET', '/change-log?num_elements=1'), 'change-logs');
    expectOk(await publish(ann, ofAnn.id, { expect_revision: newest?.revision }));
    expect(await listTiers(ann, `?ym_profile_id=${ymProfile.id}`)).toHaveLength(2);
  });
});
