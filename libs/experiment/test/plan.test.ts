import { expect, test } from 'vitest';
import { daysToShow, planExperiment, type PlanEvidence, proposeClusters } from '@auction-tiers/experiment';

const evidence: PlanEvidence = {
  auctionsPerDay: 10_000,
  control: { mean: 2_000_000, variance: 4e12 },
  difference: { mean: -50_000, variance: 1e10 },
  designEffect: 2,
  clusters: { count: 20, dayDeviation: 0.1 },
  dayDeviation: 0.02,
};
const daysOf = (of: PlanEvidence, design: string) => planExperiment(of, 0.1).find((plan) => plan.design === design)!;

test('the days of a split are those of the formula for two means, in whole weeks', () => {
  // 1 % of 2.00 is 0.02, and (1.96 + 0.84)^2 * 2 * 4 / (0.1 * 0.9) / 0.02^2 = 1.745 million auctions.
  const split = daysOf(evidence, 'split');
  expect(split.days.map(({ days }) => days)).toEqual([175, 49, 7]);
  expect(split.costPerDay).toBeCloseTo(0.05, 12);
  expect(split.costAtMost).toBeCloseTo(175 * 0.05, 12);
});

test('before the first auctions are counted no number of days shows an effect, also where recorded ones do not vary', () => {
  const none = { ...evidence, auctionsPerDay: 0 };
  for (const one of [
    none,
    { ...none, control: { mean: 2_000_000, variance: 0 }, difference: { mean: 0, variance: 0 } },
  ])
    for (const design of ['shadow', 'split', 'hold_back']) {
      expect(daysOf(one, design)).toMatchObject({
        days: [{ days: null }, { days: null }, { days: null }],
        costPerDay: 0,
      });
    }
});

test('a shadow costs nothing and sees the rules soonest; a switchback needs pairs of weeks', () => {
  const shadow = daysOf(evidence, 'shadow');
  expect([shadow.days[0]!.days, shadow.costAtMost]).toEqual([7, 0]);
  const switchback = daysOf(evidence, 'switchback');
  expect(switchback.days.every(({ days }) => days === null || days % 14 === 0)).toBe(true);
  expect(switchback.days.map(({ days }) => days)).toEqual([null, 126, 28]);
});

test('a draft that gains on recorded bids costs nothing, and without clusters there is no switchback', () => {
  const gaining = { ...evidence, difference: { mean: 1, variance: 1e10 }, clusters: null };
  expect(daysOf(gaining, 'split').costPerDay).toBe(0);
  expect(daysOf(gaining, 'switchback').days.map(({ days }) => days)).toEqual([null, null, null]);
});

const nets = (count: number, net = (at: number) => 1 + 0 * at) =>
  new Map(Array.from({ length: count }, (_, at) => [`v${at}`, net(at)]));

test('clusters are the values with 2 % of the net each, of the attribute whose 8 to 40 values cover the most', () => {
  const [first, second] = proposeClusters({
    site: nets(12, (at) => (at < 10 ? 9 : 5)),
    country: nets(3),
    placement: nets(400),
    device: nets(8),
  });
  expect([first!.by, first!.values.length, second!.by]).toEqual(['site', 12, 'device']);
  expect(proposeClusters({ site: nets(7), placement: nets(51) })).toEqual([]);
  const [tail] = proposeClusters({ site: new Map([...nets(10), ['small', 0.1]]) });
  expect([tail!.values.length, tail!.values.includes('small')]).toEqual([10, false]);
});

test('a whole seller shows an effect after whole months, and where too few days are known nothing is told', () => {
  const planned = { design: 'switchback', share: null, isOfSeller: true } as const;
  // 5 % is 0.0488 in logarithms; with 6 degrees of freedom four of five tests take 3.35 errors of 0.02 / sqrt(0.04 days).
  expect(daysToShow(evidence, planned, 5)).toBe(56);
  expect(daysToShow(evidence, planned, 0.5)).toBeNull();
  expect(daysToShow({ ...evidence, dayDeviation: null }, planned, 5)).toBeUndefined();
  expect(daysToShow({ ...evidence, clusters: null }, { ...planned, isOfSeller: false }, 5)).toBeUndefined();
});
