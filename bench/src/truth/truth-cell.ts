import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Effect, LogMeans } from './effect.ts';
import { drawMeans, findEffects } from './effect.ts';
import type { TruthCell } from './figures.ts';
import { toCell } from './figures.ts';
import type { Judged } from './judge-log.ts';
import { feePpm, judgeLog } from './judge-log.ts';
import type { Population } from './population.ts';

/** Logs of a task. */
const [judgedATime, drawnATime] = [25, 100];
const [thousand, million] = [1000, 1_000_000];

/** Logs of one population, from one number to before another. Plain data. */
interface LogRange {
  readonly population: Population;
  readonly from: number;
  readonly to: number;
}

/** Logs to be drawn for the spread of their population. */
export interface DrawTask extends LogRange {
  readonly kind: 'draw';
}

/** Logs with one effect, to be judged. */
export interface JudgeTask extends LogRange {
  readonly kind: 'judge';
  readonly effect: Effect;
  /** By how much the draft's side bids higher. */
  readonly factor: number;
}

/** Does a task, perhaps in another thread. */
export interface LogWork {
  (task: DrawTask): Promise<readonly LogMeans[]>;
  (task: JudgeTask): Promise<readonly Judged[]>;
}

/** Does a task in the calling thread. */
export function doTask(task: DrawTask | JudgeTask): LogMeans[] | Judged[] {
  const { population } = task;
  const logs = Array.from({ length: task.to - task.from }, (_, at) => task.from + at);
  if (task.kind === 'draw') return logs.map((log) => drawMeans(population, log));
  return logs.map((log) =>
    judgeLog(population, task.factor, `${population.days} ${population.name} ${task.effect} ${log}`),
  );
}

/** So many logs, in ranges of at most `size`. */
function rangesOf(population: Population, logs: number, size: number): LogRange[] {
  return Array.from({ length: Math.ceil(logs / size) }, (_, at) => ({
    population,
    from: at * size,
    to: Math.min(logs, (at + 1) * size),
  }));
}

/** How many logs tell something. */
export interface LogCounts {
  /** Judged with each effect. */
  readonly logs: number;
  /** Only drawn, for the standard error of the population. */
  readonly spreadLogs: number;
}

/** Judges so many logs of a population with each effect. */
export async function measureCells(
  population: Population,
  asked: readonly Effect[],
  { logs, spreadLogs }: LogCounts,
  work: LogWork,
): Promise<TruthCell[]> {
  const drawn = rangesOf(population, spreadLogs, drawnATime).map((range) => work({ kind: 'draw', ...range }));
  const found = findEffects(population, (await Promise.all(drawn)).flat());
  const cells = asked.map(async (effect) => {
    const { factor, perAuction, standardError } = found[effect];
    const ranges = rangesOf(population, logs, judgedATime);
    const judged = await Promise.all(ranges.map((range) => work({ kind: 'judge', effect, factor, ...range })));
    // From CPM per auction to USD for a log, after the fee.
    const scale = (population.auctions / thousand) * (1 - feePpm / million);
    const figures = { truth: perAuction * scale, standardError: standardError * scale };
    return toCell({ population, effect, ...figures }, judged.flat());
  });
  return Promise.all(cells);
}

/** Threads that draw and judge logs, one for each core. */
export class LogThreads {
  readonly #idle: Worker[];
  readonly #workers: readonly Worker[];
  readonly #waiting: (() => void)[] = [];

  constructor(count = availableParallelism()) {
    this.#workers = Array.from({ length: count }, () => new Worker(new URL('./truth-thread.ts', import.meta.url)));
    this.#idle = [...this.#workers];
  }

  readonly work: LogWork = async (task: DrawTask | JudgeTask): Promise<never> => {
    while (this.#idle.length === 0) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    const worker = this.#idle.pop()!;
    // Without its message, the thread has thrown; then there is no sense in going on.
    const answer = once(worker, 'message') as Promise<[never]>;
    worker.postMessage(task, []);
    const [done] = await answer;
    this.#idle.push(worker);
    this.#waiting.shift()?.();
    return done;
  };

  async close(): Promise<void> {
    await Promise.all(this.#workers.map((worker) => worker.terminate()));
  }
}
