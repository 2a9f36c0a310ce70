import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { compile, decideAuction, Decision } from '@auction-tiers/tier-engine';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Recordable } from '../../src/recorder/auction-line.ts';
import { Recorder, type RecorderOptions } from '../../src/recorder/recorder.ts';
import { recordedAuctions } from './recorded-lines.ts';

let dataDir: string;
let said: string[];
let recorder: Recorder | undefined;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'auction-tiers-record-'));
  said = [];
});
afterEach(async () => {
  await recorder?.close();
  await rm(dataDir, { recursive: true, force: true });
});

function open(options: Partial<RecorderOptions> = {}): Recorder {
  const log = {
    warn: (_: object, text: string) => said.push(text),
    info: (_: object, text: string) => said.push(text),
  };
  return (recorder = new Recorder({
    dataDir,
    share: 1,
    mostShare: 1,
    log: log as unknown as RecorderOptions['log'],
    ...options,
  }));
}

const compiled = compile({ ymProfileId: 7, revision: 'r', tiers: [], profiles: [] });
if (!compiled.ok) throw new Error('the empty tier set does not compile');
const { tierSet } = compiled;
const decision = new Decision();

/** A body without bids, with a unit of so many bytes. */
function record(into: Recorder, seed: string, byteCount = 1): void {
  const text = `{"ym_profile_id":7,"unit":"${'x'.repeat(byteCount)}","bids":[]}`;
  const bytes = Buffer.from(text);
  const request = { auctionType: 1, bidFloorMicros: 0, feePpm: 0, seed, timeMs: 0, impression: {}, bids: [] } as const;
  const auction: Recordable = {
    tierSet,
    request,
    revision: '1-1-a.b',
    memberId: 3,
    share: 1,
    unit: undefined,
    body: { bytes, start: 0, end: bytes.length },
  };
  decideAuction(tierSet, request, decision);
  into.record(auction, decision);
}

const seedsOf = async () => (await recordedAuctions(dataDir, 3, 7)).map(({ decided }) => decided.seed);

/** Gives every buffer back, once the gate is opened. */
const slowThread = `
  const { parentPort, workerData } = require('node:worker_threads');
  parentPort.on('message', ({ memory }) => {
    Atomics.wait(workerData, 0, 0);
    parentPort.postMessage({ memory, dropped: 0, problem: null }, [memory]);
  });
`;

test('while the disk takes nothing, memory is bounded, auctions are dropped, counted, and it is said once', async () => {
  const gate = new Int32Array(new SharedArrayBuffer(4));
  const slow = open({ startThread: () => new Worker(slowThread, { eval: true, workerData: gate }), closeMs: 10 });
  for (let count = 0; count < 40; count++) record(slow, String(count), 1_000_000);
  // Four buffers of four mebibytes, each for four of these lines.
  expect(slow.dropped).toBe(24);
  expect(said).toHaveLength(1);
  Atomics.store(gate, 0, 1);
  Atomics.notify(gate, 0);
  await slow.settle();
  record(slow, 'again');
  expect(slow.dropped).toBe(24);
});

test('a thread that is late loses nothing while there is memory, however often lines are sent to it', async () => {
  const gate = new Int32Array(new SharedArrayBuffer(4));
  const late = open({ startThread: () => new Worker(slowThread, { eval: true, workerData: gate }), closeMs: 10 });
  for (let count = 0; count < 20; count++) {
    record(late, String(count));
    late.flush();
  }
  expect([late.dropped, said]).toEqual([0, []]);
  Atomics.store(gate, 0, 1);
  Atomics.notify(gate, 0);
  await late.settle();
  expect(late.dropped).toBe(0);
});

test('a disk that never answers does not keep the service from ending', async () => {
  const gate = new Int32Array(new SharedArrayBuffer(4));
  const stuck = open({ startThread: () => new Worker(slowThread, { eval: true, workerData: gate }), closeMs: 10 });
  record(stuck, 'one');
  await stuck.close();
  expect(stuck.dropped).toBe(1);
  Atomics.store(gate, 0, 1);
  Atomics.notify(gate, 0);
});

test('where nothing can be written auctions are dropped and counted, and recorded once it can', async () => {
  await writeFile(join(dataDir, 'logs'), 'in the way');
  const blocked = open();
  record(blocked, 'lost');
  record(blocked, 'lost too');
  await blocked.settle();
  expect([blocked.dropped, said.length]).toEqual([2, 1]);
  await rm(join(dataDir, 'logs'));
  record(blocked, 'kept');
  await blocked.settle();
  expect(await seedsOf()).toEqual(['kept']);
  expect([blocked.dropped, said.length]).toEqual([2, 1]);
});

test('a thread that ends is replaced, and what it had is counted', async () => {
  let starts = 0;
  const failing = open({
    startThread: () => {
      starts++;
      return new Worker('throw new Error("no memory")', { eval: true });
    },
  });
  for (const seed of ['one', 'two']) {
    record(failing, seed);
    await failing.settle();
  }
  expect([starts, failing.dropped]).toEqual([2, 2]);
});
