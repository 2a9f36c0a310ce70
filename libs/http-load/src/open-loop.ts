import { Latencies } from './latency.ts';
import { RequestAccounting } from './request-accounting.ts';
import type { Load, LoadEnd, LoadRequest, LoadResult } from './load.ts';
import { refusesCredential } from './load.ts';
import { Schedule } from './schedule.ts';
import { createSender } from './sender.ts';

export interface OpenLoad<Request extends LoadRequest = LoadRequest> extends Load<Request> {
  /** Requests a second. */
  readonly rate: number;
  /** How long after the duration requests that were due in it are still sent; default 0. */
  readonly lateMs?: number;
}

export interface OpenResult extends LoadResult {
  /** Requests that were due but never sent, because no connection was free until the end. */
  readonly unsent: number;
  /** The delay of requests for which a connection was free: caused by this process, not by the server. */
  readonly lateness: Latencies;
}

/**
 * Sends requests at a fixed rate, whether or not the server keeps up, and waits at the end for the outstanding answers.
 * Latencies count from the moment a request was due (see `Schedule`).
 */
export async function runOpenLoop<Request extends LoadRequest>(
  load: OpenLoad<Request>,
  clockMs: () => number = () => performance.now(),
): Promise<OpenResult> {
  const run = new OpenRun(load, clockMs);
  return run.done();
}

class OpenRun<Request extends LoadRequest> {
  readonly #load: OpenLoad<Request>;
  readonly #clockMs: () => number;
  readonly #schedule: Schedule;
  readonly #accounting: RequestAccounting;
  readonly #lateness = new Latencies();
  readonly #endMs: number;
  readonly #sender: ReturnType<typeof createSender>;
  #free: number;
  #isOver = false;
  #number = 0;
  #timer: NodeJS.Timeout | undefined;
  #resolve: () => void = () => {};

  constructor(load: OpenLoad<Request>, clockMs: () => number) {
    const { rate, durationMs, mostRequests, connections, lateMs = 0 } = load;
    const startMs = clockMs();
    this.#load = load;
    this.#clockMs = clockMs;
    this.#schedule = new Schedule(rate, Math.min(Math.ceil((rate * durationMs) / 1000), mostRequests), startMs);
    this.#accounting = new RequestAccounting(connections, startMs);
    this.#endMs = startMs + durationMs + lateMs;
    this.#free = connections;
    this.#sender = createSender(load);
  }

  async done(): Promise<OpenResult> {
    const { signal, rate, mostRequests } = this.#load;
    const abort = () => this.#finish('aborted');
    await new Promise<void>((resolve) => {
      this.#resolve = resolve;
      signal?.addEventListener('abort', abort, { once: true });
      if (signal?.aborted === true) abort();
      else this.#tick();
    });
    signal?.removeEventListener('abort', abort);
    clearTimeout(this.#timer);
    await this.#sender.close();
    const isWhole = this.#schedule.left === 0;
    this.#accounting.close(isWhole && this.#schedule.total === mostRequests ? 'requests' : 'duration');
    const result = this.#accounting.result(isWhole ? this.#schedule.total / rate : 0);
    const unsent = result.endedBy === 'duration' ? this.#schedule.left : 0;
    return { ...result, unsent, lateness: this.#lateness };
  }

  #finish(reason?: LoadEnd): void {
    if (reason !== undefined) this.#accounting.close(reason);
    this.#isOver = true;
    this.#resolve();
  }

  /** Sends the requests that are due, and sets a timer for the next one. */
  #tick(): void {
    const nowMs = this.#clockMs();
    if (nowMs >= this.#endMs) this.#isOver = true;
    while (this.#free > 0 && !this.#isOver) {
      const { nextDueMs } = this.#schedule;
      const startedMs = this.#schedule.take(nowMs, false);
      if (startedMs === undefined) break;
      this.#lateness.record(nowMs - nextDueMs);
      this.#send(startedMs);
    }
    this.#continue(nowMs);
  }

  #continue(nowMs: number): void {
    const isSent = this.#isOver || this.#schedule.left === 0;
    if (isSent && this.#accounting.inFlight === 0) return this.#finish();
    if (isSent) return;
    const waitMs = Math.min(this.#schedule.nextDueMs, this.#endMs) - nowMs;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#tick(), Math.max(waitMs, 1));
  }

  #send(startedMs: number): void {
    const { requests, judge } = this.#load;
    const request = requests[this.#number++ % requests.length]!;
    this.#free--;
    this.#accounting.send();
    this.#sender.send(request, {
      onAnswer: (status, body) => {
        const nowMs = this.#clockMs();
        this.#accounting.answer(nowMs, nowMs - startedMs, judge(request, status, body));
        if (refusesCredential(status)) this.#finish('unauthorized');
        this.#next(nowMs);
      },
      onFailure: (problem) => {
        const nowMs = this.#clockMs();
        this.#accounting.fail(nowMs, problem);
        this.#next(nowMs);
      },
    });
  }

  /** A connection became free: a request that waits for one is sent at once. */
  #next(nowMs: number): void {
    const hadFree = this.#free > 0;
    this.#free++;
    if (this.#accounting.isClosed) return;
    if (this.#accounting.isUnreachable) return this.#finish('unreachable');
    if (nowMs >= this.#endMs) this.#isOver = true;
    const startedMs = this.#isOver ? undefined : this.#schedule.take(nowMs, !hadFree);
    if (startedMs !== undefined) this.#send(startedMs);
    else this.#continue(nowMs);
  }
}
