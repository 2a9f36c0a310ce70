import { clearingPrice, contestedShare, drawLog, expectedPrice } from './draw.ts';
import type { Population } from './population.ts';

/** True effects, in standard errors of the difference that a log shows. */
export const effects = { zero: 0, negative: -3, positive: 3 } as const;
export type Effect = keyof typeof effects;

/** A true effect of a population, in CPM per auction, gross. */
export interface TrueEffect {
  /** The draft's side bids so many times what it would without an effect. */
  readonly factor: number;
  /** Expected difference per auction. */
  readonly perAuction: number;
  /** Standard deviation of the difference per auction over all logs. */
  readonly standardError: number;
}

/** What each side brings per auction of a log, CPM. */
export interface LogMeans {
  readonly current: number;
  readonly draft: number;
}

/** Steps until the effect is so many of the standard errors that it has itself: the factor scales the noise, too. */
const steps = 30;

/**
 * The factors by which the draft's side must bid higher or lower, that the true difference is so many standard errors, and
 * these, over logs that were drawn for it alone. The expected difference is exact: to scale the bids of a side scales what
 * it is expected to bring.
 */
export function findEffects(population: Population, means: readonly LogMeans[]): Readonly<Record<Effect, TrueEffect>> {
  const perContested = contestedShare * expectedPrice(population);
  const find = (standardErrors: number): TrueEffect => {
    let factor = 1;
    for (let step = 0; step < steps; step++) factor = 1 + (standardErrors * errorOf(means, factor)) / perContested;
    return { factor, perAuction: (factor - 1) * perContested, standardError: errorOf(means, factor) };
  };
  return { zero: find(effects.zero), negative: find(effects.negative), positive: find(effects.positive) };
}

/** Draws a log for its spread, which is no log that is judged. */
export function drawMeans(population: Population, log: number): LogMeans {
  let [current, draft] = [0, 0];
  for (const { sides } of drawLog(population, `${population.name} spread ${log}`)) {
    if (sides === undefined) continue;
    current += clearingPrice(population, sides.current);
    draft += clearingPrice(population, sides.draft);
  }
  return { current: current / population.auctions, draft: draft / population.auctions };
}

function errorOf(means: readonly LogMeans[], factor: number): number {
  const differences = means.map(({ current, draft }) => factor * draft - current);
  const mean = differences.reduce((sum, value) => sum + value, 0) / means.length;
  return Math.sqrt(differences.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (means.length - 1));
}
