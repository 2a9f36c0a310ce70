import { gzipSync, zstdCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { findFiles } from '../src/log/find-files.ts';
import { readLines } from '../src/log/line-reader.ts';
import { createFolder } from './folder.ts';
import { writeLog } from './small-log.ts';

const text = 'one\r\n\n  \ntwo ü\nthree';
const lines = [
  [1, 'one'],
  [4, 'two ü'],
  [5, 'three'],
];

async function read(file: string) {
  return (await collect(readLines(file))).map((line) => [line.number, line.text.trimEnd()]);
}

async function collect<Value>(values: AsyncIterable<Value>): Promise<Value[]> {
  const collected: Value[] = [];
  for await (const value of values) collected.push(value);
  return collected;
}

test.for([
  { name: 'plain', bytes: Buffer.from(text) },
  { name: 'gzip', bytes: gzipSync(text) },
  { name: 'zstd', bytes: zstdCompressSync(text) },
])('lines keep their numbers, blank ones are passed over: $name', async ({ bytes }) => {
  expect(await read(writeLog(createFolder(), bytes))).toEqual(lines);
});

test('an empty file has no lines', async () => {
  expect(await read(writeLog(createFolder(), ''))).toEqual([]);
});

test('a character that lies across two chunks stays whole', async () => {
  const long = `${'x'.repeat(65_535)}ü`;
  expect(await read(writeLog(createFolder(), `${long}\n${long}\n`))).toEqual([
    [1, long],
    [2, long],
  ]);
});

test('a file that breaks off is told, with what was wrong', async () => {
  const file = writeLog(createFolder(), gzipSync(text.repeat(1000)).subarray(0, 40));
  await expect(read(file)).rejects.toMatchObject({
    exitCode: 1,
    message: expect.stringContaining('cannot be read to its end'),
  });
});

test('a file without line ends does not fill the memory', async () => {
  const file = writeLog(createFolder(), 'x'.repeat(17_000_000));
  await expect(read(file)).rejects.toMatchObject({ message: expect.stringMatching(/line 1 is longer than 16777216/) });
});

test('a pattern means its files in order, a name that exists means itself', () => {
  const folder = createFolder();
  const files = ['b.jsonl', 'a.jsonl', 'c[1].jsonl'].map((name) => writeLog(folder, '', name));
  expect(findFiles(`${folder}/*.jsonl`)).toEqual(files.toSorted());
  expect(findFiles(files[2]!)).toEqual([files[2]]);
  for (const nothing of [`${folder}/d.jsonl`, `${folder}/*.gz`, folder]) {
    expect(() => findFiles(nothing)).toThrow(`there is no file ${nothing}`);
  }
});
