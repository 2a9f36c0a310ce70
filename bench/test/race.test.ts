import { expect, test } from 'vitest';
import { race, turnOrder } from '../src/measure/race.ts';

const names = ['a', 'b', 'c', 'd', 'e'];

test('everybody has one turn in every round', () => {
  for (let round = 0; round < 12; round++) expect(turnOrder(names, round).toSorted()).toEqual(names);
});

test('over as many rounds as entrants everybody comes first once and has different neighbours', () => {
  const orders = names.map((_, round) => turnOrder(names, round));
  expect(new Set(orders.map(([first]) => first)).size).toBe(names.length);
  for (const name of names) {
    const before = new Set(orders.map((order) => order[order.indexOf(name) - 1]));
    expect(before.size, `who runs before ${name}`).toBeGreaterThan(2);
  }
});

test('figures are kept by entrant, in the order of the rounds, and turns never overlap', async () => {
  const log: string[] = [];
  const entrant = (name: string) => {
    let turns = 0;
    const turn = async () => {
      log.push(`${name} starts`);
      await Promise.resolve();
      log.push(`${name} ends`);
      return ++turns;
    };
    return { name, turn };
  };
  const figures = await race([entrant('a'), { name: 'b', turn: () => 7 }, entrant('c')], 3);
  expect(Object.fromEntries(figures)).toEqual({ a: [1, 2, 3], b: [7, 7, 7], c: [1, 2, 3] });
  log.forEach((line, at) => {
    if (at % 2 === 1) expect(line).toBe(log[at - 1]!.replace('starts', 'ends'));
  });
});

test('two entrants of one name would mix their figures', async () => {
  const twin = { name: 'a', turn: () => 1 };
  await expect(race([twin, twin], 1)).rejects.toThrow('the same name');
});
