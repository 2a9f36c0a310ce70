import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { constants, getPriority } from 'node:os';
import { join } from 'node:path';
import {
  isAdvice,
  jobKeyPrefix,
  type Simulation,
  simulationQueue,
  simulationReportKey,
  type TierSetFile,
} from '@auction-tiers/contract';
import { createClient as createFollower } from '@auction-tiers/client';
import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import { beforeAll, describe, expect, test } from 'vitest';
import { say } from '../../src/saying/sentences.ts';
import { startService, useService } from '../fixture/service.ts';
import { exportOf } from '../fixture/tier-set-file.ts';
import { type Client, createClient, failureOf } from '../fixture/trpc-client.ts';

const service = useService({ SIMULATION_WORKER: '1' });
let client: Client;
let other: Client;
let current: TierSetFile;
let logs: string;

beforeAll(async () => {
  const { seller1, seller2 } = service.people;
  client = createClient(service.url, seller1.api_key);
  other = createClient(service.url, seller2.api_key);
  current = await exportOf(service.send, 1);
  logs = join(service.dataDir, 'logs', '1');
  await mkdir(logs, { recursive: true });
});

/** The demo without the tier that keeps an arbitrage buyer out. */
const draft = () => ({ ...current, tiers: current.tiers.filter(({ priority }) => priority < 10) });
const synthetic = (auctions: number, seed = 's') => ({ kind: 'synthetic', auctions, bids: 8, seed }) as const;
const start = (log: Parameters<Client['simulation']['start']['mutate']>[0]['log']) =>
  client.simulation.start.mutate({ ym_profile_id: 1, draft: draft(), log });

type Draft = NonNullable<Parameters<Client['simulation']['start']['mutate']>[0]['draft']>;

type NewDraft = Parameters<Client['draft']['create']['mutate']>[0];

/** How a simulation of a draft of these tiers is refused. */
const refusalOf = (tiers: Draft['tiers']) =>
  failureOf(client.simulation.start.mutate({ ym_profile_id: 1, draft: { tiers }, log: synthetic(1) }));

/** Every step of a simulation, the last one when it is over. */
async function stepsOf(id: number): Promise<readonly Simulation[]> {
  const { url, people } = service;
  const follower = createFollower({ url, apiKey: people.seller1.api_key });
  const steps: Simulation[] = [];
  for await (const { data } of follower.simulation.follow.subscribe({ id })) steps.push(data);
  return steps;
}

test('a simulation starts at once, reports progress, and ends with the report of compare', async () => {
  const begun = await start(synthetic(3000));
  expect(begun).toMatchObject({ state: 'queued', progress: 0, ym_profile_id: 1, member_id: 1, error: null });
  const waiting = await failureOf(client.simulation.result.query({ id: begun.id }));
  expect(waiting.data).toMatchObject({ httpStatus: 409, error_id: 'INTEGRITY' });
  const steps = await stepsOf(begun.id);
  const progress = steps.map((step) => step.progress);
  expect(progress).toEqual(progress.toSorted((a, b) => a - b));
  expect(steps.at(-1)).toMatchObject({ state: 'done', progress: 1, error: null });
  expect(steps.at(-1)?.inputs.current_sha256).not.toBe(steps.at(-1)?.inputs.draft_sha256);

  const { simulation, report } = await client.simulation.result.query({ id: begun.id });
  expect(simulation).toEqual(steps.at(-1));
  expect(report).toMatchObject({
    version: 2,
    auctions: 3000,
    current: { tiers: 12 },
    draft: { tiers: 11 },
    seed: 'compare',
  });
  expect(JSON.stringify(report)).not.toContain(service.dataDir);
  expect(report['input']).toMatchObject({ files: [{ file: 'synthetic' }] });
  expect(await client.simulation.status.query({ id: begun.id })).toEqual(simulation);
  expect((await client.simulation.list.query()).items[0]).toEqual(simulation);

  const again = await start(synthetic(3000));
  expect(again).toEqual(simulation);
  expect((await start(synthetic(3000, 'other'))).id).not.toBe(begun.id);
});

