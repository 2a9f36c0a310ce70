import type { SimulatorFigures } from '../simulator/figures.ts';
import { simulatorTable } from '../simulator/simulator-table.ts';
import { toMarkdown } from '../table.ts';

/** The part of the report about the simulator. */
export function simulatorSection({ runs, rounds }: SimulatorFigures): string {
  return `## Replaying a log

\`replay\` on a synthetic log of 15 bids an auction, with the demo's tiers and without them, and everything that its report has; against a program that reads the same file line by line through \`JSON.parse\`, counts the bids and does nothing else. Each in a process of its own, from its start to its end. *Speed per core* compares processor time of all threads. *2 replays at once* are two processes that know nothing of each other: how much more two cores do than one, on this machine, whoever uses them. Medians of ${rounds} rounds. Every report had all bids, and all reports of a log were the same byte for byte.

${runs.map((run) => toMarkdown(simulatorTable(run))).join('\n\n')}`;
}
