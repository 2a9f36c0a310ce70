import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { zstdDecompressSync } from 'node:zlib';
import { jobKeyPrefix, type RecordedContent, type RecordedHour } from '@auction-tiers/contract';
import { createClient } from 'redis';
import { findBrowser } from '@auction-tiers/tools/browser';
import { findHaproxy, type Haproxy, startHaproxy } from '@auction-tiers/tools/haproxy';
import { isLong } from '@auction-tiers/tools/long';
import { S3Server } from '@auction-tiers/tools/s3-server';
import { expect, onTestFinished, test, vi } from 'vitest';
import { bid } from '../fixture/auction-body.ts';
import { expectOk } from '../fixture/demo-tier.ts';
import { createDraft, updateDraft, withTier } from '../fixture/draft.ts';
import { type Person, readPeople } from '../fixture/instance.ts';
import { createSend, type Row, type Send } from '../fixture/request.ts';
import { type DemoData, startDemoData } from '../fixture/service.ts';
import { parseMetrics, valueOf } from '../metrics/prometheus-text.ts';
import { MainProcess } from '../process/main-process.ts';
import { recordedAuctions } from './recorded-lines.ts';
import { tryOnThePage } from './try-on-the-page.ts';

const simulator = fileURLToPath(new URL('../../../simulator/src/main.ts', import.meta.url));
const flags = ['--conditions=@auction-tiers/source'];
const ymProfile = 'ym_profile_id=1';
const haproxy = findHaproxy();
if (haproxy === undefined) {
  process.stderr.write('haproxy is not installed: several hosts are NOT tested (apt-get install haproxy)\n');
}
let data: DemoData;
let s3: S3Server;
let worker: ChildProcess;
let balancer: Haproxy;
let seller: Person;
/** Of each replica its folder, its process and its address. */
const folders: string[] = [];
const replicas: MainProcess[] = [];
const urls: string[] = [];
const sends: Send[] = [];

/** Two replicas with folders of their own behind HAProxy, a worker, a Redis and a store. */
async function startAll(): Promise<void> {
  [data, s3] = await Promise.all([startDemoData(), S3Server.start()]);
  seller = (await readPeople(data.dataDir)).seller1;
  for (let at = 0; at < 2; at++) {
    folders.push(await mkdtemp(join(tmpdir(), 'auction-tiers-replica-')));
    await startReplica(at);
  }
  worker = spawn(process.execPath, [...flags, simulator, 'worker'], {
    cwd: folders[0],
    env: { REDIS_URL: data.redis.url, ...s3.settings('records') },
    stdio: 'ignore',
  });
  const hosts = urls.map((url) => new URL(url).host);
  balancer = await startHaproxy(haproxy ?? '', hosts, { balance: 'roundrobin' });
}

async function stopAll(): Promise<void> {
  worker.kill('SIGTERM');
  await Promise.all([...replicas.map((replica) => replica.stop()), balancer.stop(), once(worker, 'exit')]);
  await Promise.all([s3.close(), data.close(), ...folders.map((folder) => rm(folder, { recursive: true }))]);
}

async function startReplica(at: number): Promise<void> {
  const replica = new MainProcess({
    REDIS_URL: data.redis.url,
    DATA_DIR: folders[at]!,
    RECORD_AUCTIONS: '1',
    RECORD_SEAL_SECONDS: '1',
    RATE_LIMIT_READS: '0',
    SIMULATION_WORKER: '0',
    ...s3.settings('records'),
  });
  replicas[at] = replica;
  const url = await replica.ready();
  sends[at] = createSend(url, seller.api_key);
  urls[at] = url;
}

const balance: Send = (method, path, options) =>
  createSend(`http://127.0.0.1:${balancer.port}`, seller.api_key)(method, path, options);

/** Decides auctions of these seeds, a hundred with each request. */
async function decide(send: Send, name: string, count: number): Promise<string[]> {
  const seeds = Array.from({ length: count }, (_, at) => `${name} ${at}`);
  for (let at = 0; at < count; at += 100) {
    const auctions = seeds
      .slice(at, at + 100)
      .map((seed, index) => ({ ym_profile_id: 1, seed, bids: [bid('a', 107, 1 + (index % 7)), bid('b', 105, 3)] }));
    const answer = expectOk(await send('POST', '/auction/batch', { body: { auctions } }));
    expect(answer.response['auctions']).toHaveLength(auctions.length);
  }
  return seeds;
}

async function hoursOf(send: Send): Promise<readonly RecordedHour[]> {
  return expectOk(await send('GET', `/recorded?${ymProfile}`)).response['recorded'] as RecordedHour[];
}
const sum = (hours: readonly RecordedHour[]) => hours.reduce((total, { auctions }) => total + auctions, 0);
const sealed = (send: Send, count: number) =>
  expect.poll(async () => sum(await hoursOf(send)), { timeout: 60_000, interval: 100 }).toBe(count);

