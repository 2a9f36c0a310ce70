import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { mergeInputReports } from '../../src/log/merge-input-reports.ts';
import type { LogPart } from '../../src/log/part.ts';
import { wholeParts } from '../../src/log/part.ts';
import { splitParts } from '../../src/log/split-parts.ts';
import { createFolder } from '../folder.ts';
import { writeLog } from '../small-log.ts';
import { createBodies, toOpenRtbLine, toOwnLine } from './bodies.ts';
import { toFeedBids, toSeparated } from './feed.ts';
import type { ReadLog } from './read-log.ts';
import { findSources, readParts } from './read-log.ts';

const bodies = createBodies(500);
const withoutSeed = bodies.map(({ seed: _seed, ...body }) => `${JSON.stringify(body)}\n`);
const broken = 'oops\n';
/** Forty seats that nobody knows, some of them busier. */
const strangers = (at: number) => [`stranger ${at % 40}`, `stranger ${at % 7}`];

function writeLogs() {
  const folder = createFolder();
  return [
    writeLog(folder, `\uFEFF${withoutSeed.slice(0, 100).join('')}\n${broken}${withoutSeed.slice(100).join('')}`, 'a'),
    writeLog(folder, gzipSync(bodies.map((body, at) => `${toOpenRtbLine(body, strangers(at))}\n`).join('')), 'b'),
    writeLog(folder, bodies.map(toOwnLine).join('\n'), 'c'),
    writeLog(folder, `${toSeparated(bodies.flatMap(toFeedBids))}a,broken,row\n`, 'd'),
    writeLog(folder, '', 'e'),
  ];
}

/** Parts travel as JSON, and each is read by itself. */
async function readApart(parts: readonly LogPart[]): Promise<ReadLog[]> {
  const sent: LogPart[] = JSON.parse(JSON.stringify(parts));
  return Promise.all(sent.map((part) => readParts([part], {}, Infinity)));
}

const key = ({ auctions }: Pick<ReadLog, 'auctions'>) => auctions.map((auction) => JSON.stringify(auction)).toSorted();

test.for([7, 100, 1000])('parts of %d lines together give what the whole gives', async (linesInPart) => {
  const sources = await findSources(writeLogs());
  const whole = await readParts(wholeParts(sources));
  expect(whole.auctions).toHaveLength(2000);
  expect(whole.told).toHaveLength(2);

  const parts = await splitParts(sources, linesInPart, 3);
  const apart = await readApart(parts);
  expect(key({ auctions: apart.flatMap(({ auctions }) => auctions) })).toEqual(key(whole));
  expect(apart.flatMap(({ told }) => told)).toEqual(whole.told);
  expect(mergeInputReports(apart.map(({ report }) => report))).toEqual(whole.report);
});

test('parts of lines come in the order of the log', async () => {
  const sources = await findSources(writeLogs().slice(0, 3));
  const apart = await readApart(await splitParts(sources, 50, 1));
  const whole = await readParts(wholeParts(sources));
  expect(apart.length).toBeGreaterThan(25);
  expect(apart.flatMap(({ auctions }) => auctions)).toEqual(whole.auctions);
});
