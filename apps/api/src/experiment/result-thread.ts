// Runs in a thread of its own, which `result-source.ts` starts: works out the results that it is asked for.

import { parentPort } from 'node:worker_threads';
import { type ResultQuestion, workOut } from './result-source.ts';

parentPort?.on('message', (question: ResultQuestion) => parentPort?.postMessage(workOut(question), []));
