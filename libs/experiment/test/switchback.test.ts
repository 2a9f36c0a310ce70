import { ResponseParams } from '@auction-tiers/market';
import { expect, test } from 'vitest';
import { checkSampleRatio, ExperimentCounts, placeOf, toExperimentResult } from '@auction-tiers/experiment';
import {
  drawReservePool,
  simulateExperiment,
  type SimulatedExperiment,
  trueAnswer,
} from '@auction-tiers/experiment/simulated';

// Few runs of what `npm run bench -- truth --kind live` does with hundreds; seeds are fixed, so a run is the same each time.

const market = { clusters: 20, auctions: 10_000, bids: 4, control: 0.5, treatment: 2, seed: 'pool' };
const learning = ResponseParams.parse({ version: 1, raise: 0.08, lag_hours: 12 });
const pool = drawReservePool(market, learning);
const simulated: SimulatedExperiment = {
  design: 'switchback',
  days: 28,
  auctionsPerDay: 1000,
  share: 0.5,
  response: learning,
  seed: 'trial',
  guard: { maxLoss: 10n ** 15n, maxTotalLossPct: 10, maxBuyerLossPct: 30, minFillPoints: null },
};
const percentOfTruth = 100 * Math.expm1(trueAnswer(pool));
const drawsOfTest = 99;
const runs = Array.from({ length: 5 }, (_, run) => ({ ...simulated, seed: `run ${run}` }));

test('a switchback finds a planted answer of buyers, sees it come with the hours, and a split does not claim it', () => {
  const results = runs.map((one) => toExperimentResult(simulateExperiment(pool, one), drawsOfTest));
  const percents = results.map(({ buyers }) => buyers.percent!.percent);
  const mean = percents.reduce((sum, percent) => sum + percent, 0) / runs.length;
  expect(Math.abs(mean - percentOfTruth)).toBeLessThan(2.5);
  const isAbove0 = results.filter(({ buyers }) => Number(buyers.interval_at_end!.low) > 0);
  expect(isAbove0.length).toBeGreaterThanOrEqual(4);
  const covered = results.filter(({ switchback }) => {
    const { low, high } = switchback!.student!;
    return low <= percentOfTruth && percentOfTruth <= high;
  });
  expect(covered.length).toBeGreaterThanOrEqual(4);
  const course = (at: number) =>
    results.reduce((sum, { switchback }) => sum + switchback!.course[at]!.change!.percent, 0) / runs.length;
  expect(course(0)).toBeLessThan(course(3));
  for (const { total, rules_in_t, buyers } of results) {
    const [whole, rules, rest] = [total, rules_in_t, buyers].map((part) => Math.round(1e6 * Number(part.per_thousand)));
    expect(whole).toBe(rules! + rest!);
  }
  const split = toExperimentResult(simulateExperiment(pool, { ...simulated, design: 'split', days: 7 }));
  expect([split.buyers.why === null, split.buyers.percent, split.verdict]).toEqual([false, null, 'stop']);
});

test('without an answer, intervals of a switchback hold 0, and none of them has a verdict that is acted on', () => {
  const unmoved = ResponseParams.parse({ version: 1 });
  const same = drawReservePool({ ...market, treatment: market.control }, unmoved);
  const results = runs.map((one) =>
    toExperimentResult(simulateExperiment(same, { ...one, response: unmoved }), drawsOfTest),
  );
  expect(results.filter(({ verdict }) => verdict === 'publish' || verdict === 'stop')).toEqual([]);
  const holds0 = results.filter(
    ({ buyers }) => Number(buyers.interval_at_end!.low) <= 0 && Number(buyers.interval_at_end!.high) >= 0,
  );
  expect(holds0.length).toBeGreaterThanOrEqual(4);
});

const after = (lag_hours: number) => {
  const response = ResponseParams.parse({ version: 1, raise: 0.08, lag_hours });
  return runs.map((one) => toExperimentResult(simulateExperiment(pool, { ...one, response }), 0));
};
const isCovered = (change: { readonly interval: { readonly low: number; readonly high: number } }) =>
  change.interval.low <= percentOfTruth && percentOfTruth <= change.interval.high;

test('an answer that comes within 48 hours is covered, and one of a week is said not to have settled, or is covered', () => {
  const covered = after(48).filter(({ buyers }) => isCovered(buyers.percent!));
  expect(covered.length).toBeGreaterThanOrEqual(4);
  const honest = after(96).filter(({ switchback }) => !switchback!.has_settled || isCovered(switchback!.five_days!));
  expect(honest.length).toBeGreaterThanOrEqual(4);
});

