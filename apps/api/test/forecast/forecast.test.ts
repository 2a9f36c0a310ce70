import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { createDraft, newYmProfile, updateDraft, withTier } from '../fixture/draft.ts';
import { expectOk } from '../fixture/demo-tier.ts';
import { type Instance, openInstance } from '../fixture/instance.ts';
import { type Row, rowOf, rowsOf } from '../fixture/request.ts';
import { startDemoData } from '../fixture/service.ts';
import { TestClock } from '../fixture/test-clock.ts';
import { S3Server } from '@auction-tiers/tools/s3-server';

const hourMs = 3_600_000;
const patience = { timeout: 150_000 };
const clock = new TestClock();
/** Two hosts with folders of their own, one Redis and one store of recorded auctions. */
const hosts: Instance[] = [];
let service: Instance;

beforeAll(async () => {
  const [data, s3, ownFolder] = await Promise.all([
    startDemoData(),
    S3Server.start(),
    mkdtemp(join(tmpdir(), 'auction-tiers-host-')),
  ]);
  await cp(data.dataDir, ownFolder, { recursive: true });
  const environment = {
    ...data.environment,
    RECORD_AUCTIONS: '1',
    RECORD_SEAL_SECONDS: '1',
    ...s3.settings('records'),
  };
  const tuning = { clock, recordClock: clock.epochMs };
  service = await openInstance({ ...environment, SIMULATION_WORKER: '1' }, tuning);
  hosts.push(service, await openInstance({ ...environment, DATA_DIR: ownFolder }, tuning));
  return async () => {
    await Promise.all(hosts.map((host) => host.close()));
    await Promise.all([data.close(), s3.close(), rm(ownFolder, { recursive: true })]);
  };
});

const over = async (id: number) => {
  const read = async () => rowOf(await service.send('GET', `/simulation?id=${id}`), 'simulation');
  await expect.poll(async () => (await read()).state, patience).toBe('done');
  return read();
};
const forecastsOf = async (ymProfileId: number) =>
  rowsOf(await service.send('GET', `/forecast?ym_profile_id=${ymProfileId}`), 'forecasts');

/** A draft that raises the minimum of both tiers above the usual bid, compared and published. */
async function publishCompared(body: object = {}) {
  const { send } = service;
  const { ymProfile } = await newYmProfile(send);
  const draft = await createDraft(send, ymProfile.id);
  const tiers = draft.tier_set.tiers.map((tier) => ({ ...tier, min_price: '4.00' }));
  await updateDraft(send, draft.id, { tier_set: { tiers } });
  const log = { kind: 'synthetic', auctions: 2000, bids: 6, seed: 's' };
  const asked = { ym_profile_id: ymProfile.id, draft_id: draft.id, log, elasticity: -0.5 };
  const simulation = rowOf(await send('POST', '/simulation', { body: asked }), 'simulation');
  await over(simulation.id);
  expectOk(await send('POST', `/draft/publish?id=${draft.id}`, { body }));
  return { ymProfileId: ymProfile.id, draftId: draft.id, simulationId: simulation.id };
}

/**
 * Auctions that each host decides in turn. The lower of two bids is of the tiers' buyer; the other one is twice as high in
 * every second auction, and three times in the others.
 */
async function runAuctions(ymProfileId: number, count: number, deciding: readonly Instance[]): Promise<void> {
  for (let index = 0; index < count; index++) {
    const bids = [
      { id: 'tiered', member_id: 101, price: 3 },
      { id: 'other', member_id: 999, price: index % 2 === 0 ? 6 : 9 },
    ];
    const body = { ym_profile_id: ymProfileId, seed: `s${index}`, impression: {}, bids };
    expectOk(await deciding[index % deciding.length]!.send('POST', '/auction', { body }));
  }
  const recorded = async () => {
    const answers = await Promise.all(hosts.map(({ send }) => send('GET', `/recorded?ym_profile_id=${ymProfileId}`)));
    return answers.map((answer) => (answer.response['recorded'] as readonly Row[]).map(({ auctions }) => auctions));
  };
  await expect.poll(recorded, patience).toEqual(hosts.map(() => [count]));
}

