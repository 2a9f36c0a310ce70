import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { demoTierSet } from '@auction-tiers/contract/demo';
import { turnOrder } from '../measure/rounds.ts';
import { type Options, type Suite, WrongAnswer } from '../suite/suite.ts';
import { rowName, type SimulatorFigures, type SimulatorRun } from './figures.ts';
import { runMeasured, type Usage } from './run-measured.ts';
import { simulatorText } from './simulator-report.ts';

const simulator = new URL('../../../apps/simulator/src/main.ts', import.meta.url);
const parser = new URL('./parse-log.ts', import.meta.url);
const bidsPerAuction = 15;
/** The second has a million auctions; the first shows that memory does not grow with the log. */
const [usualAuctions, quickAuctions] = [
  [100_000, 1_000_000],
  [200, 2000],
];

export const simulatorSuite: Suite<SimulatorFigures> = {
  summary: 'replaying and comparing a log of a million auctions, against reading it with JSON.parse alone',
  takes: ['rounds', 'quick', 'results'],
  async measure(options, say) {
    const figures = await measureSimulator(options, say);
    return { figures, text: simulatorText(figures) };
  },
};

async function measureSimulator({ rounds, isQuick }: Options, say: (line: string) => void): Promise<SimulatorFigures> {
  const folder = mkdtempSync(join(tmpdir(), 'auction-tiers-bench-'));
  try {
    const runs: SimulatorRun[] = [];
    for (const auctions of isQuick ? quickAuctions : usualAuctions) {
      say(`${auctions.toLocaleString('en-US')} auctions of ${bidsPerAuction} bids`);
      runs.push(await runSimulator({ auctions, bidsEach: bidsPerAuction, rounds, folder }));
    }
    return { rounds, runs };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export interface SimulatorRunOptions {
  readonly auctions: number;
  readonly bidsEach: number;
  readonly rounds: number;
  /** Folder of the log and the reports. */
  readonly folder: string;
}

/** Writes a log, then parses and replays it in every round. Compares all results. */
export async function runSimulator({ auctions, bidsEach, rounds, folder }: SimulatorRunOptions): Promise<SimulatorRun> {
  const log = join(folder, `${auctions}.jsonl`);
  const size = ['--auctions', `${auctions}`, '--bids', `${bidsEach}`];
  await runMeasured(simulator, ['generate', ...size, '--seed', 'bench', '--out', log]);
  const bids = auctions * bidsEach;
  const parse = async () => {
    const { stdout, usage } = await runMeasured(parser, [log]);
    if (stdout !== `${auctions} ${bids}\n`) throw new WrongAnswer(`Parsing counted ${stdout.trim()}.`);
    return usage;
  };
  let report: string | undefined;
  const replay = async (workers: number, file = 'report.json') => {
    const out = join(folder, file);
    const { usage } = await runMeasured(simulator, ['replay', '--in', log, '--workers', `${workers}`, '--out', out]);
    const text = readFileSync(out, 'utf8');
    if (JSON.parse(text).bids !== bids) throw new WrongAnswer(`The replay counted ${JSON.parse(text).bids} bids.`);
    if (text !== (report ??= text)) throw new WrongAnswer(`With ${workers} workers the report is different.`);
    return usage;
  };
  const tierSets = writeTierSets(folder);
  let comparison: string | undefined;
  const compare = async (workers: number) => {
    const out = join(folder, 'comparison.json');
    const args = ['compare', '--in', log, ...tierSets, '--workers', `${workers}`, '--out', out];
    // A small log cannot say what the draft would do: exit code 1, with a report.
    const { usage } = await runMeasured(simulator, args, [0, 1]);
    const text = readFileSync(out, 'utf8');
    if (JSON.parse(text).bids !== bids) throw new WrongAnswer(`The comparison counted ${JSON.parse(text).bids} bids.`);
    if (text !== (comparison ??= text)) throw new WrongAnswer(`With ${workers} workers the comparison is different.`);
    return usage;
  };
  const contestants = [
    { name: rowName.parse, logs: 1, turn: parse },
    { name: rowName.one, logs: 1, turn: () => replay(1) },
    { name: rowName.two, logs: 1, turn: () => replay(2) },
    {
      name: rowName.pair,
      logs: 2,
      turn: async () => together(await Promise.all([replay(1), replay(1, 'other.json')])),
    },
    { name: rowName.compareOne, logs: 1, turn: () => compare(1) },
    { name: rowName.compareTwo, logs: 1, turn: () => compare(2) },
  ];
  const usages = new Map<string, Usage[]>(contestants.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (const { name, turn } of turnOrder(contestants, round)) usages.get(name)!.push(await turn());
  }
  const rows = contestants.map(({ name, logs }) => {
    const of = usages.get(name)!;
    return {
      name,
      logs,
      seconds: of.map(({ seconds }) => seconds),
      processorSeconds: of.map(({ processorSeconds }) => processorSeconds),
      mostBytes: of.map(({ mostBytes }) => mostBytes),
    };
  });
  return { auctions, bids, logBytes: statSync(log).size, rows };
}

/** The demo's tiers, and a draft that changes the winner of about a fifth of the auctions. */
function writeTierSets(folder: string): string[] {
  const current = demoTierSet();
  const tiers = current.tiers
    .filter(({ name }) => !name.startsWith('Everyone else'))
    .map((tier) => (tier.name === 'Rectangle partners' ? { ...tier, min_price: '3.500000' } : tier));
  const [currentFile, draftFile] = [join(folder, 'current.tiers.json'), join(folder, 'draft.tiers.json')];
  writeFileSync(currentFile, JSON.stringify(current));
  writeFileSync(draftFile, JSON.stringify({ ...current, tiers }));
  return ['--current', currentFile, '--draft', draftFile];
}

/** The usage of processes that ran at the same time. */
function together(usages: readonly Usage[]): Usage {
  return {
    seconds: Math.max(...usages.map(({ seconds }) => seconds)),
    processorSeconds: usages.reduce((sum, { processorSeconds }) => sum + processorSeconds, 0),
    mostBytes: Math.max(...usages.map(({ mostBytes }) => mostBytes)),
  };
}
