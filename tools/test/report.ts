import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { repository, scope } from '../workspace/package.ts';

/** What one project's tests came to. Nx keeps the file with the task's result, so that a cached run counts too. */
export type Report = {
  readonly passed: number;
  /** Names of the failed tests, and of files and set-ups that failed before a test could. */
  readonly failed: readonly string[];
  readonly skipped: readonly { readonly test: string; readonly reason: string }[];
};

/** Forgets the project's last run, so that one that dies half-way cannot pass for it. */
export function clearReport(project: string): void {
  rmSync(fileOf(project), { force: true });
}

export function writeReport(project: string, report: Report): void {
  mkdirSync(dirname(fileOf(project)), { recursive: true });
  writeFileSync(fileOf(project), `${JSON.stringify(report, null, 2)}\n`);
}

/** The project's report; undefined when its tests did not get as far as writing one. */
export function readReport(project: string): Report | undefined {
  try {
    return JSON.parse(readFileSync(fileOf(project), 'utf8')) as Report;
  } catch {
    return undefined;
  }
}

function fileOf(project: string): string {
  return join(repository, '.cache/tests', `${scope}${project}.json`);
}
