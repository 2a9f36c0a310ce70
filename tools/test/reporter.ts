import type { Reporter, TestCase, TestModule, TestSuite, Vitest } from 'vitest/node';
import type { Report } from './report.ts';

/** Tells, at the end of a run, what the tests came to. */
export function createReporter(tell: (report: Report) => void): Reporter {
  let vitest: Vitest | undefined;
  const warnings = new Map<string, string>();
  return {
    onInit: (instance) => {
      vitest = instance;
    },
    // A file that skips for want of something says so on its standard error, which is then the reason of its skips.
    onUserConsoleLog: ({ type, taskId, content }) => {
      const task = taskId === undefined ? undefined : vitest?.state.idMap.get(taskId);
      if (type === 'stderr' && task !== undefined) warnings.set(task.file.id, content.trim());
    },
    onTestRunEnd: (modules, unhandledErrors) => {
      tell(toReport(modules, unhandledErrors.length, warnings));
    },
  };
}

function toReport(modules: readonly TestModule[], unhandledErrors: number, warnings: Map<string, string>): Report {
  const tests = modules.flatMap((module) => [...module.children.allTests()]);
  const brokenFiles = modules
    .filter((module) => module.errors().length > 0)
    .map(({ relativeModuleId }) => relativeModuleId);
  const brokenSuites = modules
    .flatMap((module) => [...module.children.allSuites()])
    .filter((suite) => suite.errors().length > 0)
    .map(({ module, fullName }) => `${module.relativeModuleId} > ${fullName}`);
  const unhandled = unhandledErrors > 0 ? [`errors outside of any test: ${unhandledErrors}`] : [];
  return {
    passed: tests.filter((test) => test.result().state === 'passed').length,
    failed: [...brokenFiles, ...brokenSuites, ...tests.filter(hasFailed).map(nameOf), ...unhandled],
    skipped: tests.flatMap((test) => {
      const result = test.result();
      if (result.state !== 'skipped') return [];
      const reason =
        result.note ?? (isInBrokenSuite(test) ? 'its group could not be set up' : warnings.get(test.module.id));
      return [{ test: nameOf(test), reason: reason ?? 'no reason given' }];
    }),
  };
}

/** A test that has not finished when everything else has, was interrupted. */
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
