import { execFileSync } from 'node:child_process';
import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zstdDecompressSync } from 'node:zlib';
import { readFrames, readFrameTotal, segmentName } from '@auction-tiers/recorded';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { LineBuffer } from '../../src/recorder/line-buffer.ts';
import { SegmentWriter } from '../../src/recorder/segment-writer.ts';
import { sweep } from '../../src/recorder/sweep.ts';

const hourMs = 3_600_000;
const startMs = Date.UTC(2026, 10, 21, 8);
let dataDir: string;
let folder: string;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'auction-tiers-segment-'));
  folder = join(dataDir, 'logs', '3', '7');
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

/** Writes one line as one flush. */
function write(writer: SegmentWriter, text: string, timeMs = startMs, ymProfileId = 7, share = 0.25) {
  const buffer = new LineBuffer(new ArrayBuffer(text.length + 100));
  buffer.add({ memberId: 3, ymProfileId, timeMs, share }, Buffer.from(`${text}\n`));
  return writer.write(buffer.memory, buffer.byteCount);
}
const files = () => readdirSync(folder).toSorted();
const textOf = (name: string) => zstdDecompressSync(readFileSync(join(folder, name))).toString();

async function totalOf(name: string) {
  const content = readFileSync(join(folder, name));
  return readFrameTotal(async (start, end) => content.subarray(start, end), content.length);
}

test('a flush is a whole frame, and the end of a file tells how many lines it has', async () => {
  const writer = new SegmentWriter(dataDir);
  for (const text of ['one', 'two', 'three']) expect(write(writer, text)).toEqual({ dropped: 0, problem: null });
  const [name = ''] = files();
  expect(textOf(name)).toBe('one\ntwo\nthree\n');
  expect(await totalOf(name)).toEqual({ lines: 3, share: 0.25 });
  const { frames, byteCount } = readFrames(readFileSync(join(folder, name)), 0);
  expect(frames.map(({ lines, linesSoFar }) => [lines, linesSoFar])).toEqual([
    [1, 1],
    [1, 2],
    [1, 3],
  ]);
  expect(byteCount).toBe(statSync(join(folder, name)).size);
});

test('a file that is cut short at any byte has the lines of its whole frames', async () => {
  const writer = new SegmentWriter(dataDir);
  const ends = ['one', 'two'].map((text) => {
    write(writer, text);
    return statSync(join(folder, files()[0]!)).size;
  });
  const whole = readFileSync(join(folder, files()[0]!));
  const cut = segmentName(startMs, 'aaaaaaaa', 1);
  for (let size = 0; size <= whole.length; size++) {
    writeFileSync(join(folder, cut), whole.subarray(0, size));
    const lines = ends.filter((end) => end <= size).length;
    expect([size, (await totalOf(cut)).lines]).toEqual([size, lines]);
    expect([size, readFrames(whole.subarray(0, size), 0).frames.length]).toEqual([size, lines]);
  }
});

test('a file that is full is followed by the next, and one that was removed is not gone on with', () => {
  const writer = new SegmentWriter(dataDir, 100);
  for (const text of ['one', 'two']) write(writer, text);
  write(writer, 'x'.repeat(90));
  const names = files();
  expect(names.map(textOf).join('')).toBe(`one\ntwo\n${'x'.repeat(90)}\n`);
  expect(names.length).toBeGreaterThan(1);
  for (const name of names) unlinkSync(join(folder, name));
  expect(write(writer, 'after')).toMatchObject({ dropped: 0 });
  expect(files().map(textOf)).toEqual(['after\n']);
  rmSync(folder, { recursive: true });
  expect(write(writer, 'lost')).toMatchObject({ dropped: 1 });
  expect(write(writer, 'found')).toMatchObject({ dropped: 0 });
  expect(files().map(textOf)).toEqual(['found\n']);
});

test('the lines of a file have one share, also where it changes within a flush', async () => {
  const writer = new SegmentWriter(dataDir);
  write(writer, 'one', startMs, 7, 0.25);
  const buffer = new LineBuffer(new ArrayBuffer(1000));
  for (const [text, share] of [
    ['two', 0.25],
    ['three', 1],
    ['four', 1],
  ] as const) {
    buffer.add({ memberId: 3, ymProfileId: 7, timeMs: startMs, share }, Buffer.from(`${text}\n`));
  }
  expect(writer.write(buffer.memory, buffer.byteCount)).toEqual({ dropped: 0, problem: null });
  write(writer, 'five', startMs, 7, 1);
  const found = await Promise.all(files().map(async (name) => [textOf(name), await totalOf(name)]));
  expect(found).toEqual([
    ['one\ntwo\n', { lines: 2, share: 0.25 }],
    ['three\nfour\nfive\n', { lines: 3, share: 1 }],
  ]);
});

