import type { Load, LoadResult, OpenResult } from '@auction-tiers/http-load';
import { runClosedLoop, runOpenLoop } from '@auction-tiers/http-load';
import { AuctionCount } from './auction-count.ts';
import type { AuctionLoadRequest } from './door.ts';
import { LearningBuyers, type LearningOrder } from './learning-buyers.ts';
import type { Measurement } from '../schema/load-report.ts';

/** What to send to which API: everything but the rate. */
export interface LoadOrder {
  readonly origin: string;
  readonly apiKey: string;
  readonly requests: readonly AuctionLoadRequest[];
  readonly connections: number;
  readonly durationMs: number;
  readonly mostRequests: number;
  readonly timeoutMs: number;
  /** How buyers answer a draft that an experiment tests; used only with a rate. */
  readonly learning?: LearningOrder | undefined;
  /** Ends the load at once. */
  readonly signal: AbortSignal;
}

/** Sends on a schedule, at a rate in requests per second, or (undefined) in a closed loop; gives what was measured. */
export async function measure(order: LoadOrder, rate: number | undefined): Promise<Measurement> {
  const count = new AuctionCount();
  const { apiKey, learning, ...given } = order;
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
  const load = { ...given, headers, judge: count.judge };
  if (rate === undefined) return toMeasurement(await runClosedLoop(load), undefined, undefined, count);
  const result = await runOpenLoop({ ...load, rate, ...(learning && followedBy(new LearningBuyers(learning), load)) });
  return toMeasurement(result, rate, result, count);
}

/** The load whose buyers make each body and learn from each answer. */
function followedBy(buyers: LearningBuyers, { requests, judge }: Pick<Load<AuctionLoadRequest>, 'requests' | 'judge'>) {
  const sitesOf = new Map<AuctionLoadRequest, readonly (number | undefined)[]>();
  const prepared = requests.map((request) => {
    const { sites, request: own } = buyers.prepare(request);
    sitesOf.set(own, sites);
    return own;
  });
  return {
    requests: prepared,
    judge: (request: AuctionLoadRequest, status: number, body: string) => {
      buyers.take(sitesOf.get(request) ?? [], body);
      return judge(request, status, body);
    },
  };
}

function toMeasurement(
  result: LoadResult,
  rate: number | undefined,
  open: OpenResult | undefined,
  count: AuctionCount,
): Measurement {
  const { sent, answered, unfinished, seconds, endedBy, latencies } = result;
  const { refusals, auctions, bids } = count;
  const perSecond = (amount: number) => (seconds === 0 ? 0 : round(amount / seconds));
  return {
    rate_asked: rate ?? null,
    rate_achieved: perSecond(answered),
    auctions_a_second: perSecond(auctions),
    bids_a_second: perSecond(bids),
    seconds: round(seconds),
    ended_by: endedBy,
    requests: { sent, answered, failed: sent - answered - unfinished, unfinished, unsent: open?.unsent ?? 0 },
    auctions: { answered: auctions, refused: refusals.reduce((sum, refusal) => sum + refusal.count, 0) },
    bids,
    failures: Array.from(result.failures, ([kind, times]) => ({ kind, count: times, example: count.exampleOf(kind) })),
    refusals,
    latency_ms: {
      p50: latencies.atPercentile(50),
      p75: latencies.atPercentile(75),
      p90: latencies.atPercentile(90),
      p97_5: latencies.atPercentile(97.5),
      p99: latencies.atPercentile(99),
      p99_9: latencies.atPercentile(99.9),
      max: latencies.maxMs,
    },
    histogram: latencies.encode(),
    lateness_p99_ms: open === undefined || open.lateness.count === 0 ? null : open.lateness.atPercentile(99),
  };
}

function round(value: number): number {
  return Number(value.toFixed(3));
}
