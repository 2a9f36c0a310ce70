import { describe, expect, test } from 'vitest';
import type { Contestant, Runner } from '../../src/engine/contestants/contestant.ts';
import { limit, ours } from '../../src/engine/contestants/line-up.ts';
import { linearLoop } from '../../src/engine/contestants/linear-loop.ts';
import { simpleIndex } from '../../src/engine/contestants/simple-index.ts';
import { clearAnswers, quickEffort } from '../../src/engine/comparison/timing.ts';
import { measuredRow } from '../../src/engine/figures.ts';
import type { Comparison, ComparisonOptions } from '../../src/engine/comparison/comparison.ts';
import { runComparison } from '../../src/engine/comparison/comparison.ts';
import { bidsPerAuction } from '../../src/engine/workload/workload.ts';
import { WrongAnswer } from '../../src/suite/suite.ts';

const effort = { ...quickEffort, rounds: 5 };

async function run(lineUp: readonly Contestant[], options: Partial<ComparisonOptions> = {}): Promise<Comparison> {
  const { comparison, runs } = await runComparison({
    lineUp,
    shape: 'deep',
    tierCount: 300,
    effort,
    before: [],
    ...options,
  });
  for (const each of runs) each.close();
  return comparison;
}

/** The same contestant, with something done to its answers after each run. */
function spoiled(contestant: Contestant, spoil: Spoil): Contestant {
  return {
    ...contestant,
    async prepare(workload) {
      const runner = await contestant.prepare(workload);
      const runSpoiled: Runner['run'] = async (from, to, answers) => {
        await runner.run(from, to, answers);
        for (let auction = from; auction < to; auction++) spoil(answers[auction]!, auction);
      };
      return { ...runner, run: runSpoiled };
    },
  };
}

/** What a contestant may do to the answers of an auction. */
type Spoil = (answers: Int32Array, auction: number) => void;

const takeNextTierOnce: Spoil = (answers, auction) => {
  if (auction === 0) answers[19]!++;
};
const swapTwoBids: Spoil = (answers) => {
  [answers[0], answers[1]] = [answers[1]!, answers[0]!];
};

describe('a contestant that answers otherwise than the linear matcher fails the bench', () => {
  test.for<[string, Contestant, Spoil]>([
    ['takes no tier where one matches', ours, (answers) => answers.fill(-1)],
    ['takes a tier where none matches', linearLoop, (answers) => answers.fill(0)],
    ['takes the next tier for one bid, with an index', simpleIndex, takeNextTierOnce],
    ['takes the next tier for one bid of one auction', ours, takeNextTierOnce],
    ['names a tier that is not there', ours, (answers) => answers.fill(1_000_000)],
    ['swaps two bids', limit, swapTwoBids],
    ['does not answer', ours, (answers) => clearAnswers([answers])],
  ])('%s', async ([, contestant, spoil]) => {
    const failing = run([spoiled(contestant, spoil)]);
    await expect(failing).rejects.toThrow(WrongAnswer);
    await expect(failing).rejects.toThrow(contestant.name);
  });

  test('draws where it was to take the first', async () => {
    await expect(run([{ ...ours, question: 'first' }])).rejects.toThrow(WrongAnswer);
  });

  test('takes the first where it was to draw', async () => {
    await expect(run([{ ...linearLoop, question: 'draw' }])).rejects.toThrow(WrongAnswer);
  });
});

test('every round of every contestant is kept and every answer was compared', async () => {
  const comparison = await run([limit, ours, simpleIndex, linearLoop]);
  expect(comparison.rows.map(({ name }) => name)).toEqual(['limit', 'tier-engine', 'simple index', 'linear loop']);
  for (const { name } of comparison.rows) {
    const row = measuredRow(comparison, name)!;
    expect(row.cpuNsPerBid).toHaveLength(effort.rounds);
    expect(row.wallNsPerBid).toHaveLength(effort.rounds);
    const auctionsChecked = Math.min(row.auctionsPerTurn, effort.auctionCount);
    expect(row.checkedBids).toBe(auctionsChecked * bidsPerAuction * effort.rounds);
  }
});

describe('a contestant that would take too long is dropped', () => {
  const hasty = { ...effort, patienceMs: 0 };

  test('after it was tried', async () => {
    const { rows } = await run([ours], { effort: hasty });
    expect(rows).toEqual([{ name: 'tier-engine', estimatedMs: expect.any(Number) }]);
  });

  test('without being tried, where the size before says so', async () => {
    let tries = 0;
    const counted: Contestant = { ...ours, prepare: (workload) => (tries++, ours.prepare(workload)) };
    const before = await run([counted], { tierCount: 30, effort: hasty });
    const { rows } = await run([counted], { before: [before], effort: hasty });
    expect(tries).toBe(1);
    const [few, many] = [before.rows[0]!, rows[0]!].map((row) => ('estimatedMs' in row ? row.estimatedMs : 0));
    expect(many! / few!).toBeCloseTo(10);
  });
});
