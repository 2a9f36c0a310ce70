import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Machine } from './machine.ts';

export const optionNames = ['rounds', 'sizes', 'logs', 'quick', 'results'] as const;
export type OptionName = (typeof optionNames)[number];

/** The options of the command line for a suite. */
export interface Options {
  readonly rounds: number;
  /** Numbers of tiers, ascending; undefined: the suite's default. */
  readonly sizes: readonly number[] | undefined;
  /** Logs per population and effect; undefined: the suite's default. */
  readonly logs?: number | undefined;
  /** The least that shows that everything works; the figures mean nothing. */
  readonly isQuick: boolean;
}

/** The result of a suite. */
export interface Measured<Figures> {
  /** Plain data: raw rounds, and nothing that can be computed from them. */
  readonly figures: Figures;
  /** The figures for a terminal. */
  readonly text: string;
}

/** Measures one part of the product. */
export interface Suite<Figures = unknown> {
  /** One sentence for the help. */
  readonly summary: string;
  /** The options that it takes. */
  readonly takes: readonly OptionName[];
  /** It judges latencies: those of processors that sleep in between are the machine's (decision 60). */
  readonly isKeptAwake?: boolean;
  /** Passes its progress to `say` in lines. Throws a `WrongAnswer` when a measured program answers wrong. */
  readonly measure: (options: Options, say: (line: string) => void) => Promise<Measured<Figures>>;
}

/** A measured program gave a wrong answer, so its time means nothing. */
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

/** Replaces the results of a suite. Gives the file. */
export function writeResult(folder: string, result: Result): string {
  const file = fileOf(folder, result.suite);
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${file}.tmp`, `${JSON.stringify(result, null, 2)}\n`);
  renameSync(`${file}.tmp`, file);
  return file;
}

/** The results of a suite's last run; undefined when it was never run. `Figures`: the type of the suite's figures. */
export function readResult<Figures>(folder: string, suite: string): Result<Figures> | undefined {
  const file = fileOf(folder, suite);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Result<Figures>) : undefined;
}

function fileOf(folder: string, suite: string): string {
  return join(folder, `${suite}.json`);
}
