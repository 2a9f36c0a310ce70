import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Reporter, TestCase, TestModule, TestSuite, Vitest } from 'vitest/node';
import { repository, scope } from '../../workspace/package.ts';

/** The results of one project's tests. Nx keeps the file with the task's result, so that a cached run counts too. */
export type Report = {
  readonly passed: number;
  /** Names of failed tests, and of files and set-ups that failed before a test ran, each with the first line of its error. */
  readonly failed: readonly string[];
  readonly skipped: readonly { readonly test: string; readonly reason: string }[];
  /** How long the tests of each file took, with their set-up. */
  readonly files: readonly { readonly file: string; readonly seconds: number }[];
};

/** Deletes the report of the last run, so that it is not taken for that of a run that dies. */
export function clearReport(project: string): void {
  rmSync(fileOf(project), { force: true });
}

export function writeReport(project: string, report: Report): void {
  mkdirSync(dirname(fileOf(project)), { recursive: true });
  writeFileSync(fileOf(project), `${JSON.stringify(report, null, 2)}\n`);
}

/** The project's report; undefined when its tests wrote none. */
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

/** Passes the results of the tests on at the end of a run. */
export function createReporter(onReport: (report: Report) => void): Reporter {
  let vitest: Vitest | undefined;
  const warnings = new Map<string, string>();
  return {
    onInit: (instance) => {
      vitest = instance;
    },
    // A test file that lacks something writes so to its standard error: that is the reason of its skipped tests.
    onUserConsoleLog: ({ type, taskId, content }) => {
      const task = taskId === undefined ? undefined : vitest?.state.idMap.get(taskId);
      if (type === 'stderr' && task !== undefined) warnings.set(task.file.id, content.trim());
    },
    onTestRunEnd: (modules, unhandledErrors) => {
      onReport(toReport(modules, unhandledErrors.length, warnings));
    },
  };
}

function toReport(modules: readonly TestModule[], unhandledErrors: number, warnings: Map<string, string>): Report {
  const tests = modules.flatMap((module) => [...module.children.allTests()]);
  const brokenFiles = modules
    .filter((module) => module.errors().length > 0)
    .map((module) => `${module.relativeModuleId}${reasonOf(module.errors())}`);
  const brokenSuites = modules
    .flatMap((module) => [...module.children.allSuites()])
    .filter((suite) => suite.errors().length > 0)
    .map((suite) => `${suite.module.relativeModuleId} > ${suite.fullName}${reasonOf(suite.errors())}`);
  const unhandled = unhandledErrors > 0 ? [`errors outside of any test: ${unhandledErrors}`] : [];
  return {
    passed: tests.filter((test) => test.result().state === 'passed').length,
    failed: [...brokenFiles, ...brokenSuites, ...tests.filter(hasFailed).map(nameOfFailed), ...unhandled],
    skipped: tests.flatMap((test) => {
      const result = test.result();
      if (result.state !== 'skipped') return [];
      const reason =
        result.note ?? (isInBrokenSuite(test) ? 'the set-up of its group failed' : warnings.get(test.module.id));
      return [{ test: nameOf(test), reason: reason ?? 'no reason given' }];
    }),
    files: modules.map((module) => {
      const { duration, setupDuration } = module.diagnostic();
      return { file: module.relativeModuleId, seconds: (duration + setupDuration) / 1000 };
    }),
  };
}

const mostLetters = 300;

function reasonOf(errors: readonly { readonly message: string }[] = []): string {
  const line = errors[0]?.message.split('\n').find((text) => text.trim() !== '');
  return line === undefined ? '' : `: ${line.length > mostLetters ? `${line.slice(0, mostLetters)}...` : line}`;
}

const nameOfFailed = (test: TestCase): string => `${nameOf(test)}${reasonOf(test.result().errors)}`;

/** A test without a result at the end of the run was interrupted. */
function hasFailed(test: TestCase): boolean {
  const { state } = test.result();
  return state === 'failed' || state === 'pending';
}

function isInBrokenSuite({ parent }: TestCase | TestSuite): boolean {
  return parent.type === 'suite' && (parent.errors().length > 0 || isInBrokenSuite(parent));
}

function nameOf(test: TestCase): string {
  return `${test.module.relativeModuleId} > ${test.fullName}`;
}
