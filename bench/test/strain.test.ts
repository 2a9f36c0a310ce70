import { expect, test } from 'vitest';
import { abuseSuite } from '../src/strain/abuse-suite.ts';
import type { Honest } from '../src/strain/figures.ts';
import { soakSuite } from '../src/strain/soak-suite.ts';
import { abuseGoals, abuseSection, soakGoals, soakSection, summarizeAbuse } from '../src/strain/strain-report.ts';

const options = { rounds: 5, sizes: undefined, isQuick: true };
const mebibyte = 1024 * 1024;

const honest = (p99: number, failures: Honest['failures'] = {}): Honest => ({
  answered: 100,
  failures,
  latencyMs: { p50: 1, p99, p99_9: p99, most: p99 },
});

test('each abuse gets answers or connections while an honest seller has its auctions', {
  timeout: 240_000,
}, async () => {
  const { figures, text } = await abuseSuite.measure(options, () => {});
  for (const { name, honest: found, counts, beforeBytes, mostBytes } of figures.rows) {
    expect(found.answered, name).toBeGreaterThan(0);
    expect(mostBytes, name).toBeGreaterThanOrEqual(beforeBytes);
    // So short a time may be over before the first answer to heavy work.
    if (name !== 'nothing') expect(Object.keys(counts), name).not.toContain('no answer');
    expect(text).toContain(name);
  }
  expect(abuseSection(figures)).toContain('## Under abuse');
});

test('a soak goes on at 70 % of what was measured, and writes meanwhile', async () => {
  const { figures } = await soakSuite.measure(options, () => {});
  expect(figures.rate).toBeCloseTo(0.7 * figures.capacity);
  expect(figures.windows).toHaveLength(3);
  for (const window of figures.windows) {
    expect(window.honest.answered).toBeGreaterThan(0);
    expect(window.keptBytes).toBeGreaterThan(mebibyte);
    expect(window.keptBytes).toBeLessThan(window.residentBytes);
  }
  expect(figures.turns.flatMap((turn) => [turn.old.answered, turn.new.answered])).not.toContain(0);
  expect(soakSection(figures)).toContain('## Over time');
});

test('one failed auction, one slow hundredth or one large growth misses a goal', () => {
  const row = { name: 'x', beforeBytes: 0, mostBytes: mebibyte, counts: {} };
  const met = (changes: object) =>
    abuseGoals({
      rate: 1,
      durationMs: 1,
      rounds: 1,
      rows: [
        { ...row, honest: honest(1) },
        { ...row, honest: honest(1), ...changes },
      ],
    }).map(({ isMet }) => isMet);
  expect(met({})).toEqual([true, true, true]);
  expect(met({ honest: honest(1, { 'HTTP 503': 1 }) })).toEqual([false, true, true]);
  expect(met({ honest: honest(51) })).toEqual([true, false, true]);
  expect(met({ mostBytes: 301 * mebibyte })).toEqual([true, true, false]);
});

const abused = (p99: number, mostBytes: number, failures = {}) => ({
  name: 'x',
  honest: honest(p99, failures),
  beforeBytes: 10,
  mostBytes,
  counts: { 200: 1 },
});

test('rounds of an abuse: the median of latencies, every failure, the largest growth', () => {
  const { honest: found, ...rest } = summarizeAbuse([abused(5, 20, { 'HTTP 503': 1 }), abused(200, 90), abused(6, 40)]);
  expect(found).toEqual({
    answered: 300,
    failures: { 'HTTP 503': 1 },
    latencyMs: { p50: 1, p99: 6, p99_9: 6, most: 200 },
  });
  expect(rest).toEqual({ name: 'x', beforeBytes: 10, mostBytes: 90, counts: { 200: 3 } });
});

/** Which goals a soak met, given the kept memory of each window, and the slowest hundredth in turns afterwards. */
function metOverTime(bytes: number[], old: number[], fresh: number[]): (boolean | null)[] {
  const windows = bytes.map((keptBytes) => ({ keptBytes, residentBytes: 0, stolen: 0, honest: honest(1) }));
  const turns = old.map((p99, at) => ({ old: honest(p99), new: honest(fresh[at]!) }));
  const figures = { capacity: 1, rate: 1, connections: 1, windowMs: 1, writes: 0, repeats: 0, windows, turns };
  return soakGoals(figures).map(({ isMet }) => isMet);
}

test('memory that grows over the time, or latencies above those of a new process, miss their goals', () => {
  expect(metOverTime([100, 101, 102], [5, 60, 7], [5, 50, 6])).toEqual([true, true, true]);
  expect(metOverTime([100, 105, 120], [5, 60, 7], [5, 50, 6])).toEqual([true, false, true]);
  expect(metOverTime([100, 101, 102], [9, 60, 12], [5, 50, 6])).toEqual([true, true, false]);
});