/** The seeds of everything sealed, each part from the replica whose turn it is. */
async function seedsInTurn(from: readonly Send[] = sends): Promise<string[]> {
  const parts: Buffer[] = [];
  const period = 'from=2026-01-01T00:00Z&to=2100-01-01T00:00Z';
  for (let after: string | null = ''; after !== null; ) {
    const behind: string = after === '' ? '' : `&after=${encodeURIComponent(after)}`;
    const send = from[parts.length % from.length]!;
    const answer = expectOk(await send('GET', `/recorded/content?${ymProfile}&${period}${behind}`));
    const part = answer.response['recorded-content'] as RecordedContent;
    parts.push(Buffer.from(part.content, 'base64'));
    after = part.next;
  }
  const lines = zstdDecompressSync(Buffer.concat(parts)).toString().trimEnd().split('\n');
  return lines.map((line) => (JSON.parse(line) as { decided: { seed: string } }).decided.seed);
}

const hour = (timeMs: number) => `${new Date(timeMs).toISOString().slice(0, 13)}:00:00Z`;

const log = { kind: 'recorded', from: hour(Date.now() - 7_200_000), to: hour(Date.now() + 7_200_000) };

/** Of a simulation that is carried out now: one of the same inputs is not known any more. */
async function reportFrom(send: Send): Promise<unknown> {
  const redis = await createClient({ url: data.redis.url }).connect();
  await redis.del(`${jobKeyPrefix}:member:1:inputs`);
  redis.destroy();
  const tier = { name: 'T', priority: 5, member_action: 'include', min_price: 2, buyer_members: [{ id: 107 }] };
  const body = { ym_profile_id: 1, draft: { tiers: [tier] }, log };
  const { id } = expectOk(await send('POST', '/simulation', { body })).response;
  return vi.waitUntil(
    async () => {
      const one = expectOk(await send('GET', `/simulation?id=${id}`)).response['simulation'] as Row;
      if (one['state'] === 'failed') throw new Error(String(one['error']));
      if (one['state'] !== 'done') return false;
      const result = (await send('GET', `/simulation/result?id=${id}`)).response['simulation-result'] as Row;
      return result['report'];
    },
    { timeout: 60_000, interval: 100 },
  );
}

let seeds: string[] = [];

/** What two replicas record is one: the same hours, every auction once, and one report. */
async function recordAsOne(): Promise<void> {
  seeds.push(...(await decide(balance, 'auction', 20_000)));
  await Promise.all(sends.map((send) => sealed(send, 20_000)));
  const [first, second] = await Promise.all(sends.map(hoursOf));
  expect(first).toEqual(second);
  const processes = new Set(first?.flatMap(({ sealed_until = {} }) => Object.keys(sealed_until)));
  expect(processes.size).toBe(2);
  expect((await seedsInTurn()).toSorted()).toEqual(seeds.toSorted());
  const report = await reportFrom(sends[0]!);
  expect(report).toMatchObject({ auctions: 20_000 });
  // Behind the balancer each request of a try is at another replica.
  for (const send of [sends[1]!, balance]) expect(JSON.stringify(await reportFrom(send))).toBe(JSON.stringify(report));
  const { response } = expectOk(await balance('GET', `/simulation?${ymProfile}`));
  expect(response['simulations']).toHaveLength(3);
}

const simulate = (...args: readonly string[]) => {
  const env = { REDIS_URL: data.redis.url, ...s3.settings('records') };
  return promisify(execFile)(process.execPath, [...flags, simulator, ...args], { env });
};

/** The report of a replay of what is sealed. */
async function reportOf(pattern: string, ...options: string[]): Promise<string> {
  const out = join(folders[0]!, 'report.json');
  await simulate('replay', '--in', pattern, '--out', out, ...options);
  return readFile(out, 'utf8');
}

/** The command line and its workers read what is sealed from the store, wherever they run. */
async function readFromTheStore(): Promise<void> {
  const sealedHours = 's3://auctions/records/20*';
  const alone = await reportOf(sealedHours);
  expect(JSON.parse(alone)).toMatchObject({ auctions: 20_000 });
  expect(await reportOf(sealedHours, '--distributed')).toBe(alone);
  // The hours of a day as one Parquet file beside them.
  const day = 's3://auctions/records/packed/2026-11-21.parquet';
  const packed = await simulate('pack', '--in', sealedHours, '--out', day);
  expect(packed.stdout).toContain(`${day}: 20,000 auctions, `);
}

/** The page behind the balancer, each of whose requests is at another replica. */
async function useThePage(): Promise<void> {
  const found = findBrowser();
  if (!found.ok) return void process.stderr.write(`SKIPPED: the page of several hosts. ${found.issue}\n`);
  const made = await createDraft(balance, 1);
  const tier = made.tier_set.tiers.find(({ buyer_members: buyers }) => buyers?.some(({ id }) => id === 107));
  const draft = await updateDraft(balance, made.id, withTier(made, tier!.id!, { min_price: '3.000000' }));
  const before = await pageRequests();
  const url = `http://127.0.0.1:${balancer.port}`;
  const rename = (name: string) => updateDraft(balance, draft.id, { name });
  await tryOnThePage({ browser: found.browser, url, user: seller, draft: draft.id, rename, auctions: 20_000 });
  for (const [at, count] of (await pageRequests()).entries()) expect(count - before[at]!).toBeGreaterThan(5);
}

