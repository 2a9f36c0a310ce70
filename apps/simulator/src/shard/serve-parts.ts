import { parentPort } from 'node:worker_threads';
import { exitCode, Failure, messageOf } from '../failure.ts';
import type { PartWorker } from './part-worker.ts';
import type { FromThread, ToThread } from './thread-message.ts';

/** Enough for a progress line that moves. */
const toldBytes = 4_194_304;

/**
 * What a thread of `runOnThreads` does: works on the parts of a log that it is sent, and at the end sends its result.
 * `createWorker` is given what wants to hear how many bytes are read; the order's task is the thread's `workerData`.
 */
export function serveParts(createWorker: (onBytes: (count: number) => void) => PartWorker): void {
  const port = parentPort;
  if (port === null) throw new TypeError('Parts are served in a thread only.');
  const send = (message: FromThread) => port.postMessage(message);
  let untoldBytes = 0;
  const worker = createWorker((count) => {
    untoldBytes += count;
    if (untoldBytes < toldBytes) return;
    send({ kind: 'bytes', count: untoldBytes });
    untoldBytes = 0;
  });
  const read = async ({ at, part }: Extract<ToThread, { kind: 'part' }>) => {
    try {
      send({ kind: 'read', at, input: await worker.run(part) });
    } catch (error) {
      const code = error instanceof Failure ? error.exitCode : exitCode.found;
      send({ kind: 'failed', at, exitCode: code, message: messageOf(error) });
    }
  };
  const finish = () => {
    send({ kind: 'result', result: worker.result() });
    port.close();
  };
  // Parts come faster than they are read: each waits for the one before.
  let before = Promise.resolve();
  port.on('message', (message: ToThread) => {
    before = before.then(() => (message.kind === 'part' ? read(message) : finish()));
  });
}
