import { once } from 'node:events';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Measurement } from '../schema/load-report.ts';
import type { ThreadOrder } from './load-thread.ts';
import type { LoadOrder } from './measure.ts';

/**
 * For a client that takes thousands of answers per second: with Node's default the client would mark its whole heap
 * several times per second, and these pauses would count as the API's latencies.
 */
const resourceLimits = { maxYoungGenerationSizeMb: 192 };

/** As `measure`, in a thread whose pauses to collect garbage are short and rare. */
export async function measureInThread({ signal, ...order }: LoadOrder, rate: number | undefined): Promise<Measurement> {
  const workerData: ThreadOrder = { order, rate };
  const program = new URL(`./load-thread${extname(import.meta.url)}`, import.meta.url);
  const thread = new Worker(program, { resourceLimits, workerData });
  const stop = () => thread.postMessage('stop', []);
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  try {
    const [measurement] = (await once(thread, 'message')) as [Measurement];
    return measurement;
  } finally {
    signal.removeEventListener('abort', stop);
    await thread.terminate();
  }
}
