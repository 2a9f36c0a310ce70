import type { AuctionTier, Draft } from '@auction-tiers/contract';
import { beforeAll, expect, test } from 'vitest';
import { newColleague } from '../fixture/colleague.ts';
import { expectOk } from '../fixture/demo-tier.ts';
import { createDraft, draftOf, newYmProfile, updateDraft, withTier } from '../fixture/draft.ts';
import { type Answer, type Row, rowOf, type Send } from '../fixture/request.ts';
import { useService } from '../fixture/service.ts';

const service = useService();
const { send } = service;
let bob: Send;
beforeAll(async () => {
  bob = await newColleague(service, 'bob');
});

const far = '2099-12-01 06:00:00';
const carried = 'its changes will be applied to these tiers';
const suspended = 'it will be suspended, because both change';

const warningsOf = (answer: Answer): readonly string[] => expectOk(answer).response.dbg_info.warnings;
const setting = async (publishing: string) => expectOk(await send('PUT', '/member', { body: { publishing } }));
/** The revision of the newest step of a ym-profile. */
async function revisionOf(id: number): Promise<string> {
  const { response } = expectOk(await send('GET', `/ym-profile/history?id=${id}&num_elements=1`));
  return (response['ym-profile-history'] as readonly { readonly revision: string }[])[0]!.revision;
}

interface Scheduled {
  readonly draft: Draft;
  readonly gold: AuctionTier;
  readonly silver: AuctionTier;
  readonly ym: number;
}

/** A scheduled draft that asks 9.00 for the tier Gold, unless other changes of it are given. */
async function scheduled(changes: Row = { min_price: '9.00' }, silverPrice = '1.00'): Promise<Scheduled> {
  const { ymProfile, gold, silver } = await newYmProfile(send);
  expectOk(await send('PUT', `/ym-auction-tier?id=${silver.id}`, { body: { min_price: silverPrice } }));
  const made = await createDraft(send, ymProfile.id, { name: 'Holidays' });
  const draft = await updateDraft(send, made.id, withTier(made, gold.id, changes));
  expectOk(await send('POST', `/draft/publish?id=${draft.id}`, { body: { at: far } }));
  return { draft, gold, silver, ym: ymProfile.id };
}

const told = ({ draft: { id } }: Scheduled, fate: string) =>
  expect.stringMatching(new RegExp(`^draft ${id} "Holidays" is scheduled for ${far} UTC by demo-seller-1: ${fate}`));

test('a write to a tier tells what becomes of the scheduled draft, and none is told where none is scheduled', async () => {
  const one = await scheduled();
  const { gold, silver, ym } = one;
  const put = (id: number, body: Row) => bob('PUT', `/ym-auction-tier?id=${id}`, { body });
  expect(warningsOf(await put(silver.id, { min_price: '1.20' }))).toEqual([told(one, carried)]);
  expect(warningsOf(await put(gold.id, { priority: 8 }))).toEqual([told(one, carried)]);
  const clash = told(one, `${suspended} min_price of tier ${gold.id} Gold$`);
  expect(warningsOf(await put(gold.id, { min_price: '2.50' }))).toEqual([clash]);
  const body = { ym_profile_id: ym, name: 'Bronze', min_price: '0.50' };
  expect(warningsOf(await bob('POST', '/ym-auction-tier', { body }))).toContainEqual(clash);
  expect(warningsOf(await put(gold.id, { min_price: '2.00' }))).toEqual([told(one, carried)]);
  const removed = await bob('DELETE', `/ym-auction-tier?id=${gold.id}`);
  expect(warningsOf(removed)).toEqual([told(one, `${suspended} tier ${gold.id} Gold$`)]);
  const { gold: other } = await newYmProfile(send);
  expect(warningsOf(await put(other.id, { min_price: '2.50' }))).toEqual([]);
});

test('a write to a profile, also one that a tier of two ym-profiles uses, tells it of each', async () => {
  const profile = rowOf(expectOk(await send('POST', '/profile', { body: { name: 'Far' } })), 'profile').id;
  const both = [await scheduled(), await scheduled()];
  for (const { silver } of both)
    expectOk(await send('PUT', `/ym-auction-tier?id=${silver.id}`, { body: { profile_id: profile } }));
  const body = { size_targets: [{ width: 300, height: 250 }] };
  const warnings = warningsOf(await bob('PUT', `/profile?id=${profile}`, { body }));
  expect(warnings).toEqual(both.map((one) => told(one, carried)));
});

