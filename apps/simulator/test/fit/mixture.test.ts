import { expect, test } from 'vitest';
import { fitMixture, BinnedValues } from '../../src/fit/mixture.ts';
import { zipfExponent } from '../../src/fit/value-count.ts';
import { inclusionGiven, scaleToNumber } from '@auction-tiers/market';
import { hashSeed, Random, Weighted } from '@auction-tiers/market/random';

type Wanted = readonly { readonly weight: number; readonly mean: number; readonly spread: number }[];

function draw(components: Wanted, count: number, seed = 's'): BinnedValues {
  const random = new Random(hashSeed(seed), 1);
  const weighted = new Weighted(components.map((component) => [component, component.weight] as const));
  const histogram = new BinnedValues();
  for (let at = 0; at < count; at++) {
    const { mean, spread } = weighted.draw(random);
    histogram.add(mean + spread * random.normal());
  }
  return histogram;
}

test.for([
  [[{ weight: 1, mean: 0.3, spread: 0.5 }]],
  [
    [
      { weight: 0.7, mean: 0, spread: 0.4 },
      { weight: 0.3, mean: 1.5, spread: 0.3 },
    ],
  ],
  [
    [
      { weight: 0.5, mean: -2, spread: 0.4 },
      { weight: 0.3, mean: 0, spread: 0.3 },
      { weight: 0.2, mean: 2, spread: 0.5 },
    ],
  ],
])('a mixture is found again, with no component too many: %j', ([wanted]) => {
  const found = fitMixture(draw(wanted!, 20_000));
  expect(found).toHaveLength(wanted!.length);
  for (const [at, { weight, mean, spread }] of wanted!.entries()) {
    expect(found[at]!.weight).toBeCloseTo(weight, 1);
    expect(found[at]!.mean).toBeCloseTo(mean, 1);
    expect(Math.sqrt(found[at]!.variance)).toBeCloseTo(spread, 1);
  }
});

test('few values have one component, with their mean and variance', () => {
  const histogram = new BinnedValues();
  for (const value of [1, 2, 3]) histogram.add(value);
  expect(fitMixture(histogram)).toEqual([{ weight: 1, mean: 2, variance: expect.closeTo(2 / 3, 10) }]);
});

test.for([0, 0.5, 1, 1.7])("the exponent of Zipf's law is found again: %d", (exponent) => {
  const random = new Random(hashSeed('z'), 1);
  const weighted = Weighted.zipf([0, 1, 2, 3, 4, 5, 6, 7], exponent);
  const counts = Array.from({ length: 8 }, () => 0);
  for (let at = 0; at < 50_000; at++) counts[weighted.draw(random)]!++;
  expect(zipfExponent([counts.toSorted((left, right) => right - left)])).toBeCloseTo(exponent, 1);
});

test('the exponent is 0 where no list has two volumes', () => {
  expect(zipfExponent([[7], [], [3]])).toBe(0);
});

const odds = Float64Array.of(0.2, 1, 3, 9, 0.5);

const totalOf = (values: Float64Array) => values.reduce((total, value) => total + value, 0);

test.for([0, 1, 2, 3, 4, 5])('probabilities given a number add up to it: %d', (number) => {
  expect(totalOf(inclusionGiven(odds, number))).toBeCloseTo(number, 9);
  expect(totalOf(scaleToNumber(odds, number))).toBeCloseTo(number, 9);
});

test('probabilities given a number are those of all choices of that many, by the product of their odds', () => {
  const choices = Array.from({ length: 32 }, (_, bits) => [0, 1, 2, 3, 4].filter((at) => (bits >> at) & 1));
  const ofTwo = choices.filter((choice) => choice.length === 2);
  const weight = (choice: readonly number[]) => choice.reduce((product, at) => product * odds[at]!, 1);
  const total = ofTwo.reduce((sum, choice) => sum + weight(choice), 0);
  const found = inclusionGiven(odds, 2);
  for (const at of odds.keys()) {
    const having = ofTwo.filter((choice) => choice.includes(at)).reduce((sum, choice) => sum + weight(choice), 0);
    expect(found[at]).toBeCloseTo(having / total, 9);
  }
});
