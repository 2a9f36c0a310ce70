import { createClient } from '@auction-tiers/client';
import { type HistoryStep, type ImportAnswer, makesYmProfile } from '@auction-tiers/contract';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createProfile, createTier, createYmProfile, expectOk, listTiers } from '../fixture/demo-tier.ts';
import { newYmProfile } from '../fixture/draft.ts';
import { type Answer, issuePaths, type Row } from '../fixture/request.ts';
import { useService } from '../fixture/service.ts';
import { exportOf, sendFile } from '../fixture/tier-set-file.ts';
import { createScopedKey, failureOf } from '../fixture/trpc-client.ts';

const service = useService();
const { send } = service;

const change = async (path: string, body: Row) => expectOk(await send('PUT', path, { body }));
const tier = (id: number) => `/ym-auction-tier?id=${id}`;
const stepsOf = async (id: number) =>
  expectOk(await send('GET', `/ym-profile/history?id=${id}`)).response['ym-profile-history'] as readonly HistoryStep[];
const newest = async (id: number) => (await stepsOf(id))[0]!.revision;
const undo = (id: number, revision: string, query = '', options = {}) =>
  send('POST', `/ym-profile/undo?id=${id}&revision=${revision}${query}`, options);
const undone = (answer: Answer) => expectOk(answer).response['ym-profile-undo'] as ImportAnswer;
const tiersOf = async (id: number) => {
  const all = await listTiers(send, `?ym_profile_id=${id}`);
  return all.map(({ id: one, name, min_price: price, priority }) => [one, name, price, priority]);
};

test('the step is taken back, and what came later stays, also in other fields of the same tier', async () => {
  const { ymProfile, gold, silver } = await newYmProfile(send);
  const { id } = ymProfile;
  await change(tier(gold.id), { min_price: '9.00' });
  const revision = await newest(id);
  await change(tier(gold.id), { priority: 8 });
  const later = await createTier(send, { name: 'Later', ym_profile_id: id });
  const before = await exportOf(send, id);
  const dryRun = undone(await undo(id, revision, '&dry_run=true'));
  expect(dryRun).toMatchObject({ dry_run: true, summary: [`tier ${gold.id} Gold: min_price 9.000000 -> 2.000000`] });
  expect(await exportOf(send, id)).toEqual(before);
  const done = undone(await undo(id, revision, '', { body: { note: 'a slip' } }));
  expect(done).toMatchObject({ dry_run: false, summary: dryRun.summary });
  expect(await tiersOf(id)).toEqual([
    [gold.id, 'Gold', '2.000000', 8],
    [silver.id, 'Silver', '1.000000', 5],
    [later.id, 'Later', null, 5],
  ]);
  expect((await stepsOf(id))[0]).toMatchObject({ kind: 'undo', note: 'a slip', revision: done.revision });
});

test('a step is undone while a colleague makes others', async () => {
  const { ymProfile, gold, silver } = await newYmProfile(send);
  await change(tier(gold.id), { min_price: '9.00' });
  const revision = await newest(ymProfile.id);
  const { store } = service.opened;
  const read = store.stepsOf.bind(store);
  const priorities = [6, 7, 8, 9];
  const colleague = vi.spyOn(store, 'stepsOf').mockImplementation(async (...asked) => {
    const found = await read(...asked);
    const priority = priorities.shift();
    if (priority !== undefined) await change(tier(silver.id), { priority });
    return found;
  });
  onTestFinished(() => colleague.mockRestore());
  undone(await undo(ymProfile.id, revision));
  expect(priorities).toEqual([]);
  expect(await tiersOf(ymProfile.id)).toEqual([
    [gold.id, 'Gold', '2.000000', 5],
    [silver.id, 'Silver', '1.000000', 9],
  ]);
});

const undated = (file: object) => JSON.stringify(file, (key, value: unknown) => (key === 'last_modified' ? 0 : value));

test('a step that was undone can be undone again, and then is as it was', async () => {
  const { ymProfile, gold } = await newYmProfile(send);
  await change(tier(gold.id), { min_price: '9.00' });
  const { revision: _, ...before } = await exportOf(send, ymProfile.id);
  const { revision } = undone(await undo(ymProfile.id, await newest(ymProfile.id)));
  undone(await undo(ymProfile.id, revision));
  const { revision: _after, ...after } = await exportOf(send, ymProfile.id);
  expect(undated(after)).toBe(undated(before));
});

test('what a later step changed too is a conflict that has all three values, and nothing is done', async () => {
  const { ymProfile, gold, silver } = await newYmProfile(send);
  const { id } = ymProfile;
  const file = await exportOf(send, id);
  const dearer = file.tiers.map((one) => ({ ...one, min_price: '7.00' }));
  expectOk(await sendFile(send, id, { ...file, tiers: dearer }));
  const revision = await newest(id);
  await change(tier(gold.id), { min_price: '8.00' });
  const before = await exportOf(send, id);
  for (const query of ['', '&dry_run=true']) {
    const refused = await undo(id, revision, query);
    expect([refused.status, refused.response.error_id]).toEqual([409, 'INTEGRITY']);
    expect(issuePaths(refused)).toEqual([`ym-auction-tier ${gold.id}.min_price`]);
    expect((refused.response.dbg_info as unknown as Row)['conflicts']).toMatchObject([
      {
        service: 'ym-auction-tier',
        id: gold.id,
        name: 'Gold',
        field: 'min_price',
        base: '7.000000',
        live: '8.000000',
        draft: '2.000000',
      },
    ]);
  }
  expect(await exportOf(send, id)).toEqual(before);
  await change(tier(gold.id), { min_price: '7.00' });
  undone(await undo(id, revision));
  expect(await tiersOf(id)).toEqual([
    [gold.id, 'Gold', '2.000000', 5],
    [silver.id, 'Silver', '1.000000', 5],
  ]);
});

