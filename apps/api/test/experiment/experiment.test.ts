import type { AuctionAnswer, Draft, Experiment, HistoryStep, ReportRow } from '@auction-tiers/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bid, explainAuction, runAuction } from '../fixture/auction-body.ts';
import { createDraft, newYmProfile, readDraft, updateDraft, withTier } from '../fixture/draft.ts';
import { createTier, expectOk } from '../fixture/demo-tier.ts';
import { armOf, bodyOf, experimentCalls, experimentOf, flushCounts } from '../fixture/experiment.ts';
import { type Instance, openInstance } from '../fixture/instance.ts';
import { issuePaths, type Row, rowsOf, type Send } from '../fixture/request.ts';
import { useService } from '../fixture/service.ts';
import { createClient } from '../fixture/trpc-client.ts';
import { tokenOf } from '../fixture/log-in.ts';

const service = useService();
const { send } = service;
let other: Instance;
beforeAll(async () => {
  other = await openInstance({ REDIS_URL: service.redisUrl, DATA_DIR: service.dataDir });
});
afterAll(() => other.close());

const { create, read, act, done, resultOf } = experimentCalls(send);
const warningsOf = async (
  answer: Promise<{ readonly response: { readonly dbg_info: { readonly warnings: readonly string[] } } }>,
) => (await answer).response.dbg_info.warnings;

const guard = { max_loss: '1000' };
const words = { name: 'First', hypothesis: 'Net rises by 2 %', guard };

interface Made {
  readonly ymProfileId: number;
  readonly goldId: number;
  readonly draft: Draft;
  readonly experiment: Experiment;
}

/** An experiment on a ym-profile of its own, whose draft sets another minimum for its gold tier. */
async function plan(changes: Row = {}, gold: Row = { min_price: '9.00' }): Promise<Made> {
  const { ymProfile, gold: tier } = await newYmProfile(send);
  const made = await createDraft(send, ymProfile.id);
  const draft = Object.keys(gold).length === 0 ? made : await updateDraft(send, made.id, withTier(made, tier.id, gold));
  const experiment = await create({ ...words, draft_id: draft.id, ...changes });
  return { ymProfileId: ymProfile.id, goldId: tier.id, draft, experiment };
}

const split = { design: 'split', share: 0.5 };
const micros = ({ per_thousand: text }: { readonly per_thousand: string | null }) => Math.round(Number(text) * 1e6);
const price = ({ winner }: AuctionAnswer) => winner?.clearing_price;
const paid = ({ winner }: AuctionAnswer) => (winner === null ? 0 : Math.round(winner.clearing_price * 1e6));
/** Net of the demo seller's fee of 15 %, as money. */
const earned = (grossMicros: number) => (grossMicros * 0.85) / 1e9;
/** How many experiments are paused, by the metrics. */
const paused = async () => {
  const text = await (await fetch(`${service.metricsUrl}/metrics`)).text();
  return /^auction_tiers_experiments\{state="paused"\} (\d+)$/m.exec(text)?.[1];
};
const flush = () => flushCounts([service, other]);

