import type { AuctionAnswer, ExperimentPlan, ExperimentResult } from '@auction-tiers/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bid } from '../fixture/auction-body.ts';
import { expectOk } from '../fixture/demo-tier.ts';
import { createDraft, newYmProfile, updateDraft, withTier } from '../fixture/draft.ts';
import { experimentCalls } from '../fixture/experiment.ts';
import { type Instance, openInstance } from '../fixture/instance.ts';
import { issuePaths, type Row, type Send } from '../fixture/request.ts';
import { useService } from '../fixture/service.ts';

const msPerDay = 86_400_000;
let aheadMs = 0;
const clock = { epochMs: () => Date.now() + aheadMs, elapsedMs: () => performance.now() };
const service = useService({ RECORD_AUCTIONS: '1', RECORD_SEAL_SECONDS: '1' }, { clock, recordClock: clock.epochMs });
const { send } = service;
let other: Instance;
beforeAll(async () => {
  other = await openInstance({ REDIS_URL: service.redisUrl, DATA_DIR: service.dataDir }, { clock });
});
afterAll(() => other.close());

/** So many that a cell of which the draft has half the units is never of one arm: in one of 100,000 schedules. */
const perSite = 24;
const sites = Array.from({ length: 9 }, (_, at) => 701 + at);
const { create, done: act, read: readExperiment } = experimentCalls(send);
const words = { name: 'Whole days', hypothesis: 'Net rises by 2 %', guard: { max_loss: '1000' }, design: 'switchback' };

async function plan(changes: Row = {}, goldChanges: Row = { min_price: '5.00' }) {
  const { ymProfile, gold } = await newYmProfile(send);
  const made = await createDraft(send, ymProfile.id);
  await updateDraft(send, made.id, withTier(made, gold.id, goldChanges));
  const body = { ...words, draft_id: made.id, ...changes };
  return {
    ymProfileId: ymProfile.id,
    draftId: made.id,
    experiment: await create(body),
  };
}

const micros = ({ per_thousand: text }: { readonly per_thousand: string | null }) => Math.round(Number(text) * 1e6);

/** Auctions on each site and on one in no cluster, and the arms that decided them. */
async function decide(from: Send, ymProfileId: number, day: number): Promise<(string | undefined)[]> {
  const auctions = [...sites, 999].flatMap((site_id) =>
    Array.from({ length: perSite }, (_, one) => ({
      ym_profile_id: ymProfileId,
      unit: `unit-${day}-${site_id}-${one}`,
      seed: `seed-${day}-${site_id}-${one}`,
      auction_type: 2,
      impression: { site_id },
      bids: [bid('a', 101, 3 + ((day + site_id + one) % 7)), bid('b', 102, 2 + (one % 3))],
    })),
  );
  const { response } = expectOk(await from('POST', '/auction/batch', { body: { auctions } }));
  return (response['auctions'] as readonly Row[]).map((one) => (one as AuctionAnswer).experiment?.arm);
}

