import { expect, test } from 'vitest';
import { meanOfDays, namedDays } from '../../src/room/today/reckon/against.ts';
import { noSums, type Sums } from '../../src/room/today/reckon/sums.ts';

const sums = (net: number): Sums => ({ auctions: 100, sold: 50, net, forgone: 0 });

test('presets name the days before a day, across a month', () => {
  expect(namedDays('day', '2026-03-01')).toEqual({ from: '2026-02-28', to: '2026-02-28' });
  expect(namedDays('week', '2026-03-01')).toEqual({ from: '2026-02-22', to: '2026-02-22' });
  expect(namedDays('weeks', '2026-03-01')).toEqual({ from: '2026-02-01', to: '2026-02-28' });
});

test('several days are their mean; one without auctions is left out', () => {
  const days = new Map([
    ['2026-02-01', sums(10)],
    ['2026-02-03', sums(20)],
    ['2026-02-09', sums(900)],
  ]);
  const mean = meanOfDays({ from: '2026-02-01', to: '2026-02-07' }, { days, hours: new Map(), until: null });
  expect(mean).toEqual({ count: 2, figures: { net: 15, auctions: 100, fill: 0.5, net_cpm: 300, forgone: 0 } });
  expect(meanOfDays({ from: '2025-01-01', to: '2025-01-07' }, { days, hours: new Map(), until: null })).toBeNull();
});

test('a day that goes on is compared with what a day had at the same time', () => {
  const quiet = Array.from({ length: 24 }, () => noSums);
  // All of the morning's net falls into the hour from 6 to 7, half of which is over.
  const hours = quiet.map((none, hour) => (hour === 6 ? { ...sums(8) } : hour === 20 ? { ...sums(12) } : none));
  const known = {
    days: new Map([['2026-02-01', { ...sums(20), auctions: 200, sold: 100 }]]),
    hours: new Map([['2026-02-01', hours]]),
    until: 6.5,
  };
  expect(meanOfDays({ from: '2026-02-01', to: '2026-02-01' }, known)?.figures).toMatchObject({ net: 4, auctions: 50 });
});
