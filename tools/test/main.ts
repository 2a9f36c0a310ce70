// `npm test`: runs every test and check. `npm test -- NAME ...`: only those of the named projects.
// `npm test -- --changed [COMMIT]`: what the changes since a commit touch, by default those that are not committed.

import { readPackages } from '../workspace/package.ts';
import { dependentsOf, readChanged } from './runner/changed.ts';
import { prepare } from './runner/prepare.ts';
import type { Report } from './runner/report.ts';
import { readReport } from './runner/report.ts';
import type { TaskResult } from './runner/run-nx.ts';
import { runNx } from './runner/run-nx.ts';
import { summarise } from './runner/summary.ts';

/** Targets of every project. */
const ofProjects = ['typecheck', 'test'];
/** Targets that tools has, for the repository as a whole. */
const ofRepository = ['lint', 'format', 'directions', 'generated', 'manifest'];
/** What the linter reads of tools: what no other project has. */
const rest = 'tools examples vitest.config.ts .dependency-cruiser.mjs';

process.exitCode = await main(process.argv.slice(2));

async function main(words: readonly string[]): Promise<number> {
  if (words[0] === '--changed') return runChanged(words[1] ?? 'HEAD');
  const known = readPackages().map(({ name }) => name);
  const unknown = words.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    process.stderr.write(`Unknown project: ${unknown.join(', ')}; allowed: ${known.join(', ')}.\n`);
    return 2;
  }
  const projects = words.length === 0 ? known : words;
  const unmet = prepare(projects, say);
  if (words.length > 0) lintOnly(projects);
  const tasks = await runNx([...ofProjects, ...ofRepository], projects);
  if (!projects.includes('tools')) tasks.push(...(await runNx(['lint'], ['tools'])));
  return tell(tasks, unmet);
}

async function runChanged(revision: string): Promise<number> {
  let changed: ReturnType<typeof readChanged>;
  try {
    changed = readChanged(revision);
  } catch {
    process.stderr.write(`Unknown commit: ${revision}; allowed: what Git knows, such as HEAD or main.\n`);
    return 2;
  }
  const { base, files, projects } = changed;
  if (files.length === 0) {
    process.stdout.write(`Nothing has changed since ${base}.\n\n0 passed, 0 failed\n`);
    return 0;
  }
  process.env['TEST_CHANGED'] = base;
  const unmet = prepare(projects, say);
  lintOnly(projects);
  const tasks = await runNx(ofProjects, projects);
  const dependents = dependentsOf(projects, readPackages());
  if (dependents.length > 0) tasks.push(...(await runNx(['typecheck'], dependents)));
  tasks.push(...(await runNx(ofRepository, ['tools'])));
  return tell(tasks, unmet, true);
}

/** One run of the linter reads all projects, for each run reads the types that they share; here only these. */
function lintOnly(projects: readonly string[]): void {
  const folders = readPackages().filter(({ name }) => projects.includes(name));
  process.env['LINT_FOLDERS'] = folders.map(({ name, folder }) => (name === 'tools' ? rest : folder)).join(' ');
}

function tell(tasks: readonly TaskResult[], unmet: readonly string[], isPart = false): number {
  const reports = new Map<string, Report>();
  for (const { project } of tasks.filter(({ target, status }) => target === 'test' && status !== 'skipped')) {
    const report = readReport(project);
    if (report !== undefined) reports.set(project, report);
  }
  const { text, ok } = summarise(tasks, reports, unmet, isPart);
  process.stdout.write(`\n${text}\n`);
  return ok ? 0 : 1;
}

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}
