// Sends one load in a thread of its own, until it is over or another message comes.

import { parentPort, workerData } from 'node:worker_threads';
import type { Measurement } from '../schema/load-report.ts';
import { type LoadOrder, measure } from './measure.ts';

/** What the thread is given. */
export interface ThreadOrder {
  readonly order: Omit<LoadOrder, 'signal'>;
  readonly rate: number | undefined;
}

if (parentPort === null) throw new Error('this program runs in a thread');
const stop = new AbortController();
parentPort.once('message', () => stop.abort());
const { order, rate } = workerData as ThreadOrder;
const measurement: Measurement = await measure({ ...order, signal: stop.signal }, rate);
parentPort.postMessage(measurement, []);
parentPort.close();
