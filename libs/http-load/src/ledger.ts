import { Latencies } from './latency.ts';
import type { LoadEnd, LoadResult } from './load.ts';

/** A server may name its errors as it likes; beyond so many names, further ones are counted together. */
const mostKinds = 50;
const longestKind = 100;
/** Failures one after another, with no answer of any kind between them, after which nobody is there. */
const deadAfterPerConnection = 20;

/** Accounts for every request of a load: each that is sent ends in exactly one way, or is unfinished. */
export class Ledger {
  readonly latencies = new Latencies();
  readonly #failures = new Map<string, number>();
  readonly #deadAfter: number;
  readonly #startMs: number;
  #silence = 0;
  #sent = 0;
  #ended = 0;
  #answered = 0;
  #lastMs: number;
  #endedBy: LoadEnd | undefined;

  /** `startMs`: the moment of the first request, by the clock that all other moments are of. */
  constructor(connections: number, startMs: number) {
    this.#deadAfter = connections * deadAfterPerConnection;
    this.#startMs = startMs;
    this.#lastMs = startMs;
  }

  get inFlight(): number {
    return this.#sent - this.#ended;
  }

  /** Nothing that happens once it is closed is counted. */
  get isClosed(): boolean {
    return this.#endedBy !== undefined;
  }

  /** Whether there has been nothing but failures to connect, or to get an answer, for so long that nobody is there. */
  get isUnreachable(): boolean {
    return this.#silence >= this.#deadAfter;
  }

  send(): void {
    if (!this.isClosed) this.#sent++;
  }

  /** An answer, right or wrong. */
  answer(nowMs: number, latencyMs: number, problem: string | undefined): void {
    if (this.isClosed) return;
    this.#silence = 0;
    this.#end(nowMs);
    if (problem !== undefined) return this.#count(problem);
    this.#answered++;
    this.latencies.record(latencyMs);
  }

  /** A request that got no answer. */
  fail(nowMs: number, problem: string): void {
    if (this.isClosed) return;
    this.#silence++;
    this.#end(nowMs);
    this.#count(problem);
  }

  /** Names a failure, that was counted already, better. */
  rename(problem: string, better: string): void {
    const count = this.#failures.get(problem);
    if (this.isClosed || count === undefined) return;
    if (count === 1) this.#failures.delete(problem);
    else this.#failures.set(problem, count - 1);
    this.#count(better);
  }

  /** The first reason counts. */
  close(reason: LoadEnd): void {
    this.#endedBy ??= reason;
  }

  /** `leastSeconds`: how long the load was meant to take at least. */
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
