import { type CountedAuction, ExperimentCounts } from '@auction-tiers/experiment';
import { expect, test } from 'vitest';
import { elapsedDaysOf } from '../../src/experiment/duration.ts';
import { dueShare } from '../../src/experiment/experiment-guard.ts';

const steps = [
  { share: 0.05, after_days: 1 },
  { share: 0.2, after_days: 3 },
  { share: 0.5, after_days: 5 },
];
const start_at = '2026-12-01 00:00:00';
const msPerDay = 86_400_000;

/** The share that is due so many days after the start, of an experiment that has auctions in these hours. */
function dueAfter(days: number, share: number, hours: number): number | undefined {
  const counts = new ExperimentCounts();
  const winners = { buyer: null, tier: null };
  for (let hour = 0; hour < hours; hour++) {
    const auction: Partial<CountedAuction> = { arm: 'C', place: { id: 1, bucket: 1, draw: 0 }, cluster: -1, hour };
    const net = { controlMicros: 0, treatmentMicros: 0, controlWinners: winners, treatmentWinners: winners };
    counts.add({ ...auction, ...net, isWithoutUnit: false, buyers: [] } as CountedAuction);
  }
  const nowMs = Date.parse('2026-12-01T00:00:00Z') + days * msPerDay;
  return dueShare({ steps, share }, () => elapsedDaysOf({ start_at }, null, [counts], nowMs));
}

test('the share grows with the days that an experiment has run, and never falls', () => {
  expect(dueAfter(0.5, 0.01, 12)).toBeUndefined();
  expect(dueAfter(1, 0.01, 24)).toBe(0.05);
  expect(dueAfter(4, 0.05, 96)).toBe(0.2);
  expect(dueAfter(4, 0.3, 96)).toBeUndefined();
  expect(dueShare({ steps: null, share: 0.01 }, () => 9)).toBeUndefined();
});

test('what was paused for a week goes on with the share that it had', () => {
  expect(dueAfter(8, 0.01, 20)).toBeUndefined();
  expect(dueAfter(8, 0.01, 30)).toBe(0.05);
});
