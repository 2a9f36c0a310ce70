const bisections = 80;

const likelihoodAt = (scale: number) => (value: number) => (scale * value) / (1 + scale * value);

/**
 * Probabilities from odds that are all multiplied by one factor, so that the probabilities add up to `number` (at most
 * the number of odds). With these, conditional Poisson sampling rejects the fewest draws.
 */
export function scaleToNumber(odds: Float64Array, number: number): Float64Array {
  if (number >= odds.length) return odds.map(() => 1);
  const sumAt = (scale: number) => odds.reduce((sum, value) => sum + likelihoodAt(scale)(value), 0);
  let [low, high] = [0, 1];
  while (sumAt(high) < number) high *= 2;
  for (let step = 0; step < bisections; step++) {
    const middle = (low + high) / 2;
    if (sumAt(middle) < number) low = middle;
    else high = middle;
  }
  return odds.map(likelihoodAt(high));
}
