// `npm test`: runs every test and check. `npm test -- NAME ...`: only those of the named projects.

import { readPackages } from '../workspace/package.ts';
import { prepare } from './runner/prepare.ts';
import type { Report } from './runner/report.ts';
import { readReport } from './runner/report.ts';
import { runNx } from './runner/run-nx.ts';
import { summarise } from './runner/summary.ts';

/** Targets of each project; those that only tools has check the repository as a whole. */
const targets = ['typecheck', 'lint', 'test', 'format', 'directions', 'generated', 'manifest'];

process.exitCode = await main(process.argv.slice(2));

async function main(names: readonly string[]): Promise<number> {
  const known = readPackages().map(({ name }) => name);
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    process.stderr.write(`Unknown project: ${unknown.join(', ')}; allowed: ${known.join(', ')}.\n`);
    return 2;
  }
  const projects = names.length === 0 ? known : names;
  const unmet = prepare(projects, (line) => process.stderr.write(`${line}\n`));
  const tasks = await runNx(targets, projects);

  const reports = new Map<string, Report>();
  for (const { project } of tasks.filter(({ target, status }) => target === 'test' && status !== 'skipped')) {
    const report = readReport(project);
    if (report !== undefined) reports.set(project, report);
  }
  const { text, ok } = summarise(tasks, reports, unmet);
  process.stdout.write(`\n${text}\n`);
  return ok ? 0 : 1;
}
