import { exponential, logarithm, squareRoot } from '@auction-tiers/market/exact-math';

/** A normal component of a mixture, here of logarithms of prices. */
export interface Component {
  readonly weight: number;
  readonly mean: number;
  readonly variance: number;
}

const binWidth = 0.04;
const [lowest, highest] = [-14, 14];
const binCount = Math.round((highest - lowest) / binWidth);
/** Each start gets a few steps; the best of them continues until it converges. */
const [stepsOfStart, stepsOfBest] = [100, 3000];
const convergence = 1e-10;
const mostComponents = 3;
const leastWeight = 0.01;
const leastVariance = 0.0004;

/** With fewer values a mixture would fit noise. */
const leastForMixture = 400;

/** Counts of values by bin, with the sum of each bin, so that a bin is represented by the mean of its values. */
export class BinnedValues {
  readonly #counts = new Uint32Array(binCount);
  readonly #sums = new Float64Array(binCount);
  count = 0;
  #sum = 0;
  #sumOfSquares = 0;

  add(value: number): void {
    const bin = Math.max(0, Math.min(binCount - 1, Math.floor((value - lowest) / binWidth)));
    this.#counts[bin]!++;
    this.#sums[bin]! += value;
    this.count++;
    this.#sum += value;
    this.#sumOfSquares += value * value;
  }

  get mean(): number {
    return this.#sum / this.count;
  }

  get variance(): number {
    return Math.max(leastVariance, this.#sumOfSquares / this.count - this.mean * this.mean);
  }

  /** The mean and the count of each bin that is not empty. */
  points(): readonly (readonly [value: number, count: number])[] {
    return Array.from(this.#counts, (count, bin) => [this.#sums[bin]! / count, count] as const).filter(
      ([, count]) => count > 0,
    );
  }
}

/**
 * The best mixture of one to three normal components, by expectation maximisation from fixed starts. The number of
 * components is chosen by the Bayesian information criterion (Schwarz's). The component with the largest weight is first.
 */
export function fitMixture(values: BinnedValues): Component[] {
  const one = { components: [{ weight: 1, mean: values.mean, variance: values.variance }], fit: -Infinity };
  if (values.count < leastForMixture) return one.components;
  const points = values.points();
  let best = { ...one, fit: score(points, one.components) };
  for (let count = 2; count <= mostComponents; count++) {
    const begun = starts(points, values, count).map((start) => {
      const components = maximise(points, start, stepsOfStart);
      return { components, fit: score(points, components) };
    });
    const furthest = begun.reduce((left, right) => (right.fit > left.fit ? right : left));
    const components = maximise(points, furthest.components, stepsOfBest);
    const top = { components, fit: score(points, components) };
    if (top.fit <= best.fit || top.components.some(({ weight }) => weight < leastWeight)) break;
    best = top;
  }
  return best.components.toSorted((left, right) => right.weight - left.weight);
}

type Points = readonly (readonly [value: number, count: number])[];

/** Components at quantiles of the values: evenly spaced, and with most of them low or high. */
function starts(points: Points, { count: total, variance }: BinnedValues, count: number): Component[][] {
  const valueAt = (share: number) => {
    let passed = 0;
    return points.find(([, times]) => (passed += times) >= share * total)?.[0] ?? points.at(-1)![0];
  };
  return [1, 2, 0.5].map((bend) => {
    const shares = Array.from({ length: count }, (_, at) => (at + 0.5) / count);
    return shares.map((share) => ({
      weight: 1 / count,
      mean: valueAt(bend === 1 ? share : bend === 2 ? 1 - (1 - share) * (1 - share) : share * share),
      variance: variance / (count * count),
    }));
  });
}

function maximise(points: Points, start: readonly Component[], mostSteps: number): Component[] {
  let components = [...start];
  let last = -Infinity;
  for (let step = 0; step < mostSteps; step++) {
    const densities = components.map(toDensity);
    const [weights, sums, squares] = [0, 0, 0].map(() => new Float64Array(components.length)) as Sums;
    const shares = new Float64Array(components.length);
    let likelihood = 0;
    for (const [value, count] of points) {
      let all = 0;
      for (let at = 0; at < densities.length; at++) all += shares[at] = densities[at]!(value);
      if (all === 0) continue;
      likelihood += count * logarithm(all);
      for (let at = 0; at < densities.length; at++) {
        const share = (count * shares[at]!) / all;
        weights[at]! += share;
        sums[at]! += share * value;
        squares[at]! += share * value * value;
      }
    }
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    components = components.map((component, at) => {
      const weight = weights[at]!;
      if (weight === 0) return { ...component, weight: 0 };
      const mean = sums[at]! / weight;
      return { weight: weight / total, mean, variance: Math.max(leastVariance, squares[at]! / weight - mean * mean) };
    });
    if (Math.abs(likelihood - last) < convergence * Math.abs(likelihood)) break;
    last = likelihood;
  }
  return components;
}

type Sums = [Float64Array, Float64Array, Float64Array];

/** The Bayesian information criterion with its sign changed: higher is better. */
function score(points: Points, components: readonly Component[]): number {
  const densities = components.map(toDensity);
  let [likelihood, total] = [0, 0];
  for (const [value, count] of points) {
    const all = densities.reduce((sum, density) => sum + density(value), 0);
    likelihood += count * logarithm(Math.max(all, leastDensity));
    total += count;
  }
  return 2 * likelihood - (3 * components.length - 1) * logarithm(total);
}

const twoPi = 6.283185307179586;
const leastDensity = 1e-300;
const lowestExponent = -700;

function toDensity({ weight, mean, variance }: Component): (value: number) => number {
  const peak = weight / squareRoot(twoPi * variance);
  return (value) => {
    const exponent = -((value - mean) * (value - mean)) / (2 * variance);
    return exponent < lowestExponent ? 0 : peak * exponential(exponent);
  };
}