test('two writers never share a file', () => {
  for (const writer of [new SegmentWriter(dataDir), new SegmentWriter(dataDir)]) write(writer, 'one');
  expect(files()).toHaveLength(2);
});

/** Text that compresses to about half. */
const noise = () => Array.from({ length: 8000 }, () => Math.random().toString(36).slice(2, 4)).join('');

/** A file system of 64 KiB; false where this user may not make one. */
function mountSmall(path: string): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', path], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

test('on a full disk lines are dropped, and what was written before can be read', async (context) => {
  await mkdir(join(dataDir, 'logs'));
  if (!mountSmall(join(dataDir, 'logs'))) return context.skip('mounting a small file system needs root');
  try {
    const writer = new SegmentWriter(dataDir);
    const results = Array.from({ length: 12 }, () => write(writer, noise()));
    const kept = results.filter(({ dropped }) => dropped === 0).length;
    expect(results.at(-1)).toMatchObject({ dropped: 1, problem: expect.stringMatching(/ENOSPC/) as unknown });
    expect(kept).toBeGreaterThan(1);
    const [name = ''] = files();
    expect(textOf(name).trimEnd().split('\n')).toHaveLength(kept);
    expect(await totalOf(name)).toMatchObject({ lines: kept });
    const { byteCount } = readFrames(readFileSync(join(folder, name)), 0);
    expect(byteCount).toBe(statSync(join(folder, name)).size);
  } finally {
    execFileSync('umount', [join(dataDir, 'logs')]);
  }
});

/** A file of an hour that was written to when the hour ended. */
async function put(ymProfile: string, hoursAgo: number, bytes: number, name?: string): Promise<string> {
  const path = join(dataDir, 'logs', '3', ymProfile);
  await mkdir(path, { recursive: true });
  const file = join(path, name ?? segmentName(startMs - hoursAgo * hourMs, 'bbbbbbbb', 1));
  writeFileSync(file, Buffer.alloc(bytes));
  const changedS = (startMs - (hoursAgo - 1) * hourMs) / 1000;
  utimesSync(file, changedS, changedS);
  return file;
}
const left = () =>
  readdirSync(join(dataDir, 'logs'), { recursive: true, withFileTypes: true }).flatMap((entry) =>
    entry.isFile() ? [join(entry.parentPath, entry.name)] : [],
  );

test('what is older than the days goes, and then the oldest of all ym-profiles until the rest fits', async () => {
  const timezones = new Map([[3, 'UTC']]);
  // Two whole days before today's eight hours are kept.
  await put('7', 57, 10);
  const kept = [await put('8', 56, 10), await put('7', 3, 10), await put('8', 2, 10)];
  expect(sweep(dataDir, { days: 2, timezones, bytes: 0 }, startMs)).toMatchObject({
    removedFiles: 1,
    keptBytes: 30,
    problems: [],
  });
  expect(left().toSorted()).toEqual(kept.toSorted());
  expect(sweep(dataDir, { days: 2, timezones, bytes: 20 }, startMs)).toMatchObject({ removedBytes: 10, keptBytes: 20 });
  expect(left().toSorted()).toEqual(kept.slice(1).toSorted());
  expect(sweep(dataDir, { days: 0, bytes: 0 }, startMs + 1e12)).toMatchObject({ removedFiles: 0 });
});

test('what is being written and what is no recorded auction stays', async () => {
  const others = [await put('7', 999, 10, 'mine.jsonl'), await put('..', 999, 10, segmentName(startMs, 'bbbbbbbb', 1))];
  const now = Date.now();
  const writer = new SegmentWriter(dataDir);
  write(writer, 'now', now);
  expect(sweep(dataDir, { days: 1, bytes: 1 }, now).removedFiles).toBe(0);
  expect(left()).toEqual(expect.arrayContaining(others));
  expect(left()).toHaveLength(3);
});

test('where nothing was recorded there is nothing to do', () => {
  expect(sweep(dataDir, { days: 1, bytes: 1 }, startMs)).toEqual({
    removedFiles: 0,
    removedBytes: 0,
    keptBytes: 0,
    problems: [],
  });
});
