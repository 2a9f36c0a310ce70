// npm run bench -- SUITE: measures one part of the product, or writes the report about what was measured.
// Exit codes: 0 done, 1 something answered wrong or could not be measured, 2 wrong usage.

import { join } from 'node:path';
import { keepAwake } from '@auction-tiers/tools/awake';
import type { Command } from './suite/command.ts';
import { helpText, parseCommand } from './suite/command.ts';
import { engineSuite } from './engine/engine-suite.ts';
import { holdsSuite } from './holds/holds-suite.ts';
import { httpSuite } from './http/http-suite.ts';
import { describeMachine } from './suite/machine.ts';
import { writeReport } from './report/write-report.ts';
import { type Measured, type OptionName, type Options, type Suite, writeResult } from './suite/suite.ts';
import { pageSuite } from './page/page-suite.ts';
import { liveSuite } from './live/live-suite.ts';
import { simulatorSuite } from './simulator/simulator-suite.ts';
import { abuseSuite } from './strain/abuse-suite.ts';
import { soakSuite } from './strain/soak-suite.ts';
import { storeSuite } from './store/store-suite.ts';
import { truthSuite } from './truth/truth-suite.ts';

const suites = new Map<string, Suite>([
  ['engine', engineSuite],
  ['http', httpSuite],
  ['holds', holdsSuite],
  ['store', storeSuite],
  ['simulator', simulatorSuite],
  ['truth', truthSuite],
  ['abuse', abuseSuite],
  ['soak', soakSuite],
  ['page', pageSuite],
  ['live', liveSuite],
]);
const report = { name: 'report', summary: 'writes docs/performance.md and its plot from the raw figures' };
const usualFolder = join(import.meta.dirname, '../results');
const docsFolder = join(import.meta.dirname, '../../docs');

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  const hasStack = process.env['DEBUG'] === '1' && error instanceof Error;
  process.stderr.write(`${hasStack ? error.stack : error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

async function main(args: readonly string[]): Promise<number> {
  const known = new Map<string, readonly OptionName[]>();
  const summaries = new Map<string, string>();
  for (const [name, { summary, takes }] of suites) {
    known.set(name, takes);
    summaries.set(name, summary);
  }
  known.set(report.name, ['results']);
  summaries.set(report.name, report.summary);
  const parsed = parseCommand(args, known);
  if (!parsed.ok) {
    process.stderr.write(`${parsed.problem}\n\n${helpText(summaries)}\n`);
    return 2;
  }
  const { command } = parsed;
  const suite = suites.get(command.name);
  return suite === undefined ? tell(command) : measure(suite, command);
}

function tell({ resultsFolder = usualFolder }: Command): number {
  const written = writeReport(resultsFolder, docsFolder);
  if (written.ok) process.stdout.write(`${written.files.join('\n')}\n`);
  else process.stderr.write(`${written.problem}\n`);
  return written.ok ? 0 : 2;
}

/** The figures of a quick run mean nothing, so they go nowhere but where one asks for them. */
async function measure(suite: Suite, { name, options, resultsFolder }: Command): Promise<number> {
  const folder = resultsFolder ?? (options.isQuick ? undefined : usualFolder);
  const machine = describeMachine();
  const startedAt = new Date();
  const { figures, text } = await run(suite, options);
  process.stdout.write(`\n${text}\n`);
  if (folder !== undefined) {
    const durationMs = Date.now() - startedAt.getTime();
    const result = { suite: name, startedAt: startedAt.toISOString(), durationMs, machine, options, figures };
    process.stdout.write(`\nRaw figures: ${writeResult(folder, result)}\n`);
  }
  return 0;
}

async function run<Figures>(suite: Suite<Figures>, options: Options): Promise<Measured<Figures>> {
  const letSleep = suite.isKeptAwake === true ? await keepAwake() : undefined;
  try {
    return await suite.measure(options, (line) => process.stderr.write(`${line}\n`));
  } finally {
    await letSleep?.();
  }
}
