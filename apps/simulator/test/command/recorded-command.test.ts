import { createServer } from 'node:http';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { netMicros } from '@auction-tiers/tier-engine';
import { isLong } from '@auction-tiers/tools/long';
import { expect, onTestFinished, test } from 'vitest';
import { defaultParams } from '@auction-tiers/market';
import { synthesize } from '../../src/generate/generate.ts';
import { ReplayReport } from '../../src/schema/replay-report.ts';
import { createFolder } from '../fixture/folder.ts';
import { runSimulator } from '../fixture/run-simulator.ts';
import type { RunningApi } from '../fixture/running-api.ts';
import { startApi } from '../fixture/running-api.ts';

const demoFeePpm = 150_000;
type Row = Readonly<Record<string, unknown>>;

async function ask({ url, apiKey }: RunningApi, method: string, path: string, body?: object): Promise<Row> {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: { authorization: apiKey, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  const answer = ((await response.json()) as { response: Row }).response;
  expect([path, response.status, answer['error']]).toEqual([path, 200, undefined]);
  return answer;
}

const linesOf = (auctionCount: number, seed: string): string[] =>
  [...synthesize({ auctionCount, bidCount: 6, seed, format: 'own', params: defaultParams })]
    .join('')
    .trim()
    .split('\n');

/** Auctions as a seller sends them; every other one names no seed, and none a time or a fee. */
const bodies = (auctionCount: number, seed: string): Row[] =>
  linesOf(auctionCount, seed).map((line, at) => {
    const body = JSON.parse(line) as Row;
    const { time: _time, ...impression } = body['impression'] as Row;
    return {
      ...body,
      ym_profile_id: 1,
      impression,
      revenue_share_pct: undefined,
      ...(at % 2 === 0 && { seed: undefined }),
    };
  });

/** Sends auctions in batches and adds up what the answers say. */
async function send(
  api: RunningApi,
  auctions: readonly Row[],
): Promise<{ sold: number; grossMicros: number; netMicros: number }> {
  const sums = { sold: 0, grossMicros: 0, netMicros: 0 };
  for (let at = 0; at < auctions.length; at += 1000) {
    const { auctions: answers } = await ask(api, 'POST', '/auction/batch', { auctions: auctions.slice(at, at + 1000) });
    for (const { winner } of answers as { winner: { clearing_price: number } | null }[]) {
      if (winner === null) continue;
      sums.sold++;
      const clearingMicros = Math.round(winner.clearing_price * 1e6);
      sums.grossMicros += clearingMicros;
      sums.netMicros += netMicros(clearingMicros, demoFeePpm);
    }
  }
  return sums;
}

interface Hour {
  readonly hour: string;
  readonly auctions: number;
  readonly share: number;
}

/** Resolves with the hours once so many auctions are on disk. */
async function recorded(api: RunningApi, count: number): Promise<readonly Hour[]> {
  let hours: readonly Hour[] = [];
  await expect
    .poll(async () => {
      hours = (await ask(api, 'GET', '/recorded?ym_profile_id=1'))['recorded'] as Hour[];
      return hours.reduce((sum, { auctions }) => sum + auctions, 0);
    })
    .toBe(count);
  return hours;
}

const anyDay = '2020-01-01..2100-01-01';
const usd = (micros: number) => (micros / 1e9).toFixed(9);

/** Runs a command about what the service has recorded. */
async function simulate({ url, apiKey }: RunningApi, folder: string, command: string, args: readonly string[]) {
  const from = ['--api', url, '--ym-profile', '1'];
  return runSimulator(folder, [command, ...from, ...args, '--out', 'report.json'], { AUCTION_TIERS_KEY: apiKey });
}
const reportIn = (folder: string) => ReplayReport.parse(JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')));

/** Whole micros of an amount, in whatever unit it is printed. */
const micros = (amount: unknown) => BigInt(String(amount).replace('.', ''));

/** What the live report says of all auctions, once it has as many. */
async function liveReport(api: RunningApi, auctions: number): Promise<Row> {
  let row: Row = {};
  await expect
    .poll(async () => {
      const rows = (await ask(api, 'GET', '/report?ym_profile_id=1'))['report-rows'] as readonly Row[];
      row = rows[0] ?? {};
      return row['auctions'];
    })
    .toBe(auctions);
  return row;
}

/** The sums of a replay as the live report has them. */
const sumsOf = ({ sold, gross_paid, net_to_seller, forgone, outcomes }: Sums) => ({
  sold,
  ...outcomes,
  gross: micros(gross_paid),
  net: micros(net_to_seller),
  forgone: micros(forgone),
});
type Sums = Pick<NonNullable<ReplayReport['verify']>, 'sold' | 'gross_paid' | 'net_to_seller' | 'forgone' | 'outcomes'>;

/** Sums of a value of an attribute, in the report and in a replay. */
const valueSums = (row: Readonly<Record<string, unknown>>, gross: unknown, net: unknown) => ({
  auctions: row['auctions'],
  bids: row['bids'],
  won: row['won'],
  excluded: row['excluded'],
  gross: micros(gross),
  net: micros(net),
  forgone: micros(row['forgone']),
});

const sumsOfReport = ({ sold, won, outranked, outbid, lost_tie, excluded, below_floor, ...row }: Row) => ({
  sold,
  won,
  outranked,
  outbid,
  lost_tie,
  excluded,
  below_floor,
  gross: micros(row['gross']),
  net: micros(row['net']),
  forgone: micros(row['forgone']),
});

/** How many are recorded, replayed and counted. */
const recordedCount = isLong ? 20_000 : 4000;

test('recorded auctions are replayed to the sums of the report, and decided again to the same bytes', async () => {
  const api = await startApi({ RECORD_AUCTIONS: '1', SIMULATION_WORKER: '0' });
  const sums = await send(api, bodies(recordedCount, 'live'));
  const hours = await recorded(api, recordedCount);
  expect(hours.map(({ share }) => share)).toEqual(hours.map(() => 1));
  const folder = createFolder();
  const run = await simulate(api, folder, 'replay', ['--recorded', anyDay, '--verify']);
  expect(run).toMatchObject({ exitCode: 0, stderr: '' });
  const report = reportIn(folder);
  expect(report).toMatchObject({
    auctions: recordedCount,
    input: { files: [{ file: 'recorded 2020-01-01T00:00:00.000Z..2100-01-01T00:00:00.000Z' }], broken_lines: 0 },
    with_tiers: { sold: sums.sold, gross_paid: usd(sums.grossMicros), net_to_seller: usd(sums.netMicros) },
    verify: { decided_again: recordedCount, different: 0, unknown_revisions: 0, revisions: 1 },
  });
  const live = sumsOfReport(await liveReport(api, recordedCount));
  expect(sumsOf({ ...report.with_tiers, forgone: report.forgone })).toEqual(live);
  expect(sumsOf(report.verify!)).toEqual(live);
  for (const [group, { rows }] of [
    ['placement', report.placements],
    ['size', report.sizes],
  ] as const) {
    const counted = (await ask(api, 'GET', `/report?ym_profile_id=1&group_by=${group}`))['report-rows'] as Row[];
    expect(rows.length).toBeGreaterThan(1);
    expect(new Map(counted.map((row) => [row[group], valueSums(row, row['gross'], row['net'])]))).toEqual(
      new Map(
        rows.map((row) => {
          const value = 'size' in row ? row.size : row.placement_id && String(row.placement_id);
          return [value, valueSums(row, row.gross_paid, row.net_to_seller)];
        }),
      ),
    );
  }

  const compared = await simulate(api, folder, 'compare', ['--recorded', anyDay, '--remove', '12']);
  expect([compared.exitCode, compared.stderr]).toEqual([expect.any(Number), '']);
  expect(JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8'))).toMatchObject({ auctions: recordedCount });
}, 240_000);

test('across changes of the tiers and of the fee every auction is decided again by what decided it', async () => {
  const api = await startApi({ RECORD_AUCTIONS: '1', SIMULATION_WORKER: '0' });
  await send(api, bodies(1000, 'before'));
  const { 'ym-profile-export': now } = await ask(api, 'GET', '/ym-profile/export?id=1');
  const { tiers, profiles } = now as { readonly tiers: readonly Row[]; readonly profiles: readonly Row[] };
  const changed = tiers.flatMap((tier, at) => (at === 0 ? [] : [{ ...tier, priority: 1 + (at % 10) }]));
  await ask(api, 'POST', '/ym-profile/import?id=1', { tiers: changed, profiles });
  await send(api, bodies(1000, 'between'));
  await ask(api, 'PUT', '/member', { revenue_share_pct: 7.5 });
  await send(api, bodies(1000, 'after'));
  await recorded(api, 3000);

  const folder = createFolder();
  const run = await simulate(api, folder, 'replay', ['--recorded', anyDay, '--verify']);
  const report = reportIn(folder);
  expect(report.verify).toMatchObject({ decided_again: 3000, different: 0, unknown_revisions: 0, differences: [] });
  expect(report.verify?.revisions).toBeGreaterThan(2);
  expect(run).toMatchObject({ exitCode: 0, stderr: '' });
  const live = sumsOfReport(await liveReport(api, 3000));
  expect(sumsOf(report.verify!)).toEqual(live);
  // By the present tiers alone they are others: the test would not see a verification that asks for no revision.
  expect(sumsOf({ ...report.with_tiers, forgone: report.forgone })).not.toEqual(live);
});

test('a decision that is not what was recorded is found, named, and is exit code 1', async () => {
  const api = await startApi({ RECORD_AUCTIONS: '1', SIMULATION_WORKER: '0' });
  const body = { ym_profile_id: 1, bids: [{ id: 'a', member_id: 107, price: 3 }] };
  const { auction } = await ask(api, 'POST', '/auction', { ...body, seed: 'changed' });
  const { revision, time } = auction as { readonly revision: string; readonly time: string };
  const decided = {
    revision,
    seed: 'changed',
    time,
    revenue_share_pct: 15,
    winner: 'b',
    clearing_price: 1,
    answer_crc32: 7,
  };
  const folder = createFolder();
  writeFileSync(join(folder, 'log.jsonl'), `${JSON.stringify({ decided, ...body })}\n${JSON.stringify(body)}\n`);
  const run = await simulate(api, folder, 'replay', ['--in', 'log.jsonl', '--verify']);
  expect(run.exitCode).toBe(1);
  const { verify } = reportIn(folder);
  expect(verify).toMatchObject({ decided_again: 1, different: 1, unrecorded: 1 });
  expect(verify?.differences).toEqual([
    expect.stringMatching(/^line 1 .*"changed".*"b" wins at 1.000000 .*"a" wins at 3.000000 /),
  ]);
});

test.for([
  [['--recorded', anyDay], 2],
  [['--recorded', anyDay, '--in', 'x.jsonl', '--api', 'http://127.0.0.1:1', '--ym-profile', '1'], 2],
  [['--recorded', '2026-11-21..2026-11-21', '--api', 'http://127.0.0.1:1', '--ym-profile', '1'], 2],
  [['--recorded', 'yesterday..today', '--api', 'http://127.0.0.1:1', '--ym-profile', '1'], 2],
  [['--recorded', anyDay, '--api', 'http://127.0.0.1:1', '--ym-profile', '1'], 1],
  [['--recorded', anyDay, '--api', 'http://127.0.0.1:1', '--ym-profile', '1', '--distributed'], 2],
  [['--in', 'x.jsonl', '--verify'], 2],
  [[], 2],
] as const)('replay %j ends with exit code %i and says why', async ([args, exitCode]) => {
  const folder = createFolder();
  writeFileSync(join(folder, 'x.jsonl'), '{"bids":[]}\n');
  const run = await runSimulator(folder, ['replay', ...args], { AUCTION_TIERS_KEY: 'k' });
  expect(run.exitCode).toBe(exitCode);
  expect(run.stderr).toMatch(/\S/);
  expect(run.stderr).not.toMatch(/\n\s+at /);
});

test('a download that is throttled waits as long as the service says', async () => {
  const statuses = [429, 429, 200];
  const server = createServer((_request, response) => {
    response.writeHead(statuses.shift() ?? 200, { 'retry-after': '0' });
    response.end(JSON.stringify({ response: { status: 'OK', 'recorded-content': { content: '', next: null } } }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const args = ['replay', '--recorded', anyDay, '--api', url, '--ym-profile', '1'];
  const run = await runSimulator(createFolder(), args, { AUCTION_TIERS_KEY: 'k' });
  expect(statuses).toEqual([]);
  expect(run).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('has no recorded 2020') as unknown });
});

test('a download that breaks off is reported, and no figures are given', async () => {
  const server = createServer((request, response) => {
    if (request.url?.includes('after=') === true) return void response.write('{"response":{', () => response.destroy());
    const part = { content: '', next: '2026-11-21T08.aaaaaaaa-1.jsonl.zst:1' };
    response.end(JSON.stringify({ response: { status: 'OK', 'recorded-content': part } }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const run = await runSimulator(createFolder(), ['replay', '--recorded', anyDay, '--api', url, '--ym-profile', '1'], {
    AUCTION_TIERS_KEY: 'k',
  });
  expect(run).toMatchObject({ exitCode: 1, stdout: '', stderr: expect.stringContaining('behind part 1') as unknown });
});
