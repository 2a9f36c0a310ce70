export { runClosedLoop } from './closed-loop.ts';
export type { Percentile } from './latency.ts';
export { Latencies, percentiles } from './latency.ts';
export type { Load, LoadEnd, LoadRequest, LoadResult } from './load.ts';
export type { OpenLoad, OpenResult } from './open-loop.ts';
export { runOpenLoop } from './open-loop.ts';
