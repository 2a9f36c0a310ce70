import { expect, test } from 'vitest';
import { cpm, moneyFormat, percent, signedCount, signedPerCent } from '../src/index.ts';

test.for([
  { amounts: ['201.794748221', '-1.5'], plain: ['$201.79', '−$1.50'], signed: ['+$201.79', '−$1.50'] },
  { amounts: ['0.002800000', '0.000000000'], plain: ['$0.00280', '$0.00000'], signed: ['+$0.00280', '$0.00000'] },
  { amounts: ['-0.000000001', '500.000000000'], plain: ['$0.00', '$500.00'], signed: ['$0.00', '+$500.00'] },
  { amounts: ['1234567.891000000', '3.000000000'], plain: ['$1,234,568', '$3'], signed: ['+$1,234,568', '+$3'] },
  { amounts: ['0.000000000'], plain: ['$0.00'], signed: ['$0.00'] },
])('the amounts $amounts of a column have the same decimals', ({ amounts, plain, signed }) => {
  const format = moneyFormat('USD', amounts);
  expect(amounts.map(format.plain)).toEqual(plain);
  expect(amounts.map(format.signed)).toEqual(signed);
});

test.for([
  ['EUR', '−€1.50', '€2.50\u00a0CPM'],
  ['CAD', '−CA$1.50', 'CA$2.50\u00a0CPM'],
  ['CHF', '−CHF\u00a01.50', 'CHF\u00a02.50\u00a0CPM'],
] as const)('amounts of %s have its mark', ([currency, amount, price]) => {
  expect(moneyFormat(currency, ['-1.500000000']).plain('-1.500000000')).toBe(amount);
  expect(cpm(2.5, currency)).toBe(price);
});

test('figures of a report have signs and units', () => {
  expect([1234, 0, -5].map(signedCount)).toEqual(['+1,234', '0', '−5']);
  expect([0.13665, 0, 0.00001, 1].map(percent)).toEqual([
    '13.67\u00a0%',
    '0.00\u00a0%',
    '<0.01\u00a0%',
    '100.00\u00a0%',
  ]);
  expect([0.9999, 0.99999].map(percent)).toEqual(['99.99\u00a0%', '>99.99\u00a0%']);
  expect([2.5, -0.001, -3].map(signedPerCent)).toEqual(['+2.50\u00a0%', '0.00\u00a0%', '−3.00\u00a0%']);
  expect([2.5, 4.705883, 0.000001].map((price) => cpm(price, 'USD'))).toEqual([
    '$2.50\u00a0CPM',
    '$4.705883\u00a0CPM',
    '$0.000001\u00a0CPM',
  ]);
});
