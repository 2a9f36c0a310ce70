import { atLeast, atMost, formatPercent, type Suite } from '../suite/suite.ts';
import { contestedShare, drawLog, type Population, populations, sidePrice } from './draw.ts';
import { feePpm, type Judged, judgeLog } from './judge-log.ts';

/** Logs that are judged of each effect in a round, and those that the standard error of a population is taken from. */
const [logsPerRound, spreadLogs] = [50, 1000];
/** Steps until the effect is so many of the standard errors that it has itself: the factor scales the noise, too. */
const steps = 30;
/** True effects, in standard errors of the difference that a log shows. */
const effects = [0, -3, 3];

/** What was said of the logs of one population with one true effect. */
export interface TruthFigures {
  readonly population: Population;
  readonly effect: number;
  readonly logs: number;
  /** Share of the logs whose 95 % interval holds the true difference, and of those that are said to be ready for a launch. */
  readonly covered: number;
  readonly launched: number;
}

export const truthSuite: Suite<readonly TruthFigures[]> = {
  summary: 'how often the interval of a comparison holds the true effect, and how often it says launch',
  async measure({ rounds, isQuick }, say) {
    const logs = isQuick ? 4 : rounds * logsPerRound;
    const figures: TruthFigures[] = [];
    const rows = (isQuick ? populations.slice(5, 7) : populations).map((population) => {
      say(`${population.name}: ${logs} logs of each effect`);
      const all = findEffects(population, isQuick ? 20 : spreadLogs).map((found) => {
        const seedOf = (log: number) => `${population.name} ${found.effect} ${log}`;
        const judged = Array.from({ length: logs }, (_, log) => judgeLog(population, found.factor, seedOf(log)));
        return toFigures(population, found, judged);
      });
      figures.push(...all);
      const shares = [...all.map(({ covered }) => covered), ...all.map(({ launched }) => launched)];
      return [population.name, ...shares.map(formatPercent)];
    });
    const header = [`${logs} logs each`, 'covered at 0', 'at −3', 'at +3', 'launch at 0', 'at −3', 'at +3'];
    return { figures, tables: [{ header, rows }], goals: goalsOf(figures) };
  },
};

/** For the population that is farthest from each goal. */
export function goalsOf(figures: readonly TruthFigures[]) {
  const long = figures.filter(({ population }) => population.days >= 7);
  const launches = (of: readonly TruthFigures[]) => of.map(({ launched }) => launched);
  const covered = Math.min(...long.map((one) => one.covered));
  const atZero = launches(long.filter(({ effect }) => effect === 0));
  const atGain = launches(long.filter(({ effect }) => effect > 0));
  const short = launches(figures.filter(({ population }) => population.days < 7));
  return [
    atLeast(0.93, 'truth covered, worst population', covered, formatPercent),
    atMost(0.035, 'launch at no effect, worst population', Math.max(0, ...atZero), formatPercent),
    atMost(0, 'launch from 2 days', Math.max(0, ...short), formatPercent),
    atLeast(0.5, 'launch at +3, worst population', Math.min(...atGain), formatPercent),
  ];
}

/** A true effect: the factor by which the draft's side bids, and what that gains per auction, CPM, gross. */
interface TrueEffect {
  readonly effect: number;
  readonly factor: number;
  readonly perAuction: number;
}

/**
 * The factors with which the true difference is so many standard errors, and these, over logs that were drawn for it alone.
 * The expected difference is exact: to scale the bids of a side scales what it is expected to bring.
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
  return effects.map((effect) => {
    let factor = 1;
    for (let step = 0; step < steps; step++) factor = 1 + (effect * errorOf(factor)) / perContested;
    return { effect, factor, perAuction: (factor - 1) * perContested };
  });
}

export function toFigures(
  population: Population,
  { effect, perAuction }: Pick<TrueEffect, 'effect' | 'perAuction'>,
  judged: readonly Judged[],
): TruthFigures {
  // From CPM per auction to USD for a log, after the fee.
  const truth = perAuction * (population.auctions / 1000) * (1 - feePpm / 1e6);
  const isCovered = ({ interval }: Judged) => interval !== null && interval.low <= truth && truth <= interval.high;
  const covered = judged.filter(isCovered).length / judged.length;
  const launched = judged.filter(({ decision }) => decision === 'launch').length / judged.length;
  return { population, effect, logs: judged.length, covered, launched };
}