test('a comparison that an earlier version stored is answered in the present form', async () => {
  const { id } = await start(synthetic(100, 'stored'));
  await stepsOf(id);
  const read = () => client.simulation.result.query({ id });
  const { report } = await read();
  if (isAdvice(report)) throw new Error('This is an advice.');
  const codes = ['few_auctions', 'no_units', 'tiers_not_exercised'];
  const warnings = codes.map((code) => ({ code, message: `Of ${code}.` }));
  const redis = new Redis(service.redisUrl);
  const stored = { ...report, version: 1, support: { ...report.support, warnings } };
  await redis.set(simulationReportKey(`1-${id}`), JSON.stringify(stored));
  redis.disconnect();
  expect((await read()).report).toEqual({
    ...report,
    support: {
      ...report.support,
      warnings: [
        { code: 'too_little', about: 'auctions', message: 'Of few_auctions.' },
        { code: 'no_units', about: null, message: 'Of no_units.' },
        { code: 'not_in_log', about: 'tiers', message: 'Of tiers_not_exercised.' },
      ],
    },
  });
});

test('a new tier of a draft has a row of its own in the report, beside that of a tier that it removes', async () => {
  const last = current.tiers.toSorted((a, b) => a.id - b.id).at(-1)!;
  const kept = current.tiers.filter((tier) => tier !== last);
  const added = {
    name: 'New',
    priority: 9,
    member_action: 'include' as const,
    min_price: '0.1',
    buyer_members: last.buyer_members,
  };
  const { id } = await client.simulation.start.mutate({
    ym_profile_id: 1,
    draft: { ...current, tiers: [...kept, added] },
    log: synthetic(500),
  });
  await stepsOf(id);
  const { report } = await client.simulation.result.query({ id });
  expect(report).toMatchObject({
    difference: {
      summary: [`removes tier ${last.id} ${last.name}`, `adds tier ${last.id + 1} New`],
      unchanged: { tiers: kept.length, profiles: current.profiles.length },
    },
    tiers: {
      rows: expect.arrayContaining([
        expect.objectContaining({ id: last.id, presence: 'removed' }),
        expect.objectContaining({ id: last.id + 1, presence: 'new' }),
      ]) as unknown,
    },
  });
});

test('commitments reach the report, and another list is another simulation', async () => {
  const asked = { ym_profile_id: 1, draft: draft(), log: synthetic(300, 'promises') };
  const commitments = [{ buyer: 101, at_least: { wins: 1_000_000 } }];
  const { id } = await client.simulation.start.mutate({ ...asked, commitments });
  await stepsOf(id);
  const { report } = await client.simulation.result.query({ id });
  expect(report['commitments']).toMatchObject([{ subject: 'buyer', id: 101, wanted: 1_000_000, is_kept: false }]);
  const without = await client.simulation.start.mutate(asked);
  expect(without.id).not.toBe(id);
  await stepsOf(without.id);
  const wrong = { ...asked, commitments: [{ buyer: 101 }] };
  expect((await failureOf(client.simulation.start.mutate(wrong))).data).toMatchObject({
    httpStatus: 400,
    issues: [{ path: 'commitments.0' }],
  });
});

