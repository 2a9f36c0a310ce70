import { appendFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { zstdDecompressSync } from 'node:zlib';
import type { RecordedContent, RecordedHour } from '@auction-tiers/contract';
import { beforeAll, expect, test, vi } from 'vitest';
import { runAuction } from '../fixture/auction-body.ts';
import { createYmProfile, expectOk } from '../fixture/demo-tier.ts';
import { type Answer, issuePaths, type Row } from '../fixture/request.ts';
import { useService } from '../fixture/service.ts';
import { createClient } from '../fixture/trpc-client.ts';

const eightMs = Date.UTC(2026, 10, 21, 8);
const hourMs = 3_600_000;
let nowMs = eightMs;
const service = useService({ RECORD_AUCTIONS: '1', SIMULATION_WORKER: '1' }, { recordClock: () => nowMs });
const { send } = service;
let id: number;

/** Two auctions at eight, one at nine. */
beforeAll(async () => {
  ({ id } = await createYmProfile(send));
  await record(id, ['first', 'second'], eightMs);
  await record(id, ['third'], eightMs + hourMs);
});

async function record(ymProfileId: number, seeds: readonly string[], timeMs: number): Promise<void> {
  nowMs = timeMs;
  for (const seed of seeds) {
    await runAuction(send, { ym_profile_id: ymProfileId, seed, bids: [{ id: 'a', member_id: 107, price: 2 }] });
  }
  await service.opened.recorder?.settle();
}

const partOf = (answer: Answer) => expectOk(answer).response['recorded-content'] as RecordedContent;
const hoursOf = async (ymProfileId: number): Promise<readonly RecordedHour[]> =>
  expectOk(await send('GET', `/recorded?ym_profile_id=${ymProfileId}`)).response['recorded'] as RecordedHour[];

/** The seeds of all auctions of some hours, part by part. */
async function seedsIn(ymProfileId: number, from: string, to: string, hours?: string): Promise<string[]> {
  const parts: Buffer[] = [];
  const named = { ym_profile_id: String(ymProfileId), from, to, ...(hours && { hours }) };
  for (let after: string | null | undefined; after !== null; ) {
    const query = new URLSearchParams({ ...named, ...(after && { after }) });
    const part = partOf(await send('GET', `/recorded/content?${query.toString()}`));
    parts.push(Buffer.from(part.content, 'base64'));
    after = part.next;
  }
  const content = Buffer.concat(parts);
  const lines = content.length === 0 ? [] : zstdDecompressSync(content).toString().trimEnd().split('\n');
  return lines.map((line) => (JSON.parse(line) as { decided: { seed: string } }).decided.seed);
}

const [eight, nine, ten] = ['2026-11-21T08:00:00Z', '2026-11-21T09:00:00Z', '2026-11-21T10:00:00Z'];

test('the hours that are recorded are listed, with their auctions and the share, over REST and tRPC', async () => {
  const hours = [
    { hour: '2026-11-21T08:00:00.000Z', auctions: 2, share: 1, least_share: 1, is_whole: true },
    { hour: '2026-11-21T09:00:00.000Z', auctions: 1, share: 1, least_share: 1, is_whole: true },
  ];
  expect(await hoursOf(id)).toEqual(hours);
  const client = createClient(service.url, service.people.seller1.api_key);
  expect(await client.recorded.list.query({ ym_profile_id: id })).toEqual({ count: 2, items: hours });
});

test('the auctions of some hours are given, the last hour not included', async () => {
  expect(await seedsIn(id, eight, ten)).toEqual(['first', 'second', 'third']);
  expect(await seedsIn(id, eight, nine)).toEqual(['first', 'second']);
  expect(await seedsIn(id, ten, '2026-11-22T00:00Z')).toEqual([]);
});

test('only the hours that are named are given, if any are', async () => {
  expect(await seedsIn(id, eight, ten, nine)).toEqual(['third']);
  expect(await seedsIn(id, eight, ten, `${eight},${nine}`)).toEqual(['first', 'second', 'third']);
  expect(await seedsIn(id, eight, nine, nine)).toEqual([]);
  const client = createClient(service.url, service.people.seller1.api_key);
  const asked = { ym_profile_id: id, from: eight, to: ten, hours: nine };
  expect((await client.recorded.content.query(asked)).next).toBeNull();
});

test('the small files of many hours are one part', async () => {
  const { id: many } = await createYmProfile(send);
  for (let hour = 0; hour < 12; hour++) await record(many, [`hour ${hour}`], eightMs + hour * 3_600_000);
  const query = `ym_profile_id=${many}&from=${eight}&to=2026-11-22T00:00Z`;
  const { content, next } = partOf(await send('GET', `/recorded/content?${query}`));
  expect(next).toBeNull();
  expect(zstdDecompressSync(Buffer.from(content, 'base64')).toString().trimEnd().split('\n')).toHaveLength(12);
});

test('a file whose last frame is not whole counts and gives the others', async () => {
  const { id: cut } = await createYmProfile(send);
  await record(cut, ['whole'], eightMs);
  const folder = join(service.dataDir, 'logs', String(service.people.seller1.member_id), String(cut));
  for (const name of readdirSync(folder))
    appendFileSync(join(folder, name), Buffer.from('5a2a4d18140000004154', 'hex'));
  // The process goes on in another file.
  await record(cut, ['after'], eightMs);
  expect(await hoursOf(cut)).toEqual([
    { hour: '2026-11-21T08:00:00.000Z', auctions: 2, share: 1, least_share: 1, is_whole: true },
  ]);
  expect((await seedsIn(cut, eight, nine)).toSorted()).toEqual(['after', 'whole']);
});

const noise = () => Array.from({ length: 6 }, () => Math.random().toString(36).slice(2, 12)).join('');
const keyValues = () => Object.fromEntries(Array.from({ length: 500 }, () => [noise(), [noise()]]));

test('much is given in several parts', async () => {
  const { id: much } = await createYmProfile(send);
  nowMs = eightMs;
  for (let count = 0; count < 40; count++) {
    const impression = { key_values: keyValues() };
    await runAuction(send, { ym_profile_id: much, seed: `much ${count}`, impression, bids: [] });
    // Each time a frame is written.
    if (count % 10 === 9) await service.opened.recorder?.settle();
  }
  const query = `ym_profile_id=${much}&from=${eight}&to=${nine}`;
  const { next } = partOf(await send('GET', `/recorded/content?${query}`));
  expect(next).not.toBeNull();
  expect(await seedsIn(much, eight, nine)).toHaveLength(40);
  const few = partOf(await send('GET', `/recorded/content?${query}&part_bytes=16384`));
  const { content } = partOf(await send('GET', `/recorded/content?${query}`));
  expect(few.content.length).toBeLessThan(content.length);
});

test.for([
  ['from=2026-11-21T08:30:00Z&to=2026-11-21T10:00:00Z', 'from'],
  ['from=2026-11-21T09:00:00Z&to=2026-11-21T09:00:00Z', 'to'],
  ['from=2026-02-30T09:00:00Z&to=2026-11-21T09:00:00Z', 'from'],
  ['to=2026-11-21T09:00:00Z', 'from'],
  ['from=2026-11-21T08:00:00Z&to=2026-11-21T09:00:00Z&after=..%2F..%2Fx', 'after'],
  ['from=2026-11-21T08:00:00Z&to=2026-11-21T09:00:00Z&hours=2026-11-21T08:00Z,', 'hours.1'],
  ['from=2026-11-21T08:00:00Z&to=2026-11-21T09:00:00Z&hours=2026-11-21T08:10Z', 'hours.0'],
  ['from=2026-11-21T08:00:00Z&to=2026-11-21T09:00:00Z&part_bytes=100', 'part_bytes'],
])('the hours %s are refused', async ([query, path]) => {
  const answer = await send('GET', `/recorded/content?ym_profile_id=${id}&${query}`);
  expect([answer.status, issuePaths(answer)]).toEqual([400, [path]]);
});

test('one member never sees what another has recorded', async () => {
  const key = service.people.seller2.api_key;
  for (const path of ['/recorded?', `/recorded/content?from=${eight}&to=${nine}&`]) {
    expect((await send('GET', `${path}ym_profile_id=${id}`, { key })).status).toBe(404);
    expect((await send('GET', `${path}ym_profile_id=${id}&member_id=1`, { key })).status).toBe(403);
    const admin = { key: service.people.admin.api_key };
    expectOk(await send('GET', `${path}ym_profile_id=${id}&member_id=1`, admin));
  }
  const log = { kind: 'recorded', from: eight, to: nine };
  const body = { ym_profile_id: id, draft: { tiers: [] }, log };
  expect((await send('POST', '/simulation', { key, body })).status).toBe(404);
});

test('a simulation compares over what was recorded, and says what it read', async () => {
  const log = { kind: 'recorded', from: eight, to: ten };
  const tier = { name: 'T', priority: 5, member_action: 'include', min_price: 0, buyer_members: [{ id: 107 }] };
  const started = await send('POST', '/simulation', { body: { ym_profile_id: id, draft: { tiers: [tier] }, log } });
  const simulation = expectOk(started).response.id;
  const result = await vi.waitUntil(
    async () => {
      const one = expectOk(await send('GET', `/simulation?id=${simulation}`)).response['simulation'] as Row;
      if (one['state'] === 'failed') throw new Error(String(one['error']));
      if (one['state'] !== 'done') return false;
      return (await send('GET', `/simulation/result?id=${simulation}`)).response['simulation-result'];
    },
    { timeout: 60_000, interval: 100 },
  );
  expect(result).toMatchObject({
    simulation: { log, inputs: { log_sha256: expect.stringMatching(/^[0-9a-f]{64}$/) as unknown } },
    report: { auctions: 3, input: { files: [{ file: `recorded ${eight}..${ten}` }], broken_lines: 0 } },
  });
  expect(JSON.stringify(result)).not.toContain(service.dataDir);
});

test('a simulation over hours of which nothing was recorded is refused', async () => {
  const log = { kind: 'recorded', from: ten, to: '2026-11-21T11:00:00Z' };
  const answer = await send('POST', '/simulation', { body: { ym_profile_id: id, draft: { tiers: [] }, log } });
  expect([answer.status, issuePaths(answer)]).toEqual([400, ['log.from']]);
});
