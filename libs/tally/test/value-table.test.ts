import { expect, test } from 'vitest';
import { mostValues, type Value, valueCell, ValueTable } from '@auction-tiers/tally';

function count(table: ValueTable, value: Value): void {
  const row = table.rowOf(value);
  table.sums.cells[row + valueCell.auctions]! += 1;
}

const tableOf = (from: number, to: number) => {
  const table = new ValueTable();
  for (let value = from; value < to; value++) count(table, value);
  return table;
};

/** The values with a row of their own, and the auctions of all others. */
function read(...tables: readonly ValueTable[]) {
  const sum = new ValueTable();
  for (const table of tables) sum.add(table);
  sum.bound();
  const own = Array.from(
    sum.rows(),
    ([value, row]) => [String(value), sum.sums.cells[row + valueCell.auctions]!] as const,
  );
  return { own: new Map(own.toSorted(([left], [right]) => (left < right ? -1 : 1))), other: sum.sums.cells[0]! };
}

test('of too many values the same have rows in any order of adding, and nothing is lost', () => {
  const [one, two, three] = [tableOf(0, 900), tableOf(500, 2600), tableOf(2000, 9000)];
  const atOnce = read(one, two, three);
  expect(atOnce.own.size).toBe(mostValues);
  expect(read(three, one, two)).toEqual(atOnce);
  const firstTwo = new ValueTable();
  firstTwo.add(two);
  firstTwo.add(one);
  firstTwo.bound();
  expect(read(firstTwo, three)).toEqual(atOnce);
  expect([...atOnce.own.values()].reduce((sum, auctions) => sum + auctions, atOnce.other)).toBe(900 + 2100 + 7000);
});

test('a number and its decimal text are one value to every process', () => {
  const texts = new ValueTable();
  for (const [value] of tableOf(0, 3000).rows()) count(texts, String(value));
  texts.bound();
  const numbers = tableOf(0, 3000);
  numbers.bound();
  expect(new Set(Array.from(texts.rows(), ([value]) => value))).toEqual(
    new Set(Array.from(numbers.rows(), ([value]) => String(value))),
  );
});
