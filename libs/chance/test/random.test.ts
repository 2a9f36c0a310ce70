import { expect, test } from 'vitest';
import { hashSeed, Random, Weighted } from '../src/index.ts';

const count = 200_000;

function draws(of: (random: Random) => number, seed = 's'): number[] {
  const random = new Random(hashSeed(seed), 1);
  return Array.from({ length: count }, () => of(random));
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

test('normal deviates have the moments and the tails of the normal distribution', () => {
  const values = draws((random) => random.normal());
  expect(mean(values)).toBeCloseTo(0, 2);
  expect(mean(values.map((value) => value ** 2))).toBeCloseTo(1, 1);
  expect(mean(values.map((value) => value ** 3))).toBeCloseTo(0, 1);
  expect(mean(values.map((value) => value ** 4)) / 3).toBeCloseTo(1, 1);
  const beyond = (bound: number) => values.filter((value) => Math.abs(value) > bound).length / count;
  expect(beyond(1)).toBeCloseTo(0.3173, 2);
  expect(beyond(2) / 0.0455).toBeCloseTo(1, 1);
  expect(beyond(3) * 1000).toBeCloseTo(2.7, 0);
});

test('fractions are even', () => {
  const values = draws((random) => random.fraction());
  const tenths = Array.from({ length: 10 }, (_, at) => values.filter((value) => Math.floor(value * 10) === at).length);
  for (const inTenth of tenths) expect(inTenth / count).toBeCloseTo(0.1, 2);
});

const first = (seed: string, number: number) => new Random(hashSeed(seed), number).u32();

test('neighbouring auctions and neighbouring seeds have nothing in common', () => {
  const values = Array.from({ length: 1000 }, (_, at) => [first('s', at), first(`s${at}`, 1)]).flat();
  expect(new Set(values).size).toBe(2000);
  const highBits = values.filter((value) => value >= 2 ** 31).length;
  expect(highBits / 2000).toBeCloseTo(0.5, 1);
});

test("by Zipf's law the second is drawn 1 / 2^s times as often as the first, the tenth 1 / 10^s times", () => {
  const ranks = Array.from({ length: 10 }, (_, at) => at);
  for (const exponent of [0, 0.8, 1.5]) {
    const weighted = Weighted.zipf(ranks, exponent);
    const values = draws((random) => weighted.draw(random));
    const share = (rank: number) => values.filter((value) => value === rank).length;
    expect(share(1) / share(0)).toBeCloseTo(1 / 2 ** exponent, 1);
    expect(share(9) / share(0)).toBeCloseTo(1 / 10 ** exponent, 1);
  }
});

test('a shuffle puts every value in every place equally often', () => {
  const random = new Random(hashSeed('s'), 1);
  const counts = Array.from({ length: 9 }, () => 0);
  for (let round = 0; round < 30_000; round++) {
    const values = Int32Array.of(0, 1, 2, 99);
    random.shuffle(values, 3);
    expect(values[3]).toBe(99);
    for (let index = 0; index < 3; index++) counts[index * 3 + values[index]!]!++;
  }
  for (const times of counts) expect(times / 10_000).toBeCloseTo(1, 1);
});
