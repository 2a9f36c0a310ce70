/*
 * Bidders compute in floating point, so a price within their rounding noise of a whole micro counts as that micro.
 *
 * Noise is at most 4 units in the last place (ulp) of the double nearest to the price: `min / (1 - fee)` has four
 * roundings, each of half an ulp or a little more. The comparison uses the price's decimal digits: all digits of a
 * text, also beyond a double's precision, and for a JSON number its shortest digits, as JSON writes it. So a number and
 * its text are the same price. Up to 1,000.00 the noise is smaller than the least distance that a fee can leave between
 * a price and a micro, so `min / (1 - fee)` qualifies for every minimum and fee; beyond, a double is too coarse.
 */

const noiseUlps = 4n;
const fractionBits = 52;
const exponentBias = 1023;
const exponentMask = 0x7ff;
const microDecimals = 6;
/** The powers of two of the prices that can lie beside a micro: 2^-20 is less than 0.000001, 2^20 above every price. */
const leastPower = -20;
const mostPower = 19;

/** The noise as digits after the sixth decimal, and one micro less the noise: both end in 5, never in 0. */
interface NoiseDigits {
  readonly above: string;
  readonly below: string;
}

const noises = Array.from({ length: mostPower - leastPower + 1 }, (_, at): NoiseDigits => {
  // 2^-n is 5^n / 10^n.
  const n = fractionBits - (leastPower + at);
  const digits = n - microDecimals;
  const noise = noiseUlps * 5n ** BigInt(n);
  const text = (value: bigint) => String(value).padStart(digits, '0').replace(/0+$/, '');
  return { above: text(noise), below: text(10n ** BigInt(digits) - noise) };
});

const bits = new DataView(new ArrayBuffer(8));

/** undefined: the price is below 0.000001 by more than noise. */
function noiseOf(nearest: number): NoiseDigits | undefined {
  bits.setFloat64(0, nearest);
  const power = ((bits.getUint16(0) >> 4) & exponentMask) - exponentBias;
  return noises[power - leastPower];
}

/** Whether a bid between two micros is rounded up: always, unless it exceeds the lower micro only by noise. */
export function bidGoesUp(dropped: string, nearest: number): boolean {
  const noise = noiseOf(nearest);
  if (noise === undefined) return true;
  const { above } = noise;
  const head = dropped.slice(0, above.length);
  return head === above ? /[1-9]/.test(dropped.slice(above.length)) : head > above;
}

/** Whether a floor between two micros is rounded up: only if it is below the upper micro only by noise. */
export function floorGoesUp(dropped: string, nearest: number): boolean {
  const noise = noiseOf(nearest);
  return noise !== undefined && dropped >= noise.below;
}
