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

/** Up to this many operations probabilities are exact; for larger inputs the scaled ones are nearly the same. */
const mostOperations = 40_000;

/** The probability of each one's taking part, given that exactly `number` take part. */
export function inclusionGiven(odds: Float64Array, number: number): Float64Array {
  const scaled = scaleToNumber(odds, number);
  if (number === 0 || number >= odds.length || odds.length * number * number > mostOperations) return scaled;
  const before = numbersBefore(scaled, number);
  const after = numbersBefore(scaled.toReversed(), number).toReversed();
  const exactly = before.at(-1)![number]!;
  return scaled.map((likelihood, at) => {
    let others = 0;
    for (let count = 0; count < number; count++) others += before[at]![count]! * after[at + 1]![number - 1 - count]!;
    return (likelihood * others) / exactly;
  });
}

/** For each index, the probabilities that 0, 1, ... `most` of those before it take part. */
function numbersBefore(likelihoods: Float64Array, most: number): Float64Array[] {
  let numbers = new Float64Array(most + 1);
  numbers[0] = 1;
  const all = [numbers];
  for (const likelihood of likelihoods) {
    numbers = numbers.map((chance, count) => chance * (1 - likelihood) + (numbers[count - 1] ?? 0) * likelihood);
    all.push(numbers);
  }
  return all;
}
