// A thread of the truth suite: judges the logs that it is sent, and sends back what their reports say.

import { parentPort } from 'node:worker_threads';
import type { LogRange } from './truth-cell.ts';
import { judgeRange } from './truth-cell.ts';

parentPort?.on('message', (range: LogRange) => parentPort?.postMessage(judgeRange(range), []));
