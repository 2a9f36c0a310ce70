import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Draft, Experiment, Simulation } from '@auction-tiers/contract';
import { startCluster } from '@auction-tiers/tools/redis-cluster';
import { durable, RedisServer } from '@auction-tiers/tools/redis-server';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { runAdminHere } from '../fixture/admin.ts';
import { keepAlert, ownAlert } from '../fixture/alert.ts';
import { createDraft, newYmProfile, readDraft, updateDraft, withTier } from '../fixture/draft.ts';
import { createTier, createYmProfile, expectOk } from '../fixture/demo-tier.ts';
import { type Instance, openInstance } from '../fixture/instance.ts';
import { tokenOf } from '../fixture/log-in.ts';
import { type Receiver, startReceiver } from '../fixture/receiver.ts';
import { type Row, rowOf, type Send } from '../fixture/request.ts';
import { TestClock } from '../fixture/test-clock.ts';
import { contentOf, exportOf, importAnswer, sendFile } from '../fixture/tier-set-file.ts';

const hourMs = 3_600_000;
/** A cluster is slower, and what differs there is where keys are. */
const tierCounts = { 'an append-only file': 10_000, 'an RDB file': 10_000, 'the files of a cluster': 400 } as const;
type Kind = keyof typeof tierCounts;

let dataDir: string;
let receiver: Receiver;
let clock: TestClock;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'auction-tiers-adopt-'));
  receiver = await startReceiver();
  clock = new TestClock();
  // What is put back is of two days ago: adopt goes by Redis's clock, which no test can move.
  clock.pass(-48 * hourMs);
});
afterEach(async () => {
  receiver.close();
  await rm(dataDir, { recursive: true, force: true });
});

/** A database that can be put back as it was: by files of Redis alone, while no service runs. */
interface Database {
  readonly url: string;
  copy(): Promise<void>;
  putBack(): Promise<void>;
}

const databases: Readonly<Record<Kind, () => Promise<Database>>> = {
  async 'an append-only file'() {
    const [server, url] = await start(durable);
    let copy = '';
    return { url, copy: async () => void (copy = server.copyData()), putBack: () => server.bringBack(copy) };
  },
  async 'an RDB file'() {
    const [server, url] = await start(['--appendonly', 'no']);
    let copy = '';
    const save = async () => {
      await server.ask('SAVE');
      copy = server.copyData();
      expect(await readdir(copy)).toEqual(['dump.rdb']);
    };
    return { url, copy: save, putBack: () => server.bringBack(copy) };
  },
  async 'the files of a cluster'() {
    const nodes = await startCluster(3);
    let copies: readonly string[] = [];
    return {
      url: `redis+cluster://${nodes.map(({ port }) => `127.0.0.1:${port}`).join(',')}`,
      copy: async () => void (copies = nodes.map((node) => node.copyData())),
      async putBack() {
        for (const [at, node] of nodes.entries()) await node.bringBack(copies[at] ?? '');
        await expect.poll(() => Promise.all(nodes.map(isOk)), { timeout: 60_000 }).toEqual([true, true, true]);
      },
    };
  },
};

const isOk = async (node: RedisServer) => /cluster_state:ok/.test(String(await node.ask('CLUSTER', 'INFO')));

async function start(settings: readonly string[]): Promise<readonly [RedisServer, string]> {
  const server = await RedisServer.start(settings);
  onTestFinished(() => server.remove());
  return [server, server.url];
}

const settings = { LOG_LEVEL: 'fatal', WEBHOOK_ALLOW: '127.0.0.1', MAX_TIERS_PER_MEMBER: '20000' };
const open = (url: string) => openInstance({ ...settings, REDIS_URL: url, DATA_DIR: dataDir }, { clock });

/** Does once all that a service does by itself. */
async function actAsDue({ opened }: Instance): Promise<void> {
  await opened.follower.freshEverywhere();
  for (const job of ['drafts', 'experiments', 'channels', 'views']) await opened.jobs.run(job);
  await opened.follower.freshEverywhere();
}

const experimentOf = async (send: Send, method: 'GET' | 'POST', path: string, body?: Row) =>
  expectOk(await send(method, path, body && { body })).response['experiment'] as Experiment;

