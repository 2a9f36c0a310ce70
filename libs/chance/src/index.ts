export { exponential, logarithm, power } from './exact-math.ts';
export { fnv1a, hashSeed, hashText, mix, toRank } from './hash.ts';
export { Random, Weighted } from './random.ts';
