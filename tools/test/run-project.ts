// Runs the tests of one project: node tools/test/run-project.ts NAME [part of a file's name ...]

import { join } from 'node:path';
import { startVitest } from 'vitest/node';
import { readChanged, touchedTests } from './runner/changed.ts';
import { clearReport, createReporter, writeReport } from './runner/report.ts';

const [project, ...named] = process.argv.slice(2);
if (project === undefined) {
  process.stderr.write('usage: node tools/test/run-project.ts PROJECT [part of a file name ...]\n');
  process.exit(2);
}
// Nx sets this for the terminal; programs that the tests start must not colour their output.
delete process.env['FORCE_COLOR'];
clearReport(project);
const base = process.env['TEST_CHANGED'];
const touched = base === undefined ? [] : touchedTests(project, readChanged(base).files);
const vitest = await startVitest([...named, ...touched], {
  // Without names vitest follows the imports of the test files.
  ...(base === undefined ? {} : { passWithNoTests: true, changed: touched.length === 0 ? base : false }),
  root: join(import.meta.dirname, '../..'),
  project: [project],
  reporters: ['default', createReporter((report) => writeReport(project, report))],
  watch: false,
  // A forgotten `.only` would silently skip all other tests.
  allowOnly: false,
});
await vitest.close();
