/** The precision of the alternative: its beta distribution near the planned share has the weight of so many units. */
const priorUnits = 10_000;

/**
 * The Bayes factor of the planned share against other shares near it, from the units of both arms: below 1 the data
 * speak against the share. If the share holds, the factor ever falls below b with probability at most b (Lindon and
 * Malek, Anytime-valid inference for multinomial count data, NeurIPS 2022, with two arms; Ville).
 */
export function sampleRatioBayesFactor(treated: number, controls: number, share: number): number {
  if (share <= 0 || share >= 1) return share === 0 ? Number(treated === 0) : Number(controls === 0);
  const [a, b] = [priorUnits * share, priorUnits * (1 - share)];
  const planned = treated * Math.log(share) + controls * Math.log(1 - share);
  const others = logBeta(a + treated, b + controls) - logBeta(a, b);
  return Math.exp(Math.min(700, planned - others));
}

function logBeta(a: number, b: number): number {
  return logGamma(a) + logGamma(b) - logGamma(a + b);
}

/** From this on Stirling's series with three terms is exact to twelve digits. */
const largeArgument = 50;

/** The logarithm of the gamma function, by Stirling's series (Abramowitz and Stegun 6.1.41) and its recurrence below 50. */
export function logGamma(x: number): number {
  if (x < largeArgument) return logGamma(x + 1) - Math.log(x);
  const square = x * x;
  const series = (1 / 12 - (1 / 360 - 1 / 1260 / square) / square) / x;
  return (x - 0.5) * Math.log(x) - x + 0.5 * Math.log(2 * Math.PI) + series;
}