test('goes from planned through running and paused to ended, and each change stands in the change log', async () => {
  const { experiment, draft, ymProfileId } = await plan(split);
  expect(experiment).toMatchObject({
    state: 'planned',
    ym_profile_id: ymProfileId,
    draft_id: draft.id,
    start_at: null,
    phases: [],
    guard: { max_loss: '1000.000000', max_total_loss_pct: 10, max_buyer_loss_pct: 30, min_fill_points: 5 },
    created_by: 'demo-seller-1',
  });
  expect((await act(experiment.id, 'pause')).status).toBe(409);
  const started = await done(experiment.id, 'start');
  expect(started).toMatchObject({ state: 'running', share: 0.5 });
  expect(Date.parse(`${started.end_at}Z`) - Date.parse(`${started.start_at}Z`)).toBe(28 * 86_400_000);
  expect(
    experimentOf(
      await send('POST', `/experiment/pause?id=${experiment.id}`, { headers: { 'x-change-note': 'a look' } }),
    ),
  ).toMatchObject({
    state: 'paused',
    reason: 'paused by demo-seller-1: a look',
  });
  expect(await done(experiment.id, 'resume', { share: 0.6 })).toMatchObject({
    state: 'running',
    reason: null,
    share: 0.6,
  });
  expect(await done(experiment.id, 'end', { outcome: 'drop' })).toMatchObject({ state: 'ended', outcome: 'drop' });
  expect((await act(experiment.id, 'resume')).status).toBe(409);
  const query = `/change-log?service=experiment&resource_id=${experiment.id}`;
  const log = rowsOf(await send('GET', query), 'change-logs');
  expect(log.map(({ after }) => after?.['state'])).toEqual(['ended', 'running', 'paused', 'running', 'planned']);
  const everything = JSON.stringify([log, await read(experiment.id), (await send('GET', '/experiment')).text]);
  expect(everything).not.toContain('salt');
  expectOk(await send('DELETE', `/experiment?id=${experiment.id}`));
  expect((await send('GET', `/experiment?id=${experiment.id}`)).status).toBe(404);
});

test('does not start, resume or publish where the draft is another one than its user has seen', async () => {
  const { experiment, draft } = await plan(split);
  const tier = draft.tier_set.tiers[0]!.id!;
  let seen = draft;
  const change = (min_price: string) => updateDraft(send, draft.id, withTier(draft, tier, { min_price }));
  for (const [name, min_price, more, after] of [
    ['start', '7.00', {}, 'running'],
    ['resume', '8.00', {}, 'running'],
    ['end', '6.00', { outcome: 'publish' }, 'ended'],
  ] as const) {
    const changed = await change(min_price);
    const late = await act(experiment.id, name, { ...more, draft_etag: seen.etag });
    expect(late).toMatchObject({ status: 412, response: { error: expect.stringContaining('was changed by') } });
    expect(issuePaths(late)).toEqual(['draft_etag']);
    expect(await done(experiment.id, name, { ...more, draft_etag: changed.etag })).toMatchObject({ state: after });
    if (after === 'running') await done(experiment.id, 'pause');
    seen = changed;
  }
});

