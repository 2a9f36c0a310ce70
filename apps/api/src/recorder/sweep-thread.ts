// Runs in a thread of its own, which `Retention` starts for every sweep, because listing many files takes a while.

import { parentPort, workerData } from 'node:worker_threads';
import type { SweepThreadData } from './retention.ts';
import { sweep } from './sweep.ts';

const port = parentPort;
if (port === null) throw new TypeError('This program runs in a thread only.');
const { dataDir, bounds, nowMs } = workerData as SweepThreadData;
port.postMessage(sweep(dataDir, bounds, nowMs));
