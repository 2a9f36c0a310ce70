import type { AuctionAnswer, Draft } from '@auction-tiers/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bid, runAuction } from '../fixture/auction-body.ts';
import { createDraft, newYmProfile, updateDraft, withTier } from '../fixture/draft.ts';
import { expectOk } from '../fixture/demo-tier.ts';
import { armOf, bodyOf, experimentCalls, flushCounts } from '../fixture/experiment.ts';
import { type Instance, openInstance } from '../fixture/instance.ts';
import { issuePaths, type Row } from '../fixture/request.ts';
import { useService } from '../fixture/service.ts';

const service = useService();
const { send } = service;
let other: Instance;
beforeAll(async () => {
  other = await openInstance({ REDIS_URL: service.redisUrl, DATA_DIR: service.dataDir });
});
afterAll(() => other.close());

const { read, act, done, resultOf } = experimentCalls(send);
const flush = () => flushCounts([service, other]);
const price = ({ winner }: AuctionAnswer) => winner?.clearing_price;

test('the name of a hold-back is cut between characters', async () => {
  const { ymProfile, gold } = await newYmProfile(send);
  const made = await createDraft(send, ymProfile.id, { name: '😀'.repeat(127) });
  await updateDraft(send, made.id, withTier(made, gold.id, { min_price: '9.00' }));
  const body = { hold_back: { share: 0.3, days: 14 } };
  const { response } = expectOk(await send('POST', `/draft/publish?id=${made.id}`, { body }));
  const id = (response['draft-publish'] as { experiment_id: number }).experiment_id;
  const drafts = expectOk(await send('GET', `/draft?ym_profile_id=${ymProfile.id}&like_name=before`)).response;
  expect(drafts['drafts']).toMatchObject([{ name: `Before: ${'😀'.repeat(123)}` }]);
  await done(id, 'end', { outcome: 'publish' });
});

test('a hold-back keeps the previous tiers for a share of the units, and says what the publish is worth', async () => {
  const { ymProfile, gold } = await newYmProfile(send);
  const made = await createDraft(send, ymProfile.id);
  await updateDraft(send, made.id, withTier(made, gold.id, { min_price: '9.00' }));
  const [before, after] = [await newYmProfile(send), await newYmProfile(send)];
  expectOk(await send('PUT', `/ym-auction-tier?id=${after.gold.id}`, { body: { min_price: '9.00' } }));
  const publish = (body: Row) => send('POST', `/draft/publish?id=${made.id}`, { body });
  const hold_back = { share: 0.3, days: 14 };
  expect(issuePaths(await publish({ hold_back, at: '2099-01-01 00:00:00' }))).toEqual(['hold_back']);
  expect(issuePaths(await publish({ hold_back: { ...hold_back, share: 1 } }))).toEqual(['hold_back.share']);
  const { response } = expectOk(await publish({ hold_back }));
  const id = (response['draft-publish'] as { experiment_id: number }).experiment_id;
  const started = await read(id);
  expect(started).toMatchObject({ design: 'hold_back', state: 'running', share: 0.3, draft_id: made.id });
  // A draft needs no name.
  expect([made.name, started.name]).toEqual([null, `Hold-back: Draft of ${made.created_by}`]);
  expect(Date.parse(`${started.end_at}Z`) - Date.parse(`${started.start_at}Z`)).toBe(14 * 86_400_000);
  await other.opened.follower.fresh(1);
  await other.opened.experiments.settled();
  await service.opened.experiments.settled();
  const arms = { C: 0, T: 0 };
  for (let at = 0; at < 100; at++) {
    const body = bodyOf(ymProfile.id, `unit-${at}`, { bids: [bid('a', 101, 8), bid('b', 101, 1.5), bid('c', 103, 1)] });
    const answer = await runAuction(at % 2 === 0 ? send : other.send, body);
    const arm = armOf(answer)!;
    const twin = arm === 'C' ? before : after;
    expect(price(answer)).toBe(price(await runAuction(send, { ...body, ym_profile_id: twin.ymProfile.id })));
    arms[arm]++;
  }
  // 30 of 100 units in the mean, with a deviation of 4.6.
  expect(arms.C).toBeGreaterThan(9);
  expect(arms.C).toBeLessThan(51);
  await flush();
  const result = await resultOf(id);
  expect([result.arms.C.auctions, result.arms.T.auctions]).toEqual([arms.C, arms.T]);
  expect(result.sample_ratio).toMatchObject({ is_kept: true });
  const { drafts } = expectOk(await send('GET', `/draft?ym_profile_id=${ymProfile.id}`)).response;
  const held = (drafts as readonly Draft[]).find(({ id: one }) => one !== made.id)!;
  expect(held.state).toBe('published');
  expect((await send('DELETE', `/draft?id=${held.id}`)).status).toBe(409);
  await done(id, 'pause');
  expect(armOf(await runAuction(send, bodyOf(ymProfile.id, 'unit-1')))).toBeUndefined();
  await done(id, 'resume');
  expect((await act(id, 'end', { outcome: 'drop' })).response.error).toContain('/ym-profile/restore');
  expect(await done(id, 'end', { outcome: 'publish' })).toMatchObject({ state: 'ended', outcome: 'publish' });
});
