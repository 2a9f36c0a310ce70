import { GCProfiler } from 'node:v8';
import { collectYoungGarbage } from './garbage.ts';
import { median } from './rounds.ts';

const sampleCount = 9;
/** A sample is long enough once it has come to either; more garbage would wake the collector. */
const enough = { bytes: 256 * 1024, ms: 20 };

/**
 * The bytes that a piece of work leaves on the heap each time it is done: how far the heap grows over many repetitions in
 * which the garbage collector does not run, less what the reading itself takes. The work must be warm. Undefined when
 * there is so much garbage that the collector always runs.
 */
export function bytesAllocated(work: () => void): number | undefined {
  const times = repetitions(work);
  const nothing = growth(() => {}, times);
  const something = growth(work, times);
  return nothing === undefined || something === undefined ? undefined : (something - nothing) / times;
}

/** As many as fill a sample; the few kilobytes that a process may take on the side then hardly count. */
function repetitions(work: () => void): number {
  for (let times = 1; ; times *= 2) {
    const startMs = performance.now();
    const bytes = sample(work, 2 * times);
    if (bytes === undefined || bytes > enough.bytes || performance.now() - startMs > enough.ms) return times;
  }
}

function growth(work: () => void, times: number): number | undefined {
  const samples = Array.from({ length: sampleCount }, () => sample(work, times)).filter((bytes) => bytes !== undefined);
  return samples.length === 0 ? undefined : median(samples);
}

function sample(work: () => void, times: number): number | undefined {
  collectYoungGarbage();
  const profiler = new GCProfiler();
  profiler.start();
  const before = process.memoryUsage().heapUsed;
  for (let time = 0; time < times; time++) work();
  const bytes = process.memoryUsage().heapUsed - before;
  return profiler.stop().statistics.length === 0 ? bytes : undefined;
}
