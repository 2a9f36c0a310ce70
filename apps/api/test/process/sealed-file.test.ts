import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { forEachLine, readHeader, readSealed, UnreadableFile, writeSealed } from '../../src/snapshot/sealed-file.ts';

let dir: string;
let file: string;

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'auction-tiers-sealed-'));
  file = join(dir, 'inner', 'file');
});
afterEach(() => rm(dir, { recursive: true, force: true }));

async function* textOf(...lines: readonly string[]) {
  for (const line of lines) yield `${line}\n`;
}

function linesOf(text: Buffer | undefined): string[] {
  const lines: string[] = [];
  if (text !== undefined) forEachLine(text, (line) => lines.push(line));
  return lines;
}

async function* brokenText() {
  yield 'second\n';
  throw new Error('the disk is full');
}

test('what was written is read again', async () => {
  const lines = Array.from({ length: 5000 }, (_, place) => `line ${place} 😀`);
  await writeSealed(file, { name: 'ü' }, textOf(...lines));
  expect(await readHeader(file)).toEqual({ name: 'ü' });
  const found = await readSealed(file);
  expect(found?.header).toEqual({ name: 'ü' });
  expect(linesOf(found?.text)).toEqual(lines);
});

test('a file that was never written is not there', async () => {
  expect(await readSealed(file)).toBeUndefined();
  expect(await readHeader(file)).toBeUndefined();
});

test('a change of any byte, and a missing end, are found', async () => {
  await writeSealed(file, { name: 'x' }, textOf('some', 'lines'));
  const bytes = await readFile(file);
  for (const place of bytes.keys()) {
    const changed = Buffer.from(bytes);
    changed.writeUInt8(changed.readUInt8(place) ^ 4, place);
    await writeFile(file, changed);
    await expect(readSealed(file), `byte ${place}`).rejects.toBeInstanceOf(UnreadableFile);
    await writeFile(file, bytes.subarray(0, place));
    await expect(readSealed(file), `${place} bytes`).rejects.toBeInstanceOf(UnreadableFile);
  }
});

test('a write that fails leaves the file that was there, and nothing else', async () => {
  await writeSealed(file, {}, textOf('first'));
  await expect(writeSealed(file, {}, brokenText())).rejects.toThrow('the disk is full');
  expect(linesOf((await readSealed(file))?.text)).toEqual(['first']);
  expect(await readdir(join(dir, 'inner'))).toEqual(['file']);
});
