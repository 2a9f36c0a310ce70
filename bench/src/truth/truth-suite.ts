import { atLeast, atMost, formatPercent, type Suite } from '../suite/suite.ts';
import { inThreads } from '../suite/threads.ts';
import { contestedShare, drawLog, sidePrice } from './draw.ts';
import { feePpm, type Judged, judgeLog } from './judge-log.ts';
import { type Population, populations } from './population.ts';

/** Judged logs of each half per effect and round, and logs from which the standard error of a population is estimated. */
const [logsPerRound, spreadLogs] = [5, 400];
/** Iterations until the effect is the wanted number of its own standard errors: the factor scales the noise, too. */
const steps = 30;

/** What was concluded from the logs of one population with one true effect. */
export interface TruthFigures {
  readonly population: Population;
  readonly effect: number;
  /** The true difference in a log, USD. */
  readonly truth: number;
  /** The first half of the seeds was used to develop the rule; the second half was held out. */
  readonly half: 'open' | 'kept aside';
  readonly logs: number;
  /** Shares of logs: whose 95 % interval contains the true difference, and of which the answer doubts its interval. */
  readonly covered: number;
  readonly doubted: number;
  /** Share of logs of which the answer says what it cannot show well enough to decide, doubted or not. */
  readonly limited: number;
  /** Shares of logs of which the answer says neither, and those of them whose interval contains the true difference. */
  readonly unnamed: number;
  readonly coveredUnnamed: number;
  /** Shares of logs with the verdicts `launch` and `hold`. */
  readonly launched: number;
  readonly held: number;
}

const halves = ['open', 'kept aside'] as const;

export const truthSuite: Suite<readonly TruthFigures[]> = {
  summary: 'how often the interval of a comparison holds the true effect, and how often it says launch',
  usualRounds: 20,
  async measure({ rounds, isQuick }, say) {
    const logs = isQuick ? 2 : rounds * logsPerRound;
    const tasks = (isQuick ? populations.slice(5, 7) : populations).map(
      ({ name }): TruthTask => ({ name, logs, spread: isQuick ? 20 : spreadLogs }),
    );
    const judged = await inThreads<TruthFigures[]>('truth-thread', import.meta.url, tasks, (all) =>
      say(rowOf(all).join(' | ')),
    );
    const header = [
      `twice ${logs} logs each: open / kept aside`,
      'covered at 0',
      'doubted at 0',
      'limit at 0',
      'launch at 0',
      'hold at 0',
      'covered at a gain',
      'doubted at a gain',
      'limit at a gain',
      'launch at a gain',
    ];
    const figures = judged.flat();
    return { figures, tables: [{ header, rows: judged.map(rowOf) }], goals: goalsOf(figures) };
  },
};

/** The logs of a population to judge in each half, and those from which its standard error is estimated. */
export interface TruthTask {
  readonly name: string;
  readonly logs: number;
  readonly spread: number;
}

/** What is concluded from the logs of a population, of each effect and half. */
export function judgePopulation({ name, logs, spread }: TruthTask): TruthFigures[] {
  const population = populations.find((one) => one.name === name)!;
  return findEffects(population, spread).flatMap((found) =>
    halves.map((half) => judgeHalf(population, found, half, logs)),
  );
}

/** The row of a population, of both halves. */
function rowOf(all: readonly TruthFigures[]): string[] {
  const cells = (effect: number, shares: readonly ShareOfLogs[]) =>
    shares.map((share) =>
      all
        .filter((one) => one.effect === effect)
        .map((one) => formatPercent(one[share]))
        .join(' / '),
    );
  const gain = Math.max(...all.map(({ effect }) => effect));
  const atGain = ['covered', 'doubted', 'limited', 'launched'] as const;
  return [
    all[0]!.population.name,
    ...cells(0, ['covered', 'doubted', 'limited', 'launched', 'held']),
    ...(gain > 0 ? cells(gain, atGain) : atGain.map(() => '')),
  ];
}

const sharesOfLogs = ['covered', 'doubted', 'limited', 'unnamed', 'coveredUnnamed', 'launched', 'held'] as const;
type ShareOfLogs = (typeof sharesOfLogs)[number];

/** What is concluded from half of the logs of one effect. */
function judgeHalf(population: Population, found: TrueEffect, half: TruthFigures['half'], logs: number): TruthFigures {
  const seedOf = (log: number) => `${population.name} ${found.effect} ${half} ${log}`;
  const judged = Array.from({ length: logs }, (_, log) => judgeLog(population, found.factor, seedOf(log)));
  return toFigures(population, found, half, judged);
}

const worst = (values: readonly number[]) => Math.min(1, ...values);
const meanOf = (values: readonly number[]) =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
const most = (values: readonly number[]) => Math.max(0, ...values);
const isPersistent = ({ population }: TruthFigures) => population.persistence > 0;
/** Less than this of a log's difference is the error of adding up. */
const nothing = 1e-9;

/** Both halves of the logs of a population and an effect as one cell. */
function cellsOf(figures: readonly TruthFigures[]): TruthFigures[] {
  const cells = Map.groupBy(figures, ({ population, effect }) => `${population.name} ${effect}`);
  return Array.from(cells.values(), (parts) => {
    const logs = parts.reduce((sum, part) => sum + part.logs, 0);
    const share = (of: ShareOfLogs) => parts.reduce((sum, part) => sum + part.logs * part[of], 0) / logs;
    return {
      ...parts[0]!,
      logs,
      ...(Object.fromEntries(sharesOfLogs.map((of) => [of, share(of)])) as Record<ShareOfLogs, number>),
    };
  });
}

