import { expect, test } from 'vitest';
import type { Runner } from '../../src/engine/contestants/contestant.ts';
import { auctionsPerTurn, clearAnswers, runAuctions } from '../../src/engine/comparison/timing.ts';

/** Writes down which auctions it was asked to run. */
function createRecorder(isAsync: boolean): { runner: Runner; ran: number[] } {
  const ran: number[] = [];
  const record = (from: number, to: number) => {
    for (let auction = from; auction < to; auction++) ran.push(auction);
  };
  const run = isAsync ? async (from: number, to: number) => record(from, to) : record;
  return { runner: { tiers: [], run }, ran };
}

test.for<[string, boolean]>([
  ['at once', false],
  ['in time', true],
])(
  'auctions are run one after the other and begin again after the last, by one that answers %s',
  async ([, isAsync]) => {
    const { runner, ran } = createRecorder(isAsync);
    const answers = Array.from({ length: 4 }, () => new Int32Array(20));
    await runAuctions(runner, { start: 2, count: 7 }, answers);
    expect(ran).toEqual([2, 3, 0, 1, 2, 3, 0]);
  },
);

test.for<[string, number, number]>([
  ['one that takes longer than the turn', 120, 1],
  ['less than a pass', 10, 5],
  ['exactly a pass', 5, 10],
  ['whole passes only', 1.9, 20],
])('a turn of 50 ms and 10 auctions: %s', ([, msPerAuction, wanted]) => {
  expect(auctionsPerTurn(msPerAuction, 50, 10)).toBe(wanted);
});

test('cleared answers can pass for no tier, for no index and for no reading', () => {
  const answers = [Int32Array.of(1, -1)];
  clearAnswers(answers);
  for (const answer of answers[0]!) expect(answer).toBeLessThan(-1_000_000_000);
});