test('an import, a restore and an undo tell it, tried and done', async () => {
  const one = await scheduled();
  const { gold, silver, ym } = one;
  const before = await revisionOf(ym);
  const file = (priority: number) => ({
    tiers: [
      { ...gold, min_price: '3.00' },
      { ...silver, priority },
    ],
  });
  const clash = told(one, `${suspended} min_price of tier ${gold.id} Gold$`);
  for (const tried of ['&dry_run=true', '']) {
    const answer = await bob('POST', `/ym-profile/import?id=${ym}${tried}`, { body: file(5) });
    expect(warningsOf(answer)).toContainEqual(clash);
  }
  const imported = await revisionOf(ym);
  expectOk(await bob('POST', `/ym-profile/import?id=${ym}`, { body: file(7) }));
  for (const tried of ['&dry_run=true', '']) {
    const undo = await bob('POST', `/ym-profile/undo?id=${ym}&revision=${imported}${tried}`);
    // The draft was made of what the undo leads back to, but for the priority of a later step.
    expect(warningsOf(undo)).toEqual([told(one, carried)]);
  }
  const restore = `/ym-profile/restore?id=${ym}&revision=${imported}`;
  expect(warningsOf(await bob('POST', `${restore}&dry_run=true`))).toEqual([clash]);
  expect(warningsOf(await bob('POST', restore))).toEqual([clash]);
  // A draft of it changes nothing live yet.
  const asDraft = await bob('POST', `/ym-profile/restore?id=${ym}&revision=${before}&as_draft=true`);
  expect(warningsOf(asDraft)).toEqual([expect.stringContaining(`has draft ${one.draft.id} "Holidays"`)]);
});

test('an error of the carried draft that neither side has is told', async () => {
  // A tier never wins where one of a higher priority takes the same buyer from a lower price: each side does half of it.
  const one = await scheduled({ priority: 4 }, '3.00');
  const answer = await bob('PUT', `/ym-auction-tier?id=${one.silver.id}`, { body: { min_price: '1.00' } });
  const fate = `it will be suspended, because applied to these tiers it would have an error that neither has: Tier ${one.gold.id} `;
  expect(warningsOf(answer)).toEqual([told(one, fate)]);
});

test('an approval that a publish of a new tier alone voids is told', async () => {
  const one = await scheduled();
  const next = await createDraft(bob, one.ym);
  const { tiers, profiles } = next.tier_set;
  const added = { name: 'New', min_price: '0.10', member_action: 'include', buyer_members: [{ id: 102 }] };
  await updateDraft(bob, next.id, { tier_set: { profiles, tiers: [...tiers, added] } });
  const dryRun = async () => warningsOf(await send('POST', `/draft/publish?id=${next.id}&dry_run=true`));
  expect(await dryRun()).toContainEqual(told(one, carried));
  expectOk(await send('POST', `/draft/approve?id=${next.id}`));
  await setting('approved');
  try {
    const fate = 'it will be suspended, because it then needs another approval$';
    expect(await dryRun()).toContainEqual(told(one, fate));
  } finally {
    await setting('direct');
  }
});

test('while a draft is scheduled anybody may begin another one, and each refusal names a way', async () => {
  const { draft, gold, ym } = await scheduled();
  const ways = new RegExp(
    `POST /draft/unschedule\\?id=${draft.id} opens it.*POST /draft\\?from=${ym} makes another one`,
  );
  const refusals = [
    await send('PUT', `/draft?id=${draft.id}`, { body: withTier(draft, gold.id, { priority: 1 }) }),
    await send('POST', `/draft/rebase?id=${draft.id}`),
    await send('POST', `/draft/publish?id=${draft.id}`),
    await send('POST', `/draft/publish?id=${draft.id}`, { body: { at: far } }),
    await send('POST', `/draft/ask?id=${draft.id}`),
  ];
  for (const { status, response } of refusals)
    expect([status, response.error]).toEqual([409, expect.stringMatching(ways)]);
  const answer = await bob('POST', `/draft?from=${ym}&alone=true`);
  expect(warningsOf(answer)).toEqual([
    `ym-profile ${ym} has draft ${draft.id} "Holidays" of demo-seller-1 too, which is scheduled`,
  ]);
  const other = draftOf(answer);
  const second = await bob('POST', `/draft/publish?id=${other.id}`, { body: { at: far } });
  expect([second.status, second.response.error]).toEqual([
    409,
    expect.stringContaining(`/draft/unschedule?id=${draft.id}`),
  ]);
  await updateDraft(bob, other.id, withTier(other, gold.id, { priority: 8 }));
  expectOk(await bob('POST', `/draft/publish?id=${other.id}`));
});

test('of those who begin at the same moment all but one are told of the first, and have made nothing where they asked so', async () => {
  const { ymProfile } = await newYmProfile(send);
  const name = 'Draft of 28 Nov 2026, 22:30';
  const begin = (by: Send, query = '') => by('POST', `/draft?from=${ymProfile.id}${query}`, { body: { name } });
  const answers = await Promise.all([send, bob, send, bob].map((by) => begin(by, '&alone=true')));
  const made = answers.filter(({ status }) => status === 200);
  const refused = answers.filter(({ status }) => status === 409);
  expect([made.length, refused.length]).toEqual([1, 3]);
  const first = draftOf(made[0]!);
  for (const { response } of refused) {
    expect(response.error).toBe(
      `ym-profile ${ymProfile.id} has draft ${first.id} "${name}" of ${first.created_by} too, which is open`,
    );
    expect(response.dbg_info).toHaveProperty('draft', { id: first.id, name, created_by: first.created_by });
  }
  const second = await Promise.all([send, bob].map((by) => begin(by)));
  const counts = second.map((answer) => warningsOf(answer).length).toSorted((a, b) => a - b);
  expect(counts).toEqual([1, 2]);
});
