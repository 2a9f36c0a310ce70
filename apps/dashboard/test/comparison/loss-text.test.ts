import { expect, test } from 'vitest';
import { lossText } from '../../src/comparison/words.ts';

const side = (low: number, high: number) => ({
  current: 100,
  draft: 90,
  difference: (low + high) / 2,
  interval: { low, high },
});
const net = { ...side(-8, -2), perCent: null };

test('a draft whose whole interval is a loss says so before it is published, by the day where that is known', () => {
  expect(lossText({ perDay: null, net }, 'USD')).toMatch(/try: −5\.00 USD \(95 %: −8\.00 to −2\.00\)\.$/);
  expect(lossText({ perDay: side(-4, -1), net }, 'EUR')).toMatch(/a day: −2\.50 EUR \(95 %: −4\.00 to −1\.00\)\.$/);
});

test('one that may as well gain, or whose interval is not known, says nothing', () => {
  expect(lossText({ perDay: side(-4, 1), net }, 'USD')).toBeNull();
  expect(lossText({ perDay: null, net: { ...net, interval: null } }, 'USD')).toBeNull();
});
