// `npm test`: everything that decides whether a change may land. `npm test -- NAME ...`: the named projects only.

import { readPackages } from '../workspace/package.ts';
import { prepare } from './prepare.ts';
import type { Report } from './report.ts';
import { readReport } from './report.ts';
import { runNx } from './run-nx.ts';
import { summarise } from './summary.ts';

/** Of each project, and, those that only tools has, of the repository as a whole. */
const targets = ['typecheck', 'lint', 'test', 'format', 'directions', 'generated', 'length', 'manifest'];

process.exitCode = await main(process.argv.slice(2));

async function main(names: readonly string[]): Promise<number> {
  const known = readPackages().map(({ name }) => name);
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    process.stderr.write(`There is no project ${unknown.join(', ')}; there are ${known.join(', ')}.\n`);
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
