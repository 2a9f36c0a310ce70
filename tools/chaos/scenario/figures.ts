import type { TrafficCounts } from '../traffic/traffic.ts';
import type { LawName, Violation } from '../validator/violation.ts';

/** The figures of one fault, or of a scenario. */
export interface Figures extends TrafficCounts {
  readonly name: string;
  rounds: number;
  readonly violations: Partial<Record<LawName, number>>;
  /** Other figures of a scenario, by name. */
  readonly measured: Record<string, number>;
}

export const newFigures = (name: string): Figures => ({
  name,
  rounds: 0,
  acknowledged: 0,
  refused: 0,
  unknown: 0,
  auctions: 0,
  cut: 0,
  undeliverable: 0,
  reads: 0,
  violations: {},
  measured: {},
});

/** Adds what the traffic has counted since. */
export function addCounts(figures: Figures, before: TrafficCounts | null, after: TrafficCounts): void {
  for (const name of Object.keys(after) as (keyof TrafficCounts)[])
    figures[name] += after[name] - (before?.[name] ?? 0);
}

export function countViolations(figures: Figures, violations: readonly Violation[]): void {
  for (const { law } of violations) figures.violations[law] = (figures.violations[law] ?? 0) + 1;
}

/** A run: what was asked for, and what came of it. */
export interface Outcome {
  readonly figures: readonly Figures[];
  /** Each violation, where its logs are, and the command that does the same again. */
  readonly failures: readonly Failure[];
  /** What could not be done here, and why. */
  readonly skipped: readonly string[];
}

export interface Failure {
  readonly name: string;
  readonly round: number;
  readonly command: string;
  readonly folder: string;
  readonly violations: readonly Violation[];
}
