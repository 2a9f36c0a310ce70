import { gzipSync } from 'node:zlib';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { mergeInputReports } from '../../src/log/merge-input-reports.ts';
import type { LogPart } from '../../src/log/part.ts';
import { wholeParts } from '../../src/log/part.ts';
import { cutLog } from '../../src/shard/cut-log.ts';
import { createFolder } from '../folder.ts';
import { createBodies, toOwnLine } from '../log/bodies.ts';
import { toFeedBids, toSeparated } from '../log/feed.ts';
import { findSources, readParts } from '../log/read-log.ts';
import { writeLog } from '../small-log.ts';

const bodies = createBodies(60);
const line = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...bodies.map(toOwnLine)) },
  { weight: 1, arbitrary: fc.constantFrom('', ' ', 'broken', '{"bids":[]}') },
);
const text = fc
  .tuple(fc.array(line, { maxLength: 40 }), fc.constantFrom('\n', '\r\n'), fc.boolean())
  .map(([lines, end, isEnded]) => lines.join(end) + (isEnded ? end : ''));

test('the parts of a log together are the log, wherever it is cut', async () => {
  const folder = createFolder();
  await fc.assert(
    fc.asyncProperty(
      fc.array(text, { minLength: 1, maxLength: 3 }),
      fc.integer({ min: 1, max: 5000 }),
      async (texts, partBytes) => {
        const sources = await findSources(texts.map((content, at) => writeLog(folder, content, `log-${at}`)));
        const whole = await readParts(wholeParts(sources));
        const apart = [];
        for await (const part of cutLog(sources, { partBytes, readers: 2 }))
          apart.push(await readParts([part], {}, Infinity));
        expect(apart.flatMap(({ auctions }) => auctions)).toEqual(whole.auctions);
        expect(apart.flatMap(({ told }) => told)).toEqual(whole.told);
        expect(mergeInputReports(apart.map(({ report }) => report))).toEqual(whole.report);
      },
    ),
    { numRuns: 50 },
  );
});

function fileOf(part: LogPart): string | undefined {
  return part.kind === 'feed' ? 'feed' : part.source.file.split('/').at(-1);
}

test('a packed file is one part, a feed as many as there are readers, a plain file as many as its bytes ask for', async () => {
  const folder = createFolder();
  const lines = bodies.map((body) => `${toOwnLine(body)}\n`).join('');
  const sources = await findSources([
    writeLog(folder, gzipSync(lines), 'packed'),
    writeLog(folder, toSeparated(bodies.flatMap(toFeedBids)), 'feed'),
    writeLog(folder, lines, 'plain'),
  ]);
  const parts: LogPart[] = [];
  for await (const part of cutLog(sources, { partBytes: lines.length / 4, readers: 3 })) parts.push(part);
  expect(parts.map(fileOf)).toEqual(['packed', 'plain', 'plain', 'plain', 'plain', 'feed', 'feed', 'feed']);
});
