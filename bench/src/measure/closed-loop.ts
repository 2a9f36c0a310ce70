import type { Histogram } from '@auction-tiers/http-load/histogram';

export interface ClosedLoop {
  /** How many callers there are; each sends its next request when it has the answer to the one before. */
  readonly callers: number;
  readonly durationMs: number;
  /** One request and its answer, by the caller of this number, from 0. */
  readonly call: (caller: number) => Promise<void>;
  /** Takes the microseconds of every request. */
  readonly latencies?: Histogram;
}

/**
 * Answers a second, from the first request to the last answer. A closed loop tells how much can be done, not how long one
 * would wait for it: while a server hangs, nobody asks, so few requests see it.
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
