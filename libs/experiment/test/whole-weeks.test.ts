import { type DayEffects, ResponseParams } from '@auction-tiers/market';
import { expect, test } from 'vitest';
import { type ExperimentCounts, toExperimentResult } from '@auction-tiers/experiment';
import { drawReservePool, simulateExperiment, type SimulatedExperiment } from '@auction-tiers/experiment/simulated';

const response = ResponseParams.parse({ version: 1, noise: { day: 0.1, cluster_day: 0 } });
const market = { clusters: 1, auctions: 4000, bids: 4, control: 0.5, treatment: 0.5, seed: 'weeks' };
const pool = drawReservePool(market, response);
const [runs, hoursPerDay] = [40, 24];
const simulated: SimulatedExperiment = {
  design: 'split',
  days: 21,
  auctionsPerDay: 200,
  share: 0.5,
  response,
  seed: '',
  guard: { maxLoss: 10n ** 15n, maxTotalLossPct: 10, maxBuyerLossPct: 30, minFillPoints: null },
};

/** When it is looked at: each day of the first week, within the eighth and ninth day, and at the ends of later weeks. */
const lookHours = new Set([24, 48, 72, 96, 120, 144, 167, 168, 180, 204, 336, 504]);

/** The first verdict that is acted on in each run, and the days until then. */
function firstVerdicts(effects: DayEffects) {
  return Array.from({ length: runs }, (_, run) => {
    let found = { verdict: 'go on', days: Infinity };
    simulateExperiment(pool, { ...simulated, effects, seed: `weeks ${run}` }, (state, _counts, hour) => {
      if (!lookHours.has(hour)) return true;
      const { verdict } = toExperimentResult(state());
      if (verdict !== 'publish' && verdict !== 'stop') return true;
      found = { verdict, days: hour / hoursPerDay };
      return false;
    });
    return found;
  });
}

const countOf = (found: ReturnType<typeof firstVerdicts>, verdict: string) =>
  found.filter((one) => one.verdict === verdict).length;

test('rules that gain 8 % on weekdays and lose 20 % at weekends, together nothing, are never published or stopped', () => {
  const byWeekday = [0.08, 0.08, 0.08, 0.08, 0.08, -0.2, -0.2];
  const found = firstVerdicts({ gain: 0, byWeekday, deviation: 0.05, shared: 0 });
  expect([countOf(found, 'publish'), countOf(found, 'stop')]).toEqual([0, 0]);
});

test('rules that bring nothing, whose days share 15 % of the difference, are published or stopped in few runs', () => {
  const found = firstVerdicts({ gain: 0, deviation: 0.1, shared: 0.15 });
  expect(countOf(found, 'publish') + countOf(found, 'stop')).toBeLessThanOrEqual(4);
});

test('rules that gain 2 % are published in every run, after whole weeks only', () => {
  const found = firstVerdicts({ gain: 0.02, deviation: 0.05, shared: 0 });
  expect(countOf(found, 'publish')).toBe(runs);
  expect(found.filter(({ days }) => days % 7 > 0)).toEqual([]);
});

/** The results at the end of 21 days. */
const resultsAtEnd = (effects: DayEffects) =>
  Array.from({ length: runs }, (_, run) =>
    toExperimentResult(simulateExperiment(pool, { ...simulated, effects, seed: `weeks ${run}` })),
  );
const publishedOf = (results: ReturnType<typeof resultsAtEnd>) =>
  results.filter(({ verdict }) => verdict === 'publish').length;
/** A gain of 4 % that ends after 10 days. */
const ended = { gain: 0, byDay: Array.from({ length: 10 }, () => 0.04), shared: 0 };

test('rules whose gain has ended half-way are not published at the end, and the reason names the last third', () => {
  const results = resultsAtEnd({ ...ended, deviation: 0.05 });
  expect(publishedOf(results)).toBe(0);
  const ofThird = /\(7 days: (?:[+−]0\.0\d+|0\.00) net per 1,000 auctions\)/;
  expect(results.filter(({ says }) => ofThird.test(says[0]!)).length).toBeGreaterThan(runs / 2);
});

test('the same where auctions differ so much that the end of the gain hardly shows', () => {
  expect(publishedOf(resultsAtEnd({ ...ended, deviation: 0.5 }))).toBeLessThanOrEqual(3);
});

test('a gain that fades away is not published at the end, and the reason is the trend', () => {
  const byDay = Array.from({ length: 15 }, (_, day) => 0.04 * (1 - day / 15));
  const results = resultsAtEnd({ gain: 0, byDay, deviation: 0.05, shared: 0 });
  expect(publishedOf(results)).toBe(0);
  const trends = results.flatMap(({ says }) => says).filter((text) => text.includes('shrinks'));
  expect(trends.length).toBeGreaterThan(runs / 2);
  // Money as readers have it, not as the service stores it: `-1.367690`.
  for (const text of trends) expect(text).toMatch(/ \(\d days: [+−]?\d+\.\d\d(?:\d\d)? net per 1,000 auctions\)\.$/);
});

test('a gain whose last day loses is not published at the end, and the reason is the last day', () => {
  const byDay = Array.from({ length: 21 }, (_, day) => (day === 20 ? -0.1 : 0));
  const results = resultsAtEnd({ gain: 0.02, byDay, deviation: 0.05, shared: 0 });
  expect(publishedOf(results)).toBe(0);
  expect(results.filter(({ says }) => says.join().includes('last day contradicts')).length).toBe(runs);
});

test('before every weekday has been seen the missing ones are named, as a comparison does', () => {
  const effects = { gain: 0.02, deviation: 0.05, shared: 0 };
  const state = simulateExperiment(pool, { ...simulated, effects, days: 10, seed: 'seen' });
  const { rows, units } = (state.phases[0]!.counts as ExperimentCounts).toData();
  const after = (isOpen: (day: number) => boolean) => {
    const open = Object.entries(rows).filter(([name]) => {
      const [kind, hour] = name.split('/');
      return kind !== 'hour' || isOpen(Math.floor(Number(hour) / hoursPerDay));
    });
    const counts = { rows: Object.fromEntries(open), units };
    // Day 20,424 is 2025-12-02, a Tuesday.
    return toExperimentResult({ ...state, plannedDays: 21, firstDay: 20_424, phases: [{ share: 0.5, counts }] });
  };
  expect(after((day) => day < 3).says[0]).toContain('7 whole days');
  const { verdict, days_left, says } = after((day) => day !== 4 && day !== 5);
  expect([verdict, days_left]).toEqual(['go on', 2]);
  expect(says[0]).toContain('No Saturday, Sunday');
});
