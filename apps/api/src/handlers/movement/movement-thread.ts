// Runs in a thread of its own, which `movement.ts` starts: computes what moved net between the periods that it gets.

import { parentPort } from 'node:worker_threads';
import { type RecordedPeriods, tellRecorded } from './recorded-period.ts';

parentPort?.on('message', (periods: RecordedPeriods) => parentPort?.postMessage(tellRecorded(periods), []));
