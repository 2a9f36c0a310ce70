import type { HistoryStep } from '@auction-tiers/contract';
import { expect, test } from 'vitest';
import { createTier, expectOk } from '../fixture/demo-tier.ts';
import { createDraft, newYmProfile, readDraft, updateDraft, withTier } from '../fixture/draft.ts';
import { issuePaths, rowOf } from '../fixture/request.ts';
import { useService } from '../fixture/service.ts';
import { contentOf, exportOf, importAnswer, sendFile } from '../fixture/tier-set-file.ts';
import { createClient, failureOf } from '../fixture/trpc-client.ts';

const service = useService();
const { send } = service;

const limitOf = async (id: number) =>
  rowOf(await send('GET', `/ym-auction-tier?id=${id}`), 'ym-auction-tier').max_forgone;
const setLimit = async (id: number, max_forgone: unknown) =>
  expectOk(await send('PUT', `/ym-auction-tier?id=${id}`, { body: { max_forgone } }));
const stepsOf = async (id: number) =>
  expectOk(await send('GET', `/ym-profile/history?id=${id}`)).response['ym-profile-history'] as readonly HistoryStep[];

test.for([
  [0.5, '0.500000'],
  ['0', '0.000000'],
  ['12.345678', '12.345678'],
] as const)('a limit of %s is %s, and null clears it', async ([sent, limit]) => {
  const { gold } = await newYmProfile(send);
  expect(gold.max_forgone).toBe(null);
  await setLimit(gold.id, sent);
  expect(await limitOf(gold.id)).toBe(limit);
  await setLimit(gold.id, null);
  expect(await limitOf(gold.id)).toBe(null);
});

test('a change of another field keeps the limit', async () => {
  const { gold } = await newYmProfile(send);
  await setLimit(gold.id, '0.50');
  expectOk(await send('PUT', `/ym-auction-tier?id=${gold.id}`, { body: { priority: 9 } }));
  expect(await limitOf(gold.id)).toBe('0.500000');
});

test('a limit on an exclude is refused by REST, in a file, in a draft and by tRPC, in words', async () => {
  const { ymProfile, gold } = await newYmProfile(send);
  const exclude = { name: 'No', ym_profile_id: ymProfile.id, member_action: 'exclude', max_forgone: '0.50' } as const;
  const refused = await send('POST', '/ym-auction-tier', { body: exclude });
  expect([refused.status, issuePaths(refused)]).toEqual([400, ['max_forgone']]);
  expect(refused.text).toContain('is 0.500000, allowed with member_action exclude: null');
  await setLimit(gold.id, '0.50');
  const turned = await send('PUT', `/ym-auction-tier?id=${gold.id}`, { body: { member_action: 'exclude' } });
  expect([turned.status, issuePaths(turned)]).toEqual([400, ['max_forgone']]);
  expect(await limitOf(gold.id)).toBe('0.500000');
  const tier_set = { tiers: [{ name: 'No', member_action: 'exclude', max_forgone: '0.50' }] };
  const file = await sendFile(send, ymProfile.id, tier_set);
  expect([file.status, issuePaths(file)]).toEqual([400, ['tiers.0.max_forgone']]);
  const draft = await send('POST', '/draft', { body: { ym_profile_id: ymProfile.id, tier_set } });
  expect([draft.status, issuePaths(draft)]).toEqual([400, ['tier_set.tiers.0.max_forgone']]);
  const { data } = await failureOf(
    createClient(service.url, service.people.seller1.api_key).tier.create.mutate(exclude),
  );
  expect(data).toMatchObject({ httpStatus: 400, issues: [{ path: 'max_forgone' }] });
});

test('a file of tiers carries the limit to another ym-profile, and a file without the field clears it', async () => {
  const [one, other] = [await newYmProfile(send), await newYmProfile(send)];
  await setLimit(one.gold.id, '0.50');
  const file = await exportOf(send, one.ymProfile.id);
  expect(file.tiers.map(({ max_forgone: limit }) => limit)).toEqual(['0.500000', null]);
  const sent = contentOf(file);
  const dryRun = importAnswer(await sendFile(send, other.ymProfile.id, sent, '&dry_run=true'));
  expect(dryRun.created).toHaveLength(2);
  importAnswer(await sendFile(send, other.ymProfile.id, sent));
  expect(contentOf(await exportOf(send, other.ymProfile.id))).toEqual(sent);
  // Of a version before limits.
  const older = { ...file, tiers: file.tiers.map(({ max_forgone: _limit, ...tier }) => tier) };
  const answer = importAnswer(await sendFile(send, one.ymProfile.id, older));
  expect(answer.summary).toEqual([`tier ${one.gold.id} Gold: max_forgone 0.500000 -> null`]);
  expect(await limitOf(one.gold.id)).toBe(null);
});

test('a draft sets a limit, history tells it, and an undo takes it back and keeps what came later', async () => {
  const { ymProfile, gold } = await newYmProfile(send);
  const draft = await createDraft(send, ymProfile.id);
  await updateDraft(send, draft.id, withTier(draft, gold.id, { max_forgone: 0.25 }));
  expect((await readDraft(send, draft.id)).tier_set.tiers[0]).toMatchObject({ max_forgone: '0.250000' });
  expect(await limitOf(gold.id)).toBe(null);
  expectOk(await send('POST', `/draft/publish?id=${draft.id}`));
  expect(await limitOf(gold.id)).toBe('0.250000');
  const [published] = await stepsOf(ymProfile.id);
  expect(published!.summary).toEqual([`tier ${gold.id} Gold: max_forgone null -> 0.250000`]);
  expectOk(await send('PUT', `/ym-auction-tier?id=${gold.id}`, { body: { priority: 8 } }));
  const later = await createTier(send, { name: 'Later', ym_profile_id: ymProfile.id });
  const undo = `/ym-profile/undo?id=${ymProfile.id}&revision=${published!.revision}`;
  expectOk(await send('POST', undo));
  const tiers = (await exportOf(send, ymProfile.id)).tiers;
  expect(tiers.find(({ id }) => id === gold.id)).toMatchObject({ max_forgone: null, priority: 8 });
  expect(tiers.some(({ id }) => id === later.id)).toBe(true);
  const { revision: undone } = (await stepsOf(ymProfile.id))[0]!;
  expectOk(await send('POST', `/ym-profile/restore?id=${ymProfile.id}&revision=${published!.revision}`));
  expect(await limitOf(gold.id)).toBe('0.250000');
  expectOk(await send('POST', `/ym-profile/restore?id=${ymProfile.id}&revision=${undone}`));
  expect(await limitOf(gold.id)).toBe(null);
});

test('a typed client sets, filters by, and clears a limit', async () => {
  const client = createClient(service.url, service.people.seller1.api_key);
  const { ymProfile, gold, silver } = await newYmProfile(send);
  const changed = await client.tier.update.mutate({ id: gold.id, changes: { max_forgone: '0.75' } });
  expect(changed.max_forgone).toBe('0.750000');
  const idsWith = async (filter: object) => {
    const { items } = await client.tier.list.query({ filter: { ym_profile_id: [ymProfile.id], ...filter } });
    return items.map(({ id }) => id);
  };
  expect(await idsWith({ min_max_forgone: '0.5' })).toEqual([gold.id]);
  expect(await idsWith({ null_max_forgone: true })).toEqual([silver.id]);
  const cleared = await client.tier.update.mutate({ id: gold.id, changes: { max_forgone: null } });
  expect(cleared.max_forgone).toBe(null);
});
