import type { Load, LoadResult } from '../src/index.ts';
import { runClosedLoop, runOpenLoop } from '../src/index.ts';

const bodies = ['a', 'b', 'c', 'd', 'e'];

/** A load that ends by its number of requests. */
export function loadOf(origin: string, changes: Partial<Load> = {}): Load {
  return {
    origin,
    headers: { 'content-type': 'text/plain' },
    requests: bodies.map((body) => ({ method: 'POST', path: '/', body })),
    connections: 3,
    durationMs: 60_000,
    mostRequests: 100,
    timeoutMs: 10_000,
    judge: (_, status) => (status === 200 ? undefined : `HTTP ${status}`),
    ...changes,
  };
}

/** Both ways to send it. */
export const loops: readonly { readonly loop: string; readonly run: (load: Load) => Promise<LoadResult> }[] = [
  { loop: 'closed', run: (load) => runClosedLoop(load) },
  { loop: 'open', run: (load) => runOpenLoop({ ...load, rate: 1000 }) },
];

export function failureCount({ failures }: LoadResult): number {
  return [...failures.values()].reduce((sum, count) => sum + count, 0);
}