test('commitments of the ym-profile hold unless a draft has its own, and its history takes them back', async () => {
  const promised = [{ buyer: 101, at_least: { wins: 1_000_000 } }];
  const own = [{ buyer: 102, at_most: { net: 1 } }];
  const id = (await client.ymProfile.create.mutate({ name: 'Promised' })).id;
  await client.ymProfile.import.mutate({ id, file: { tiers: [{ name: 'Gold', min_price: '1' }] } });
  expect(await client.ymProfile.update.mutate({ id, changes: { commitments: promised } })).toMatchObject({
    commitments: promised,
  });
  const exported = await exportOf(service.send, id);
  expect(exported.ym_profile.commitments).toEqual(promised);
  const log = synthetic(100, 'of the ym-profile');
  const keptBy = async (
    asked: Pick<Parameters<Client['simulation']['start']['mutate']>[0], 'kind' | 'draft' | 'draft_id' | 'commitments'>,
  ) => {
    const begun = await client.simulation.start.mutate({ ym_profile_id: id, log, ...asked });
    await stepsOf(begun.id);
    const { report } = await client.simulation.result.query({ id: begun.id });
    return report.commitments.map(({ subject, id: of }) => `${subject} ${of}`);
  };
  const drafted = async (commitments: NewDraft['commitments']) =>
    (await client.draft.create.mutate({ from: id, commitments })).id;
  expect(await keptBy({ draft: { tiers: [] } })).toEqual(['buyer 101']);
  expect(await keptBy({ kind: 'advice' })).toEqual(['buyer 101']);
  expect(await keptBy({ draft_id: await drafted(null) })).toEqual(['buyer 101']);
  expect(await keptBy({ draft_id: await drafted(own) })).toEqual(['buyer 102']);
  expect(await keptBy({ draft_id: await drafted([]) })).toEqual([]);
  expect(await keptBy({ draft: { tiers: [] }, commitments: own })).toEqual(['buyer 102']);

  await client.ymProfile.update.mutate({ id, changes: { commitments: own } });
  const [step, before] = (await client.ymProfile.history.query({ id })).items;
  expect(step!.summary).toEqual([
    `ym-profile ${id} Promised: commitments adds buyer 102 at most 1 net and removes buyer 101 at least 1000000 wins`,
  ]);
  await client.ymProfile.undo.mutate({ id, revision: step!.revision });
  expect((await client.ymProfile.get.query({ id })).commitments).toEqual(promised);
  await client.ymProfile.restore.mutate({ id, revision: before!.revision });
  expect((await client.ymProfile.get.query({ id })).commitments).toEqual(promised);
  await client.ymProfile.restore.mutate({
    id,
    revision: (await client.ymProfile.history.query({ id })).items.at(-1)!.revision,
  });
  expect((await client.ymProfile.get.query({ id })).commitments).toBeNull();
  const wrong = await failureOf(client.ymProfile.update.mutate({ id, changes: { commitments: [{ buyer: 101 }] } }));
  expect(wrong.data).toMatchObject({ httpStatus: 400, issues: [{ path: 'changes.commitments.0' }] });
}, 60_000);

test('advice needs no draft, and its best proposals are drafts that can be compared', async () => {
  const asked = { kind: 'advice', ym_profile_id: 1, log: synthetic(1500, 'advice') } as const;
  const refused = await failureOf(client.simulation.start.mutate({ ...asked, draft: draft() }));
  expect(refused.data?.httpStatus).toBe(400);
  const begun = await client.simulation.start.mutate(asked);
  expect(begun).toMatchObject({ kind: 'advice', draft_id: null });
  await stepsOf(begun.id);
  const { simulation, report } = await client.simulation.result.query({ id: begun.id });
  if (!isAdvice(report)) throw new TypeError('Advice reports a comparison.');
  expect(simulation).toMatchObject({ state: 'done', kind: 'advice' });
  expect(report).toMatchObject({ auctions: 1500, curves: { length: current.tiers.length } });
  const [best] = report.proposals;
  const compared = await client.simulation.start.mutate({ ym_profile_id: 1, draft: best!.draft, log: asked.log });
  await stepsOf(compared.id);
  expect((await client.simulation.status.query({ id: compared.id })).state).toBe('done');
  expect((await client.simulation.start.mutate(asked)).id).toBe(begun.id);
}, 60_000);

test('contents of a draft are counted over one log, and users that do not return are declared, both in the report', async () => {
  const log = synthetic(300, 'tries');
  const prices = ['0.10', '0.20', '0.10'];
  const answers = [];
  for (const [at, price] of prices.entries()) {
    const tiers = draft().tiers.map((tier, index) => (index === 0 ? { ...tier, min_price: price } : tier));
    const asked = { ym_profile_id: 1, draft: { ...current, tiers }, log, ...(at === 1 && { no_units: true }) };
    const { id } = await client.simulation.start.mutate(asked);
    await stepsOf(id);
    const { simulation, report } = await client.simulation.result.query({ id });
    if (isAdvice(report)) throw new TypeError('A comparison reports advice.');
    answers.push({ simulation, report });
  }
  expect(answers.map(({ simulation }) => [simulation.tries, simulation.no_units])).toEqual([
    [1, false],
    [2, true],
    // The first content again, of which there are two by now.
    [2, false],
  ]);
  for (const { simulation, report } of answers) {
    expect(report.tries).toBe(simulation.tries);
    expect(report.method.confidence).toBeCloseTo(1 - 0.05 / simulation.tries);
    expect(report.units.are_declared_absent).toBe(simulation.no_units);
    const codes = new Set(report.support.warnings.map(({ code }) => code));
    expect([codes.has('several_tries'), codes.has('no_units')]).toEqual([simulation.tries > 1, !simulation.no_units]);
  }
  const { low, high } = answers[0]!.report.net_to_seller.interval!;
  const wider = answers[2]!.report.net_to_seller.interval!;
  expect(Number(wider.high) - Number(wider.low)).toBeGreaterThan(Number(high) - Number(low));
}, 60_000);

