import type { Histogram } from '@auction-tiers/http-load/histogram';

export interface ClosedLoop {
  /** Number of callers. Each sends its next request when it has the answer to the previous one. */
  readonly callers: number;
  readonly durationMs: number;
  /** One request and its answer. `caller`: the caller's number, from 0. */
  readonly call: (caller: number) => Promise<void>;
  /** Records the microseconds of every request. */
  readonly latencies?: Histogram;
}

/**
 * Answers per second, from the first request to the last answer. A closed loop measures the throughput, not the latency at
 * a given rate: while a server hangs, no request is sent, so few requests show it.
 */
export async function runClosedLoop({ callers, durationMs, call, latencies }: ClosedLoop): Promise<number> {
  const startMs = performance.now();
  const endMs = startMs + durationMs;
  let answered = 0;
  const callAgain = async (caller: number) => {
    for (let sentMs = startMs; sentMs < endMs; ) {
      await call(caller);
      const nowMs = performance.now();
      latencies?.record((nowMs - sentMs) * 1000);
      answered++;
      sentMs = nowMs;
    }
  };
  await Promise.all(Array.from({ length: callers }, (_, caller) => callAgain(caller)));
  return (answered * 1000) / (performance.now() - startMs);
}