test('whole clusters change their arm at local midnights, on every replica alike, and the result tells buyers from rules', async () => {
  const clusters = { by: 'site', values: sites.map(String) };
  const { experiment, ymProfileId, draftId } = await plan({ clusters });
  expect(experiment).toMatchObject({ state: 'planned', share: null, clusters, timezone: null });
  const started = await act(experiment.id, 'start');
  expect(started).toMatchObject({ state: 'running', clusters });
  expect(started.timezone).not.toBeNull();
  const endMs = Date.parse(`${started.end_at}Z`);
  await other.opened.follower.fresh(1);
  await other.opened.experiments.settled();
  // Before the first midnight it has no part in an auction.
  expect(new Set(await decide(send, ymProfileId, -1))).toEqual(new Set([undefined]));
  const noonOf = (day: number) => endMs - (28 - day) * msPerDay + msPerDay / 2;
  const bySite = sites.map(() => [] as string[]);
  for (let day = 0; day < 28; day++) {
    aheadMs = noonOf(day) - Date.now();
    const arms = await decide(send, ymProfileId, day);
    expect(await decide(other.send, ymProfileId, day)).toEqual(arms);
    // Site 999 is in no cluster.
    expect(new Set(arms.slice(-perSite))).toEqual(new Set(['C']));
    for (const [at, own] of bySite.entries()) own.push(arms.slice(perSite * at, perSite * (at + 1)).join(''));
    if (day % 9 === 0) for (const one of [service, other]) await one.opened.liveReport.flush();
  }
  for (const one of [service, other]) await one.opened.liveReport.flush();
  const whole = bySite.map((days) => days.map((text) => (/^(?:C+|T+)$/.test(text) ? text[0]! : '-')));
  // Most cells are all of one arm, and of two like weekdays one is T and the other C. What halves cells is drawn for an
  // arm of a week: 72 draws, by which fewer than half of the cells are whole in one of 100,000 schedules.
  expect(whole.flat().filter((arm) => arm !== '-').length).toBeGreaterThan(0.5 * 9 * 28);
  for (const days of whole) {
    for (let day = 0; day < 7; day++) expect(`${days[day]}${days[day + 7]}`).not.toMatch(/CC|TT/);
    for (let day = 0; day < 28; day += 7) expect(new Set(days.slice(day, day + 7)).size).toBeLessThanOrEqual(2);
  }
  const answer = expectOk(await send('GET', `/experiment/result?id=${experiment.id}`));
  const result = answer.response['experiment-result'] as ExperimentResult;
  expect(result.arms.C.auctions + result.arms.T.auctions).toBe(2 * 28 * perSite * 10);
  expect(result.days.map(({ day }) => day)).toEqual(Array.from({ length: 28 }, (_, day) => day));
  expect(result.sample_ratio).toBeNull();
  expect(result.buyers.percent).not.toBeNull();
  expect(result.switchback!.cells).toBeGreaterThan(50);
  expect(result.switchback!.course.length).toBe(6);
  expect(micros(result.total)).toBe(micros(result.rules_in_t) + micros(result.buyers));
  expect(result.buyers_by_member.map((one) => one.member_id)).toEqual(expect.arrayContaining([101]));
  aheadMs = endMs - Date.now() + 1000;
  expect(new Set(await decide(send, ymProfileId, 28))).toEqual(new Set([undefined]));
  await expect
    .poll(async () => (await readExperiment(experiment.id)).state, {
      timeout: 30_000,
    })
    .toBe('paused');
  await act(experiment.id, 'end', { outcome: 'drop' });
  // Gold's minimum went from 2.00 to 5.00, and its buyers answered it by nothing but chance.
  const { answer: measured } = expectOk(await send('GET', `/experiment/result?id=${experiment.id}`)).response[
    'experiment-result'
  ] as ExperimentResult;
  expect(measured).toMatchObject({ experiment_id: experiment.id, until: experiment.end_at ?? started.end_at });
  const gold = measured!.buyers.find(({ member_id: member }) => member === 101)!;
  expect(gold.minimum).toEqual({ from: '2.000000', to: '5.000000' });
  // An interval of 95 % misses 0 in one of twenty runs, twice its reach in hardly any.
  const { value, interval } = gold.mean_bid!;
  expect(Math.abs(value)).toBeLessThan(interval.high - interval.low);
  const log = { kind: 'synthetic', auctions: 20, bids: 2, seed: 's' };
  const asked = { ym_profile_id: ymProfileId, draft_id: draftId, log };
  const simulate = (experiment_id: number, changes: Row = {}) =>
    send('POST', '/simulation', { body: { ...asked, experiment_id, ...changes } });
  expect(expectOk(await simulate(experiment.id)).response).toMatchObject({
    simulation: { experiment_id: experiment.id },
  });
  const others = await newYmProfile(send);
  const refused = await simulate(experiment.id, {
    ym_profile_id: others.ymProfile.id,
    draft_id: undefined,
    kind: 'advice',
  });
  expect(issuePaths(refused)).toEqual(['experiment_id']);
  expect((await simulate(987_654)).status).toBe(404);
});