test('what a ym-profile says of its users holds for simulations that do not', async () => {
  const { id } = await client.ymProfile.create.mutate({ name: 'Without returning users', no_units: true });
  const tiers = current.tiers
    .filter(({ profile_id: profile }) => profile === null)
    .map(({ id: _id, code: _code, ...tier }) => ({ ...tier, ym_profile_id: id }));
  const declared = async (asked: { no_units?: boolean }) => {
    const log = synthetic(300, 'declared');
    const begun = await client.simulation.start.mutate({ ym_profile_id: id, draft: { tiers }, log, ...asked });
    await stepsOf(begun.id);
    const { report } = await client.simulation.result.query({ id: begun.id });
    if (isAdvice(report)) throw new TypeError('A comparison reports advice.');
    return report.units.are_declared_absent;
  };
  expect(await declared({})).toBe(true);
  expect(await declared({ no_units: false })).toBe(false);
}, 60_000);

test('a log of the operator is read by its name', async () => {
  const body = { ym_profile_id: 1, impression: {}, bids: [{ id: 'b', member_id: 120, price: 2 }] };
  await writeFile(join(logs, 'day.jsonl'), `${JSON.stringify(body)}\n`.repeat(50));
  const { id } = await start({ kind: 'file', name: 'day.jsonl' });
  const [last] = (await stepsOf(id)).slice(-1);
  expect(last).toMatchObject({
    state: 'done',
    inputs: { log_sha256: expect.stringMatching(/^[0-9a-f]{64}$/) as unknown },
  });
  const { report } = await client.simulation.result.query({ id });
  expect(report).toMatchObject({ auctions: 50, input: { files: [{ file: 'day.jsonl' }] } });
});

test('a log that cannot be read fails with a message that names it without its folder', async () => {
  await writeFile(join(logs, 'feed.csv'), 'date_time,auction_id_64\n1,2\n');
  const { id } = await start({ kind: 'file', name: 'feed.csv' });
  const [last] = (await stepsOf(id)).slice(-1);
  expect(last).toMatchObject({
    state: 'failed',
    error: expect.stringContaining('feed.csv') as unknown,
  });
  const refused = await failureOf(client.simulation.result.query({ id }));
  expect([refused.data?.httpStatus, refused.message]).toEqual([409, expect.stringContaining('feed.csv')]);
});

describe('is refused', () => {
  test.for(['../1/day.jsonl', '..', '.', 'a/b', '/etc/passwd', '', '.hidden', 'a\0b', 'missing.jsonl'])(
    'a log named %j',
    async (name) => {
      const error = await failureOf(start({ kind: 'file', name }));
      expect([error.data?.httpStatus, error.data?.issues.map(({ path }) => path)]).toEqual([400, ['log.name']]);
    },
  );

  test('a log that is a link out of the folder, and a folder', async () => {
    await symlink('/etc/passwd', join(logs, 'link.jsonl'));
    await mkdir(join(logs, 'folder'));
    for (const name of ['link.jsonl', 'folder']) {
      const error = await failureOf(start({ kind: 'file', name }));
      expect([name, error.data?.httpStatus]).toEqual([name, 400]);
    }
  });

  test('a draft that could not be imported, with where it is wrong', async () => {
    const tiers = [
      { name: 'T', profile_id: 99 },
      { name: 'U', buyer_members: [{ name: 'Unknown Buyer' }] },
    ];
    expect((await refusalOf(tiers.slice(0, 1))).data?.issues[0]?.path).toBe('draft.tiers.0.profile_id');
    expect((await refusalOf(tiers.slice(1))).data).toMatchObject({
      httpStatus: 409,
      issues: [{ path: 'draft.tiers.0.buyer_members.0.name' }],
    });
  });

  test.for([0, 200_001, 1.5])('a synthetic log of %s auctions', async (auctions) => {
    expect((await failureOf(start({ ...synthetic(1), auctions }))).data?.issues[0]?.path).toBe('log.auctions');
  });
});

