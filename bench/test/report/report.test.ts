import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { EngineFigures } from '../../src/engine/figures.ts';
import { writeReport } from '../../src/report/write-report.ts';
import { readResult, writeResult } from '../../src/suite/suite.ts';

const recorded = join(import.meta.dirname, '../fixture');
const folder = mkdtempSync(join(tmpdir(), 'auction-tiers-report-'));
afterAll(() => rmSync(folder, { recursive: true }));

function write(results: string): { report: string; plot: string } {
  const written = writeReport(results, folder);
  if (!written.ok) throw new Error(written.problem);
  const [report, plot] = written.files.map((file) => readFileSync(file, 'utf8'));
  return { report: report!, plot: plot! };
}

test('the report shows the recorded figures: medians, ratios by round, what was dropped, goals that were met, missed, not measured', () => {
  const { report } = write(recorded);
  expect(report).toMatch(/^\| tier-engine +\| +20 ns \| +30 ns \|$/m);
  expect(report).toMatch(/^\| linear loop +\| +20x \| +200x \|$/m);
  expect(report).toMatch(/^\| json-rules-engine +\| +1 ms \| dropped: run ~80 s \|$/m);
  expect(report).toMatch(/^\| up to 10,000 tiers, wide: the simple index [^|]+\| +at least 1x \| +1.5x \| +yes \|$/m);
  expect(report).toMatch(/^\| selecting for 20 bids among 1,000 tiers: [^|]+\| +at most 5 % \| +0.6 % \| +yes \|$/m);
  expect(report).toMatch(
    /^\| selecting for 20 bids among 10,000 tiers: [^|]+\| +at most 5 % \| +not measured \| +- \|$/m,
  );
  expect(report).toMatch(/^\| wide: 100,000 tiers against 300 +\| +at most 1.5x \| +not measured \| +- \|$/m);
  expect(report).toMatch(/^\| POST \/auction, 20 bids +\| +9,000 \| +90 % \| +100 µs \| +80 % \| +90 % \|/m);
  expect(report).toMatch(/^\| - node:http +\| +4,500 \| +250 µs \| +1 ms \| +3 ms \|$/m);
  expect(report).toMatch(
    /^\| batch of 64, JSON: of loop +\| +at least 60 % \| +50 % \(50 % by processor\) \| +no \|$/m,
  );
  expect(report).toMatch(/^\| create +\| +500 \| +25 % \|/m);
  expect(report).toContain('0123456789ab and changes');
  expect(report).toContain('v26.10.0');
});

test('the report needs no results of http and store, and says what to run without those of the engine', () => {
  const results = mkdtempSync(join(folder, 'results-'));
  const missing = writeReport(results, folder);
  expect(missing).toEqual({ ok: false, problem: expect.stringContaining('run: npm run bench -- engine') });
  writeResult(results, readResult(recorded, 'engine')!);
  const { report } = write(results);
  expect(report).not.toContain('## Storing tiers');
  expect(report).not.toContain('## Over HTTP');
});

test('results of before the simple index was measured make a report, which says that it was not', () => {
  const results = mkdtempSync(join(folder, 'results-'));
  const engine = readResult<EngineFigures>(recorded, 'engine')!;
  const comparisons = engine.figures.comparisons.map((comparison) => ({
    ...comparison,
    rows: comparison.rows.filter(({ name }) => name !== 'simple index'),
  }));
  writeResult(results, { ...engine, figures: { ...engine.figures, comparisons } });
  const { report } = write(results);
  expect(report).toMatch(
    /^\| up to 10,000 tiers, deep: the simple index [^|]+\| +at least 1x \| +not measured \| +- \|$/m,
  );
});

test('the plot has a line for each contestant in both shapes and a mark for each measured size', () => {
  const { plot } = write(recorded);
  expect(plot.match(/class="line( ours)?"/g)).toHaveLength(10);
  expect(plot.match(/class="mark"/g)).toHaveLength(18);
  expect(plot.match(/class="line ours"/g)).toHaveLength(2);
  expect(plot).toContain('prefers-color-scheme:dark');
  expect(plot).not.toContain('NaN');
  expect(plot.match(/<(g|svg|text)\b/g)).toHaveLength(plot.match(/<\/(g|svg|text)>/g)!.length);
});

test('the same results give the same report', () => {
  expect(write(recorded)).toEqual(write(recorded));
});

test('docs/performance.md and its plot are what is written from bench/results', () => {
  const repository = join(import.meta.dirname, '../../..');
  const { report, plot } = write(join(repository, 'bench/results'));
  expect(readFileSync(join(repository, 'docs/performance.md'), 'utf8'), 'run: npm run bench -- report').toBe(report);
  expect(readFileSync(join(repository, 'docs/performance-engine.svg'), 'utf8')).toBe(plot);
});
