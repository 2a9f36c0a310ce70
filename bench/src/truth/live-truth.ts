import { inThreads } from '../suite/threads.ts';
import { atLeast, atMost, formatFigure, formatPercent, type Goal, type Suite } from '../suite/suite.ts';
import { liveRows, type Row } from './live-rows.ts';
import type { LiveTask } from './live-thread.ts';

/** Rounds of a whole table. */
const usualRounds = 7;

/** Simulated experiments use aggregate outcomes of a pool of auctions, with the service's counts, results and guards. */
export const liveTruthSuite: Suite<readonly Row[]> = {
  summary: 'what live experiments say of markets whose truth is known: false verdicts, coverage, power, pauses',
  async measure({ rounds, isQuick }, say) {
    const tasks = liveRows.map(
      ({ runs }, row): LiveTask => ({ row, runs: isQuick ? 2 : Math.ceil((runs * rounds) / usualRounds), isQuick }),
    );
    const rows = await inThreads<Row>('live-thread', import.meta.url, tasks, ({ name, found }) =>
      say(`${name}: ${JSON.stringify(found)}`),
    );
    const header = ['live experiments', 'runs', 'found'];
    return {
      figures: rows,
      tables: [{ header, rows: rows.map((row) => [row.name, formatFigure(row.runs), words(row)]) }],
      goals: goalsOf(rows),
    };
  },
};

const words = ({ found }: Row) =>
  Object.entries(found)
    .map(([what, value]) => `${what} ${formatFigure(value)}`)
    .join(', ');

const ofLag = (lag: number) => `bids rise by 8 % within a lag of ${lag} `;

/** The goals of the specification; where several rows have one, of the row that misses it most. */
function goalsOf(rows: readonly Row[]): Goal[] {
  const found = (name: string, what: string) =>
    rows.filter((row) => row.name.startsWith(name)).map((row) => row.found[what]!);
  const most = (name: string, what: string) => Math.max(...found(name, what));
  const least = (name: string, what: string) => Math.min(...found(name, what));
  return [
    ...['published', 'stopped', 'paused'].map((what) =>
      atMost(0.05, `no effect: ${what}`, most('no effect', what), formatPercent),
    ),
    atLeast(0.93, 'lag of 12 h: interval holds the truth', least(ofLag(12), 'covered'), formatPercent),
    atLeast(0.7, 'lag of 12 h: interval excludes 0', least(ofLag(12), 'excludes 0'), formatPercent),
    atLeast(0.9, 'lag of 48 h: interval holds the truth', least(ofLag(48), 'covered'), formatPercent),
    atLeast(0.85, 'lag of 96 h: five days hold the truth', least(ofLag(96), 'covered by five days'), formatPercent),
    atMost(0, 'bids rise: claimed by a split', most('bids rise', 'claimed by split'), formatPercent),
    atMost(0.05, 'bids fall: a loss published', most('bids fall', 'published'), formatPercent),
    atMost(0.1, 'daily budgets: published', most('daily budgets', 'published'), formatPercent),
    atMost(0.05, 'shading where preferred: published', most('a buyer that is', 'published'), formatPercent),
    atMost(0.1, 'learning of the seller: published', most('learning of', 'published'), formatPercent),
    atMost(0.1, 'a gain that has ended: published', most('a gain of', 'published'), formatPercent),
    atLeast(0.85, 'a steady gain: published', least('a steady gain', 'published'), formatPercent),
    atLeast(0.9, '51:49 paused', least('51:49', 'paused'), formatPercent),
  ];
}
