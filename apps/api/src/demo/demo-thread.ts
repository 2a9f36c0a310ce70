// Runs in a thread of its own, which `DemoDays` starts: makes the demo's recorded auctions, so that the service answers
// meanwhile.

import { parentPort, workerData } from 'node:worker_threads';
import { type DemoOrder, recordDemo } from './demo-record.ts';

const port = parentPort;
if (port === null) throw new TypeError('This program runs in a thread only.');
port.postMessage(recordDemo(workerData as DemoOrder));
