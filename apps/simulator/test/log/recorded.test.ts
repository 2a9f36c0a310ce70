import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { zstdCompressSync } from 'node:zlib';
import type { Decided } from '@auction-tiers/auction-codec';
import { isChosen, JsonSink, writeRecordedLine } from '@auction-tiers/auction-codec';
import { packFrame } from '@auction-tiers/recorded';
import { expect, test } from 'vitest';
import { chooseFee } from '../../src/log/auction/fee.ts';
import { replay } from '../../src/run/replay.ts';
import { loadDemoTierSet } from '../../src/tier-set/tier-set-file.ts';
import { createFolder } from '../fixture/folder.ts';
import { readFiles } from './read-log.ts';

const timeMs = Date.UTC(2026, 10, 21, 8);
const decided: Decided = {
  revision: '1-18-4f2a9c11.81d3e0aa',
  seed: 's"},',
  timeMs,
  feePpm: 123_456,
  winner: null,
  clearingMicros: 0,
  answerCrc32: 7,
  share: 0.25,
};
const sink = new JsonSink();

/** A recorded line of a body. */
const lineOf = (body: string, told: Partial<Decided> = {}): Buffer =>
  Buffer.from(sink.bytes.subarray(0, writeRecordedLine(sink, 0, { ...decided, ...told }, Buffer.from(body))));

const filled = { feePpm: 123_456, timeMs, seed: 's"},' };
const bids = [{ id: 'a', memberId: 12, grossMicros: 1_000_000 }];

test.for([
  ['in the usual form', '{"bids":[{"id":"a","member_id":12,"price":1}]}', filled],
  ['with nulls', '{"seed":null,"impression":{"time":null},"bids":[{"id":"a","member_id":12,"price":1}]}', filled],
  ['that needs the slow reader', '{"bids":[{"id":"\\u0061","member_id":"12","price":"1"}]}', filled],
  [
    'that names all itself',
    '{"seed":"own","revenue_share_pct":1,"impression":{"time":"2026-11-20T08:00:00Z"},"bids":[{"id":"a","member_id":12,"price":1}]}',
    { feePpm: 10_000, timeMs: timeMs - 86_400_000, seed: 'own' },
  ],
] as const)('a recorded body %s is read as the service decided it', async ([, body, expected]) => {
  const file = join(createFolder(), 'log.jsonl');
  writeFileSync(file, Buffer.concat([lineOf(body), Buffer.from('{"bids":[]}\n'), lineOf(body)]));
  const { auctions, report } = await readFiles([file]);
  expect(report).toMatchObject({ broken_lines: 0, lines: { own: 3 } });
  expect(auctions.map((auction) => auction.decided)).toEqual([decided, undefined, decided]);
  for (const at of [0, 2]) expect(auctions[at]).toMatchObject({ request: { ...expected, bids }, feeSource: 'auction' });
});

test('a line that another program has written again is read as well', async () => {
  const file = join(createFolder(), 'log.jsonl');
  const { decided: told, ...body } = JSON.parse(
    lineOf('{"bids":[{"id":"a","member_id":12,"price":1}]}').toString(),
  ) as Record<string, unknown>;
  writeFileSync(file, `${JSON.stringify({ ...body, decided: told })}\n{"bids":[],"decided":{"seed":7}}\n`);
  const { auctions, report } = await readFiles([file]);
  expect(auctions).toMatchObject([{ decided, request: { ...filled, bids } }]);
  expect(report.broken_lines).toBe(1);
});

test('a file that is cut short is read up to its last whole frame, also where broken lines end the reading', async () => {
  const file = join(createFolder(), 'log.jsonl.zst');
  const frames = [1, 2, 3].map((count) =>
    packFrame(Buffer.concat(Array.from({ length: count }, () => lineOf('{"bids":[]}'))), count, 0, 1),
  );
  const whole = Buffer.concat(frames);
  const ends = [0, 1, 2, 3].map((count) => Buffer.concat(frames.slice(0, count)).length);
  for (let size = 4; size <= whole.length; size += 7) {
    writeFileSync(file, whole.subarray(0, size));
    const { auctions, told, report } = await readFiles([file], { isStrict: true });
    // What a process that was ended has written is whole as far as it goes.
    expect(report.unfinished_files).toBe(0);
    const count = ends.filter((end) => end <= size).length - 1;
    expect([size, auctions.length]).toEqual([size, [0, 1, 3, 6][count]]);
    expect(told.map(({ problem }) => /cut off/.test(problem))).toEqual(ends.includes(size) ? [] : [true]);
  }
  writeFileSync(file, whole);
  const { auctions, report } = await readFiles([file]);
  expect([auctions.length, report.files[0]?.compression]).toEqual([6, 'recorded zstd']);
});

test('a file with something else behind its frames is broken', async () => {
  const file = join(createFolder(), 'log.jsonl.zst');
  writeFileSync(file, packFrame(lineOf('{"bids":[]}'), 1, 0, 1));
  writeFileSync(file, Buffer.concat([readFileSync(file), zstdCompressSync('{"bids":[]}\n'), Buffer.alloc(100)]));
  const { auctions, told } = await readFiles([file]);
  expect([auctions.length, told.length]).toEqual([1, 1]);
  await expect(readFiles([file], { isStrict: true })).rejects.toThrow(/no recorded auctions at byte/);
});

async function inputOf(files: readonly string[]) {
  const { report } = await replay({ files, loaded: loadDemoTierSet(), fee: chooseFee({}), target: undefined });
  return report.input;
}

test('where the share has changed, recorded auctions are used so that all weigh alike, and the others are counted', async () => {
  const folder = createFolder();
  const body = '{"bids":[{"id":"a","member_id":12,"price":1}]}';
  const hourOf = (name: string, share: number, count: number) => {
    const seeds = Array.from({ length: count }, (_, at) => `${name} ${at}`).filter((seed) => isChosen(seed, share));
    const path = join(folder, `${name}.jsonl.zst`);
    writeFileSync(
      path,
      packFrame(Buffer.concat(seeds.map((seed) => lineOf(body, { seed, share }))), seeds.length, 0, share),
    );
    return { path, seeds };
  };
  const [before, after] = [hourOf('before', 0.25, 2000), hourOf('after', 1, 500)];
  const used = after.seeds.filter((seed) => isChosen(seed, 0.25)).length;
  expect(await inputOf([before.path, after.path])).toMatchObject({
    auctions: { own: before.seeds.length + used },
    other_share_auctions: 500 - used,
  });
  // At 1 alone all are used, and at 1 where that is most.
  expect(await inputOf([after.path])).toMatchObject({ auctions: { own: 500 }, other_share_auctions: 0 });
  const few = hourOf('few', 0.25, 40);
  expect(await inputOf([few.path, after.path])).toMatchObject({
    auctions: { own: 500 },
    other_share_auctions: few.seeds.length,
  });
});
