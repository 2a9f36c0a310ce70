import { leastElasticity, mostElasticity, mostTries } from '@auction-tiers/contract/compare-report';
import { join, parse } from 'node:path';
import type { Command } from 'commander';
import { InvalidArgumentError } from 'commander';
import { exitCode, type ExitCode, wrongUsage } from '../cli/failure.ts';
import {
  addLogOrRecorded,
  addLogReading,
  addReportFiles,
  addResponse,
  addWorkers,
  id,
  seedText,
} from '../cli/option.ts';
import { say } from '../cli/terminal.ts';
import { PartThreads } from '../run/threads.ts';
import type { Compared, CompareOptions } from './run-compare.ts';

/** Drafts that one run compares: each is decided for every auction. */
const mostDrafts = 8;

/** Adds `compare` to the command line. */
export function addCompare(program: Command, onDone: (code: ExitCode) => void): void {
  const compare = program
    .command('compare')
    .description(
      'Run every auction of a log under the current tiers and under a draft, and report what the draft would do to revenue.',
    );
  addLogOrRecorded(compare)
    .option('--current <file>', 'the current tier set, *.tiers.json')
    .option(
      '--draft <file>',
      'the draft of the tier set, *.tiers.json; of several, each is compared, and intervals allow for their number',
      collect<string>,
      [],
    )
    .option(
      '--set <tier.field=value>',
      'a draft in words, such as 5.min_price=3.00 or 7.buyer_members=101,102; may be repeated, null clears',
      collect<string>,
      [],
    )
    .option(
      '--remove <tier>',
      'a draft in words: the current tiers without this one; may be repeated',
      (text, before: readonly number[]) => [...before, id(text)],
      [],
    )
    .option('--write-draft <file>', 'write the draft as a file that --draft and an import take')
    .option(
      '--api <url>',
      'take the current tiers, the fee, the time zone and the buyers of a running API, in place of --current',
    )
    .option(
      '--ym-profile <id>',
      'use only the auctions of this ym-profile; with --api, take the tiers of this one',
      id,
    );
  addWorkers(addLogReading(compare, '0'))
    .option('--seed <s>', 'any text; random choice of resamples, examples and the sample', seedText, 'compare')
    .option(
      '--elasticity <e>',
      `elasticity of bids that the verdict assumes, from ${leastElasticity} to ${mostElasticity}`,
      elasticity,
      0,
    )
    .option('--complete', 'declare that the log has all auctions and bids, also if it is a feed')
    .option('--no-units', 'declare that no user or session is in more than one auction of the log')
    .option('--tries <n>', 'how many drafts were tried on this log, at least those of --draft', triesOf, 1)
    .option('--keep-repeats', "count auctions again that repeat another's seed and prices")
    .option(
      '--share <percent>',
      'the log is a sample of so much of all auctions (default: as recorded, else 100)',
      share,
    );
  compare.option(
    '--commitments <file>',
    'what the draft must keep per day, as JSON: [{"buyer":107,"at_least":{"wins":1000}}]',
  );
  addResponse(compare);
  addReportFiles(compare, 'the same input and seed give the same bytes').action(
    async ({ draft: drafts, ...options }: GivenOptions) => {
      if (drafts.length > mostDrafts)
        throw wrongUsage(`--draft: ${drafts.length} were given; allowed are ${mostDrafts}.`);
      const isOne = drafts.length <= 1;
      const compared: (Compared & { name: string })[] = [];
      for (const [at, draft] of isOne ? [[0, drafts[0]] as const] : drafts.entries()) {
        const threads = PartThreads.start('compare', options.workers);
        try {
          const { runCompare } = await import('./run-compare.ts');
          const tries = Math.max(options.tries, drafts.length);
          const own = isOne ? options : { ...options, ...numbered(options, at + 1) };
          if (!isOne) say(`${at === 0 ? '' : '\n'}Draft ${at + 1} of ${drafts.length}: ${draft}\n`);
          const one = await runCompare({ ...own, tries, ...(draft !== undefined && { draft }) }, threads);
          compared.push({ name: draft ?? '', ...one });
        } finally {
          await threads?.close();
        }
      }
      if (!isOne) {
        const { draftsTable } = await import('../document/compare/compare-document.ts');
        const { tableText } = await import('@auction-tiers/report-document/text');
        say(`\n${tableText(draftsTable(compared)).join('\n')}`);
      }
      onDone(compared.some(({ isUnsaid }) => isUnsaid) ? exitCode.found : exitCode.done);
    },
  );
}

type GivenOptions = Omit<CompareOptions, 'draft'> & { readonly draft: readonly string[] };

/** The files of one of several drafts: `report-2.json` in place of `report.json`. */
function numbered({ out, html, writeDraft }: Pick<CompareOptions, 'out' | 'html' | 'writeDraft'>, index: number) {
  const files = Object.entries({ out, html, writeDraft }).filter(([, file]) => file !== undefined);
  return Object.fromEntries(
    files.map(([option, file = '']) => {
      const { dir, name, ext } = parse(file);
      return [option, join(dir, `${name}-${index}${ext}`)];
    }),
  );
}

function elasticity(text: string): number {
  const value = /^-?\d+(?:\.\d{1,4})?$/.test(text) ? Number(text) : NaN;
  if (value >= leastElasticity && value <= mostElasticity) return value + 0;
  throw new InvalidArgumentError(
    `Allowed is a number from ${leastElasticity} to ${mostElasticity} with at most 4 decimals.`,
  );
}

/** Reads a share in per cent as a number from 0 to 1. */
function share(text: string): number {
  const value = /^\d{1,3}(?:\.\d{1,6})?$/.test(text) ? Number(text) / 100 : 0;
  if (value > 0 && value <= 1) return value;
  throw new InvalidArgumentError('Allowed is a number above 0 and up to 100, with at most 6 decimals.');
}

function triesOf(text: string): number {
  const value = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  if (value >= 1 && value <= mostTries) return value;
  throw new InvalidArgumentError(`Allowed is a whole number from 1 to ${mostTries}.`);
}

function collect<T>(value: T, before: readonly T[]): readonly T[] {
  return [...before, value];
}