const layouts = [
  { name: 'one host', decidingHosts: 1 },
  { name: 'two hosts', decidingHosts: 2 },
];
test.for(layouts)(
  'a publish keeps what its comparison promised, and later what came of it: $name',
  async ({ decidingHosts }) => {
    const { ymProfileId, draftId, simulationId } = await publishCompared();
    const result = await service.send('GET', `/simulation/result?id=${simulationId}`);
    const { report } = result.response['simulation-result'] as {
      readonly report: Record<string, Record<string, unknown>>;
    };
    const [forecast] = await forecastsOf(ymProfileId);
    expect(forecast).toMatchObject({
      draft_id: draftId,
      simulation_id: simulationId,
      state: 'waiting',
      promised_difference: report['net_to_seller']?.['per_thousand_auctions'],
      decision: report['verdict']?.['decision'],
      elasticity: -0.5,
      measured_auctions: null,
      outcome: null,
    });
    const promised = { low: forecast?.promised_low, high: forecast?.promised_high };
    expect(promised).toEqual(report['net_to_seller']?.['per_thousand_interval']);

    // Nothing is due yet, so nothing changes.
    await service.opened.jobs.run('forecasts');
    expect(await forecastsOf(ymProfileId)).toEqual([forecast]);

    clock.pass(hourMs);
    await runAuctions(ymProfileId, 40, hosts.slice(0, decidingHosts));
    // A later change of the tiers is not part of what was promised.
    const [tier] = rowsOf(
      await service.send('GET', `/ym-auction-tier?ym_profile_id=${ymProfileId}`),
      'ym-auction-tiers',
    );
    expectOk(await service.send('PUT', `/ym-auction-tier?id=${tier?.['id']}`, { body: { priority: 1 } }));
    clock.pass(((forecast?.days ?? 0) * 24 + 1) * hourMs);
    // Two processes look at the same time: one of them measures it.
    await Promise.all(hosts.map(({ opened }) => opened.jobs.run('forecasts')));
    const [measuring] = await forecastsOf(ymProfileId);
    expect(measuring).toMatchObject({ state: 'measuring', measured_simulation_id: expect.any(Number) });
    const simulation = await over(measuring?.measured_simulation_id ?? 0);
    expect(simulation.log).toMatchObject({ kind: 'recorded' });
    await service.opened.jobs.run('forecasts');

    // Net of 3.00 less the demo's fee of 15 %, for 6.00 or 9.00: a thousand of either brought 2.55, and now bring 5.10 or 7.65.
    const [measured] = await forecastsOf(ymProfileId);
    expect(measured).toMatchObject({
      state: 'measured',
      measured_auctions: 40,
      measured_difference: '3.825000000',
      why_not: null,
    });
    expect(['as_promised', 'above', 'below']).toContain(measured?.outcome);
    await service.opened.jobs.run('forecasts');
    expect(await forecastsOf(ymProfileId)).toEqual([measured]);
  },
);

test('a hold-back measures the forecast of its publish on every auction, without a comparison', async () => {
  const { ymProfileId } = await publishCompared({ hold_back: { share: 0.3, days: 28 } });
  const [forecast] = await forecastsOf(ymProfileId);
  for (const { opened } of hosts) {
    await opened.follower.fresh(1);
    await opened.experiments.settled();
  }
  await runAuctions(ymProfileId, 40, hosts);
  for (const { opened } of hosts) await opened.liveReport.flush();
  for (const { opened } of hosts) await opened.follower.fresh(1);
  clock.pass(((forecast?.days ?? 0) * 24 + 1) * hourMs);
  await Promise.all(hosts.map(({ opened }) => opened.jobs.run('forecasts')));
  const [measured] = await forecastsOf(ymProfileId);
  expect(measured).toMatchObject({
    state: 'measured',
    measured_simulation_id: null,
    measured_auctions: 40,
    measured_difference: '3.825000000',
  });
});

test('a forecast that cannot be measured says why', async () => {
  const { ymProfileId } = await publishCompared();
  const [forecast] = await forecastsOf(ymProfileId);
  clock.pass(((forecast?.days ?? 0) * 24 + 2) * hourMs);
  await service.opened.jobs.run('forecasts');
  const [ended] = await forecastsOf(ymProfileId);
  expect(ended).toMatchObject({ state: 'not_measured', outcome: null, measured_auctions: null });
  expect(ended?.why_not).toContain('no recorded auction');
});

test('nobody changes a forecast over the wire', async () => {
  for (const method of ['POST', 'PUT', 'DELETE'] as const) {
    const answer = await service.send(method, '/forecast?id=1', { body: {} });
    expect([method, answer.status]).toEqual([method, 405]);
  }
});

test('a draft that was not compared leaves no forecast', async () => {
  const { send } = service;
  const { ymProfile, gold } = await newYmProfile(send);
  const draft = await createDraft(send, ymProfile.id);
  await updateDraft(send, draft.id, withTier(draft, gold.id, { min_price: '4.00' }));
  expectOk(await send('POST', `/draft/publish?id=${draft.id}`));
  expect(await forecastsOf(ymProfile.id)).toEqual([]);
});
