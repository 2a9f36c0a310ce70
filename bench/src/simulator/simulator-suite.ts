import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Options, Suite } from '../suite.ts';
import type { SimulatorFigures, SimulatorRun } from './figures.ts';
import { runSimulator } from './simulator-run.ts';
import { simulatorText } from './simulator-text.ts';

const bidsEach = 15;
/** The second is a million; the first shows that memory does not grow with the log. */
const [usualAuctions, quickAuctions] = [
  [100_000, 1_000_000],
  [200, 2000],
];

export const simulatorSuite: Suite<SimulatorFigures> = {
  summary: 'replaying a log of a million auctions, against reading it with JSON.parse alone',
  hasSizes: false,
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
      say(`${auctions.toLocaleString('en-US')} auctions of ${bidsEach} bids`);
      runs.push(await runSimulator({ auctions, bidsEach, rounds, folder }));
    }
    return { rounds, runs };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
