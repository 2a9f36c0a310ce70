import { describe, expect, test } from 'vitest';
import { drawLog } from '../src/truth/draw.ts';
import type { Effect } from '../src/truth/effect.ts';
import { drawMeans, findEffects } from '../src/truth/effect.ts';
import type { TruthCell } from '../src/truth/figures.ts';
import { launchShare, toCell } from '../src/truth/figures.ts';
import type { Judged } from '../src/truth/judge-log.ts';
import { judgeLog } from '../src/truth/judge-log.ts';
import type { Population } from '../src/truth/population.ts';
import { doubled, populations } from '../src/truth/population.ts';
import type { LogWork } from '../src/truth/truth-cell.ts';
import { doTask, measureCells } from '../src/truth/truth-cell.ts';
import { truthGoals, truthText } from '../src/truth/truth-report.ts';

const named = (name: string): Population => populations.find((population) => population.name.startsWith(name))!;

describe('a population', () => {
  test('draws the same log from the same seed, with as many auctions as it says, in its days', () => {
    const { auctions, days } = named('shock by hour, ICC 0.3');
    const [one, two, other] = ['a', 'a', 'b'].map((seed) => [...drawLog(named('shock by hour, ICC 0.3'), seed)]);
    expect(two).toEqual(one);
    expect(other).not.toEqual(one);
    expect(one).toHaveLength(auctions);
    const times = one!.map(({ timeMs }) => timeMs);
    expect(Math.max(...times) - Math.min(...times)).toBeLessThan(days * 86_400_000);
    expect(new Set(times.map((time) => Math.floor(time / 86_400_000))).size).toBe(days);
  });

  test('has effects of as many of their own standard errors as are asked for', () => {
    const population = { ...named('independent'), auctions: 300 };
    const means = Array.from({ length: 50 }, (_, log) => drawMeans(population, log));
    const { zero, negative, positive } = findEffects(population, means);
    expect(zero).toMatchObject({ factor: 1, perAuction: 0 });
    expect(negative.perAuction / negative.standardError).toBeCloseTo(-3, 6);
    expect(positive.perAuction / positive.standardError).toBeCloseTo(3, 6);
  });

  test.for(populations.map(({ name }) => name))(
    '%s: the sides are alike, so that nothing is gained on average',
    (name) => {
      const population = { ...named(name), auctions: 1000 };
      const logs = 100;
      const sums = Array.from({ length: logs }, (_, at) => {
        let sum = 0;
        for (const { sides } of drawLog(population, `alike ${at}`)) {
          if (sides !== undefined) sum += Math.log(sides.draft.second) - Math.log(sides.current.second);
        }
        return sum;
      });
      const mean = sums.reduce((total, sum) => total + sum, 0) / logs;
      const squares = sums.reduce((total, sum) => total + (sum - mean) ** 2, 0);
      expect(Math.abs(mean)).toBeLessThan(4 * Math.sqrt(squares / logs / logs));
    },
  );
});

