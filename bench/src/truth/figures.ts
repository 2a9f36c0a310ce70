import type { Effect } from './effect.ts';
import type { Judged } from './judge-log.ts';
import type { Population } from './population.ts';

/** What was said of the logs of one population with one true effect. */
export interface TruthCell {
  readonly population: Population;
  readonly effect: Effect;
  /** The true difference in net revenue of a log, and the standard error that it has over all logs, USD. */
  readonly truth: number;
  readonly standardError: number;
  readonly logs: number;
  /** Logs whose interval holds the true difference. */
  readonly covered: number;
  /** The mean width of the intervals, USD. */
  readonly meanWidth: number;
  /** Logs by verdict, by the reasons of verdicts, and by the kind of cluster with the widest interval. */
  readonly decisions: Readonly<Record<string, number>>;
  readonly reasons: Readonly<Record<string, number>>;
  readonly used: Readonly<Record<string, number>>;
  /** Logs whose report says that neighbouring days move together. */
  readonly movesTogether: number;
}

/** Everything that the truth suite measures. */
export interface TruthFigures {
  readonly logs: number;
  readonly cells: readonly TruthCell[];
}

/** The figures of logs. */
export function toCell(
  { population, effect, truth, standardError }: Pick<TruthCell, 'population' | 'effect' | 'truth' | 'standardError'>,
  judged: readonly Judged[],
): TruthCell {
  const widths = judged.flatMap(({ interval }) => (interval === null ? [] : [interval.high - interval.low]));
  return {
    population,
    effect,
    truth,
    standardError,
    logs: judged.length,
    covered: judged.filter(({ interval }) => interval !== null && interval.low <= truth && truth <= interval.high)
      .length,
    meanWidth: widths.reduce((sum, width) => sum + width, 0) / widths.length,
    decisions: countTexts(judged.map(({ decision }) => decision)),
    reasons: countTexts(judged.flatMap(({ reasons }) => [...new Set(reasons)])),
    used: countTexts(judged.map(({ used }) => used ?? 'none')),
    movesTogether: judged.filter(({ movesTogether }) => movesTogether).length,
  };
}

function countTexts(texts: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const text of texts.toSorted()) counts[text] = (counts[text] ?? 0) + 1;
  return counts;
}

/** Share of the logs of a cell that were said to be ready for a launch. */
export function launchShare({ decisions, logs }: TruthCell): number {
  return (decisions['launch'] ?? 0) / logs;
}

/** Share of the logs of a cell whose interval holds the truth. */
export function coverage({ covered, logs }: TruthCell): number {
  return covered / logs;
}
