import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compile } from '@auction-tiers/tier-engine';
import { expect, test } from 'vitest';
import { createMatchers } from '../../src/bench/matchers.ts';
import { knowAnswers, takeTurn } from '../../src/bench/measure.ts';
import { drawAuctions, drawTierSet, resized } from '../../src/bench/workload.ts';
import { benchSubject } from '../../src/document/bench-document.ts';
import { type BenchReport, benchNames } from '../../src/schema/bench-report.ts';
import { createFolder } from '../fixture/folder.ts';
import { runSimulator } from '../fixture/run-simulator.ts';
import { writeLog, writeTierSet } from '../fixture/small-log.ts';
import { parsePage } from '../html/document.ts';

test('own tiers on an own log: every program is measured with every number of tiers, and every answer compared', async () => {
  const folder = createFolder();
  const [log, tiers] = [writeLog(folder), writeTierSet(folder)];
  const args = [
    'bench',
    '--in',
    log,
    '--tiers',
    tiers,
    '--sizes',
    '2,12',
    '--out',
    'bench.json',
    '--html',
    'bench.html',
  ];
  const { stdout, stderr, exitCode } = await runSimulator(folder, args);
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  const report = JSON.parse(readFileSync(join(folder, 'bench.json'), 'utf8')) as BenchReport;
  expect(report.tier_set).toMatchObject({ name: 'Small', tiers: 3 });
  expect(report.sizes.map((size) => [size.tiers, size.is_own])).toEqual([
    [2, false],
    [3, true],
    [12, false],
  ]);
  for (const { rows, compile_ms: compileMs } of report.sizes) {
    expect(rows.map(({ name }) => name)).toEqual(Object.values(benchNames));
    for (const row of rows) {
      expect(Math.min(row.checked_bids, row.median_ns, row.bids_a_second, compileMs), row.name).toBeGreaterThan(0);
      expect(row.p99_ns, row.name).toBeGreaterThanOrEqual(row.median_ns);
    }
  }
  expect(stdout).toContain('3 (yours)');
  const one = { ...report.auctions, count: 1, files: null };
  expect(benchSubject({ ...report, auctions: one })).toContain('1\u00a0synthetic auction ');
  const page = parsePage(readFileSync(join(folder, 'bench.html'), 'utf8'));
  expect(page.problems).toEqual([]);
  // In each of three widths, a line for each program that only selects, and for the limit.
  expect(page.elements.filter(({ tag }) => tag === 'path')).toHaveLength(3 * 4);
});

test.for([
  { args: ['--sizes', '10,many'], message: 'Allowed are whole numbers from 1 to 1000000, with commas between them.' },
  { args: ['--auctions', '0'], message: 'Allowed is a whole number from 1 to 10000.' },
  { args: ['--tiers', 'none.json'], message: '--tiers: none.json cannot be read: ENOENT' },
  { args: ['--in', 'none.jsonl'], message: 'none.jsonl' },
  { args: ['--in', 'log.jsonl', '--bids', '5'], message: '--auctions and --bids are for synthetic auctions' },
  { args: ['--out', 'none/bench.json'], message: '--out: none/bench.json cannot be written: ENOENT' },
])('bench $args ends with exit code 2 and a sentence', async ({ args, message }) => {
  const folder = createFolder();
  writeLog(folder);
  const { stdout, stderr, exitCode } = await runSimulator(folder, ['bench', ...args]);
  expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
  expect(stderr).toContain(message);
  expect(stderr.trim().split('\n').length).toBeLessThanOrEqual(2);
});

const auctions = drawAuctions(20, 6, 'seed');
const source = drawTierSet(40, auctions, 'seed');
const compiled = compile(source);
if (!compiled.ok) throw new Error('the synthetic tiers do not compile');
const known = knowAnswers(source, auctions);
const matchers = createMatchers(source, compiled.tierSet);

test('synthetic tiers take some bids and leave others, and what is synthetic depends on its seed alone', () => {
  const taken = known.flatMap(({ tierIds }) => tierIds).filter((id) => id > 0).length;
  expect(taken).toBeGreaterThan(10);
  expect(taken).toBeLessThan(110);
  expect([drawAuctions(20, 6, 'seed'), drawTierSet(40, auctions, 'seed')]).toEqual([auctions, source]);
  expect(drawTierSet(40, auctions, 'other')).not.toEqual(source);
});

test.for(matchers.map(({ name }) => name))('a wrong answer of %s ends the bench', (name) => {
  const right = matchers.find((matcher) => matcher.name === name)!;
  expect(takeTurn(right, known, 0).length).toBeGreaterThan(0);
  const wrong = { ...right, answer: (index: number) => right.answer(index) + 1 };
  expect(() => takeTurn(wrong, known, 0)).toThrow(`${name} answers`);
});

test('no program puts a bid into a tier that is switched off or out of its flight', () => {
  const stopped = source.tiers.map((tier, at) =>
    at % 3 === 0 ? { ...tier, state: 'inactive' as const } : at % 3 === 1 ? { ...tier, startMs: 1 } : tier,
  );
  const running = { ...source, tiers: stopped };
  const those = compile(running);
  if (!those.ok) throw new Error('the tiers do not compile');
  const answers = knowAnswers(running, auctions);
  expect(answers.flatMap(({ tierIds }) => tierIds)).not.toEqual(known.flatMap(({ tierIds }) => tierIds));
  for (const matcher of createMatchers(running, those.tierSet)) takeTurn(matcher, answers, 0);
});

test('fewer tiers are evenly chosen, and more are copies with ids of their own', () => {
  expect(resized(source, 4).tiers.map(({ id }) => id)).toEqual([1, 11, 21, 31]);
  const more = resized(source, 100).tiers;
  expect(new Set(more.map(({ id }) => id)).size).toBe(100);
  expect(more[85]).toEqual({ ...source.tiers[5], id: 86 });
});
