import { expect, test } from 'vitest';
import { fisherTail, studentQuantile, studentTail } from '@auction-tiers/inference';

// NIST/SEMATECH e-Handbook of Statistical Methods, 1.3.6.7.2: critical values of Student's t.
test.for([
  [0.975, 1, 12.706],
  [0.975, 2, 4.303],
  [0.975, 5, 2.571],
  [0.975, 6, 2.447],
  [0.975, 12, 2.179],
  [0.975, 30, 2.042],
  [0.975, 100, 1.984],
  [0.9, 4, 1.533],
  [0.995, 3, 5.841],
  [0.999, 10, 4.144],
] as const)("the %f quantile of Student's t with %i degrees of freedom is %f", ([probability, freedom, quantile]) => {
  expect(studentQuantile(probability, freedom)).toBeCloseTo(quantile, 3);
});

// SciPy 1.17, scipy.stats.t.ppf.
test.for([
  [0.975, 4.37, 2.6861481000408847],
  [0.85, 4, 1.1895668524436944],
  [0.975, 100_000, 1.9599877075346095],
] as const)('between whole degrees of freedom too: %f, %f, %f', ([probability, freedom, quantile]) => {
  expect(studentQuantile(probability, freedom)).toBeCloseTo(quantile, 10);
});

// SciPy 1.17, scipy.stats.f.sf and scipy.stats.t.sf.
test.for([
  [2.5, 6, 138, 0.02506032142403811],
  [1.2, 13, 300, 0.2780940205796613],
  [4, 1, 5, 0.10193947882985835],
  [0.3, 7, 20, 0.9456265540133066],
] as const)("Fisher's F is above %f with %i and %i degrees of freedom by %f", ([ratio, above, below, tail]) => {
  expect(fisherTail(ratio, above, below)).toBeCloseTo(tail, 10);
});

test.for([
  [2, 5, 0.050969739414929174],
  [0.5, 3.5, 0.32342521966127546],
] as const)("Student's t is above %f with %f degrees of freedom by %f", ([value, freedom, tail]) => {
  expect(studentTail(value, freedom)).toBeCloseTo(tail, 10);
});
