import { expect, test } from 'vitest';
import { median, medianRatio, runRounds, spread, turnOrder } from '../../src/measure/rounds.ts';

const names = ['a', 'b', 'c', 'd', 'e'];

test('every contestant has one turn in every round', () => {
  for (let round = 0; round < 12; round++) expect(turnOrder(names, round).toSorted()).toEqual(names);
});

test('over as many rounds as contestants each comes first once and has different neighbours', () => {
  const orders = names.map((_, round) => turnOrder(names, round));
  expect(new Set(orders.map(([first]) => first)).size).toBe(names.length);
  for (const name of names) {
    const before = new Set(orders.map((order) => order[order.indexOf(name) - 1]));
    expect(before.size, `runs before ${name}`).toBeGreaterThan(2);
  }
});

test('figures are kept by contestant, in the order of the rounds, and turns never overlap', async () => {
  const log: string[] = [];
  const contestant = (name: string) => {
    let turns = 0;
    const turn = async () => {
      log.push(`${name} starts`);
      await Promise.resolve();
      log.push(`${name} ends`);
      return ++turns;
    };
    return { name, turn };
  };
  const figures = await runRounds([contestant('a'), { name: 'b', turn: () => 7 }, contestant('c')], 3);
  expect(Object.fromEntries(figures)).toEqual({ a: [1, 2, 3], b: [7, 7, 7], c: [1, 2, 3] });
  log.forEach((line, at) => {
    if (at % 2 === 1) expect(line).toBe(log[at - 1]!.replace('starts', 'ends'));
  });
});

test('two contestants must not have the same name', async () => {
  const twin = { name: 'a', turn: () => 1 };
  await expect(runRounds([twin, twin], 1)).rejects.toThrow('the same name');
});

test.for<[readonly number[], number]>([
  [[7], 7],
  [[9, 1, 5], 5],
  [[4, 1, 3, 2], 2.5],
  [[100, 2, 3, 1, 2], 2],
])('the median of %j is %d', ([values, wanted]) => {
  expect(median(values)).toBe(wanted);
});

test('no values have no median', () => {
  expect(() => median([])).toThrow(RangeError);
});

test('the order of the rounds is left as it is', () => {
  const rounds = [3, 1, 2];
  median(rounds);
  expect(rounds).toEqual([3, 1, 2]);
});

test('a ratio is taken round by round, so that a slow round slows both sides of it', () => {
  expect(medianRatio([20, 200, 22], [10, 100, 11])).toBe(2);
  // The medians alone would say 22 / 11 of other rounds.
  expect(medianRatio([30, 10, 20], [10, 5, 20])).toBe(2);
});

test('rounds of different numbers are not compared', () => {
  expect(() => medianRatio([1, 2], [1])).toThrow('2 rounds cannot be compared with 1');
});

test('the spread is the way from the median to the furthest round, above or below', () => {
  expect(spread([10, 11, 9, 10, 14])).toBeCloseTo(0.4);
  expect(spread([10, 10, 4])).toBeCloseTo(0.6);
});
