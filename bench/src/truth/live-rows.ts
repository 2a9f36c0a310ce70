import type { ExperimentResult } from '@auction-tiers/contract';
import {
  buyersOf,
  checkBuyers,
  checkSampleRatio,
  checkTotal,
  estimateParts,
  ExperimentCounts,
  placeOf,
  toExperimentResult,
} from '@auction-tiers/experiment';
import {
  drawReservePool,
  simulateExperiment,
  type SimulatedExperiment,
  trueAnswer,
} from '@auction-tiers/experiment/simulated';
import { type DayEffects, ResponseParams } from '@auction-tiers/market';

/** One line of the table: a market, an experiment, and the shares of runs with each result. */
export interface Row {
  readonly name: string;
  readonly runs: number;
  readonly found: Readonly<Record<string, number>>;
}

const guard = { maxLoss: 10n ** 15n, maxTotalLossPct: 10, maxBuyerLossPct: 30, minFillPoints: null };
const unmoved = ResponseParams.parse({ version: 1 });
/** Hours until buyers have learnt 63 % of the draft. */
const lags = [12, 48, 96, 168] as const;
const learning = (raise: number, lag: number) => ResponseParams.parse({ version: 1, raise, lag_hours: lag });
/** Drafts that bring nothing, by what their differences have in common within a day. */
const worthless: Readonly<Record<string, DayEffects>> = {
  independent: { gain: 0, deviation: 0.1, shared: 0 },
  'by weekday': { gain: 0, byWeekday: [0.08, 0.08, 0.08, 0.08, 0.08, -0.2, -0.2], deviation: 0.05, shared: 0 },
  'days share 15 %': { gain: 0, deviation: 0.1, shared: 0.15 },
};
const stopping: DayEffects = { gain: 0, byDay: Array.from({ length: 10 }, () => 0.04), deviation: 0.5, shared: 0 };
const steady: DayEffects = { gain: 0.02, deviation: 0.05, shared: 0 };
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

const share = (flags: readonly boolean[]) => flags.filter(Boolean).length / flags.length;
const runsWith = (count: number, of: (seed: string) => boolean[]) =>
  Array.from({ length: count }, (_, run) => of(`run ${run}`));
const column = (table: readonly (readonly boolean[])[], at: number) => share(table.map((row) => row[at]!));

/** Buyers raise bids by 8 % with a lag; a switchback of 28 days, and a split that must not claim it. */
function answered(lag: number, runs: number): Row {
  const response = learning(0.08, lag);
  const pool = drawReservePool(market, response);
  const truth = trueAnswer(pool);
  const table = runsWith(runs, (seed) => {
    const result = toExperimentResult(simulateExperiment(pool, { ...base, response, seed }));
    const split = toExperimentResult(simulateExperiment(pool, { ...base, design: 'split', days: 7, response, seed }));
    const slow = result.switchback!.five_days?.interval;
    const percent = 100 * Math.expm1(truth);
    return [
      ...holds(result, truth),
      split.buyers.why === null || split.buyers.percent !== null,
      !result.switchback!.has_settled,
      slow !== undefined && slow.low <= percent && percent <= slow.high,
    ];
  });
  return {
    name: `bids rise by 8 % within a lag of ${lag} hours`,
    runs,
    found: {
      truth: 100 * Math.expm1(truth),
      covered: column(table, 0),
      'covered by t': column(table, 1),
      'excludes 0': column(table, 2),
      'claimed by split': column(table, 3),
      'not settled': column(table, 4),
      'covered by five days': column(table, 5),
      'not settled or covered by five days': share(table.map((row) => row[4]! || row[5]!)),
    },
  };
}

/** Rules bring 3 %, and buyers, cluster by cluster, bid 8 % less: a loss. */
function losing(lag: number, runs: number): Row {
  const response = learning(-0.08, lag);
  const name = `bids fall by 8 % within a lag of ${lag} hours, rules bring 3 %`;
  return publishedAtEnd(name, { response, effects: { ...steady, gain: 0.03 } }, runs);
}

/** The same where each buyer learns from all sites, so that cells do not differ in it. */
function learningOfAll(runs: number, wholeSeller?: 'seller'): Row {
  const of = { response: learning(-0.09, 48), effects: { ...steady, gain: 0.03 }, isOfSeller: true };
  const name = `learning of the whole seller, 9 % less, rules bring 3 %, by ${wholeSeller ?? 'cluster'}`;
  return publishedAtEnd(name, { ...of, ...(wholeSeller && { wholeSeller }) }, runs);
}

