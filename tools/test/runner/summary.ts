import type { Report } from './report.ts';
import type { TaskResult } from './run-nx.ts';

type Row = { readonly name: string; readonly passed: number; readonly failed: number; readonly skipped: number };

export type Summary = {
  /** A table, what was skipped and why, what failed. The last line is `N passed, N failed[, N skipped]`. */
  readonly text: string;
  /** Whether every target ran, none failed, and, unless the run is a part, at least one test ran. */
  readonly ok: boolean;
};

/**
 * Sums up a run: every test counts as one, and so does every other target of a project (a check).
 *
 * @param unmet programs that are missing; each counts as a failure
 * @param isPart the run is of what a change touches, which may be no test
 */
export function summarise(
  tasks: readonly TaskResult[],
  reports: ReadonlyMap<string, Report>,
  unmet: readonly string[],
  isPart = false,
): Summary {
  const tests = tasks
    .filter(({ target }) => target === 'test')
    .map((task) => toTestRow(task, reports.get(task.project)));
  const checks = tasks.filter(({ target }) => target !== 'test');
  const checkRows = [...Map.groupBy(checks, ({ target }) => target)].map(([name, group]) => toCheckRow(name, group));
  const rows = [...tests, ...checkRows, ...unmet.map(() => ({ name: 'machine', passed: 0, failed: 1, skipped: 0 }))];
  const total = (key: 'passed' | 'failed' | 'skipped') => rows.reduce((sum, row) => sum + row[key], 0);

  const testsRun = tests.reduce((sum, row) => sum + row.passed + row.failed, 0);
  const skips = [
    ...[...reports].flatMap(([project, { skipped }]) =>
      skipped.map(({ test, reason }) => `${project} ${test}: ${reason}`),
    ),
    ...tasks
      .filter(({ status }) => status === 'skipped')
      .map(({ project, target }) => `${project} ${target}: ${waiting}`),
  ];
  const failures = [
    ...[...reports].flatMap(([project, { failed }]) => failed.map((test) => `${project} ${test}`)),
    ...tasks
      .filter((task) => isUnexplained(task, reports))
      .map(({ project, target }) => `${project} ${target}, see above`),
    ...unmet,
    ...(testsRun === 0 && !isPart ? ['no test ran'] : []),
  ];
  const counts = `${total('passed')} passed, ${total('failed')} failed`;
  const text = [
    formatTable(rows),
    ...formatList('Slowest', slowest(reports)),
    ...formatList('Skipped', skips),
    ...formatList('Failed', failures),
    '',
    total('skipped') === 0 ? counts : `${counts}, ${total('skipped')} skipped`,
  ].join('\n');
  return { text, ok: failures.length === 0 && tasks.every(({ status }) => status !== 'skipped') };
}

const mostSlow = 10;

/** The files whose tests took longest. */
function slowest(reports: ReadonlyMap<string, Report>): string[] {
  return [...reports]
    .flatMap(([project, { files }]) => files.map(({ file, seconds }) => ({ name: `${project} ${file}`, seconds })))
    .toSorted((one, other) => other.seconds - one.seconds)
    .slice(0, mostSlow)
    .map(({ name, seconds }) => `${name}: ${seconds.toFixed(1)} s`);
}

const waiting = 'not run, because a target that it depends on failed';

/** A failed target without a failed test. */
function isUnexplained({ project, target, status }: TaskResult, reports: ReadonlyMap<string, Report>): boolean {
  const named = target === 'test' ? (reports.get(project)?.failed.length ?? 0) : 0;
  return status === 'failed' && named === 0;
}

function toTestRow({ project, status }: TaskResult, report: Report | undefined): Row {
  const failed = report?.failed.length ?? 0;
  return {
    name: `test ${project}`,
    passed: report?.passed ?? 0,
    // Without a failed test: vitest did not start, or ended early.
    failed: status === 'failed' ? Math.max(failed, 1) : failed,
    skipped: (report?.skipped.length ?? 0) + (status === 'skipped' ? 1 : 0),
  };
}

function toCheckRow(name: string, group: readonly TaskResult[]): Row {
  const count = (wanted: TaskResult['status']) => group.filter(({ status }) => status === wanted).length;
  return { name, passed: count('passed'), failed: count('failed'), skipped: count('skipped') };
}

function formatTable(rows: readonly Row[]): string {
  const width = Math.max(...rows.map(({ name }) => name.length));
  const line = (name: string, ...cells: readonly (string | number)[]) =>
    name.padEnd(width) + cells.map((cell) => String(cell).padStart(9)).join('');
  return [
    line('', 'passed', 'failed', 'skipped'),
    ...rows.map(({ name, passed, failed, skipped }) => line(name, passed, failed, skipped)),
  ].join('\n');
}

function formatList(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ['', `${title}:`, ...lines.map((line) => `  ${line}`)];
}