test('a tier that the step made goes, and one that it deleted comes back under its id', async () => {
  const { ymProfile, gold, silver } = await newYmProfile(send);
  const { id } = ymProfile;
  const made = await createTier(send, { name: 'Made', ym_profile_id: id });
  const making = await newest(id);
  expectOk(await send('DELETE', tier(gold.id)));
  const deleting = await newest(id);
  undone(await undo(id, deleting));
  expect((await tiersOf(id)).map(([one]) => one)).toEqual([gold.id, silver.id, made.id]);
  await change(tier(made.id), { priority: 2 });
  const refused = await undo(id, making);
  expect([refused.status, issuePaths(refused)]).toEqual([409, [`ym-auction-tier ${made.id}`]]);
  await change(tier(made.id), { priority: 5 });
  undone(await undo(id, making));
  expect((await tiersOf(id)).map(([one]) => one)).toEqual([gold.id, silver.id]);
});

test('a profile becomes what it was unless another ym-profile uses it', async () => {
  const { ymProfile, gold } = await newYmProfile(send);
  const { id } = ymProfile;
  const profile = await createProfile(send, { name: 'P', dma_action: 'include', dma_targets: [{ dma: 501 }] });
  await change(tier(gold.id), { profile_id: profile.id });
  await change(`/profile?id=${profile.id}`, { dma_targets: [{ dma: 803 }] });
  const revision = await newest(id);
  const other = await createYmProfile(send, { name: 'Other' });
  const shared = await createTier(send, { name: 'Shared', ym_profile_id: other.id, profile_id: profile.id });
  expect((await undo(id, revision)).status).toBe(409);
  expectOk(await send('DELETE', tier(shared.id)));
  undone(await undo(id, revision));
  expect((await exportOf(send, id)).profiles).toMatchObject([{ id: profile.id, dma_targets: [{ dma: 501 }] }]);
});

test('the ym-profile itself becomes what it was, and one that was deleted comes back', async () => {
  const { ymProfile } = await newYmProfile(send);
  const { id } = ymProfile;
  await change(`/ym-profile?id=${id}`, { name: 'Renamed' });
  const renaming = await newest(id);
  await change(`/ym-profile?id=${id}`, { description: 'later' });
  undone(await undo(id, renaming));
  expect((await exportOf(send, id)).ym_profile).toMatchObject({ name: ymProfile.name, description: 'later' });
  await change(`/ym-profile?id=${id}`, { name: 'Otherwise' });
  expect(issuePaths(await undo(id, renaming))).toEqual([`ym-profile ${id}.name`]);
  const bare = await createYmProfile(send, { name: 'Bare' });
  expect((await undo(bare.id, await newest(bare.id))).status).toBe(409);
  expectOk(await send('DELETE', `/ym-profile?id=${bare.id}`));
  undone(await undo(bare.id, await newest(bare.id)));
  expect((await exportOf(send, bare.id)).ym_profile).toMatchObject({ name: 'Bare' });
});

test('the words of a step tell whether it made the ym-profile, which alone is not undone', async () => {
  const { id } = await createYmProfile(send, { name: 'Worded' });
  await createTier(send, { name: 'adds ym-profile 1 Worded', ym_profile_id: id });
  const steps = await stepsOf(id);
  expect(steps.map(makesYmProfile)).toEqual([false, true]);
  const answers = await Promise.all(steps.map(({ revision }) => undo(id, revision, '&dry_run=true')));
  expect(answers.map(({ status }) => status)).toEqual([200, 409]);
});

test('only a step of this ym-profile is undone, with the scope publish, and not past drafts', async () => {
  const { ymProfile } = await newYmProfile(send);
  const other = await newYmProfile(send);
  const revision = await newest(other.ymProfile.id);
  for (const [named, status] of [
    [revision, 404],
    ['1-999999', 404],
    ['soon', 400],
  ] as const) {
    const refused = await undo(ymProfile.id, named);
    expect([refused.status, issuePaths(refused)]).toEqual([status, ['revision']]);
  }
  const key = await createScopedKey(service, 1, ['read']);
  expect((await undo(other.ymProfile.id, revision, '', { key })).status).toBe(403);
  await change('/member?id=1', { publishing: 'draft' });
  expect((await undo(other.ymProfile.id, revision)).status).toBe(409);
  expect((await undo(other.ymProfile.id, revision, '&dry_run=true')).status).toBe(409);
  await change('/member?id=1', { publishing: 'direct' });
  const client = createClient({ url: service.url, apiKey: service.people.seller1.api_key });
  const { deleted } = await client.ymProfile.undo.mutate({ id: other.ymProfile.id, revision, note: 'over tRPC' });
  expect(deleted).toMatchObject([{ id: other.silver.id }]);
  const gone = await failureOf(client.ymProfile.undo.mutate({ id: ymProfile.id, revision: '1-999999' }));
  expect(gone.data).toMatchObject({ error_code: 'NOTFOUND' });
});
