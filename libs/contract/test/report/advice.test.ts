import { expect, test } from 'vitest';
import { type AdviceReport, adviceVersion, presentAdvice } from '../../src/advice-report/index.ts';

const stored = (version: number, ...losers: object[]) =>
  ({ version, currency: 'USD', proposals: [{ state: 'certified', losers }] }) as unknown as AdviceReport;

test('a loser of which an early report stored money only has no per cent; what is known stays', () => {
  const [early, known] = [
    { id: 7, name: 'Quartz', net: '-0.350000000' },
    { id: 8, name: null, net: '-0.100000000', per_cent: -9.25 },
  ];
  const report = presentAdvice(stored(adviceVersion, early, known));
  expect(report?.proposals[0]!.losers).toEqual([{ ...early, per_cent: null }, known]);
});

test('advice of an earlier version, which says other things by the same names, is not read', () => {
  expect(presentAdvice(stored(adviceVersion - 1))).toBeNull();
});
