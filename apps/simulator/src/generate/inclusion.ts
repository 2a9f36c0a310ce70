const bisections = 80;

const likelihoodAt = (scale: number) => (value: number) => (scale * value) / (1 + scale * value);

/**
 * The likelihoods of taking part that go with odds when they have to add up to a number, at most that of the odds: the
 * odds are scaled alike. Between them is what conditional Poisson sampling needs to hit the number as often as can be.
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

/** Up to so many operations the exact likelihoods are worked out; beyond, they hardly differ from the scaled ones. */
const mostOperations = 40_000;

/** How likely each takes part, given that exactly that many do. */
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

/** For each place, how likely 0, 1, ... up to `most` of those before it take part. */
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
