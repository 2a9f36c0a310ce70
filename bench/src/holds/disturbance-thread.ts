// A thread that disturbs a service, so that the honest seller in the main thread has its own event loop. It reports
// when it is prepared, runs until it is told to stop or is done, and reports the end.

import { once } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import { abuses } from './abuses.ts';
import { acts } from './acts.ts';
import type { Target } from './disturbance.ts';

const { name, target } = workerData as { readonly name: string; readonly target: Target };
const run = await { ...acts, ...abuses }[name]!(target);
const told = once(parentPort!, 'message') as Promise<[number]>;
parentPort!.postMessage('ready', []);
const [durationMs] = await told;
await run(AbortSignal.timeout(durationMs));
parentPort!.postMessage('done', []);
