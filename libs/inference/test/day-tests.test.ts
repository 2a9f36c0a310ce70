import { compareDays, findBreak } from '@auction-tiers/inference';
import { hashSeed, Random } from '@auction-tiers/chance';
import { expect, test } from 'vitest';

const [days, hours, logs] = [7, 24, 200];
const oneStratum = Array.from({ length: days }, () => 0);

/** Days of hours; every day repeats a course, and `levelOf` a day is added to each of its hours. */
function drawTable(seed: string, levelOf: (day: number, random: Random) => number): Float64Array[] {
  const random = new Random(hashSeed(seed), 0);
  return Array.from({ length: days }, (_, day) => {
    const level = levelOf(day, random);
    return Float64Array.from({ length: hours }, (_hour, hour) => Math.abs(hour - 12) + level + random.normal());
  });
}

const shareOf = (holds: (table: Float64Array[]) => boolean, levelOf: (day: number, random: Random) => number) =>
  Array.from({ length: logs }, (_, log) => holds(drawTable(`log ${log}`, levelOf))).filter(Boolean).length / logs;

const differ = (table: Float64Array[]) => compareDays(table, oneStratum)!.probability < 0.05;
const breaks = (table: Float64Array[]) => {
  const found = findBreak(compareDays(table, oneStratum)!, oneStratum, false)!;
  return found.probability < 0.01;
};

test('days that do not differ by more than their hours seem to in about one log of twenty', () => {
  const share = shareOf(differ, () => 0);
  expect(share).toBeGreaterThan(0.01);
  expect(share).toBeLessThanOrEqual(0.09);
});

test('days that differ are found', () => {
  expect(shareOf(differ, (_day, random) => random.normal())).toBeGreaterThan(0.9);
});

test('a break is found where it is, and in hardly any log without one', () => {
  expect(shareOf(breaks, () => 0)).toBeLessThanOrEqual(0.02);
  expect(shareOf(breaks, (day) => (day < 4 ? 1.2 : 0))).toBeGreaterThan(0.8);
  const table = drawTable('place', (day) => (day < 4 ? 3 : 0));
  expect(findBreak(compareDays(table, oneStratum)!, oneStratum, false)).toMatchObject({ at: 4 });
});

test('days of the week are compared with themselves: a cycle is no difference', () => {
  const table = [...drawTable('week 1', (day) => 5 * day), ...drawTable('week 2', (day) => 5 * day)];
  const strata = table.map((_row, day) => day % 7);
  expect(compareDays(table, strata)!.probability).toBeGreaterThan(0.05);
  expect(
    compareDays(
      table,
      table.map(() => 0),
    )!.probability,
  ).toBeLessThan(1e-6);
});

test('of one hour a day nothing is known', () => {
  expect(compareDays([Float64Array.of(1), Float64Array.of(2), Float64Array.of(3)], [0, 0, 0])).toBeUndefined();
});
