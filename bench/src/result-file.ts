import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Result } from './suite.ts';

/** Replaces the results of a suite as a whole; gives the file. */
export function writeResult(folder: string, result: Result): string {
  const file = fileOf(folder, result.suite);
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${file}.tmp`, `${JSON.stringify(result, null, 2)}\n`);
  renameSync(`${file}.tmp`, file);
  return file;
}

/** What the last run of a suite came to; undefined: it was never run. The caller names the suite's figures. */
export function readResult<Figures>(folder: string, suite: string): Result<Figures> | undefined {
  const file = fileOf(folder, suite);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Result<Figures>) : undefined;
}

function fileOf(folder: string, suite: string): string {
  return join(folder, `${suite}.json`);
}
