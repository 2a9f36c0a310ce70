import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { turnOrder } from '../measure/race.ts';
import { WrongAnswer } from '../suite.ts';
import type { SimulatorRun } from './figures.ts';
import { rowName } from './figures.ts';
import type { Usage } from './run-measured.ts';
import { runMeasured } from './run-measured.ts';

const simulator = new URL('../../../apps/simulator/src/main.ts', import.meta.url);
const parser = new URL('./parse-log.ts', import.meta.url);

export interface SimulatorOrder {
  readonly auctions: number;
  readonly bidsEach: number;
  readonly rounds: number;
  /** For the log and the reports. */
  readonly folder: string;
}

/** Writes a log, and lets parsing and replaying go through it in every round; all answers are compared. */
export async function runSimulator({ auctions, bidsEach, rounds, folder }: SimulatorOrder): Promise<SimulatorRun> {
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
    if (text !== (report ??= text)) throw new WrongAnswer(`With ${workers} workers the report is another one.`);
    return usage;
  };
  const entrants = [
    { name: rowName.parse, logs: 1, turn: parse },
    { name: rowName.one, logs: 1, turn: () => replay(1) },
    { name: rowName.two, logs: 1, turn: () => replay(2) },
    {
      name: rowName.pair,
      logs: 2,
      turn: async () => together(await Promise.all([replay(1), replay(1, 'other.json')])),
    },
  ];
  const usages = new Map<string, Usage[]>(entrants.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (const { name, turn } of turnOrder(entrants, round)) usages.get(name)!.push(await turn());
  }
  const rows = entrants.map(({ name, logs }) => {
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

/** What processes used that ran side by side. */
function together(usages: readonly Usage[]): Usage {
  return {
    seconds: Math.max(...usages.map(({ seconds }) => seconds)),
    processorSeconds: usages.reduce((sum, { processorSeconds }) => sum + processorSeconds, 0),
    mostBytes: Math.max(...usages.map(({ mostBytes }) => mostBytes)),
  };
}
