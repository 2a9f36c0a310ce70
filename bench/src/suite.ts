import type { Machine } from './machine.ts';

/** What the command line asks of a suite. */
export interface Options {
  readonly rounds: number;
  /** Numbers of tiers, ascending; undefined: the suite's own. */
  readonly sizes: readonly number[] | undefined;
  /** As little as shows that everything works; its figures mean nothing. */
  readonly isQuick: boolean;
}

/** What a suite comes to. */
export interface Measured<Figures> {
  /** Plain data: raw rounds, nothing worked out that can be worked out again. */
  readonly figures: Figures;
  /** The same for a terminal. */
  readonly text: string;
}

/** Measures one part of the product. */
export interface Suite<Figures = unknown> {
  /** One sentence for the help. */
  readonly summary: string;
  /** Whether it can be told the numbers of tiers. */
  readonly hasSizes: boolean;
  /** Tells `say` in plain lines how far it is. Throws a WrongAnswer when what it measures does not do its work right. */
  readonly measure: (options: Options, say: (line: string) => void) => Promise<Measured<Figures>>;
}

/** Something answered wrong while it was measured: its time means nothing. */
export class WrongAnswer extends Error {}

/** A file of the results. */
export interface Result<Figures = unknown> {
  readonly suite: string;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  readonly durationMs: number;
  readonly machine: Machine;
  readonly options: Options;
  readonly figures: Figures;
}
