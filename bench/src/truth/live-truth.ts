import type { ExperimentResult } from '@auction-tiers/contract';
import { checkBuyers, checkSampleRatio, buyersOf, placeOf, toExperimentResult } from '@auction-tiers/experiment';
import {
  drawReservePool,
  type Pool,
  simulateExperiment,
  type SimulatedExperiment,
  trueAnswer,
} from '@auction-tiers/experiment/simulated';
import { ResponseParams } from '@auction-tiers/market';
import { atLeast, atMost, formatFigure, formatPercent, type Goal, type Suite } from '../suite/suite.ts';

/** One line of the table: a market, an experiment, and the shares of runs with each result. */
interface Row {
  readonly name: string;
  readonly runs: number;
  readonly found: Readonly<Record<string, number>>;
}

const usualRounds = 7;
const guard = { maxLoss: 10n ** 15n, maxTotalLossPct: 10, maxBuyerLossPct: 30, minFillPoints: null };
const unmoved = ResponseParams.parse({ version: 1 });
const learning = ResponseParams.parse({ version: 1, raise: 0.08, lag_hours: 12 });
const limited = ResponseParams.parse({ version: 1, budget: { members: [1], per_day: 0.7 } });
const market = { clusters: 20, auctions: 20_000, bids: 4, control: 0.5, treatment: 2, seed: 'experiments' };
const base: SimulatedExperiment = {
  design: 'switchback',
  days: 28,
  auctionsPerDay: 1000,
  share: 0.5,
  response: unmoved,
  seed: '',
  guard,
};

/** Simulated experiments use aggregate outcomes of a pool of auctions, with the service's counts, results and guards. */
export const liveTruthSuite: Suite<readonly Row[]> = {
  summary: 'what live experiments say of markets whose truth is known: false verdicts, coverage, power, pauses',
  async measure({ rounds, isQuick }, say) {
    const runsOf = (whole: number) => (isQuick ? 2 : Math.ceil((whole * rounds) / usualRounds));
    const rows: Row[] = [];
    const take = (row: Row) => {
      rows.push(row);
      say(`${row.name}: ${JSON.stringify(row.found)}`);
    };
    take(lost(runsOf(100)));
    take(budgets(runsOf(100)));
    take(answered(runsOf(300)));
    take(withoutEffect('split', runsOf(1000), isQuick));
    take(withoutEffect('switchback', runsOf(1000), isQuick));
    const header = ['live experiments', 'runs', 'found'];
    const words = ({ found }: Row) =>
      Object.entries(found)
        .map(([what, value]) => `${what} ${formatFigure(value)}`)
        .join(', ');
    return {
      figures: rows,
      tables: [{ header, rows: rows.map((row) => [row.name, formatFigure(row.runs), words(row)]) }],
      goals: goalsOf(rows),
    };
  },
};

const share = (flags: readonly boolean[]) => flags.filter(Boolean).length / flags.length;
const runsWith = (count: number, of: (seed: string) => boolean[]) =>
  Array.from({ length: count }, (_, run) => of(`run ${run}`));
const column = (table: readonly (readonly boolean[])[], at: number) => share(table.map((row) => row[at]!));

/** Buyers raise bids by 8 % with a lag of 12 hours; a switchback of 28 days, and a split that must not claim it. */
function answered(runs: number): Row {
  const pool = drawReservePool(market, learning);
  const truth = trueAnswer(pool);
  const table = runsWith(runs, (seed) => {
    const result = toExperimentResult(simulateExperiment(pool, { ...base, response: learning, seed }));
    const split = toExperimentResult(
      simulateExperiment(pool, { ...base, design: 'split', days: 7, response: learning, seed }),
    );
    return [
      ...holds(result, truth),
      split.buyers.why === null || split.buyers.percent !== null,
      !result.switchback!.has_settled,
    ];
  });
  return {
    name: 'bids rise by 8 % within a lag of 12 hours',
    runs,
    found: {
      truth: 100 * Math.expm1(truth),
      covered: column(table, 0),
      'covered by t': column(table, 1),
      'excludes 0': column(table, 2),
      'claimed by split': column(table, 3),
      'not settled': column(table, 4),
    },
  };
}

/** Whether the redrawn and the t interval contain the truth, and whether the first one excludes 0. */
function holds({ buyers, switchback, arms }: ExperimentResult, truth: number): boolean[] {
  const level = (1000 * Number(arms.C.earned)) / arms.C.auctions;
  const [low, high] = [Number(buyers.interval_at_end!.low) / level, Number(buyers.interval_at_end!.high) / level];
  const [value, { low: from, high: to }] = [Math.expm1(truth), switchback!.student!];
  return [low <= value && value <= high, from <= 100 * value && 100 * value <= to, low > 0 || high < 0];
}

