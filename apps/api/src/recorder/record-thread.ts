// Runs in a thread of its own, which `Recorder` starts: compresses and writes the lines that it is sent.

import { parentPort, workerData } from 'node:worker_threads';
import type { FromRecordThread, RecordThreadData, ToRecordThread } from './recorder.ts';
import { SegmentWriter } from './segment-writer.ts';

const port = parentPort;
if (port === null) throw new TypeError('This program runs in a thread only.');
const { dataDir } = workerData as RecordThreadData;
const writer = new SegmentWriter(dataDir);

port.on('message', ({ memory, byteCount }: ToRecordThread) => {
  const answer: FromRecordThread = { memory, ...writer.write(memory, byteCount) };
  port.postMessage(answer, [memory]);
});
