import { join } from 'node:path';
import { expect, test } from 'vitest';
import { run } from '../fixture/process.ts';
import type { Report } from './report.ts';

test('every test is counted once; failures, skipped tests and failed set-ups are named', async () => {
  const program = run(join(import.meta.dirname, 'fixture/report.ts'), []);
  expect(await program.exitCode).toBe(1);
  const report = JSON.parse(program.output()) as Report;
  expect(report.passed).toBe(1);
  expect(report.failed.toSorted()).toEqual([
    'broken.case.ts: the file fails',
    'outcome.case.ts > a group: the set-up fails',
    'outcome.case.ts > fails: expected 1 to be 2 // Object.is equality',
  ]);
  expect(report.skipped).toEqual([
    {
      test: 'outcome.case.ts > compares with the reference',
      reason: '../shared is not there: what compares with it is skipped',
    },
    { test: 'outcome.case.ts > finds out on the way', reason: 'no browser here' },
    { test: 'outcome.case.ts > a group > never runs', reason: 'the set-up of its group failed' },
  ]);
  expect(report.files.map(({ file }) => file).toSorted()).toEqual(['broken.case.ts', 'outcome.case.ts']);
});