test('a switchback of the whole seller finds what buyers that learn of all sites do, which clusters do not see', () => {
  const response = ResponseParams.parse({
    version: 1,
    raise: 0.3,
    lag_hours: 12,
    noise: { day: 0.02, cluster_day: 0.02 },
  });
  const moved = drawReservePool(market, response);
  const truth = 100 * Math.expm1(trueAnswer(moved));
  const resultsBy = (wholeSeller?: 'seller' | 'seller_weeks') =>
    runs.map((one) =>
      toExperimentResult(
        simulateExperiment(moved, { ...one, response, isOfSeller: true, ...(wholeSeller && { wholeSeller }) }),
        drawsOfTest,
      ),
    );
  const covering = (results: ReturnType<typeof resultsBy>) =>
    results.filter(({ switchback }) => switchback!.student!.low <= truth && truth <= switchback!.student!.high).length;
  const [clusters, bySeller, byWeek] = [resultsBy(), resultsBy('seller'), resultsBy('seller_weeks')];
  expect([covering(clusters), covering(bySeller) >= 4, covering(byWeek) >= 4]).toEqual([0, true, true]);
  for (const { buyers, switchback, arms, says } of bySeller) {
    expect([Number(buyers.interval_at_end!.low) > 0, switchback!.student!.low > 0]).toEqual([true, true]);
    expect(says.join()).not.toContain('show little');
    expect(Math.abs(arms.C.auctions - arms.T.auctions)).toBeLessThan(100);
  }
  for (const { says } of byWeek) expect(says.join()).toContain('4 weeks show little');
});

test('a draft that uses up a budget of the whole seller is not published: the buyer that swells is named', () => {
  const limited = ResponseParams.parse({ version: 1, budget: { members: [1], per_day: 0.7 } });
  const poor = drawReservePool({ ...market, bids: 2, treatment: 1.5, preferred: { treatment: 0 } }, limited);
  const results = runs.map((one) =>
    toExperimentResult(simulateExperiment(poor, { ...one, response: limited, isOfSeller: true }), 0),
  );
  for (const { verdict, says, total } of results) {
    expect([verdict, Number(total.per_thousand) > 0]).toEqual(['go on', true]);
    expect(says.join(' ')).toMatch(/^Buyer 1 .*budget/);
  }
});

test('days on which it was paused are left out of what buyers do, and the result says so', () => {
  const state = simulateExperiment(pool, simulated);
  const paused = new Set([8, 9]);
  const resultWith = (extra: boolean, own: ReadonlySet<number>) => {
    const counts = new ExperimentCounts();
    for (const { counts: had } of state.phases) counts.merge('toData' in had ? had.toData() : had);
    // As if only the few auctions of a night, at a tenth of the price, had come on day 8.
    const odd = { arm: 'T', place: placeOf('x', 'y'), isWithoutUnit: false, hour: 8 * 24, buyers: [] } as const;
    const none = { buyer: null, tier: null };
    for (let cluster = 0; cluster < (extra ? market.clusters : 0); cluster += 2) {
      const auction = { ...odd, cluster, controlWinners: none, treatmentWinners: none };
      for (let at = 0; at < 200; at++) counts.add({ ...auction, controlMicros: 200_000, treatmentMicros: 200_000 });
    }
    const switchback = { ...state.switchback!, paused: own };
    return toExperimentResult({ ...state, phases: [{ share: 0.5, counts }], switchback }, 0);
  };
  const [clean, cut, blind] = [resultWith(false, paused), resultWith(true, paused), resultWith(true, new Set())];
  expect(cut.buyers.percent!.percent).toBeCloseTo(clean.buyers.percent!.percent, 1);
  expect(Math.abs(blind.buyers.percent!.percent - clean.buyers.percent!.percent)).toBeGreaterThan(1);
  expect(cut.switchback!.cells).toBeLessThan(blind.switchback!.cells);
  expect(cut.says.join()).toContain('2 days on which it was paused are left out');
  expect(blind.says.join()).not.toContain('left out');
});

const breachAt = (lostShare: number) => {
  let breach = null;
  const fault: SimulatedExperiment = {
    ...simulated,
    design: 'split',
    days: 7,
    auctionsPerDay: 8000,
    lostShare,
    auctionsPerUnit: 1,
  };
  simulateExperiment(pool, fault, (_state, { units }) => (breach ??= checkSampleRatio(units, 0.5)) === null);
  return breach;
};

test("a split that loses a fifth of the draft's auctions pauses for its sample ratio, and one that loses none does not", () => {
  expect(breachAt(0.2)).toMatchObject({ code: 'sample_ratio' });
  expect(breachAt(0)).toBeNull();
});
