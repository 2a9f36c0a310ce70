import { runOpenLoop } from '@auction-tiers/http-load';
import type { Service } from '../http/service.ts';
import type { Workload } from '../http/workload.ts';
import type { Honest } from './figures.ts';

/** How a seller sends its auctions. */
export interface Steadiness {
  /** Auctions per second. */
  readonly rate: number;
  readonly connections: number;
  readonly durationMs: number;
}

const timeoutMs = 10_000;

/** The auctions of the workload, as a load of requests each answer to which is compared with the engine's decision. */
export const auctionLoad = ({ url, headers }: Service, { auctions }: Workload) => ({
  origin: url,
  headers,
  requests: auctions.map(({ body, text }) => ({ method: 'POST' as const, path: '/auction', body, text })),
  timeoutMs,
  judge: ({ text }: { readonly text: string }, status: number, body: string) =>
    status === 200 && body.includes(`"auction":${text}`) ? undefined : `HTTP ${status}`,
});

/**
 * Auctions at a steady rate, whether or not the service keeps up. Those that wait for a connection when the time is over
 * are sent too: they are late, and have not failed.
 */
export async function callSteadily(service: Service, workload: Workload, steadiness: Steadiness): Promise<Honest> {
  const load = auctionLoad(service, workload);
  const result = await runOpenLoop({
    ...load,
    ...steadiness,
    lateMs: timeoutMs,
    mostRequests: Number.MAX_SAFE_INTEGER,
  });
  const { latencies, answered, unsent, failures } = result;
  const at = (percentile: Parameters<typeof latencies.atPercentile>[0]) => latencies.atPercentile(percentile);
  return {
    answered,
    failures: { ...Object.fromEntries(failures), ...(unsent === 0 ? {} : { 'not sent in time': unsent }) },
    latencyMs: { p50: at(50), p99: at(99), p99_9: at(99.9), most: latencies.maxMs },
  };
}
