import type { LoadOrder } from '../../src/load/measure.ts';
import type { Door } from '../../src/load/door.ts';
import { toRequests } from '../../src/load/door.ts';
import { sampleMarket } from '../../src/load/auction-sample.ts';

export interface Aim {
  readonly url: string;
  readonly apiKey: string;
}

/** A short load that ends by its number of requests. */
export function orderOf(
  { url, apiKey }: Aim,
  door: Door,
  changes: Partial<LoadOrder> & { ymProfileId?: number } = {},
): LoadOrder {
  const { ymProfileId = 1, ...others } = changes;
  const auctions = sampleMarket({ bidCount: 4, seed: 's', ymProfileId, most: 12 });
  const size = { rest: 1, batch: 5, trpc: 2 }[door];
  return {
    origin: url,
    apiKey,
    requests: toRequests(door, '', auctions, size),
    connections: 2,
    durationMs: 60_000,
    mostRequests: 10,
    timeoutMs: 10_000,
    signal: new AbortController().signal,
    ...others,
  };
}