/** Makes what would act later, and what a client may send again. */
async function fill(service: Instance, tierCount: number) {
  const { send, opened } = service;
  const { ymProfile, gold } = await newYmProfile(send);
  const big = [];
  for (let at = 0; at < 4; at++) big.push(await manyTiers(send, tierCount / 4));
  const made = await createDraft(send, ymProfile.id);
  const draft = await updateDraft(send, made.id, withTier(made, gold.id, { min_price: '9.00' }));
  expectOk(await send('POST', `/draft/publish?id=${draft.id}`, { body: { at: inHours(1) } }));
  const tested = await createDraft(send, big[0]!);
  const plan = { name: 'E', hypothesis: 'Net rises by 2 %', guard: { max_loss: '1000' }, draft_id: tested.id };
  const { id: experimentId } = await experimentOf(send, 'POST', '/experiment', {
    ...plan,
    design: 'split',
    share: 0.5,
  });
  await experimentOf(send, 'POST', `/experiment/start?id=${experimentId}`);
  // Far from the hour in which this test runs.
  expectOk(
    await send('PUT', '/member', {
      body: { alerts: { digest_hour: new Date(Date.now() + 12 * hourMs).getUTCHours() } },
    }),
  );
  const to = `http://127.0.0.1:${receiver.port}/`;
  const channel = rowOf(expectOk(await send('POST', '/channel', { body: { name: 'C', to } })), 'channel');
  const view = { name: 'V', address: '/today', every: 'day', channel_id: channel.id };
  const { id: viewId } = rowOf(expectOk(await send('POST', '/view', { body: view })), 'view');
  receiver.answer = 500;
  await keepAlert(opened, 1, { ...ownAlert, since: inHours(0) });
  await actAsDue(service);
  expect(receiver.received.map(({ answered }) => answered)).toEqual([500]);
  const token = await tokenOf(service);
  const key = rowOf(
    expectOk(await send('POST', '/api-key', { key: token, body: { name: 'lent', scopes: ['read'] } })),
    'api-key',
  );
  await startSimulation(send, ymProfile.id);
  const repeatedId = await sendAgain(send);
  return { ymProfile, big, draft, experimentId, viewId, token, key, repeatedId };
}

/** A ym-profile with its part of the tiers. Gives the id. */
async function manyTiers(send: Send, length: number): Promise<number> {
  const { id } = await createYmProfile(send);
  const body = { member_action: 'include', priority: 1, min_price: '1.00' };
  const tiers = Array.from({ length }, (_, at) => ({
    ...body,
    name: `T ${at}`,
    buyer_members: [{ id: at + 1 }],
  }));
  importAnswer(await sendFile(send, id, { tiers, profiles: [] }));
  return id;
}

/** A create with a key under which it is done once. Gives the id. */
async function sendAgain(send: Send): Promise<number> {
  const headers = { 'idempotency-key': 'again' };
  return rowOf(expectOk(await send('POST', '/ym-profile', { headers, body: { name: 'Repeated' } })), 'ym-profile').id;
}

const exportAll = (send: Send, ids: readonly number[]) =>
  Promise.all(ids.map(async (id) => contentOf(await exportOf(send, id))));

const inHours = (hours: number) =>
  new Date(clock.epochMs() + hours * hourMs).toISOString().slice(0, 19).replace('T', ' ');

async function startSimulation(send: Send, ymProfileId: number): Promise<Simulation> {
  const log = { kind: 'synthetic', auctions: 10, bids: 2, seed: String(Math.random()) };
  const body = { ym_profile_id: ymProfileId, draft: { tiers: [] }, log };
  return expectOk(await send('POST', '/simulation', { body })).response['simulation'] as Simulation;
}

const admin = (url: string, ...args: string[]) => runAdminHere(args, { REDIS_URL: url, DATA_DIR: dataDir });

