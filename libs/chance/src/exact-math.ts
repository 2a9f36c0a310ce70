/**
 * Functions that engines may compute differently (`Math.exp`, `Math.log`), built from operations that IEEE 754 rounds
 * the same everywhere: the same arguments give the same bits on every machine.
 */

const ln2 = 0.6931471805599453;
/** ln 2 in two pieces: the high one has few enough bits that a small multiple of it is exact. */
const ln2High = 0.69314718036912381649;
const ln2Low = 1.90821492927058770002e-10;
const squareRootOf2 = 1.4142135623730951;

/** 1 / n!, the last first: for arguments up to ln 2 / 2, powers above the 14th add nothing. */
const inverseFactorials = Array.from({ length: 15 }, (_, at) => 1 / factorial(at)).toReversed();

/** Odd reciprocals 1/21 to 1/1. */
const oddReciprocals = Array.from({ length: 11 }, (_, at) => 1 / (21 - 2 * at));

/** e to the x, for x up to 708. */
export function exponential(x: number): number {
  const halvings = Math.floor(x / ln2 + 0.5);
  const rest = x - halvings * ln2High - halvings * ln2Low;
  let sum = 0;
  for (const coefficient of inverseFactorials) sum = sum * rest + coefficient;
  return halvings < -largestExponent ? 0 : sum * powersOf2[halvings + largestExponent]!;
}

/** The natural logarithm of a positive number. */
export function logarithm(x: number): number {
  let halvings = 0;
  let rest = x;
  for (; rest > squareRootOf2; halvings++) rest /= 2;
  for (; rest < squareRootOf2 / 2; halvings--) rest *= 2;
  const ratio = (rest - 1) / (rest + 1);
  const square = ratio * ratio;
  let sum = 0;
  for (const coefficient of oddReciprocals) sum = sum * square + coefficient;
  return halvings * ln2High + (halvings * ln2Low + 2 * ratio * sum);
}

/** x to the y, for a positive x. */
export function power(x: number, y: number): number {
  return exponential(y * logarithm(x));
}

const largestExponent = 1022;
/** 2 to the -1022 up to 2 to the 1022. */
const powersOf2 = Float64Array.from({ length: 2 * largestExponent + 1 }, (_, at) => powerOf2(at - largestExponent));

function powerOf2(exponent: number): number {
  let value = 1;
  for (let count = Math.abs(exponent); count > 0; count--) value *= exponent < 0 ? 0.5 : 2;
  return value;
}

function factorial(n: number): number {
  let product = 1;
  for (let factor = 2; factor <= n; factor++) product *= factor;
  return product;
}
