import { CompareReport } from '@auction-tiers/contract/compare-report';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  jobKeyPrefix,
  simulationJobVersion,
  type SimulationOrder,
  simulationOrderKey,
  simulationReportKey,
} from '@auction-tiers/contract';
import { demoTierSet } from '@auction-tiers/contract/demo';
import { createRedisClient, type Client } from '@auction-tiers/store';
import { type RunningRedis, startTemporaryRedis } from '@auction-tiers/tools/redis';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { processSimulation } from '../../src/job/simulation.ts';
import { keyPrefix } from '../../src/job/job-redis.ts';
import { createFolder } from '../fixture/folder.ts';
import { runSimulator } from '../fixture/run-simulator.ts';

let redis: RunningRedis;
let client: Client;

beforeAll(async () => {
  redis = await startTemporaryRedis({ durable: false });
  client = createRedisClient(redis.url, { connectMs: 2000, commandMs: 2000 });
  await client.connect();
});
afterAll(async () => {
  client.disconnect();
  await redis.stop();
});

const current = { ...demoTierSet(), revenue_share_pct: 15 };
const draft = { ...demoTierSet(), tiers: current.tiers.slice(1), revision: 'draft' };
const synthetic = { kind: 'synthetic', auctions: 400, bids: 6, seed: 's' } as const;
const usual: SimulationOrder = {
  kind: 'comparison',
  current,
  draft,
  log: synthetic,
  path: null,
  segments: [],
  seed: 'compare',
  elasticity: 0,
  no_units: false,
  tries: 1,
  answer: null,
  commitments: [],
  calendar: [],
};

let jobs = 0;
const told: number[] = [];
const context = () => ({
  client,
  tell: async (progress: object) => void told.push((progress as { readonly progress: number }).progress),
  say: () => {},
});

/** Puts an order where a job finds it, and does the job. */
async function done(order: Partial<SimulationOrder>) {
  const job = `1-${(jobs += 1)}`;
  await client.set(simulationOrderKey(job), JSON.stringify({ ...usual, ...order }));
  const outcome = await processSimulation(dataOf(job), context());
  return { job, outcome, report: await client.get(simulationReportKey(job)) };
}

const dataOf = (job: string, version = simulationJobVersion) => ({
  version,
  job,
  simulation: {
    id: 1,
    member_id: 1,
    ym_profile_id: 1,
    log: synthetic,
    seed: 's',
    elasticity: 0,
    user: 'ann',
    created_on: '2026-11-21 08:00:00',
    inputs: {
      current_revision: '1-1',
      current_sha256: '0'.repeat(64),
      draft_sha256: '1'.repeat(64),
      revenue_share_pct: 15,
      log_sha256: null,
    },
  },
});

test('the service and the workers mean the same queues', () => {
  expect(jobKeyPrefix).toBe(keyPrefix);
});

test('a simulation over a synthetic log gives the report that the command gives, and leaves no log behind', async () => {
  const temporary = createFolder();
  vi.stubEnv('TMPDIR', temporary);
  const { job, outcome, report } = await done({});
  vi.unstubAllEnvs();
  expect(outcome).toMatchObject({ ok: true });
  expect(readdirSync(temporary)).toEqual([]);
  expect(JSON.parse((await client.get(simulationOrderKey(job))) ?? '')).toEqual(outcome);
  expect(told.length).toBeGreaterThan(1);
  expect(told).toEqual(told.toSorted((a, b) => a - b));

  const folder = createFolder();
  const [log, currentFile, draftFile, out] = ['synthetic', 'current', 'draft', 'out'].map((name) =>
    join(folder, name),
  ) as [string, string, string, string];
  writeFileSync(currentFile, JSON.stringify(current));
  writeFileSync(draftFile, JSON.stringify(draft));
  const generate = ['generate', '--auctions', '400', '--bids', '6', '--seed', 's', '--out', log];
  const compare = ['compare', '--in', log, '--current', currentFile, '--draft', draftFile, '--out', out];
  for (const args of [generate, compare]) expect(await runSimulator(folder, args)).toMatchObject({ exitCode: 0 });
  const expected = CompareReport.parse(JSON.parse(readFileSync(out, 'utf8').replaceAll(log, 'synthetic')));
  // The service has its tier sets from no file.
  const noFile = { file: null, sha256: null };
  expect(CompareReport.parse(JSON.parse(report ?? ''))).toEqual({
    ...expected,
    current: { ...expected.current, ...noFile },
    draft: { ...expected.draft, ...noFile },
  });
});

test('done twice, as after the death of a worker, it gives the same', async () => {
  const [first, second] = [await done({}), await done({})];
  expect(second.report).toBe(first.report);
  expect(second.outcome).toEqual(first.outcome);
});

test('a worker that finds the simulation done gives its result, and does not do it again', async () => {
  const { job, outcome, report } = await done({});
  const ofBefore = told.length;
  expect(await processSimulation(dataOf(job), context())).toEqual(outcome);
  expect(told).toHaveLength(ofBefore);
  expect(await client.get(simulationReportKey(job))).toBe(report);
});

test('a report over a file calls it by its name, and tells nothing of where it is', async () => {
  const name = 'monday.jsonl';
  const blocked = current.tiers[0]?.buyer_members?.[0]?.id;
  const path = join(createFolder(), name);
  const line = (price: number) => `${JSON.stringify({ bids: [{ id: 'a', member_id: blocked, price }] })}\n`;
  // A price out of all proportion is named with its place.
  writeFileSync(path, `${line(5).repeat(300)}${line(90_000)}oops\n`);
  const { outcome, report } = await done({ log: { kind: 'file', name }, path });
  expect(outcome).toMatchObject({ ok: true });
  expect(report).not.toContain(path.slice(0, -name.length));
  const { input, changes, usability, support } = CompareReport.parse(JSON.parse(report ?? ''));
  expect(usability.outsized?.bids).toMatchObject([{ file: name, price: 90_000 }]);
  expect(support.warnings.map(({ code }) => code)).toContain('outsized_bids');
  expect([input.files[0]?.file, input.broken[0]?.file]).toEqual([name, name]);
  expect(new Set(changes.flatMap(({ examples }) => examples.map(({ file }) => file)))).toEqual(new Set([name]));
});

test('what cannot be simulated is a result with a sentence, which tells nothing of where files are', async () => {
  const folder = createFolder();
  const path = join(folder, 'log.jsonl');
  writeFileSync(path, 'date_time,auction_id_64\n1,2\n');
  const log = { kind: 'file', name: 'log.jsonl' } as const;
  const wrong = await done({ log, path });
  expect(wrong.outcome).toMatchObject({
    ok: false,
    message: expect.stringContaining('log.jsonl is a bid landscape feed') as unknown,
  });
  const gone = await done({ log, path: join(folder, 'gone.jsonl') });
  expect(gone.outcome).toMatchObject({ ok: false, message: expect.stringContaining('under the same path') as unknown });
  for (const { outcome, report } of [wrong, gone])
    expect([JSON.stringify(outcome).includes(folder), report]).toEqual([false, null]);
});

test('a job of another version, and one whose order is gone, are results too', async () => {
  expect(await processSimulation(dataOf('1-9', 99), context())).toMatchObject({
    ok: false,
    message: expect.stringContaining('not 99') as unknown,
  });
  expect(await processSimulation(dataOf('1-9'), context())).toMatchObject({
    ok: false,
    message: expect.stringContaining('expired') as unknown,
  });
});
