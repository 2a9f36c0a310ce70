import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Effect, TrueEffect } from './effect.ts';
import { findEffects } from './effect.ts';
import type { TruthCell } from './figures.ts';
import { toCell } from './figures.ts';
import type { Judged } from './judge-log.ts';
import { feePpm, judgeLog } from './judge-log.ts';
import type { Population } from './population.ts';

/** Logs that a thread judges at a time. */
const logsATime = 25;
const [thousand, million] = [1000, 1_000_000];

/** Logs of one population with one effect, to be judged. Plain data. */
export interface LogRange {
  readonly population: Population;
  readonly effect: Effect;
  /** By how much the draft's side bids higher. */
  readonly factor: number;
  readonly from: number;
  readonly to: number;
}

/** Judges logs in the calling thread. */
export function judgeRange({ population, effect, factor, from, to }: LogRange): Judged[] {
  return Array.from({ length: to - from }, (_, at) =>
    judgeLog(population, factor, `${population.days} ${population.name} ${effect} ${from + at}`),
  );
}

/** How many logs tell something. */
export interface LogCounts {
  /** Judged with each effect. */
  readonly logs: number;
  /** Only drawn, for the standard error of the population. */
  readonly spreadLogs: number;
}

/** Judges so many logs of a population with each effect; `judge` may use other threads. */
export async function measureCells(
  population: Population,
  asked: readonly Effect[],
  { logs, spreadLogs }: LogCounts,
  judge: (range: LogRange) => Promise<readonly Judged[]>,
): Promise<TruthCell[]> {
  const found = findEffects(population, spreadLogs);
  return Promise.all(asked.map((effect) => measureCell(population, effect, found[effect], logs, judge)));
}

async function measureCell(
  population: Population,
  effect: Effect,
  { factor, perAuction, standardError }: TrueEffect,
  logs: number,
  judge: (range: LogRange) => Promise<readonly Judged[]>,
): Promise<TruthCell> {
  const ranges = Array.from({ length: Math.ceil(logs / logsATime) }, (_, at) => ({
    population,
    effect,
    factor,
    from: at * logsATime,
    to: Math.min(logs, (at + 1) * logsATime),
  }));
  const judged = await Promise.all(ranges.map(judge));
  // From CPM per auction to USD for a log, after the fee.
  const scale = (population.auctions / thousand) * (1 - feePpm / million);
  return toCell({ population, effect, truth: perAuction * scale, standardError: standardError * scale }, judged.flat());
}

/** Threads that judge logs, one for each core. */
export class JudgeThreads implements AsyncDisposable {
  readonly #idle: Worker[];
  readonly #workers: readonly Worker[];
  readonly #waiting: (() => void)[] = [];

  constructor(count = availableParallelism()) {
    this.#workers = Array.from({ length: count }, () => new Worker(new URL('./truth-thread.ts', import.meta.url)));
    this.#idle = [...this.#workers];
  }

  async judge(range: LogRange): Promise<readonly Judged[]> {
    while (this.#idle.length === 0) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    const worker = this.#idle.pop()!;
    // Without its message, the thread has thrown; then there is no sense in going on.
    const answer = once(worker, 'message') as Promise<[readonly Judged[]]>;
    worker.postMessage(range, []);
    const [judged] = await answer;
    this.#idle.push(worker);
    this.#waiting.shift()?.();
    return judged;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#workers.map((worker) => worker.terminate()));
  }
}