/** A buyer that the draft prefers, with a daily budget for all sites, which cells do not see: it must not be published. */
function budgets(runs: number): Row {
  const pool = drawReservePool({ ...market, bids: 2, treatment: 1.5, prefersLimited: true }, limited);
  const table = runsWith(runs, (seed) => {
    const { verdict } = toExperimentResult(
      simulateExperiment(pool, { ...base, response: limited, isOfSeller: true, seed }),
      0,
    );
    return [verdict === 'publish'];
  });
  return { name: 'daily budgets', runs, found: { published: column(table, 0) } };
}

/** 51 of 100 units in C although half was planned, one auction each. */
function lost(runs: number): Row {
  const table = runsWith(runs, (seed) => {
    const isPaused = (treated: number) => {
      const units = { C: 0, T: 0, sampledC: 0, sampledT: 0, of: 1 };
      for (let unit = 0; unit < 100_000; unit++) {
        if (placeOf(seed, String(unit)).draw < treated) units.sampledT++;
        else units.sampledC++;
        if (unit % 1000 === 999 && checkSampleRatio(units, 0.5) !== null) return true;
      }
      return false;
    };
    return [isPaused(0.49), isPaused(0.5)];
  });
  return {
    name: '51:49, 100,000 units',
    runs,
    found: { paused: column(table, 0), 'paused at 50:50': column(table, 1) },
  };
}

/** Tier sets swapped at random: auctions change, without an effect. A switchback's figures change only at midnight. */
function withoutEffect(design: 'split' | 'switchback', runs: number, isQuick: boolean): Row {
  const pool: Pool = drawReservePool(market, unmoved);
  const isSplit = design === 'split';
  const days = isSplit ? 3 : 14;
  const looksEach = isSplit && !isQuick ? 1 : 24;
  const simulated = { ...base, design, days, auctionsPerDay: isSplit ? 1000 : 600, isSwapped: true };
  const table = runsWith(runs, (seed) => {
    let [isFalse, isPaused] = [false, false];
    simulateExperiment(pool, { ...simulated, seed }, (state, { units }, hour) => {
      if (hour % looksEach > 0) return true;
      const now = state();
      const result = toExperimentResult(now, isQuick ? 50 : 199);
      isFalse ||= result.verdict === 'publish' || result.verdict === 'stop';
      const counts = now.phases[0]!.counts;
      if (isSplit) isPaused ||= checkSampleRatio(units, now.phases[0]!.share) !== null;
      if ('units' in counts && 'rowsOf' in counts) {
        isPaused ||= checkBuyers(buyersOf(now, counts), now.elapsedDays / now.plannedDays, guard) !== null;
      }
      return !isFalse;
    });
    return [isFalse, isPaused];
  });
  return {
    name: `no effect, ${design} of ${days} days, a look ${isSplit ? 'an hour' : 'a day'}`,
    runs,
    found: { 'false verdict': column(table, 0), paused: column(table, 1) },
  };
}

/** The goals of the specification. */
function goalsOf(rows: readonly Row[]): Goal[] {
  const found = (name: string, what: string) => rows.find((row) => row.name.startsWith(name))!.found[what]!;
  return [
    atMost(0.05, 'no effect, split: false verdicts', found('no effect, split', 'false verdict'), formatPercent),
    atMost(
      0.05,
      'no effect, switchback: false verdicts',
      found('no effect, switchback', 'false verdict'),
      formatPercent,
    ),
    atMost(0.05, 'no effect, split: pauses', found('no effect, split', 'paused'), formatPercent),
    atMost(0.05, 'no effect, switchback: pauses', found('no effect, switchback', 'paused'), formatPercent),
    atLeast(0.93, 'bids rise: interval holds the truth', found('bids rise', 'covered'), formatPercent),
    atLeast(0.8, 'bids rise: interval excludes 0', found('bids rise', 'excludes 0'), formatPercent),
    atMost(0, 'bids rise: claimed by a split', found('bids rise', 'claimed by split'), formatPercent),
    atMost(0.1, 'daily budgets: published', found('daily budgets', 'published'), formatPercent),
    atLeast(0.9, '51:49 paused', found('51:49', 'paused'), formatPercent),
  ];
}