test('an experiment that measured no answer of buyers cannot be reckoned with, and a resumed day is left out', async () => {
  const clusters = { by: 'site', values: sites.map(String) };
  const { experiment, ymProfileId, draftId } = await plan({ clusters });
  const { end_at: end } = await act(experiment.id, 'start');
  const noonOf = (day: number) => Date.parse(`${end}Z`) - (28 - day) * msPerDay + msPerDay / 2;
  const read = async () =>
    expectOk(await send('GET', `/experiment/result?id=${experiment.id}`)).response[
      'experiment-result'
    ] as ExperimentResult;
  for (let day = 0; day < 8; day++) {
    aheadMs = noonOf(day) - Date.now();
    await decide(send, ymProfileId, day);
    if (day === 0) {
      // Of one day nothing is compared with the same cluster on another.
      await service.opened.liveReport.flush();
      expect((await read()).answer).toBeNull();
      const log = { kind: 'synthetic', auctions: 20, bids: 2, seed: 's' };
      const body = { ym_profile_id: ymProfileId, draft_id: draftId, log, experiment_id: experiment.id };
      expect(issuePaths(await send('POST', '/simulation', { body }))).toEqual(['experiment_id']);
    }
    if (day === 3) {
      await service.opened.liveReport.flush();
      await act(experiment.id, 'pause');
    }
    if (day === 5) await act(experiment.id, 'resume');
  }
  await service.opened.liveReport.flush();
  // Days 3 to 5: paused on the first, resumed on the last.
  expect((await read()).says.join()).toContain('3 days on which it was paused are left out');
  await act(experiment.id, 'end', { outcome: 'drop' });
});

test('the service proposes the clusters that share out the net, and refuses a switchback without any or too short', async () => {
  const { experiment, ymProfileId, draftId } = await plan();
  const start = () => send('POST', `/experiment/start?id=${experiment.id}`);
  expect((await start()).response.error).toContain('has no clusters');
  const auctions = Array.from({ length: 10 }, (_, at) => ({
    ym_profile_id: ymProfileId,
    impression: { placement_id: 31 + at, country: 'US' },
    bids: [bid('a', 101, 8)],
  }));
  expectOk(await send('POST', '/auction/batch', { body: { auctions } }));
  await service.opened.liveReport.flush();
  const end_at = new Date(clock.epochMs() + 10 * msPerDay).toISOString().slice(0, 19).replace('T', ' ');
  expectOk(await send('PUT', `/experiment?id=${experiment.id}`, { body: { end_at } }));
  expect((await start()).response.error).toContain('14 whole days');
  expectOk(await send('PUT', `/experiment?id=${experiment.id}`, { body: { end_at: null } }));
  expect((await act(experiment.id, 'start')).clusters).toMatchObject({
    by: 'placement',
    values: expect.arrayContaining(auctions.map(({ impression }) => String(impression.placement_id))),
  });
  await act(experiment.id, 'end', { outcome: 'drop' });
  const refused = async (body: Row) =>
    issuePaths(await send('POST', '/experiment', { body: { ...words, draft_id: draftId, ...body } }));
  expect(await refused({ clusters: { by: 'site', values: ['1', '2'] } })).toEqual(['clusters.values']);
  expect(await refused({ clusters: { by: 'seller', values: ['1'] } })).toEqual(['clusters.values']);
  expect(await refused({ share: 0.2 })).toEqual(['share']);
  expect(await refused({ design: 'shadow', clusters: { by: 'site', values: sites.map(String) } })).toEqual([
    'clusters',
  ]);
  expect(await refused({ design: 'hold_back', share: 0.05 })).toEqual(['design']);
});

/** What is always possible. */
const bySeller = [
  { by: 'seller', values: [] },
  { by: 'seller_weeks', values: [] },
];

test('a whole seller is in one arm a day, on every replica alike, and takes four weeks', async () => {
  const [clusters] = bySeller;
  const end_at = new Date(clock.epochMs() + 20 * msPerDay).toISOString().slice(0, 19).replace('T', ' ');
  const { experiment, ymProfileId } = await plan({ clusters, end_at });
  expect((await send('POST', `/experiment/start?id=${experiment.id}`)).response.error).toContain('28 whole days');
  expectOk(await send('PUT', `/experiment?id=${experiment.id}`, { body: { end_at: null } }));
  const started = await act(experiment.id, 'start');
  expect(started.clusters).toEqual(clusters);
  await other.opened.follower.fresh(1);
  await other.opened.experiments.settled();
  const firstMs = Date.parse(`${started.end_at}Z`) - 28 * msPerDay;
  let arms = '';
  for (let day = 0; day < 28; day++) {
    aheadMs = firstMs + (day + 0.5) * msPerDay - Date.now();
    const own = new Set([...(await decide(send, ymProfileId, day)), ...(await decide(other.send, ymProfileId, day))]);
    expect(own.size).toBe(1);
    arms += [...own][0];
  }
  expect(arms.match(/C+|T+/g)!.every((run) => run.length >= 2 && run.length <= 4)).toBe(true);
  for (const one of [service, other]) await one.opened.liveReport.flush();
  const answer = expectOk(await send('GET', `/experiment/result?id=${experiment.id}`));
  const result = answer.response['experiment-result'] as ExperimentResult;
  expect(result.arms.C.auctions + result.arms.T.auctions).toBe(2 * 28 * perSite * 10);
  expect([result.buyers.percent === null, result.switchback!.cells, result.switchback!.course]).toEqual([
    false,
    27,
    [],
  ]);
  await act(experiment.id, 'end', { outcome: 'drop' });
});