test('is dropped only where its draft is as its user has seen it, if that is asked', async () => {
  const { experiment, draft } = await plan(split);
  await done(experiment.id, 'start');
  const tag = draft.etag.replace(/^"..../, '"AAAA');
  expect((await act(experiment.id, 'end', { outcome: 'drop', draft_etag: tag })).status).toBe(412);
  await done(experiment.id, 'end', { outcome: 'drop', draft_etag: draft.etag });
});

test('refuses what a plan must not be, and what a started experiment may not become', async () => {
  const { experiment, draft } = await plan(split);
  const refused = async (body: Row) => issuePaths(await send('POST', '/experiment', { body: { ...words, ...body } }));
  expect(await refused({ draft_id: draft.id, share: 0.1 })).toEqual(['share']);
  expect(await refused({ draft_id: draft.id, design: 'split' })).toEqual(['share']);
  expect(await refused({ draft_id: 987_654 })).toEqual(['draft_id']);
  expect(await refused({ draft_id: draft.id, guard: {} })).toEqual(['guard.max_loss']);
  const steps = [
    { share: 0.6, after_days: 2 },
    { share: 0.55, after_days: 3 },
  ];
  expect(await refused({ draft_id: draft.id, ...split, steps })).toEqual(['steps.1']);
  const lower = [{ share: 0.4, after_days: 2 }];
  expect(await refused({ draft_id: draft.id, ...split, steps: lower })).toEqual(['steps.0']);
  expect(await refused({ draft_id: draft.id, end_at: '2026-01-01 00:00:00' })).toEqual(['end_at']);
  const late = await send('PUT', `/experiment?id=${experiment.id}`, { body: { end_at: '2026-01-01 00:00:00' } });
  expect(issuePaths(late)).toEqual(['end_at']);
  const second = await create({ ...words, draft_id: draft.id });
  await done(experiment.id, 'start');
  expect((await act(second.id, 'start')).response.error).toContain(`has an experiment already: ${experiment.id}`);
  expect((await send('PUT', `/experiment?id=${experiment.id}`, { body: { share: 0.9 } })).status).toBe(409);
  expectOk(await send('PUT', `/experiment?id=${experiment.id}`, { body: { name: 'Second' } }));
  expect((await send('DELETE', `/experiment?id=${experiment.id}`)).status).toBe(409);
  const change = { body: withTier(draft, draft.tier_set.tiers[0]!.id!, { min_price: '7.00' }) };
  expect((await send('PUT', `/draft?id=${draft.id}`, change)).response.error).toContain('is tested by experiment');
  expect((await send('DELETE', `/draft?id=${draft.id}`)).status).toBe(409);
  expect((await send('POST', `/draft/publish?id=${draft.id}`)).response.error).toContain('/experiment/end');
  await done(experiment.id, 'pause');
  const removed = () => send('DELETE', `/draft?id=${draft.id}`);
  expect(await removed()).toMatchObject({ status: 409, response: { error: expect.stringContaining('is paused') } });
  await done(experiment.id, 'end', { outcome: 'drop' });
  expect(await removed()).toMatchObject({ status: 409, response: { error: expect.stringContaining('is planned') } });
  await done(second.id, 'start');
  await done(second.id, 'end', { outcome: 'drop' });
});

test('a credential without the scope publish starts nothing', async () => {
  const { experiment } = await plan();
  const { response } = expectOk(
    await send('POST', '/api-key', {
      key: await tokenOf(service),
      body: { name: 'w', scopes: ['read', 'write'], write_publishes: false },
    }),
  );
  const { key } = response['api-key'] as { key: string };
  for (const name of ['start', 'pause', 'resume', 'end']) {
    expect(
      (await send('POST', `/experiment/${name}?id=${experiment.id}`, { key, body: { outcome: 'drop' } })).status,
    ).toBe(403);
  }
});

test('a unit keeps its arm on both replicas, and the arms nest as the share grows', async () => {
  const { experiment, ymProfileId } = await plan(split);
  await done(experiment.id, 'start');
  await other.opened.follower.fresh(1);
  await other.opened.experiments.settled();
  const units = Array.from({ length: 200 }, (_, at) => `user-${at}`);
  const armsFrom = async (from: Send) =>
    Promise.all(units.map(async (unit) => armOf(await runAuction(from, bodyOf(ymProfileId, unit)))));
  const first = await armsFrom(send);
  expect(new Set(first)).toEqual(new Set(['C', 'T']));
  expect(await armsFrom(other.send)).toEqual(first);
  await done(experiment.id, 'pause');
  expect(armOf(await runAuction(send, bodyOf(ymProfileId, 'user-1')))).toBeUndefined();
  await done(experiment.id, 'resume', { share: 0.8 });
  const grown = await armsFrom(send);
  expect(first.filter((arm, at) => arm === 'T' && grown[at] === 'C')).toEqual([]);
  expect(first.filter((arm, at) => arm === 'C' && grown[at] === 'T').length).toBeGreaterThan(20);
  await done(experiment.id, 'end', { outcome: 'drop' });
});

test('both doors decide each arm by its tiers, and what was counted on both replicas equals a replay under both sets', async () => {
  const { experiment, ymProfileId, draft, goldId } = await plan(split);
  // The same tiers as the draft's, on a ym-profile without an experiment.
  const twin = await newYmProfile(send);
  expectOk(await send('PUT', `/ym-auction-tier?id=${twin.gold.id}`, { body: { min_price: '9.00' } }));
  const liveTwin = await newYmProfile(send);
  await done(experiment.id, 'start');
  await other.opened.follower.fresh(1);
  await other.opened.experiments.settled();
  const trpc = createClient(service.url, service.people.seller1.api_key);
  const sums = { C: { auctions: 0, control: 0, treatment: 0 }, T: { auctions: 0, control: 0, treatment: 0 } };
  const units = Array.from({ length: 60 }, (_, at) => `unit-${at}`);
  for (const [at, unit] of units.entries()) {
    const body = bodyOf(ymProfileId, unit, {
      bids: [bid('a', 101, 2 + (at % 9)), bid('b', 101, 1.5), bid('c', 103, 1)],
    });
    const answer =
      at % 3 === 0
        ? await trpc.auction.run.mutate(body as never)
        : await runAuction(at % 3 === 1 ? send : other.send, body);
    const control = await runAuction(send, { ...body, ym_profile_id: liveTwin.ymProfile.id });
    const treatment = await runAuction(send, { ...body, ym_profile_id: twin.ymProfile.id });
    const arm = armOf(answer)!;
    expect(price(answer)).toBe(price(arm === 'C' ? control : treatment));
    sums[arm].auctions++;
    sums[arm].control += paid(control);
    sums[arm].treatment += paid(treatment);
  }
  expect(Math.min(sums.C.auctions, sums.T.auctions)).toBeGreaterThan(10);
  await flush();
  const [stored] = [await read(experiment.id)];
  expect(stored.phases).toMatchObject([{ share: 0.5 }]);
  const result = await resultOf(experiment.id, other.send);
  expect([result.arms.C.auctions, result.arms.T.auctions]).toEqual([sums.C.auctions, sums.T.auctions]);
  expect(result.arms.C.units + result.arms.T.units).toBe(units.length);
  expect(Number(result.arms.T.earned)).toBeCloseTo(earned(sums.T.treatment), 6);
  expect(Number(result.arms.C.earned)).toBeCloseTo(earned(sums.C.control), 6);
  const changed = sums.C.treatment + sums.T.treatment - sums.C.control - sums.T.control;
  expect(Number(result.rules.sum)).toBeCloseTo(earned(changed), 6);
  expect(Number(result.money.spent)).toBeCloseTo(earned(sums.T.control - sums.T.treatment), 6);
  const query = `/report?ym_profile_id=${ymProfileId}&group_by=arm`;
  const reported = expectOk(await other.send('GET', query)).response['report-rows'] as readonly ReportRow[];
  const byDoor = await trpc.report.rows.query({ ym_profile_id: ymProfileId, group_by: 'arm' });
  expect(byDoor.items).toEqual(reported);
  expect(reported.map(({ arm, auctions, net }) => ({ arm, auctions, net }))).toEqual(
    (['C', 'T'] as const).map((arm) => ({
      arm: `${experiment.id}/${arm}`,
      auctions: result.arms[arm].auctions,
      net: result.arms[arm].earned,
    })),
  );
  if (result.total.per_thousand !== null)
    expect(micros(result.total)).toBe(micros(result.rules_in_t) + micros(result.buyers));
  const body = bodyOf(ymProfileId, 'unit-0');
  const explained = await explainAuction(send, body);
  const answered = await runAuction(send, body);
  expect(explained).toMatchObject({ experiment: answered.experiment, winner: answered.winner });
  expect(explained.other_arm?.arm).not.toBe(answered.experiment?.arm);
  expect((await readDraft(send, draft.id)).tier_set.tiers.find(({ id }) => id === goldId)?.['min_price']).toBe(
    '9.000000',
  );
  await done(experiment.id, 'end', { outcome: 'drop' });
});

test('a shadow of the live tiers decides every auction as they do, and finds no difference', async () => {
  const { experiment, ymProfileId } = await plan({}, {});
  const before = await runAuction(send, bodyOf(ymProfileId, 'u'));
  await done(experiment.id, 'start');
  const { experiment: shown, revision: _revision, ...answer } = await runAuction(send, bodyOf(ymProfileId, 'u'));
  expect(shown).toEqual({ id: experiment.id, arm: 'C' });
  const { revision: _before, ...unchanged } = before;
  expect(answer).toEqual(unchanged);
  await flush();
  const result = await resultOf(experiment.id);
  expect(result.rules.sum).toBe('0.000000000');
  expect([result.arms.C.auctions, result.arms.T.auctions, result.buyers.per_thousand]).toEqual([1, 0, null]);
  await done(experiment.id, 'end', { outcome: 'drop' });
});

test('a change of the live tiers ends the phase, of which its writer is told, and a publish must say that it may', async () => {
  const { experiment, ymProfileId, goldId } = await plan(split);
  const later = await createDraft(send, ymProfileId);
  await updateDraft(send, later.id, withTier(later, goldId, { priority: 9 }));
  await done(experiment.id, 'start');
  await runAuction(send, bodyOf(ymProfileId, 'u'));
  await flush();
  expect((await send('POST', `/draft/publish?id=${later.id}`)).response.error).toContain('during_experiment');
  const ends = `experiment ${experiment.id} runs on ym-profile ${ymProfileId}: its phase ends`;
  const publish = send('POST', `/draft/publish?id=${later.id}`, { body: { during_experiment: true } });
  expect(await warningsOf(publish)).toContain(ends);
  await runAuction(send, bodyOf(ymProfileId, 'u'));
  await flush();
  const change = send('PUT', `/ym-auction-tier?id=${goldId}`, { body: { priority: 4 } });
  expect(await warningsOf(change)).toContain(ends);
  await runAuction(send, bodyOf(ymProfileId, 'u'));
  await flush();
  expect(new Set((await read(experiment.id)).phases.map(({ key }) => key)).size).toBe(3);
  const { arms } = await resultOf(experiment.id);
  expect(arms.C.auctions + arms.T.auctions).toBe(3);
  const gone = send('DELETE', `/ym-auction-tier?id=${goldId}`);
  expect(await warningsOf(gone)).toContain(ends);
  await done(experiment.id, 'end', { outcome: 'drop' });
  expect(
    await warningsOf(createTier(send, { ym_profile_id: ymProfileId }).then(() => send('GET', '/experiment'))),
  ).toEqual([]);
});

test('an end that publishes makes the draft live in the same step, and a restore pauses', async () => {
  const first = await plan(split);
  await done(first.experiment.id, 'start');
  const ended = await done(first.experiment.id, 'end', { outcome: 'publish' });
  expect(ended).toMatchObject({ state: 'ended', outcome: 'publish' });
  expect(await readDraft(send, first.draft.id)).toMatchObject({ state: 'published' });
  const { min_price: minimum } = expectOk(await send('GET', `/ym-auction-tier?id=${first.goldId}`)).response[
    'ym-auction-tier'
  ] as Row;
  expect(minimum).toBe('9.000000');
  const second = await plan(split);
  await done(second.experiment.id, 'start');
  const revision = rowsOf(await send('GET', '/change-log?num_elements=1'), 'change-logs')[0]?.revision;
  expectOk(await send('PUT', `/ym-auction-tier?id=${second.goldId}`, { body: { priority: 4 } }));
  const restored = send('POST', `/ym-profile/restore?id=${second.ymProfileId}`, { body: { revision } });
  expect((await warningsOf(restored)).join()).toContain(`experiment ${second.experiment.id}`);
  expect(await read(second.experiment.id)).toMatchObject({ state: 'paused' });
  expect((await read(second.experiment.id)).reason).toContain('took ym-profile');
  await done(second.experiment.id, 'end', { outcome: 'drop' });
});

test('the guard pauses on every replica once the money is gone, counted over all of them', async () => {
  // Nothing is sold under the draft, which excludes the buyer: each auction of T loses what it would have earned.
  const { experiment, ymProfileId } = await plan(
    { ...split, share: 1, guard: { max_loss: '0.05' } },
    { member_action: 'exclude', min_price: null, priority: 9 },
  );
  await done(experiment.id, 'start');
  await other.opened.follower.fresh(1);
  await other.opened.experiments.settled();
  let at = 0;
  // Each loses 6.8 CPM of net, 0.0068 of money: after eight the stop is reached, and neither replica has seen eight.
  for (; at < 7; at++) {
    const body = bodyOf(ymProfileId, `unit-${at}`, { auction_type: 1, bids: [bid('a', 101, 8)] });
    expect(armOf(await runAuction(at % 2 === 0 ? send : other.send, body))).toBe('T');
  }
  await flush();
  expect(await read(experiment.id)).toMatchObject({ state: 'running' });
  await runAuction(other.send, bodyOf(ymProfileId, 'unit-8', { auction_type: 1, bids: [bid('a', 101, 8)] }));
  await flush();
  await expect.poll(async () => (await read(experiment.id)).state, { timeout: 30_000 }).toBe('paused');
  const { reason } = await read(experiment.id, other.send);
  expect(reason).toBe('the draft has lost 0.05, allowed: 0.05');
  for (const from of [send, other.send]) {
    expect((await runAuction(from, bodyOf(ymProfileId, 'unit-1'))).experiment).toBeUndefined();
  }
  await expect.poll(paused, { timeout: 30_000 }).toBe('1');
  expect((await act(experiment.id, 'resume')).response.error).toContain('send a larger max_loss');
  expect(await done(experiment.id, 'resume', { max_loss: '0.20' })).toMatchObject({ state: 'running' });
  await done(experiment.id, 'end', { outcome: 'drop' });
});

test('a draft whose time comes while an experiment runs is suspended, and says why', async () => {
  const { experiment, ymProfileId, goldId } = await plan(split);
  await done(experiment.id, 'start');
  const later = await createDraft(send, ymProfileId);
  await updateDraft(send, later.id, withTier(later, goldId, { priority: 9 }));
  const at = new Date(Date.now() + 1500).toISOString();
  expectOk(await send('POST', `/draft/publish?id=${later.id}`, { body: { at } }));
  await expect.poll(async () => (await readDraft(send, later.id)).state, { timeout: 30_000 }).toBe('suspended');
  expect((await readDraft(send, later.id)).suspended_reason).toContain(`experiment ${experiment.id} runs`);
  await done(experiment.id, 'end', { outcome: 'drop' });
});

test('start, change of share, pause with its reason, and end are steps of the history of the ym-profile', async () => {
  const { ymProfileId, experiment } = await plan({ ...split, name: 'Canary' });
  const history = async () => {
    const answer = expectOk(await send('GET', `/ym-profile/history?id=${ymProfileId}`));
    return answer.response['ym-profile-history'] as readonly HistoryStep[];
  };
  const before = (await history()).length;
  await done(experiment.id, 'start');
  expectOk(await send('PUT', `/experiment?id=${experiment.id}`, { body: { name: 'Canary 2' } }));
  expectOk(await send('POST', `/experiment/pause?id=${experiment.id}`, { headers: { 'x-change-note': 'lunch' } }));
  await done(experiment.id, 'resume', { share: 0.6 });
  await done(experiment.id, 'end', { outcome: 'drop' });
  const steps = await history();
  const name = `experiment ${experiment.id} Canary 2`;
  // They change which tiers decide, and no tier: nothing of them can be undone.
  const none = { created: 0, updated: 0, deleted: 0 };
  expect(steps.slice(0, steps.length - before).map(({ changes }) => changes)).toEqual([none, none, none, none]);
  expect(steps.slice(0, steps.length - before).map(({ summary }) => summary)).toEqual([
    [`${name}: ended: drop`],
    [`${name}: resumed, share 0.5 -> 0.6`],
    [`${name}: paused by demo-seller-1: lunch`],
    [`${name}: started`],
  ]);
});
