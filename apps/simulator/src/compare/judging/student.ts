const mostTerms = 2000;
const precision = 1e-15;
/** In place of 0, which a continued fraction cannot divide by. */
const tiny = 1e-300;

/**
 * The quantile of Student's t for a probability from 0.5 to under 1 and any degrees of freedom from 1, to twelve digits.
 * Only of the four operations, which are the same on every machine: the incomplete beta function of both tails by its
 * continued fraction (Abramowitz and Stegun 26.5.8) in the way of Lentz. As the two tails add up to 1, the factor that they
 * share, with its gamma functions, need not be known.
 */
export function studentQuantile(probability: number, degreesOfFreedom: number): number {
  const tail = 1 - probability;
  let [low, high] = [0, 1];
  while (upperTail(high, degreesOfFreedom) > tail) high *= 2;
  for (;;) {
    const middle = (low + high) / 2;
    if (middle === low || middle === high) return middle;
    if (upperTail(middle, degreesOfFreedom) > tail) low = middle;
    else high = middle;
  }
}

/** The probability of a value above `t`, which is 0 or more. */
function upperTail(t: number, degreesOfFreedom: number): number {
  const x = degreesOfFreedom / (degreesOfFreedom + t * t);
  const half = degreesOfFreedom / 2;
  const outer = betaFraction(half, 0.5, x) / half;
  const inner = betaFraction(0.5, half, 1 - x) / 0.5;
  return outer / (outer + inner) / 2;
}

function betaFraction(a: number, b: number, x: number): number {
  let above = 1;
  let below = 1 / nonZero(1 - ((a + b) * x) / (a + 1));
  let value = below;
  for (let term = 1; term <= mostTerms; term++) {
    const even = (term * (b - term) * x) / ((a + 2 * term - 1) * (a + 2 * term));
    below = 1 / nonZero(1 + even * below);
    above = nonZero(1 + even / above);
    value *= below * above;
    const odd = (-(a + term) * (a + b + term) * x) / ((a + 2 * term) * (a + 2 * term + 1));
    below = 1 / nonZero(1 + odd * below);
    above = nonZero(1 + odd / above);
    value *= below * above;
    if (Math.abs(below * above - 1) < precision) break;
  }
  return value;
}

function nonZero(value: number): number {
  return Math.abs(value) < tiny ? tiny : value;
}