test("another member can neither see nor start a member's simulations", async () => {
  const { id } = await start(synthetic(10));
  const { simulation } = other;
  const log = synthetic(10);
  const attempts = [
    () => simulation.status.query({ id }),
    () => simulation.result.query({ id }),
    () => simulation.start.mutate({ ym_profile_id: 1, draft: { tiers: [] }, log }),
  ];
  for (const attempt of attempts) {
    expect((await failureOf(attempt())).data).toMatchObject({ httpStatus: 404, error_code: 'NOTFOUND' });
  }
  expect((await failureOf(simulation.list.query({ member_id: 1 }))).data?.httpStatus).toBe(403);
  expect(await simulation.list.query()).toEqual({ count: 0, items: [] });
  await stepsOf(id);
});

test('a member has at most three simulations at a time; a repeated start gives the existing one', async () => {
  const idle = await startService();
  const { simulation } = createClient(idle.url, idle.people.seller1.api_key);
  const begin = (seed: string) =>
    simulation.start.mutate({ ym_profile_id: 1, draft: { tiers: [] }, log: synthetic(10, seed) });
  const begun = [await begin('a'), await begin('b'), await begin('c')];
  expect((await failureOf(begin('d'))).data).toMatchObject({ httpStatus: 409, error_id: 'LIMIT' });
  expect(await begin('b')).toEqual(begun[1]);
  expect((await simulation.list.query()).items).toEqual(begun.toReversed());
  await idle.close();
});

test('what is not done is never all of it, as it is shown', async () => {
  const idle = await startService();
  const redis = new Redis(idle.redisUrl);
  const queue = new Queue(simulationQueue, { connection: redis, prefix: jobKeyPrefix });
  const { simulation } = createClient(idle.url, idle.people.seller1.api_key);
  const { id } = await simulation.start.mutate({ ym_profile_id: 1, draft: { tiers: [] }, log: synthetic(10) });
  const job = await queue.getJob(`1-${id}`);
  await job?.updateProgress({ progress: 0.9999 });
  const status = await simulation.status.query({ id });
  expect(status).toMatchObject({ state: 'queued', progress: 0.999 });
  expect(say.simulation({ simulation: status })[0]).toContain('99.9 % of it done');
  await queue.close();
  redis.disconnect();
  await idle.close();
});

test('of many simulations that are started at the same time, a member gets exactly three', async () => {
  const idle = await startService();
  const { simulation } = createClient(idle.url, idle.people.seller1.api_key);
  const seeds = Array.from({ length: 12 }, (_, index) => `at once ${index}`);
  const started = await Promise.allSettled(
    seeds.map((seed) => simulation.start.mutate({ ym_profile_id: 1, draft: { tiers: [] }, log: synthetic(10, seed) })),
  );
  const refused = started.filter((one) => one.status === 'rejected');
  for (const { reason } of refused) expect(reason).toMatchObject({ data: { httpStatus: 409, error_id: 'LIMIT' } });
  expect(refused).toHaveLength(seeds.length - 3);
  expect((await simulation.list.query()).count).toBe(3);
  await idle.close();
});

test('the simulation worker starts with the service and ends with it', async () => {
  const own = await startService({ SIMULATION_WORKER: '1' });
  const { simulation } = createClient(own.url, own.people.seller1.api_key);
  await simulation.start.mutate({ ym_profile_id: 1, draft: { tiers: [] }, log: synthetic(10) });
  const pid = own.opened.simulations.workerPid ?? 0;
  expect(getPriority(pid)).toBe(constants.priority.PRIORITY_BELOW_NORMAL);
  await own.close();
  expect(() => process.kill(pid, 0)).toThrow(/ESRCH/);
});
