// Loaded into the service before its own code: reports what its objects took when the newest full collection had ended. What
// is resident rises and falls between two of them; this rises only where objects are kept.

import { constants, PerformanceObserver } from 'node:perf_hooks';

/** Bytes of objects, in the heap and outside of it. Before the first full collection, those of now. */
export interface Kept {
  readonly keptBytes: number;
}

if (process.send !== undefined) {
  let newest: number | undefined;
  const observer = new PerformanceObserver((list) => {
    const entries = list.getEntries() as (PerformanceEntry & { readonly detail?: { readonly kind?: unknown } })[];
    if (entries.some(({ detail }) => detail?.kind === constants.NODE_PERFORMANCE_GC_MAJOR)) newest = measure();
  });
  observer.observe({ entryTypes: ['gc'] });
  process.on('message', (message) => {
    if (message === 'kept') process.send?.({ kept: { keptBytes: newest ?? measure() } satisfies Kept });
  });
  process.channel?.unref();
}

function measure(): number {
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