/** How many requests of pages each replica has answered. */
const pageRequests = () =>
  Promise.all(
    replicas.map(async (replica) => {
      const text = await (await fetch(await replica.metricsUrl())).text();
      const counts = text.matchAll(
        /^http_server_request_duration_seconds_count\{[^}]*route="[^"]*trpc[^}]*\} (\d+)$/gm,
      );
      return [...counts].reduce((total, [, count]) => total + Number(count), 0);
    }),
  );

/**
 * Decides auctions at one replica while the store is away: some thousands, or in a long run 60,000, a hundred for each
 * time that the replica writes what it has recorded, which is once a second.
 */
async function decideMeanwhile(send: Send, replica: number): Promise<string[]> {
  if (!isLong) return decide(send, `away ${replica}`, 3000);
  const decided: string[] = [];
  while (decided.length < 60_000) {
    const before = await unsealedBytes(replica);
    decided.push(...(await decide(send, `away ${replica} ${decided.length}`, 100)));
    await expect.poll(() => unsealedBytes(replica), { timeout: 60_000 }).toBeGreaterThan(before);
  }
  return decided;
}

/** What readiness of a replica says. */
const readinessOf = async (replica: number) => (await (await fetch(`${urls[replica]}/readyz`)).json()) as Row;
const unsealedBytes = async (replica: number) => Number((await readinessOf(replica))['record_unsealed_bytes']);

/** While the store is away nothing fails and nothing is lost, and what a killed replica left is sealed once. */
async function outlastTheStore(): Promise<void> {
  await s3.away();
  const [first = [], second = []] = await Promise.all(sends.map(decideMeanwhile));
  seeds = [...seeds, ...first, ...second];
  for (const [at, send] of sends.entries()) {
    const written = async () => (await recordedAuctions(folders[at]!, 1, 1)).length;
    await expect.poll(written, { timeout: 60_000, interval: 500 }).toBe([first, second][at]!.length);
    await expect.poll(() => unsealedBytes(at), { timeout: 60_000 }).toBeGreaterThan(0);
    expect(await readinessOf(at)).toMatchObject({ status: 'ready' });
    const text = await (await fetch(await replicas[at]!.metricsUrl())).text();
    expect(valueOf(parseMetrics(text), 'auction_tiers_record_unsealed_bytes')).toBeGreaterThan(0);
    expect((await send('GET', `/recorded?${ymProfile}`)).status).toBe(503);
  }
  replicas[0]!.kill('SIGKILL');
  await replicas[0]!.ended;
  await s3.open();
  await sealed(sends[1]!, 20_000 + second.length);
  await startReplica(0);
  await Promise.all(sends.map((send) => sealed(send, seeds.length)));
  expect((await seedsInTurn()).toSorted()).toEqual(seeds.toSorted());
}

/** Of what a replica that is killed under load has recorded, only the last lines are lost, and all others are sealed once. */
async function killUnderLoad(): Promise<void> {
  const decided: string[] = [];
  const batches = 5 + Math.floor(Math.random() * 30);
  for (let batch = 0; batch < batches; batch++) decided.push(...(await decide(sends[0]!, `killed ${batch}`, 100)));
  replicas[0]!.kill('SIGKILL');
  await replicas[0]!.ended;
  const onDisk = (await recordedAuctions(folders[0]!, 1, 1)).map(({ decided: { seed } }) => seed);
  // A part that was stored, and that the replica had no time to remove, is in both.
  const kept = new Set([...(await seedsInTurn([sends[1]!])), ...onDisk]);
  const lost = decided.filter((seed) => !kept.has(seed));
  expect(lost).toEqual(decided.slice(decided.length - lost.length));
  await startReplica(0);
  await Promise.all(sends.map((send) => sealed(send, kept.size)));
  seeds = [...kept];
  expect((await seedsInTurn()).toSorted()).toEqual(seeds.toSorted());
}

/** A replica that stops seals all that it has. */
async function sealAtTheEnd(): Promise<void> {
  seeds.push(...(await decide(sends[0]!, 'last', 100)));
  expect(await replicas[0]!.stop()).toMatchObject({ code: 0 });
  await sealed(sends[1]!, seeds.length);
  expect(await readdir(join(folders[0]!, 'logs', '1', '1'))).toEqual([]);
}

/** One test, since each step needs what the one before it has recorded. */
test.skipIf(haproxy === undefined)(
  'several hosts are one service, also while the store is away, a replica is killed and another one stops',
  { timeout: isLong ? 1_200_000 : 240_000 },
  async () => {
    await startAll();
    onTestFinished(stopAll);
    for (const step of [recordAsOne, useThePage, readFromTheStore, outlastTheStore, killUnderLoad, sealAtTheEnd])
      await step();
  },
);
