import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { rowName } from '../src/simulator/figures.ts';
import { simulatorGoals, simulatorText } from '../src/simulator/simulator-report.ts';
import { runSimulator } from '../src/simulator/simulator-suite.ts';

const folder = mkdtempSync(join(tmpdir(), 'auction-tiers-bench-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('parsing and replaying go through the same log in processes of their own, and say what they used', async () => {
  const run = await runSimulator({ auctions: 40, bidsEach: 3, rounds: 1, folder });
  expect(run).toMatchObject({ auctions: 40, bids: 120 });
  expect(run.rows.map(({ name }) => name)).toEqual(Object.values(rowName));
  expect(run.rows.map(({ logs }) => logs)).toEqual([1, 1, 1, 2, 1, 1]);
  for (const { seconds, processorSeconds, mostBytes } of run.rows) {
    for (const figures of [seconds, processorSeconds, mostBytes]) expect(figures).toEqual([expect.any(Number)]);
    expect(mostBytes[0]).toBeGreaterThan(10e6);
  }
});

function row(name: string, seconds: number[], mostBytes: number) {
  return {
    name,
    logs: 1,
    seconds,
    processorSeconds: seconds.map((second) => second + 1),
    mostBytes: seconds.map(() => mostBytes),
  };
}

test('the goals are about the largest log, ratios are taken round by round', () => {
  const rows = [
    row(rowName.parse, [5, 11], 50e6),
    row(rowName.one, [9, 19], 100e6),
    row(rowName.two, [5, 10], 310e6),
    row(rowName.compareOne, [11, 23], 200e6),
    row(rowName.compareTwo, [7, 15], 450e6),
  ];
  const figures = {
    rounds: 2,
    runs: [
      { auctions: 1, bids: 1, logBytes: 1e6, rows: rows.map((one) => ({ ...one, mostBytes: [900e6, 900e6] })) },
      { auctions: 10, bids: 10, logBytes: 60e6, rows },
    ],
  };
  expect(simulatorGoals(figures).map(({ found, isMet }) => [found, isMet])).toEqual([
    ['0.6x', true],
    ['1.85x', true],
    ['310 MB', false],
    ['0.5x', true],
    ['200 MB', true],
    ['450 MB', false],
  ]);
  expect(simulatorText(figures)).toContain('10 auctions, 60 MB');
});
