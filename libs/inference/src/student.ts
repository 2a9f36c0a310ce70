const mostTerms = 2000;
const precision = 1e-15;
/** Used instead of 0, by which a continued fraction cannot divide. */
const tiny = 1e-300;

/**
 * The quantile of Student's t for a probability from 0.5 to under 1 and any degrees of freedom from 1, to twelve
 * digits. Uses only the four basic operations, which are the same on every machine: the incomplete beta function of
 * both tails by its continued fraction (Abramowitz and Stegun 26.5.8) with Lentz's method. As the two tails add up to
 * 1, their common factor, with its gamma functions, is not needed.
 */
export function studentQuantile(probability: number, degreesOfFreedom: number): number {
  const tail = 1 - probability;
  let [low, high] = [0, 1];
  while (studentTail(high, degreesOfFreedom) > tail) high *= 2;
  for (;;) {
    const middle = (low + high) / 2;
    if (middle === low || middle === high) return middle;
    if (studentTail(middle, degreesOfFreedom) > tail) low = middle;
    else high = middle;
  }
}

/** The probability that Student's t is above `t`, which is 0 or more. */
export function studentTail(t: number, degreesOfFreedom: number): number {
  return incompleteBeta(degreesOfFreedom / 2, 0.5, degreesOfFreedom / (degreesOfFreedom + t * t)) / 2;
}

/** The probability that Fisher's F, the ratio of two estimates of one variance, is above `ratio` (Abramowitz and Stegun 26.6.2). */
export function fisherTail(ratio: number, above: number, below: number): number {
  if (ratio <= 0) return 1;
  return incompleteBeta(below / 2, above / 2, below / (below + above * ratio));
}

/** The regularised incomplete beta function. */
function incompleteBeta(a: number, b: number, x: number): number {
  const lower = betaFraction(a, b, x) / a;
  const upper = betaFraction(b, a, 1 - x) / b;
  return lower / (lower + upper);
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
