import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { chooseFee } from '../../src/log/auction/fee.ts';
import { replay } from '../../src/run/replay.ts';
import { runReplay } from '../../src/command/run-replay.ts';
import { loadDemoTierSet } from '../../src/tier-set/tier-set-file.ts';
import { createFolder } from '../fixture/folder.ts';
import { createBodies, toOpenRtbLine, toOwnLine } from '../log/bodies.ts';
import { toFeedBids, toSeparated } from '../log/feed.ts';
import { runSimulator } from '../fixture/run-simulator.ts';
import { writeLog } from '../fixture/small-log.ts';

const bodies = createBodies(2000);
/** Without a seed of its own: its seed is its place. */
const unseeded = bodies.map(({ seed: _seed, ...body }) => JSON.stringify({ publisher_id: 9, ...body }));
const seats = ['stranger', 'Unknown & Sons'];

test('any number of threads gives the same bytes as one, for every kind of log', async () => {
  const folder = createFolder();
  writeLog(folder, unseeded.with(700, 'broken').join('\n'), 'log-a');
  writeLog(
    folder,
    `${bodies.map((body, at) => toOpenRtbLine(body, at % 3 === 0 ? seats : [])).join('\r\n')}\r\n`,
    'log-b',
  );
  writeLog(folder, toSeparated(bodies.slice(0, 500).flatMap(toFeedBids)), 'log-c');
  writeLog(folder, gzipSync(bodies.slice(0, 500).map(toOwnLine).join('\n')), 'log-d');
  const { report } = await replay({
    files: ['log-a', 'log-b', 'log-c', 'log-d'].map((name) => join(folder, name)),
    loaded: loadDemoTierSet(),
    target: undefined,
    fee: chooseFee({ option: 150_000 }),
    isStrict: false,
    onBrokenLine: () => {},
  });
  expect(report).toMatchObject({
    auctions: 4999,
    input: { broken_lines: 1, unmapped_seats: { seats: 2, bids: 1334 } },
  });
  const alone = JSON.stringify(report, null, 2).replaceAll(`${folder}/`, '');
  const args = ['replay', '--in', 'log-*', '--fee', '15', '--workers', '3', '--out', 'report.json'];
  const { exitCode, stderr } = await runSimulator(folder, args);
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: 'log-a, line 701 is not a JSON object.\n' });
  expect(readFileSync(join(folder, 'report.json'), 'utf8')).toBe(`${alone}\n`);
});

test('the broken line that ends a strict replay is the first of the log, whichever thread is quicker', async () => {
  const folder = createFolder();
  writeLog(folder, unseeded.with(1, 'broken').with(600, 'broken').with(1990, 'broken').join('\n'));
  const { exitCode, stdout, stderr } = await runSimulator(folder, [
    'replay',
    '--in',
    'log.jsonl',
    '--workers',
    '2',
    '--strict',
  ]);
  expect({ exitCode, stdout, stderr }).toEqual({
    exitCode: 1,
    stdout: '',
    stderr: 'log.jsonl, line 2 is not a JSON object.\n',
  });
});

test.for([
  [{ workers: 2, distributed: true }, '--workers and --distributed'],
  [{ api: 'http://127.0.0.1:1', ymProfile: 1, workers: 2 }, '--api and --workers'],
] as const)('%j is wrong usage', async ([options, message]) => {
  const run = runReplay({ in: writeLog(createFolder()), ...options });
  await expect(run).rejects.toMatchObject({ exitCode: 2, message: expect.stringContaining(message) });
});
