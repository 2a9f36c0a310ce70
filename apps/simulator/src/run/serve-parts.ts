import { parentPort } from 'node:worker_threads';
import { exitCode, Failure, messageOf } from '../cli/failure.ts';
import type { PartWorker } from './part-worker.ts';
import type { FromThread, ToThread } from './thread-message.ts';

/** Enough for a progress line that moves. */
const toldBytes = 4_194_304;

/**
 * What a thread of `PartThreads` does: works on the parts of a log that it is sent, and at the end sends its result.
 * `createWorker` is given the task that all threads begin with, and what wants to hear how many bytes are read.
 */
export function serveParts(createWorker: (task: unknown, onBytes: (count: number) => void) => PartWorker): void {
  const port = parentPort;
  if (port === null) throw new TypeError('Parts are served in a thread only.');
  const send = (message: FromThread) => port.postMessage(message);
  let untoldBytes = 0;
  const onBytes = (count: number) => {
    untoldBytes += count;
    if (untoldBytes < toldBytes) return;
    send({ kind: 'bytes', count: untoldBytes });
    untoldBytes = 0;
  };
  const read = async (worker: PartWorker, { at, part }: Extract<ToThread, { kind: 'part' }>) => {
    try {
      send({ kind: 'read', at, input: await worker.run(part) });
    } catch (error) {
      const code = error instanceof Failure ? error.exitCode : exitCode.found;
      send({ kind: 'failed', at, exitCode: code, message: messageOf(error) });
    }
  };
  const finish = (worker: PartWorker) => {
    send({ kind: 'result', result: worker.result() });
    port.close();
  };
  // Parts come faster than they are read: each waits for the one before.
  let before = Promise.resolve();
  port.once('message', (task: unknown) => {
    const worker = createWorker(task, onBytes);
    port.on('message', (message: ToThread) => {
      before = before.then(() => (message.kind === 'part' ? read(worker, message) : finish(worker)));
    });
  });
}