// The short form of `npm run bench -- truth`: fewer populations, fewer and smaller logs, always the same ones. The bounds are
// wider than the goals, because so few logs tell a share only to within some 5 per cent points.
describe('of 32 logs', () => {
  const logs = 32;
  const here = ((task) => Promise.resolve(doTask(task))) as LogWork;
  const measure = async (population: Population, effect: Effect): Promise<TruthCell> => {
    const counts = { logs, spreadLogs: 50 };
    const [cell] = await measureCells(population, [effect], counts, here);
    return cell!;
  };

  test.for([
    { name: 'shock by hour, ICC 0.3', auctions: 1200 },
    { name: 'shock by day, ICC 0.1', auctions: 800 },
    { name: 'the same users', auctions: 900 },
    { name: 'a rare large buyer', auctions: 900 },
  ])('$name: the interval holds that nothing is gained in 28 at least, and at most 2 advise a launch', async (one) => {
    const cell = await measure({ ...named(one.name), auctions: one.auctions }, 'zero');
    expect(cell).toMatchObject({ truth: 0, logs });
    expect(cell.covered).toBeGreaterThanOrEqual(28);
    expect(cell.decisions['launch'] ?? 0).toBeLessThanOrEqual(2);
  });

  test('campaigns that go on from day to day: the truth is held in 26 at least, and most reports say so', async () => {
    const cell = await measure({ ...named('campaigns'), auctions: 800 }, 'zero');
    expect(cell.covered).toBeGreaterThanOrEqual(26);
    expect(cell.decisions['launch'] ?? 0).toBeLessThanOrEqual(3);
    expect(cell.movesTogether).toBeGreaterThanOrEqual(24);
  });

  test('two days: no launch, whatever the effect', async () => {
    const cell = await measure({ ...named('shock by day, ICC 0.1, 2 days'), auctions: 400 }, 'positive');
    expect(cell.decisions['launch']).toBeUndefined();
    expect(cell.reasons['few_days']).toBeGreaterThanOrEqual(24);
  });

  test('second price at a true gain over two weeks: a launch in half of them at least', async () => {
    const cell = await measure({ ...doubled(named('second price')), auctions: 1200 }, 'positive');
    expect(cell.decisions['launch']).toBeGreaterThanOrEqual(16);
    expect(cell.covered).toBeGreaterThanOrEqual(28);
  });
});

test('a log of a population is judged twice the same', () => {
  const population = { ...named('independent'), auctions: 400 };
  expect(judgeLog(population, 1.2, 's')).toEqual(judgeLog(population, 1.2, 's'));
});

const judged = (low: number, high: number, decision: string): Judged => ({
  interval: { low, high },
  decision,
  reasons: ['interval_holds_zero'],
  used: 'day',
  movesTogether: false,
});
const cell = (population: Population, effect: Effect, truth: number, all: readonly Judged[]) =>
  toCell({ population, effect, truth, standardError: 1 }, all);

describe('the figures', () => {
  test('count the intervals that hold the truth, and the verdicts', () => {
    const one = cell(named('independent'), 'positive', 3, [
      judged(1, 4, 'launch'),
      judged(3.5, 9, 'launch'),
      judged(-1, 3, 'test_first'),
      { ...judged(0, 0, 'cannot_say'), interval: null },
    ]);
    expect(one).toMatchObject({ covered: 2, logs: 4, decisions: { launch: 2, test_first: 1, cannot_say: 1 } });
    expect(one.meanWidth).toBeCloseTo((3 + 5.5 + 4) / 3, 9);
    expect(launchShare(one)).toBe(0.5);
  });

  test('have goals for the worst population of each kind', () => {
    const [usual, campaigns, short] = [
      named('independent'),
      named('campaigns'),
      named('shock by day, ICC 0.1, 2 days'),
    ];
    const good = judged(-1, 9, 'test_first');
    const cells = [
      cell(usual, 'zero', 0, [good, good, judged(1, 2, 'launch'), good]),
      cell(usual, 'positive', 3, [judged(1, 4, 'launch'), good, good, good]),
      cell(doubled(usual), 'positive', 3, [judged(1, 4, 'launch'), good]),
      cell(campaigns, 'zero', 0, [good, good]),
      cell(short, 'zero', 0, [judged(2, 3, 'hold'), good]),
    ];
    const found = truthGoals({ logs: 4, cells }).map(({ found: share, isMet }) => [share, isMet]);
    expect(found).toEqual([
      ['75 %', false],
      ['100 %', true],
      ['25 %', false],
      ['0 %', true],
      ['0 %', true],
      ['25 %', false],
      ['50 %', false],
    ]);
    expect(truthText({ logs: 4, cells })).toMatch(/^independent +75 % +- +100 % +25 % +- +25 % +50 %$/m);
  });
});
