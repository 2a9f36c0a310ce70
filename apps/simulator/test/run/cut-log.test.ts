import { gzipSync } from 'node:zlib';
import { AuctionReader } from '@auction-tiers/auction-codec';
import { expect, test } from 'vitest';
import { mergeInputReports } from '../../src/log/auction/input-report.ts';
import type { LogPart } from '../../src/log/file/part.ts';
import { wholeParts } from '../../src/log/file/part.ts';
import type { LogSource } from '../../src/log/file/source.ts';
import type { Cutting } from '../../src/run/cut-log.ts';
import { cutLog } from '../../src/run/cut-log.ts';
import { createFolder } from '../fixture/folder.ts';
import { writeLog } from '../fixture/small-log.ts';
import { createBodies, toOpenRtbLine, toOwnLine } from '../log/bodies.ts';
import { toFeedBids, toSeparated } from '../log/feed.ts';
import type { ReadLog } from '../log/read-log.ts';
import { findSources, readParts } from '../log/read-log.ts';
import * as fc from 'fast-check';

const bodies = createBodies(500);
const line = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...bodies.slice(0, 60).map(toOwnLine)) },
  { weight: 1, arbitrary: fc.constantFrom('', ' ', 'broken', '{"bids":[]}') },
);
const text = fc
  .tuple(fc.array(line, { maxLength: 40 }), fc.constantFrom('\n', '\r\n'), fc.boolean())
  .map(([lines, end, isEnded]) => lines.join(end) + (isEnded ? end : ''));

/** Of parts as large as each other, or ever smaller ones. */
const partSize: fc.Arbitrary<Cutting['partBytes']> = fc
  .tuple(fc.integer({ min: 1, max: 5000 }), fc.boolean())
  .map(([bytes, isShrinking]) => (isShrinking ? (left) => Math.max(left / 3, bytes / 10) : () => bytes));

/** Parts travel as JSON, and each is read by itself, one after the other. */
async function readApart(sources: readonly LogSource[], cutting: Cutting): Promise<ReadLog[]> {
  const read: ReadLog[] = [];
  const auctions = new AuctionReader();
  for (const part of cutLog(sources, cutting)) {
    const sent: LogPart = JSON.parse(JSON.stringify(part));
    read.push(await readParts([sent], { auctions }, Infinity));
  }
  return read;
}

test('the parts of a log together are the log, wherever it is cut', async () => {
  const folder = createFolder();
  await fc.assert(
    fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 3 }), partSize, async (texts, partBytes) => {
      const sources = await findSources(texts.map((content, at) => writeLog(folder, content, `log-${at}`)));
      const whole = await readParts(wholeParts(sources));
      const apart = await readApart(sources, { partBytes, readers: 2 });
      expect(apart.flatMap(({ auctions }) => auctions)).toEqual(whole.auctions);
      expect(apart.flatMap(({ told }) => told)).toEqual(whole.told);
      expect(mergeInputReports(apart.map(({ report }) => report))).toEqual(whole.report);
    }),
    { numRuns: 50 },
  );
});

/** Forty unknown seats, some with more bids. */
const strangers = (at: number) => [`stranger ${at % 40}`, `stranger ${at % 7}`];

function writeAllKinds(): string[] {
  const folder = createFolder();
  const withoutSeed = bodies.map(({ seed: _seed, ...body }) => `${JSON.stringify(body)}\n`);
  const [first, others] = [withoutSeed.slice(0, 100).join(''), withoutSeed.slice(100).join('')];
  return [
    writeLog(folder, `\uFEFF${first}\noops\n${others}`, 'a'),
    writeLog(folder, gzipSync(bodies.map((body, at) => `${toOpenRtbLine(body, strangers(at))}\n`).join('')), 'b'),
    writeLog(folder, bodies.map((body, at) => `${toOpenRtbLine(body, strangers(at))}\n`).join(''), 'c'),
    writeLog(folder, bodies.map(toOwnLine).join('\n'), 'd'),
    writeLog(folder, `${toSeparated(bodies.flatMap(toFeedBids))}a,broken,row\n`, 'e'),
    writeLog(folder, gzipSync(toSeparated(bodies.flatMap(toFeedBids))).subarray(0, -5), 'f'),
    writeLog(folder, '', 'g'),
  ];
}

/** The auctions of a feed are spread over its parts. */
const key = (auctions: ReadLog['auctions']) => auctions.map((auction) => JSON.stringify(auction)).toSorted();

test.for([3000, 40_000, 1e9])('parts of %d bytes of every kind of log are the log', async (bytes) => {
  const sources = await findSources(writeAllKinds());
  const whole = await readParts(wholeParts(sources));
  expect(whole.auctions).toHaveLength(2500);
  expect(whole.told).toHaveLength(3);
  expect(whole.report.unfinished_files).toBe(1);

  const apart = await readApart(sources, { partBytes: () => bytes, readers: 3 });
  expect(key(apart.flatMap(({ auctions }) => auctions))).toEqual(key(whole.auctions));
  expect(apart.flatMap(({ told }) => told)).toEqual(whole.told);
  expect(mergeInputReports(apart.map(({ report }) => report))).toEqual(whole.report);
});

function fileOf(part: LogPart): string | undefined {
  return part.kind === 'feed' ? 'feed' : part.source.file.split('/').at(-1);
}

async function filesOfParts(sources: readonly LogSource[], cutting: Cutting) {
  const files = [];
  for (const part of cutLog(sources, cutting)) files.push(fileOf(part));
  return files;
}

test('a packed file is one part, a feed as many as there are readers, a plain file as many as its bytes ask for', async () => {
  const folder = createFolder();
  const few = bodies.slice(0, 60);
  const lines = few.map((body) => `${toOwnLine(body)}\n`).join('');
  const sources = await findSources([
    writeLog(folder, gzipSync(lines), 'packed'),
    writeLog(folder, toSeparated(few.flatMap(toFeedBids)), 'feed'),
    writeLog(folder, lines, 'plain'),
  ]);
  const files = await filesOfParts(sources, { partBytes: () => lines.length / 4, readers: 3 });
  expect(files).toEqual(['packed', 'plain', 'plain', 'plain', 'plain', 'feed', 'feed', 'feed']);
});

test('the size of a part is asked for with what is left of the whole log', async () => {
  const folder = createFolder();
  const sources = await findSources([
    writeLog(folder, gzipSync('{"bids":[]}\n'), 'packed'),
    writeLog(folder, '{"bids":[]}\n'.repeat(3), 'plain'),
    writeLog(folder, '{"bids":[]}\n', 'next'),
  ]);
  const left: number[] = [];
  const partBytes = (leftBytes: number) => {
    left.push(leftBytes);
    return 1;
  };
  expect(await filesOfParts(sources, { partBytes, readers: 1 })).toEqual([
    'packed',
    ...Array.from({ length: 4 }, () => 'plain'),
    ...Array.from({ length: 2 }, () => 'next'),
  ]);
  expect(left).toEqual([48, 36, 24, 12, 12, 0]);
});
