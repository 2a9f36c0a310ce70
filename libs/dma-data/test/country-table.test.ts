import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

const generator = resolve(import.meta.dirname, '../../../tools/generate/countries.ts');
const table = resolve(import.meta.dirname, '../src/country.gen.ts');
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'country-table-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function generate(...args: string[]): { status: number | null; stderr: string } {
  return spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', generator, ...args], {
    encoding: 'utf8',
  });
}

test('the country table in the project is the one that its generator writes', () => {
  expect(generate('--check')).toMatchObject({ status: 0, stderr: '' });
  const file = join(folder, 'country.gen.ts');
  expect(generate('--out', file).status).toBe(0);
  expect(readFileSync(file, 'utf8')).toBe(readFileSync(table, 'utf8'));
});

test('the check fails for a table that was edited or is missing, and names the command to run', () => {
  const file = join(folder, 'country.gen.ts');
  expect(generate('--check', '--out', file)).toMatchObject({ status: 1, stderr: expect.stringContaining('not exist') });
  writeFileSync(file, readFileSync(table, 'utf8').replace("[233, 'US'", "[234, 'US'"));
  const changed = generate('--check', '--out', file);
  expect(changed.status).toBe(1);
  expect(changed.stderr).toContain('Run: node tools/run.mjs tools/generate/countries.ts');
  expect(readFileSync(file, 'utf8')).toContain("[234, 'US'");
});

test('an option that does not exist is wrong usage', () => {
  expect(generate('--chekc')).toMatchObject({ status: 2, stderr: expect.stringContaining('Usage:') });
});
