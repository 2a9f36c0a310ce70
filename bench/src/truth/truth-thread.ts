// A thread of the truth suite: does the tasks that it is sent, and sends back what came of them.

import { parentPort } from 'node:worker_threads';
import type { DrawTask, JudgeTask } from './truth-cell.ts';
import { doTask } from './truth-cell.ts';

parentPort?.on('message', (task: DrawTask | JudgeTask) => parentPort?.postMessage(doTask(task), []));