test.for(Object.keys(databases) as Kind[])(
  'after %s was put back everything of it is there, nothing acts by itself and no id is given twice',
  { timeout: 240_000 },
  async (kind) => {
    const database = await databases[kind]();
    const { url } = database;
    let service = await open(url);
    const made = await fill(service, tierCounts[kind]);
    const { ymProfile, big, draft, experimentId, token, key } = made;
    const live = await exportOf(service.send, ymProfile.id);
    const many = await exportAll(service.send, big);
    expect(many.flatMap(({ tiers }) => tiers)).toHaveLength(tierCounts[kind]);
    await database.copy();

    // All of this is taken back by the file.
    const { send } = service;
    expectOk(await send('POST', `/draft/unschedule?id=${draft.id}`));
    await experimentOf(send, 'POST', `/experiment/end?id=${experimentId}`, { outcome: 'drop' });
    expectOk(await send('DELETE', `/api-key?id=${key.id}`, { key: token }));
    receiver.answer = 204;
    clock.pass(60_000);
    await actAsDue(service);
    expect(receiver.received.map(({ answered }) => answered)).toEqual([500, 204]);
    const later = await createTier(send, { ym_profile_id: ymProfile.id });
    const laterDraft = await createDraft(send, ymProfile.id);
    const laterSimulation = await startSimulation(send, ymProfile.id);

    expect((await admin(url, 'adopt')).stderr).toMatch(/^1 processes of the service work on this database/);
    await service.close();
    await database.putBack();
    clock.pass(48 * hourMs - 60_000);
    service = await open(url);
    expect(JSON.stringify((await service.send('GET', '/readyz', { key: null })).json)).toMatch(/admin -- adopt/);
    // A process that holds back is one too.
    const refused = await admin(url, 'adopt');
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toMatch(/stop all replicas and workers/);
    await service.close();

    const adopted = await admin(url, 'adopt');
    expect(adopted.code).toBe(0);
    expect(adopted.stdout).toMatch(/log-ins ended: 1$/m);
    expect(adopted.stdout).toMatch(/queued simulations removed: 1$/m);
    expect(adopted.stdout).toMatch(/schedules suspended: 1$/m);
    expect(adopted.stdout).toMatch(/experiments paused: 1$/m);
    expect(adopted.stdout).toMatch(/mails or webhooks were dropped: 1$/m);
    expect(adopted.stdout).toContain(`  key ${key.id} ${key['prefix']}`);
    expect(adopted.stdout).toMatch(/^ {2}user \d+ demo-seller-1,/m);
    const verified = await admin(url, 'verify');
    expect(verified).toMatchObject({ code: 0, stdout: expect.stringMatching(/^no difference/) as string });

    service = await open(url);
    const after = service.send;
    receiver.received.length = 0;
    await actAsDue(service);
    expect(receiver.received).toEqual([]);
    expect(contentOf(await exportOf(after, ymProfile.id))).toEqual(contentOf(live));
    expect(await exportAll(after, big)).toEqual(many);
    const suspended: Draft = await readDraft(after, draft.id);
    expect(suspended).toMatchObject({ state: 'suspended', tier_set: draft.tier_set, publish_at: null });
    expect(suspended.suspended_reason).toMatch(/put back from a backup/);
    const paused = await experimentOf(after, 'GET', `/experiment?id=${experimentId}`);
    expect(paused).toMatchObject({ state: 'paused', reason: suspended.suspended_reason });
    const { due_on: dueOn } = rowOf(await after('GET', `/view?id=${made.viewId}`), 'view');
    expect(Date.parse(`${dueOn}Z`)).toBeGreaterThan(clock.epochMs());
    expect((await after('GET', '/user', { key: token })).status).toBe(401);
    expect(expectOk(await after('GET', '/simulation')).response).toMatchObject({ simulations: [] });

    const ids = [
      [(await createTier(after, { ym_profile_id: ymProfile.id })).id, later.id],
      [(await createDraft(after, ymProfile.id)).id, laterDraft.id],
      [(await startSimulation(after, ymProfile.id)).id, laterSimulation.id],
      // What was sent with a key before is done anew: its record may be of a write that the file lacks.
      [await sendAgain(after), made.repeatedId],
    ] as const;
    for (const [id, last] of ids) expect(id).toBeGreaterThan(last + 99_000);
    await service.close();
    expect((await admin(url, 'verify')).code).toBe(0);
    // What it has done it does not do again.
    const again = await admin(url, 'adopt');
    expect(again.code).toBe(0);
    expect(again.stdout).toMatch(/schedules suspended: 0$/m);
  },
);