function publishedAtEnd(
  name: string,
  of: Pick<SimulatedExperiment, 'response' | 'effects' | 'isOfSeller' | 'wholeSeller'>,
  runs: number,
  pool = drawReservePool(market, of.response),
): Row {
  const table = runsWith(runs, (seed) => [
    toExperimentResult(simulateExperiment(pool, { ...base, ...of, seed }), drawsOfLook).verdict === 'publish',
  ]);
  return { name, runs, found: { published: column(table, 0) } };
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
  const pool = drawReservePool({ ...market, bids: 2, treatment: 1.5, preferred: { treatment: 0 } }, limited);
  const table = runsWith(runs, (seed) => {
    const { verdict } = toExperimentResult(
      simulateExperiment(pool, { ...base, response: limited, isOfSeller: true, seed }),
      0,
    );
    return [verdict === 'publish'];
  });
  return { name: 'daily budgets', runs, found: { published: column(table, 0) } };
}

/** A draft that prefers another buyer, which bids 8 % more, and once it is preferred lowers its bids by 12 %: a loss. */
function preferring(runs: number): Row {
  const response = ResponseParams.parse({ version: 1, preference_shading: 0.12 });
  const preferred = { control: 1, treatment: 0 };
  const pool = drawReservePool(
    { ...market, treatment: 0.5, preferred, isFirstPrice: true, firstBidsBy: 1.08 },
    response,
  );
  return publishedAtEnd('a buyer that is preferred bids 12 % less', { response }, runs, pool);
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

/** Redrawn assignments where their number does not matter. */
const drawsOfLook = 199;
/** A look every six hours at a split, at midnight at a switchback, whose figures change only then. */
const [hoursOfSplit, hoursADay] = [6, 24];

/** A draft that brings nothing: whether a look publishes or stops it, and whether the guard pauses it. */
function withoutEffect(design: 'split' | 'switchback', kind: string, runs: number, isQuick: boolean): Row {
  const pool = drawReservePool(market, unmoved);
  const isSplit = design === 'split';
  const days = isSplit ? 21 : 14;
  const looksEach = isSplit && !isQuick ? hoursOfSplit : hoursADay;
  const simulated = { ...base, design, days, auctionsPerDay: isSplit ? 200 : 600, effects: worthless[kind]! };
  const table = runsWith(runs, (seed) => {
    let [isPublished, isStopped, isPaused] = [false, false, false];
    simulateExperiment(pool, { ...simulated, seed }, (state, { units }, hour) => {
      if (hour % looksEach > 0) return true;
      const now = state();
      const { verdict } = toExperimentResult(now, isQuick ? 50 : drawsOfLook);
      isPublished ||= verdict === 'publish';
      isStopped ||= verdict === 'stop';
      const [{ share: shareOfT, counts }] = now.phases as [(typeof now.phases)[number]];
      if (isSplit) isPaused ||= checkSampleRatio(units, shareOfT) !== null;
      if (counts instanceof ExperimentCounts) {
        const elapsed = now.elapsedDays / now.plannedDays;
        isPaused ||= checkBuyers(buyersOf(now, counts), elapsed, guard) !== null;
        isPaused ||= checkTotal(estimateParts({ ...now, phases: [{ counts }] }, 0), elapsed, guard) !== null;
      }
      return !isPublished && !isStopped;
    });
    return [isPublished, isStopped, isPaused];
  });
  return {
    name: `no effect, ${kind}, ${design} of ${days} days`,
    runs,
    found: { published: column(table, 0), stopped: column(table, 1), paused: column(table, 2) },
  };
}

/** What the end of a split of 21 days says of an effect that belongs to days. */
function ended(name: string, effects: DayEffects, runs: number): Row {
  const pool = drawReservePool(market, unmoved);
  const simulated = { ...base, design: 'split' as const, days: 21, auctionsPerDay: 200, effects };
  const table = runsWith(runs, (seed) => [
    toExperimentResult(simulateExperiment(pool, { ...simulated, seed })).verdict === 'publish',
  ]);
  return { name, runs, found: { published: column(table, 0) } };
}

type Draw = (runs: number, isQuick: boolean) => Row;

/** Runs of the rows that show how rarely nothing is taken for something, and of all others. */
const [many, some] = [400, 200];

/** Each row, the runs of a whole table, and how they are drawn. */
export const liveRows: readonly { readonly runs: number; readonly draw: Draw }[] = [
  { runs: some, draw: lost },
  { runs: some, draw: budgets },
  { runs: some, draw: (runs) => learningOfAll(runs) },
  { runs: some, draw: (runs) => learningOfAll(runs, 'seller') },
  { runs: some, draw: preferring },
  ...lags.map((lag) => ({ runs: lag === lags[0] ? 300 : some, draw: (runs: number) => answered(lag, runs) })),
  ...lags.map((lag) => ({ runs: some, draw: (runs: number) => losing(lag, runs) })),
  ...Object.keys(worthless).map((kind) => ({
    runs: many,
    draw: (runs: number, isQuick: boolean) => withoutEffect('split', kind, runs, isQuick),
  })),
  { runs: many, draw: (runs, isQuick) => withoutEffect('switchback', 'days share 15 %', runs, isQuick) },
  { runs: many, draw: (runs) => ended('a gain of 4 % that ends after 10 of 21 days', stopping, runs) },
  { runs: many, draw: (runs) => ended('a steady gain of 2 %, 21 days', steady, runs) },
];