test('the start of a switchback remembers what its large buyers did in the two weeks before', async () => {
  const clusters = { by: 'site', values: sites.map(String) };
  const { experiment, ymProfileId } = await plan({ clusters });
  for (let day = 0; day < 9; day++) {
    aheadMs += msPerDay;
    await decide(send, ymProfileId, day);
  }
  aheadMs += msPerDay;
  await service.opened.liveReport.flush();
  await act(experiment.id, 'start');
  const stored = service.opened.mirror.row('experiment', 1, experiment.id);
  expect(stored!['buyers_before']).toMatchObject([{ member_id: 101, days: 9 }]);
  await act(experiment.id, 'end', { outcome: 'drop' });
});

test('the plan says from recorded auctions how long each design takes, what it costs at most, and what can be clusters', async () => {
  const { ymProfileId, draftId } = await plan({}, { member_action: 'exclude', min_price: null, priority: 9 });
  const read = async (from: Send = send) =>
    expectOk(await from('GET', `/experiment/plan?draft_id=${draftId}`)).response['experiment-plan'] as ExperimentPlan;
  expect(await read()).toMatchObject({ draft_id: draftId, recorded_auctions: 0, designs: [], clusters: bySeller });
  for (let day = 0; day < 3; day++) await decide(send, ymProfileId, day);
  await service.opened.liveReport.flush();
  await expect.poll(async () => (await read()).recorded_auctions, { timeout: 30_000 }).toBe(3 * 10 * perSite);
  const { designs, auctions_per_day: perDay } = await read();
  expect(perDay).toBe(3 * 10 * perSite);
  expect(designs.map(({ design, share }) => `${design} ${share}`).toSorted((a, b) => a.localeCompare(b))).toEqual([
    'hold_back 0.95',
    'shadow 0',
    'split 0.05',
    'split 0.2',
    'split 0.5',
    'switchback 0.5',
  ]);
  const costs = new Map(designs.map((one) => [`${one.design} ${one.share}`, Number(one.cost_per_day)]));
  // Without the buyer less is earned: the whole loss would be 0.95 / 0.05 of that of the smallest share.
  expect(costs.get('split 0.05')).toBeGreaterThan(0);
  expect(costs.get('hold_back 0.95')! / costs.get('split 0.05')!).toBeCloseTo(19, 3);
  expect(costs.get('shadow 0')).toBe(0);
  expect((await send('GET', '/experiment/plan?draft_id=987654')).status).toBe(404);
  const second = await send('GET', `/experiment/plan?draft_id=${draftId}`, { key: service.people.seller2.api_key });
  expect(second.status).toBe(404);
});

test('pauses where a day has shown that the draft would break a commitment of the ym-profile that the live tiers keep', async () => {
  const { ymProfileId, experiment } = await plan(
    { design: 'shadow' },
    { member_action: 'exclude', min_price: null, priority: 9 },
  );
  const commitments = [{ buyer: 101, at_least: { net: 0.001 } }];
  expectOk(await send('PUT', `/ym-profile?id=${ymProfileId}`, { body: { commitments } }));
  await act(experiment.id, 'start');
  for (let hour = 0; hour < 26; hour++) {
    aheadMs += msPerDay / 24;
    const body = { ym_profile_id: ymProfileId, bids: [bid('a', 101, 8)] };
    expectOk(await send('POST', '/auction', { body }));
  }
  await service.opened.liveReport.flush();
  const read = () => readExperiment(experiment.id);
  await expect.poll(async () => (await read()).state, { timeout: 30_000 }).toBe('paused');
  expect((await read()).reason).toContain('buyer 101 would bring 0.00 a day under the draft, promised: at least 0.00');
  await act(experiment.id, 'end', { outcome: 'drop' });
});
