import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readStolenMs, startStolen } from '../../src/measure/stolen.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'stolen-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const write = (text: string): string => {
  const file = join(folder, 'stat');
  writeFileSync(file, text);
  return file;
};

const line = (ticks: number) => `cpu  1 2 3 4 5 6 7 ${ticks} 9 10\n`;

test('the time that a host gave to others is read from the first line, whatever the columns behind it', () => {
  const file = write('cpu  100 200 300 400 500 600 700 85 900 1000\ncpu0 1 2 3 4 5 6 7 8 9 10\nintr 1\n');
  expect(readStolenMs(file)).toBe(850);
  expect(readStolenMs(write('cpu  100 200 300 400\n'))).toBeUndefined();
  expect(readStolenMs(join(folder, 'none'))).toBeUndefined();
});

test('only what was stolen since the start counts, and nothing where the system does not tell', () => {
  const stolen = startStolen(write(line(85)));
  expect(stolen()).toBe(0);
  write(line(86));
  expect(stolen()).toBeGreaterThan(0);
  expect(startStolen(join(folder, 'none'))()).toBe(0);
});
