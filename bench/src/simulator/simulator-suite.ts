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
  summary: 'replaying and comparing a log of a million auctions, against reading it with JSON.parse alone',
  async measure({ rounds, isQuick }, say) {
    const auctions = isQuick ? 200 : 1_000_000;
    const folder = mkdtempSync(join(tmpdir(), 'auction-tiers-bench-'));
    try {
      const log = join(folder, 'log.jsonl');
      say(`${english.count(auctions)} auctions of ${bidsPerAuction} bids`);
      const size = ['--auctions', String(auctions), '--bids', String(bidsPerAuction)];
      await run(simulator, ['generate', ...size, '--seed', 'bench', '--out', log]);
      const programs = programsFor(folder, log, auctions * bidsPerAuction);
      const turns = programs.map(([, turn]) => turn);
      const found = await runRounds(turns, rounds);
      const figures = programs.map(([name], index) => ({ name, rounds: found[index]! }));
      const of = (row: number, what: keyof Usage) => found[row]!.map((usage) => usage[what]);
      const speedOf = (row: number) => medianRatio(of(0, 'processorSeconds'), of(row, 'processorSeconds'));
      const rows = figures.map(({ name }, row) => {
        const times = (['seconds', 'processorSeconds'] as const).map((what) => formatFigure(median(of(row, what))));
        return [name, ...times, formatPercent(speedOf(row)), formatMegabytes(median(of(row, 'mostBytes')))];
      });
      const logSize = formatMegabytes(statSync(log).size);
      const most = Math.max(...figures.flatMap((_, row) => of(row, 'mostBytes')));
      return {
        figures,
        tables: [{ header: [logSize, 'seconds', 'processor seconds', 'speed per core', 'most memory'], rows }],
        goals: [
          atLeast(0.6, 'replay: speed per core, of JSON.parse', speedOf(1), formatPercent),
          atLeast(0.5, 'compare: speed per core, of JSON.parse', speedOf(2), formatPercent),
          atMost(400e6, 'most memory', most, formatMegabytes),
        ],
      };
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

/** Programs that read the log. All reports of a command must be equal, byte for byte, and include all bids. */
function programsFor(folder: string, log: string, bids: number): readonly (readonly [string, () => Promise<Usage>])[] {
  const reports = new Map<string, string>();
  const simulate = (command: string, args: readonly string[]) => {
    const out = join(folder, 'report.json');
    return async () => {
      const { usage } = await run(simulator, [command, '--in', log, ...args, '--workers', '1', '--out', out]);
      const report = readFileSync(out, 'utf8');
      const counted = (JSON.parse(report) as { readonly bids: number }).bids;
      if (counted !== bids) throw new WrongAnswer(`${command} counted ${counted} of ${bids} bids.`);
      if (report !== (reports.get(command) ?? report)) throw new WrongAnswer(`Two reports of ${command} differ.`);
      reports.set(command, report);
      return usage;
    };
  };
  const parse = async () => {
    const { stdout, usage } = await run(at('parse-log.ts'), [log]);
    if (stdout.trim().split(' ')[1] !== String(bids)) throw new WrongAnswer(`Parsing counted ${stdout}.`);
    return usage;
  };
  // A draft that changes the winner of about a fifth of the auctions.
  const current = demoTierSet();
  const tiers = current.tiers
    .filter(({ name }) => !name.startsWith('Everyone else'))
    .map((tier) => (tier.name === 'Rectangle partners' ? { ...tier, min_price: '3.500000' } : tier));
  const sets = { current, draft: { ...current, tiers } };
  const args = Object.entries(sets).flatMap(([name, set]) => {
    writeFileSync(join(folder, `${name}.tiers.json`), JSON.stringify(set));
    return [`--${name}`, join(folder, `${name}.tiers.json`)];
  });
  return [
    ['JSON.parse', parse],
    ['replay', simulate('replay', [])],
    ['compare', simulate('compare', args)],
  ];
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
