import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { demoTierSet } from '@auction-tiers/contract/demo';
import { english } from '@auction-tiers/figure';
import { median, medianRatio, runRounds } from '../suite/rounds.ts';
import {
  atLeast,
  atMost,
  formatFigure,
  formatMegabytes,
  formatPercent,
  type Suite,
  WrongAnswer,
} from '../suite/suite.ts';

const at = (path: string) => join(import.meta.dirname, path);
const simulator = at('../../../apps/simulator/src/main.ts');
const flags = ['--disable-warning=ExperimentalWarning', '--conditions=@auction-tiers/source', '--import'];
const bidsPerAuction = 15;

/** The usage of a program, from its start to its end. */
interface Usage {
  readonly seconds: number;
  /** Of all threads, including kernel time. */
  readonly processorSeconds: number;
  readonly mostBytes: number;
}

/** The usage of each program in every round. */
export type SimulatorFigures = readonly { readonly name: string; readonly rounds: readonly Usage[] }[];

export const simulatorSuite: Suite<SimulatorFigures> = {
  summary:
    'replaying and comparing a log of a million auctions, against reading it with JSON.parse alone, and advice about logs',
  async measure({ rounds, isQuick }, say) {
    const folder = mkdtempSync(join(tmpdir(), 'auction-tiers-bench-'));
    try {
      const generate = async (name: string, auctions: number): Promise<Log> => {
        const file = join(folder, `${name}.jsonl`);
        say(`${english.count(auctions)} auctions of ${bidsPerAuction} bids`);
        const size = ['--auctions', String(auctions), '--bids', String(bidsPerAuction)];
        await run(simulator, ['generate', ...size, '--seed', 'bench', '--out', file]);
        return { name, file, bids: auctions * bidsPerAuction };
      };
      const log = await generate('log', isQuick ? 200 : 1_000_000);
      const advised = await generate('advised', isQuick ? 200 : 300_000);
      const small = await generate('small', isQuick ? 100 : 10_000);
      const programs = [...programsFor(folder, log), ...advicePrograms(folder, advised, small)];
      const turns = programs.map(([, turn]) => turn);
      const found = await runRounds(turns, rounds);
      const figures = programs.map(([name], index) => ({ name, rounds: found[index]! }));
      const of = (row: number, what: keyof Usage) => found[row]!.map((usage) => usage[what]);
      const speedOf = (row: number) => medianRatio(of(0, 'processorSeconds'), of(row, 'processorSeconds'));
      const timesOf = (row: number) =>
        (['seconds', 'processorSeconds'] as const).map((what) => formatFigure(median(of(row, what))));
      const memoryOf = (row: number) => formatMegabytes(median(of(row, 'mostBytes')));
      const rows = figures
        .slice(0, comparedWithParsing)
        .map(({ name }, row) => [name, ...timesOf(row), formatPercent(speedOf(row)), memoryOf(row)]);
      const ofAdvice = figures
        .map(({ name }, row) => [name, ...timesOf(row), memoryOf(row)])
        .slice(comparedWithParsing);
      const [compared, few, many] = [comparedWithParsing, comparedWithParsing + 1, comparedWithParsing + 2];
      const logSize = formatMegabytes(statSync(log.file).size);
      const most = Math.max(...rows.flatMap((_, row) => of(row, 'mostBytes')));
      return {
        figures,
        tables: [
          { header: [logSize, 'seconds', 'processor seconds', 'speed per core', 'most memory'], rows },
          { header: ['advice', 'seconds', 'processor seconds', 'most memory'], rows: ofAdvice },
        ],
        goals: [
          atLeast(0.6, 'replay: speed per core, of JSON.parse', speedOf(1), formatPercent),
          atLeast(0.5, 'compare: speed per core, of JSON.parse', speedOf(2), formatPercent),
          atMost(400e6, 'most memory', most, formatMegabytes),
          atMost(
            4,
            'advice about 12 tiers: processor time, of compare',
            medianRatio(of(few, 'processorSeconds'), of(compared, 'processorSeconds')),
            (times) => `${formatFigure(times)}x`,
          ),
          atMost(
            30,
            'advice about 200 tiers: processor time',
            median(of(many, 'processorSeconds')),
            (seconds) => `${formatFigure(seconds)} s`,
          ),
        ],
      };
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

interface Log {
  /** Unique among the logs. */
  readonly name: string;
  readonly file: string;
  readonly bids: number;
}

type Program = readonly [name: string, turn: () => Promise<Usage>];

/** The first programs, which read one log. */
const comparedWithParsing = 3;

/** A command over a log. All its reports must be equal, byte for byte, and include all bids. */
function simulate(folder: string, { name, file, bids }: Log, command: string, args: readonly string[]) {
  const out = join(folder, `${name}.${command}.json`);
  let first: string | undefined;
  return async () => {
    const { usage } = await run(simulator, [command, '--in', file, ...args, '--out', out]);
    const report = readFileSync(out, 'utf8');
    const counted = (JSON.parse(report) as { readonly bids: number }).bids;
    if (counted !== bids) throw new WrongAnswer(`${command} counted ${counted} of ${bids} bids.`);
    first ??= report;
    if (report !== first) throw new WrongAnswer(`Two reports of ${command} differ.`);
    return usage;
  };
}

/** Parsing a log alone, and the programs that are compared with it. */
function programsFor(folder: string, log: Log): Program[] {
  const parse = async () => {
    const { stdout, usage } = await run(at('parse-log.ts'), [log.file]);
    if (stdout.trim().split(' ')[1] !== String(log.bids)) throw new WrongAnswer(`Parsing counted ${stdout}.`);
    return usage;
  };
  return [
    ['JSON.parse', parse],
    ['replay', simulate(folder, log, 'replay', oneWorker)],
    ['compare', simulate(folder, log, 'compare', [...compareArgs(folder), ...oneWorker])],
  ];
}

/** A comparison and advice with the demo's tiers, and advice about many tiers, which stand in for those of a large seller. */
function advicePrograms(folder: string, log: Log, small: Log): Program[] {
  const demo = demoTierSet();
  const includes = demo.tiers.filter((tier) => tier.member_action === 'include');
  const tiers = Array.from({ length: 200 }, (_, index) => ({
    ...includes[index % includes.length]!,
    id: index + 1,
    name: `Tier ${index + 1}`,
    code: null,
    priority: 1 + (index % 10),
    min_price: `${Math.floor(index / 50)}.${String(10 + (index % 50))}`,
  }));
  return [
    ['compare, 300,000 x 15', simulate(folder, log, 'compare', [...compareArgs(folder), ...oneWorker])],
    ['advise, 12 tiers', simulate(folder, log, 'advise', tiersArgs(folder, 'tiers', demo))],
    [
      'advise, 200 tiers, 10,000 x 15',
      simulate(folder, small, 'advise', tiersArgs(folder, 'tiers', { ...demo, tiers })),
    ],
  ];
}

const oneWorker = ['--workers', '1'];

/** A draft that changes the winner of about a fifth of the auctions. */
function compareArgs(folder: string): string[] {
  const current = demoTierSet();
  const tiers = current.tiers
    .filter(({ name }) => !name.startsWith('Everyone else'))
    .map((tier) => (tier.name === 'Rectangle partners' ? { ...tier, min_price: '3.500000' } : tier));
  return [...tiersArgs(folder, 'current', current), ...tiersArgs(folder, 'draft', { ...current, tiers })];
}

function tiersArgs(folder: string, option: string, set: { readonly tiers: readonly unknown[] }): string[] {
  const file = join(folder, `${option}.${set.tiers.length}.tiers.json`);
  writeFileSync(file, JSON.stringify(set));
  return [`--${option}`, file];
}

/** Runs a program in a separate process. */
async function run(
  program: string,
  args: readonly string[],
): Promise<{ readonly stdout: string; readonly usage: Usage }> {
  const startMs = performance.now();
  const child = spawn(process.execPath, [...flags, at('tell-usage.ts'), program, ...args], {
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  });
  const streams = [child.stdout!, child.stderr!, child.stdio[3] as Readable].map((stream) => text(stream));
  const [exitCode] = (await once(child, 'close')) as [number | null];
  const [stdout = '', stderr = '', used = ''] = await Promise.all(streams);
  const usage = { ...(JSON.parse(used) as Usage), seconds: (performance.now() - startMs) / 1000 };
  // A small log is not enough to judge a draft: exit code 1, with a report.
  if (exitCode === 0 || (exitCode === 1 && args[0] === 'compare')) return { stdout, usage };
  throw new WrongAnswer(`${args.join(' ')} ended with ${exitCode}: ${stderr.trim()}`);
}
