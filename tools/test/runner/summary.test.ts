import { expect, test } from 'vitest';
import type { Report } from './report.ts';
import type { TaskResult } from './run-nx.ts';
import { summarise } from './summary.ts';

const task = (project: string, target: string, status: TaskResult['status'] = 'passed'): TaskResult => ({
  project,
  target,
  status,
});
const report = (
  passed: number,
  failed: string[] = [],
  skipped: Report['skipped'] = [],
  files: Report['files'] = [],
): Report => ({
  passed,
  failed,
  skipped,
  files,
});
const lastLine = (text: string) => text.split('\n').at(-1);

test('tests and checks are summed up in the last line', () => {
  const tasks = [task('store', 'test'), task('api', 'test'), task('store', 'lint'), task('api', 'lint')];
  const { text, ok } = summarise(
    tasks,
    new Map([
      ['store', report(12)],
      ['api', report(30)],
    ]),
    [],
  );
  expect(lastLine(text)).toBe('44 passed, 0 failed');
  expect(ok).toBe(true);
});

test('what was skipped is counted and named, with the reason', () => {
  const skipped = [{ test: 'test/reference.test.ts > ids', reason: 'no ../shared' }];
  const { text, ok } = summarise([task('dma-data', 'test')], new Map([['dma-data', report(3, [], skipped)]]), []);
  expect(lastLine(text)).toBe('3 passed, 0 failed, 1 skipped');
  expect(text).toContain('dma-data test/reference.test.ts > ids: no ../shared');
  expect(ok).toBe(true);
});

test('the files whose tests took longest are named, the slowest first', () => {
  const files = Array.from({ length: 12 }, (_, index) => ({ file: `test/${index}.test.ts`, seconds: index }));
  const { text } = summarise([task('api', 'test')], new Map([['api', report(12, [], [], files)]]), []);
  const lines = text.split('\n').filter((line) => line.endsWith(' s'));
  expect(lines).toHaveLength(10);
  expect(lines[0]).toBe('  api test/11.test.ts: 11.0 s');
});

test.for([
  ['a failed test', [task('api', 'test', 'failed')], report(3, ['test/a.test.ts > fails']), [], '3 passed, 1 failed'],
  ['tests that ended half-way', [task('api', 'test', 'failed')], undefined, [], '0 passed, 1 failed'],
  ['tests that passed in a run that failed', [task('api', 'test', 'failed')], report(3), [], '3 passed, 1 failed'],
  ['a failed check', [task('api', 'test'), task('api', 'lint', 'failed')], report(3), [], '3 passed, 1 failed'],
  [
    'a check that did not run, for whatever reason',
    [task('api', 'test'), task('api', 'lint', 'skipped')],
    report(3),
    [],
    '3 passed, 0 failed, 1 skipped',
  ],
  ['no test at all', [task('api', 'lint')], undefined, [], '1 passed, 0 failed'],
  ['a machine that lacks something', [task('api', 'test')], report(3), ['There is no Redis.'], '3 passed, 1 failed'],
  [
    'a check left out because of another',
    [task('api', 'test'), task('store', 'typecheck', 'failed'), task('api', 'typecheck', 'skipped')],
    report(3),
    [],
    '3 passed, 1 failed, 1 skipped',
  ],
] as const)('%s is a failure', ([, tasks, api, unmet, counts]) => {
  const { text, ok } = summarise(tasks, new Map(api === undefined ? [] : [['api', api]]), unmet);
  expect(lastLine(text)).toBe(counts);
  expect(ok).toBe(false);
});
