// Runs in a thread of its own, which `Recorder` starts: compresses, writes and seals the lines that it is sent.

import { setTimeout } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { openPlace } from '@auction-tiers/recorded';
import type { FromRecordThread, RecordThreadData, ToRecordThread } from './recorder.ts';
import { Sealer } from './sealer.ts';
import { SegmentWriter } from './segment-writer.ts';

/** Bounds of how often the thread looks for parts to seal. */
const [leastLookMs, mostLookMs] = [100, 5000];

const port = parentPort;
if (port === null) throw new TypeError('This program runs in a thread only.');
const tell = (answer: FromRecordThread, transferred: ArrayBuffer[] = []) => port.postMessage(answer, transferred);
const { dataDir, sealing } = workerData as RecordThreadData;
const writer = new SegmentWriter(dataDir);
const sealer = sealing && new Sealer(dataDir, openPlace(sealing.place), writer, sealing);

port.on('message', (message: ToRecordThread) => {
  if ('isEnd' in message) void sealer?.seal(true).then((unsealed) => tell({ unsealed, isAsked: true }));
  else tell({ memory: message.memory, ...writer.write(message.memory, message.byteCount) }, [message.memory]);
});

if (sealing !== null && sealer !== null) {
  const lookMs = Math.min(Math.max(sealing.sealMs / 10, leastLookMs), mostLookMs);
  for (;;) {
    await setTimeout(lookMs);
    tell({ unsealed: await sealer.seal(), isAsked: false });
  }
}
