// Runs auctions at a fixed rate until it is told to stop. In a thread of its own: what the bench does meanwhile must not
// count as the service's delay.

import { once } from 'node:events';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { runOpenLoop } from '@auction-tiers/http-load';
import { WrongAnswer } from '../suite/suite.ts';
import type { HoldsRound } from './figures.ts';

/** What the caller sends, and the answer that it must get. */
export interface HonestCall {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The winner and the bids, as the answer has them. */
  readonly right: string;
  /** Auctions per second. */
  readonly rate: number;
}

interface CallerResult extends NonNullable<HoldsRound['caller']> {
  readonly failures: ReadonlyMap<string, number>;
}

const timeoutMs = 30_000;
const connections = 4;
/** It is told to stop long before. */
const longestRunMs = 3_600_000;

/** The caller at work; `stop` gives what it met. */
export async function startHonestCaller(call: HonestCall): Promise<{ stop(): Promise<HoldsRound['caller']> }> {
  const thread = new Worker(new URL(import.meta.url), { workerData: call });
  await once(thread, 'message');
  return {
    async stop() {
      const told = once(thread, 'message') as Promise<[CallerResult]>;
      thread.postMessage('stop', []);
      const [{ failures, ...caller }] = await told;
      await thread.terminate();
      for (const [kind, count] of failures) throw new WrongAnswer(`The honest caller: ${count} times ${kind}`);
      if (caller.answered === 0) throw new WrongAnswer('The honest caller got no answer.');
      return caller;
    },
  };
}

async function run({ url, headers, body, right, rate }: HonestCall): Promise<CallerResult> {
  const over = new AbortController();
  parentPort?.once('message', () => over.abort());
  parentPort?.postMessage('started', []);
  const { answered, failures, latencies } = await runOpenLoop({
    origin: url,
    headers,
    requests: [{ method: 'POST', path: '/auction', body }],
    connections,
    durationMs: longestRunMs,
    mostRequests: Number.MAX_SAFE_INTEGER,
    timeoutMs,
    rate,
    signal: over.signal,
    judge: (_request, status, text) =>
      status === 200 && text.includes(right) ? undefined : `HTTP ${status}: ${text.slice(0, 300)}`,
  });
  const [p50Ms, p99Ms, longestMs] = [50, 99, 100].map((percentile) => latencies.atPercentile(percentile)) as [
    number,
    number,
    number,
  ];
  return { answered, failures, p50Ms, p99Ms, longestMs };
}

if (!isMainThread && parentPort !== null) parentPort.postMessage(await run(workerData as HonestCall), []);
