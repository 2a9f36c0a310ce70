import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readStolenMs, startStolen } from '../../src/measure/stolen.ts';

test('the time that a host gave to others is read from the first line, whatever the columns behind it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'stolen-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'stat');
  writeFileSync(file, 'cpu  100 200 300 400 500 600 700 85 900 1000\ncpu0 1 2 3 4 5 6 7 8 9 10\nintr 1\n');
  expect(readStolenMs(file)).toBe(850);
  writeFileSync(file, 'cpu  100 200 300 400\n');
  expect(readStolenMs(file)).toBeUndefined();
  expect(readStolenMs(join(folder, 'none'))).toBeUndefined();
});

test('what was stolen since is a part of all processors', () => {
  const stolen = startStolen()();
  expect(stolen).toBeGreaterThanOrEqual(0);
  expect(Number.isFinite(stolen)).toBe(true);
});
