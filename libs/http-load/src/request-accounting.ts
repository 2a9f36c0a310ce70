import { Latencies } from './latency.ts';
import type { LoadEnd, LoadResult } from './load.ts';

/** Failures with further names are counted together: a server may put any text into its errors. */
const mostKinds = 50;
const longestKind = 100;
/** This many failures in a row without any answer, per connection, mean that the server is unreachable. */
const unreachableAfterPerConnection = 20;

/** Accounts for every request of a load: each request that is sent ends in exactly one way, or is unfinished. */
export class RequestAccounting {
  readonly latencies = new Latencies();
  readonly #failures = new Map<string, number>();
  readonly #unreachableAfter: number;
  readonly #startMs: number;
  #failuresInARow = 0;
  #sent = 0;
  #ended = 0;
  #answered = 0;
  #lastMs: number;
  #endedBy: LoadEnd | undefined;

  /** `startMs`: the moment of the first request. All moments are of one clock. */
  constructor(connections: number, startMs: number) {
    this.#unreachableAfter = connections * unreachableAfterPerConnection;
    this.#startMs = startMs;
    this.#lastMs = startMs;
  }

  get inFlight(): number {
    return this.#sent - this.#ended;
  }

  /** Once closed, nothing more is counted. */
  get isClosed(): boolean {
    return this.#endedBy !== undefined;
  }

  /** Whether the latest requests all failed without an answer, so many that the server counts as unreachable. */
  get isUnreachable(): boolean {
    return this.#failuresInARow >= this.#unreachableAfter;
  }

  send(): void {
    if (!this.isClosed) this.#sent++;
  }

  /** Counts an answer. `problem`: what is wrong with it; undefined when it is right. */
  answer(nowMs: number, latencyMs: number, problem: string | undefined): void {
    if (this.isClosed) return;
    this.#failuresInARow = 0;
    this.#end(nowMs);
    if (problem !== undefined) return this.#count(problem);
    this.#answered++;
    this.latencies.record(latencyMs);
  }

  /** Counts a request that got no answer. */
  fail(nowMs: number, problem: string): void {
    if (this.isClosed) return;
    this.#failuresInARow++;
    this.#end(nowMs);
    this.#count(problem);
  }

  /** Replaces the name of one failure that was counted before. */
  rename(problem: string, better: string): void {
    const count = this.#failures.get(problem);
    if (this.isClosed || count === undefined) return;
    if (count === 1) this.#failures.delete(problem);
    else this.#failures.set(problem, count - 1);
    this.#count(better);
  }

  /** Ends the counting. Only the first reason counts. */
  close(reason: LoadEnd): void {
    this.#endedBy ??= reason;
  }

  /** `leastSeconds`: the least duration of the load, by its schedule. */
  result(leastSeconds = 0): LoadResult {
    return {
      sent: this.#sent,
      answered: this.#answered,
      failures: new Map([...this.#failures].toSorted(([, left], [, right]) => right - left)),
      unfinished: this.inFlight,
      seconds: Math.max((this.#lastMs - this.#startMs) / 1000, leastSeconds),
      endedBy: this.#endedBy ?? 'requests',
      latencies: this.latencies,
    };
  }

  #end(nowMs: number): void {
    this.#ended++;
    this.#lastMs = nowMs;
  }

  #count(problem: string): void {
    const kind = problem.slice(0, longestKind);
    const isKnown = this.#failures.has(kind) || this.#failures.size < mostKinds;
    const counted = isKnown ? kind : 'others';
    this.#failures.set(counted, (this.#failures.get(counted) ?? 0) + 1);
  }
}