/** The interval holds the truth in this share of the logs that name neither a doubt nor a limit, or so many name one. */
const soundOf = ({ unnamed, coveredUnnamed }: TruthFigures): number =>
  Math.max(1 - unnamed, unnamed === 0 ? 1 : coveredUnnamed / unnamed);

/** For each goal, the population that misses it most. */
export function goalsOf(figures: readonly TruthFigures[]) {
  const cells = cellsOf(figures);
  // A log that lacks rare losses has no trace by which they could be doubted.
  const known = cells.filter(({ population }) => population.rare === undefined);
  const atGain = cells.filter(({ effect, population }) => effect > 0 && population.leastLaunched > 0);
  const worthless = cells.filter(({ truth }) => truth <= nothing);
  const traced = worthless.filter(({ population }) => population.untraced === 0);
  const launchedOf = ({ launched }: TruthFigures) => launched;
  const independent = traced.filter((one) => !isPersistent(one)).map(launchedOf);
  const persistent = traced.filter(isPersistent).map(launchedOf);
  // A loss is held rightly.
  const held = cells.filter((one) => Math.abs(one.truth) <= nothing && !isPersistent(one)).map((one) => one.held);
  const untraced = Math.max(0, ...cells.map(({ population }) => population.untraced));
  const untracedLaunched = worthless.filter(({ population }) => population.untraced > 0).map(launchedOf);
  const bars = [0.33, 0.45, 0.5].map((bar) => {
    const own = atGain.filter(({ population }) => population.leastLaunched === bar).map(launchedOf);
    return atLeast(
      bar,
      `launch of a gain, worst population asked for ${formatPercent(bar)}`,
      worst(own),
      formatPercent,
    );
  });
  return [
    atLeast(
      0.9,
      'truth covered where neither a doubt nor a limit is named, or one named, worst population',
      worst(known.map(soundOf)),
      formatPercent,
    ),
    atMost(0.08, 'launch at no effect, worst population', most(independent), formatPercent),
    atMost(0.05, 'launch at no effect, mean', meanOf(independent), formatPercent),
    atMost(0.17, 'launch where shocks persist, worst population', most(persistent), formatPercent),
    atMost(0.12, 'launch where shocks persist, mean', meanOf(persistent), formatPercent),
    atMost(0.08, 'hold of what is worth nothing, worst population', most(held), formatPercent),
    atMost(0.05, 'hold of what is worth nothing, mean', meanOf(held), formatPercent),
    atMost(untraced, 'launch where logs lack the loss, of so many', most(untracedLaunched), formatPercent),
    ...bars,
  ];
}

/** A true effect: the factor by which the draft's side bids, and its gain per auction, CPM, gross. */
export interface TrueEffect {
  readonly effect: number;
  readonly factor: number;
  readonly perAuction: number;
}

/**
 * The factors at which the true difference is the wanted number of standard errors, estimated over separately drawn
 * logs. The expected difference is exact, because scaling the bids of a side scales its expected revenue.
 */
export function findEffects(population: Population, logs: number): TrueEffect[] {
  const perContested = contestedShare * sidePrice;
  const means = Array.from({ length: logs }, (_, log) => {
    let [current, draft] = [0, 0];
    for (const { sides } of drawLog(population, `${population.name} spread ${log}`)) {
      current += sides?.current ?? 0;
      draft += sides?.draft ?? 0;
    }
    return { current: current / population.auctions, draft: draft / population.auctions };
  });
  const errorOf = (factor: number): number => {
    const differences = means.map(({ current, draft }) => factor * draft - current);
    const mean = differences.reduce((sum, value) => sum + value, 0) / logs;
    return Math.sqrt(differences.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (logs - 1));
  };
  // The present is the last day; a log represents the weekdays that it has.
  const open = population.byWeekday.filter((_gain, weekday) => !population.closed.includes(weekday));
  const ofWeek = open.reduce((sum, gain) => sum + gain, 0) / Math.max(1, open.length);
  const now = 1 + ofWeek + (population.byDay.at(-1) ?? 0);
  return population.effects.map((effect) => {
    let factor = 1;
    const count = effect === 0 ? 0 : steps;
    for (let step = 0; step < count; step++) factor = 1 + (effect * errorOf(factor)) / perContested;
    return { effect, factor, perAuction: (factor * now - 1) * perContested };
  });
}

const isNamed = ({ isDoubted, isLimited }: Judged) => isDoubted || isLimited;

export function toFigures(
  population: Population,
  { effect, perAuction }: Pick<TrueEffect, 'effect' | 'perAuction'>,
  half: TruthFigures['half'],
  judged: readonly Judged[],
): TruthFigures {
  // Converts CPM per auction to USD per log, after the fee.
  const truth = perAuction * (population.auctions / 1000) * (1 - feePpm / 1e6);
  const share = (is: (one: Judged) => boolean) => judged.filter(is).length / judged.length;
  const isCovered = ({ interval }: Judged) => interval !== null && interval.low <= truth && truth <= interval.high;
  return {
    population,
    effect,
    truth,
    half,
    logs: judged.length,
    covered: share(isCovered),
    doubted: share(({ isDoubted }) => isDoubted),
    limited: share(({ isLimited }) => isLimited),
    unnamed: share((one) => !isNamed(one)),
    coveredUnnamed: share((one) => isCovered(one) && !isNamed(one)),
    launched: share(({ decision }) => decision === 'launch'),
    held: share(({ decision }) => decision === 'hold'),
  };
}
