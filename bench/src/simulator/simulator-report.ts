import { formatFigure, formatRatio, type Table, toMarkdown, toText } from '../suite/table.ts';
import { type Goal, goal, goalTable } from '../suite/goal.ts';
import { median, medianRatio, spread } from '../measure/rounds.ts';
import type { SimulatorFigures, SimulatorRow, SimulatorRun } from './figures.ts';
import { rowName } from './figures.ts';

const bytesPerMegabyte = 1e6;

/** With one worker, and with two. */
const [mostBytes, mostBytesOfTwo] = [300e6, 400e6];

const megabytes = (bytes: number) => `${formatFigure(bytes / 1e6)} MB`;

/** The results for a terminal. */
export function simulatorText(figures: SimulatorFigures): string {
  const checked = 'Every report had all bids, and all reports of a log were equal byte for byte.';
  return [
    ...figures.runs.map((run) => toText(simulatorTable(run))),
    toText(goalTable(simulatorGoals(figures))),
    checked,
  ].join('\n\n');
}

/** The part of the report about the simulator. */
export function simulatorSection({ runs, rounds }: SimulatorFigures): string {
  return `## Replaying a log

\`replay\` reads a synthetic log of 15 bids per auction, decides each auction with the demo's tiers and without tiers, and again without each tier that it touched, and writes its whole report. \`compare\` decides each auction with the demo's tiers and with a draft that changes a fifth of the auctions. They are compared with a program that reads the same file line by line with \`JSON.parse\` and only counts the bids. Each runs in a process of its own and is measured from its start to its end. *Speed per core* compares the processor time of all threads. *2 replays at once* are two independent processes: they show how much more two cores of this machine do than one. Figures are medians of ${rounds} rounds. Every report had all bids, and all reports of a log were equal byte for byte.

${runs.map((run) => toMarkdown(simulatorTable(run))).join('\n\n')}`;
}

export function simulatorGoals(figures: SimulatorFigures): Goal[] {
  const run = largestRun(figures);
  const [parse, one, two] = [rowOf(run, rowName.parse), rowOf(run, rowName.one), rowOf(run, rowName.two)];
  const [compareOne, compareTwo] = [rowOf(run, rowName.compareOne), rowOf(run, rowName.compareTwo)];
  return [
    goal(
      'speed of a replay per core, of JSON.parse alone',
      { atLeast: 0.6 },
      medianRatio(parse.processorSeconds, one.processorSeconds),
      formatRatio,
    ),
    goal('2 workers, of 1', { atLeast: 1.6 }, medianRatio(one.seconds, two.seconds), formatRatio),
    goal('most memory of a replay', { atMost: mostBytes }, Math.max(...one.mostBytes, ...two.mostBytes), megabytes),
    goal(
      'speed of a comparison per core, of JSON.parse alone',
      { atLeast: 0.5 },
      medianRatio(parse.processorSeconds, compareOne.processorSeconds),
      formatRatio,
    ),
    goal('most memory of a comparison, 1 worker', { atMost: mostBytes }, Math.max(...compareOne.mostBytes), megabytes),
    goal(
      'most memory of a comparison, 2 workers',
      { atMost: mostBytesOfTwo },
      Math.max(...compareTwo.mostBytes),
      megabytes,
    ),
  ];
}

/** Speed, processor time and memory of each row. */
function simulatorTable(run: SimulatorRun): Table {
  const parse = rowOf(run, rowName.parse);
  return {
    header: [
      `${run.auctions.toLocaleString('en-US')} auctions, ${formatFigure(run.logBytes / bytesPerMegabyte)} MB`,
      'seconds',
      'MB per second',
      'processor seconds',
      'speed per core, of JSON.parse',
      'most memory, MB',
      'furthest round',
    ],
    rows: run.rows.map((row) => [
      row.name,
      formatFigure(median(row.seconds)),
      formatFigure((row.logs * run.logBytes) / bytesPerMegabyte / median(row.seconds)),
      formatFigure(median(row.processorSeconds)),
      formatRatio(row.logs * medianRatio(parse.processorSeconds, row.processorSeconds)),
      formatFigure(median(row.mostBytes) / bytesPerMegabyte),
      `±${formatFigure(100 * spread(row.seconds))} %`,
    ]),
  };
}

/** The largest log of the run. */
function largestRun({ runs }: SimulatorFigures): SimulatorRun {
  return runs.at(-1)!;
}

function rowOf({ rows }: SimulatorRun, name: string): SimulatorRow {
  const row = rows.find((one) => one.name === name);
  if (row === undefined) throw new Error(`The results have no row ${name}.`);
  return row;
}
