// Runs in a thread of its own, which `PartThreads` starts: works on the parts of a log that it is sent, and at the end
// sends the data of its work.

import { parentPort, workerData } from 'node:worker_threads';
import { exitCode, Failure, messageOf } from '../cli/failure.ts';
import { PartWorker } from './part-worker.ts';
import type { RunTask } from './task.ts';
import { createWork, preload } from './task.ts';
import type { FromThread, ToThread } from './threads.ts';

/** Bytes between two messages of progress: often enough for a progress line that moves. */
const toldBytes = 4_194_304;

const port = parentPort;
if (port === null) throw new TypeError('This program runs in a thread only.');
const send = (message: FromThread) => port.postMessage(message);

let untoldBytes = 0;
function onBytes(count: number): void {
  untoldBytes += count;
  if (untoldBytes < toldBytes) return;
  send({ kind: 'bytes', count: untoldBytes });
  untoldBytes = 0;
}

let worker: PartWorker | undefined;
async function handle(message: ToThread): Promise<void> {
  if (message.kind === 'task') {
    worker = new PartWorker(await createWork(message.task), message.task, { onBytes });
    return;
  }
  if (worker === undefined) throw new TypeError('A thread is sent its task before any part.');
  if (message.kind === 'end') {
    send({ kind: 'result', data: worker.work.toData() });
    port!.close();
    return;
  }
  const { at, part } = message;
  try {
    send({ kind: 'read', at, input: await worker.run(part) });
  } catch (error) {
    const code = error instanceof Failure ? error.exitCode : exitCode.found;
    send({ kind: 'failed', at, exitCode: code, message: messageOf(error) });
  }
}

// Messages arrive faster than they are handled: each waits for the one before.
let before = preload(workerData as RunTask['kind']);
port.on('message', (message: ToThread) => {
  before = before.then(() => handle(message));
});
