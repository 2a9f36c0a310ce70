import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createProgram } from '../../src/command/program.ts';
import { LoadReport } from '../../src/schema/load-report.ts';
import { loadDemoTierSet } from '../../src/tier-set/tier-set-file.ts';
import { apiKey, serveAuctions } from '../fixture/auction-server.ts';
import { createFolder } from '../fixture/folder.ts';
import { runSimulator } from '../fixture/run-simulator.ts';
import { writeLog } from '../fixture/small-log.ts';

const { tierSet } = loadDemoTierSet();
const environment = { AUCTION_TIERS_KEY: apiKey };

async function load(folder: string, url: string, ...more: readonly string[]) {
  const args = ['load', '--url', url, '--ym-profile', '42', '--via', 'batch', '--out', 'report.json', ...more];
  const ended = await runSimulator(folder, args, environment);
  return { ...ended, report: LoadReport.parse(JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8'))) };
}

test('synthetic auctions are sent, and the report has their answers', async () => {
  const { url, received } = await serveAuctions(tierSet);
  const { exitCode, stderr, stdout, report } = await load(
    createFolder(),
    url,
    ...'--requests 9 --batch 20 --bids 5 --connections 3 --rate 200'.split(' '),
  );
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  expect(received.batchSizes).toEqual(Array.from({ length: 9 }, () => 20));
  expect([...received.ymProfileIds]).toEqual([42]);
  expect(report).toMatchObject({ url, via: 'batch', connections: 3, auctions_a_request: 20 });
  expect(report.sample).toEqual({ auctions: 180, files: null, seed: 'load' });
  expect(report.measurement).toMatchObject({
    rate_asked: 200,
    requests: { sent: 9, answered: 9, failed: 0 },
    auctions: { answered: 180, refused: 0 },
    bids: 900,
  });
  expect(stdout).toContain(`${url}, ym-profile 42, via batch, 20 auctions`);
  expect(stdout).toContain('180 synthetic');
  expect(stdout).toMatch(/│ auctions +│ +180 │/);
  expect(stdout).toMatch(/│ latency │ +50 % │ +75 % │ +90 % │ +97.5 % │ +99 % │ +99.9 % │ +longest │/);
  expect(stdout).toContain('due');
});

const bids = [{ id: 'b', member_id: 1, price: 1 }];
const line = (seed: string) => `${JSON.stringify({ ym_profile_id: 1, seed, bids })}\n`;

test('the auctions of a log are sent, and refused ones are reported', async () => {
  const folder = createFolder();
  writeLog(folder, `${line('one')}oops\n${line('two')}`);
  const { url } = await serveAuctions(tierSet, (seed) => seed === 'two');
  const { exitCode, stderr, stdout, report } = await load(folder, url, '--in', '*.jsonl', '--requests', '3');
  expect(exitCode).toBe(1);
  expect(stderr).toMatch(/^log\.jsonl, line 2 .*\n$/);
  expect(report.sample).toEqual({ auctions: 2, files: ['log.jsonl'], seed: null });
  expect(report.measurement).toMatchObject({ rate_asked: null, auctions: { answered: 3, refused: 3 }, bids: 3 });
  expect(stdout).toMatch(/refused: 3 .*SYNTAX \(not today\)/);
});

test.for(['', '--rate 100'])('a key that never worked ends the load with 2 (%j)', async (more) => {
  const { url, received } = await serveAuctions(tierSet);
  const args = `load --url ${url} --ym-profile 42 --via batch --connections 2 --out report.json ${more}`
    .trim()
    .split(' ');
  const folder = createFolder();
  const { exitCode, stdout, stderr } = await runSimulator(folder, args, { AUCTION_TIERS_KEY: 'wrong' });
  expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
  const { measurement } = LoadReport.parse(JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')));
  const { requests, ended_by: endedBy, failures } = measurement;
  expect(endedBy).toBe('unauthorized');
  expect(failures).toMatchObject([{ kind: 'HTTP 401', count: 1, example: 'no such key' }]);
  expect(requests.sent).toBeLessThanOrEqual(2);
  expect(stderr).toMatch(new RegExp(`^${url} .* ${requests.sent} request.*HTTP 401 \\(no such key\\)\\.\n$`));
  expect(received.batchSizes).toEqual([]);
});

test('a load whose duration ends before the first answer exits with 1 and shows no latencies', async () => {
  const server = createServer((request) => void request.resume()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { exitCode, stdout, report } = await load(createFolder(), url, ...'--duration 1 --connections 1'.split(' '));
  expect(exitCode).toBe(1);
  expect(report.measurement).toMatchObject({
    ended_by: 'duration',
    requests: { answered: 0, unfinished: 1, failed: 0 },
  });
  expect(stdout).not.toContain('│ latency');
  expect(stdout).toMatch(/requests: 1 without an answer/);
});

test('Ctrl-C ends a load at once, with a report of the answers until then', async () => {
  const folder = createFolder();
  let calls = 0;
  const server = createServer((request, response) => {
    request.resume();
    response.end('{"response":{"status":"OK","auction":{"winner":null,"bids":[]}}}');
    if (++calls === 20) child.kill('SIGINT');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url));
  const flags = ['--disable-warning=ExperimentalWarning', '--conditions=@auction-tiers/source', main];
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const args = [
    'load',
    '--url',
    url,
    '--ym-profile',
    '1',
    '--duration',
    '3600',
    '--connections',
    '2',
    '--out',
    'r.json',
  ];
  const child = spawn(process.execPath, [...flags, ...args], { cwd: folder, env: { ...process.env, ...environment } });
  const [printed, [exitCode]] = await Promise.all([text(child.stdout), once(child, 'close')]);
  expect(exitCode).toBe(0);
  expect(printed).toContain('Ctrl-C');
  const { measurement } = LoadReport.parse(JSON.parse(readFileSync(join(folder, 'r.json'), 'utf8')));
  expect(measurement).toMatchObject({ ended_by: 'aborted', requests: { failed: 0 } });
  expect(measurement.requests.answered).toBeGreaterThanOrEqual(18);
});

const usual = ['load', '--url', 'http://127.0.0.1:1', '--ym-profile', '1'];

test.for([
  [['load', '--ym-profile', '1'], /--url/],
  [['load', '--url', 'http://127.0.0.1:1'], /--ym-profile/],
  [usual.with(2, 'https://192.0.2.1/x'), /--url: 192\.0\.2\.1 .*--i-own-this-target/],
  [usual.with(2, 'https://localhost'), /--url: .*--rate/],
  [[...usual, '--rate', '0'], /--rate.* above 0 and up to 1000000/],
  [[...usual, '--duration', '3601'], /--duration.* 1 to 3600\b/],
  [[...usual, '--sweep'], /--sweep was removed.*--rate/],
  [[...usual, '--requests', '0'], /--requests.* 1 to 100000000\b/],
  [[...usual, '--via', 'smoke'], /--via.* rest, batch, trpc/],
  [[...usual, '--batch', '2'], /--batch: 2 .*--via rest.* 1\./],
  [[...usual, '--via', 'trpc', '--batch', '101'], /--batch: 101 .*--via trpc.* 100\./],
  [[...usual, '--in', 'none.jsonl'], /--in: .*none\.jsonl/],
] as const)('%j is wrong usage', async ([args, message]) => {
  await expect(run(args)).rejects.toThrow(message);
});

test('a log without auctions is wrong usage', async () => {
  const file = writeLog(createFolder(), '\n');
  await expect(run([...usual, '--in', file])).rejects.toThrow(`--in: ${file} `);
});

function run(args: readonly string[]): Promise<unknown> {
  vi.stubEnv('AUCTION_TIERS_KEY', apiKey);
  onTestFinished(() => void vi.unstubAllEnvs());
  const program = createProgram(() => expect.fail('It ran.'));
  for (const command of program.commands) command.configureOutput({ writeErr: () => {} });
  return program.parseAsync(args, { from: 'user' });
}
