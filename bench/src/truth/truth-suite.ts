import type { Suite } from '../suite/suite.ts';
import type { Effect } from './effect.ts';
import type { TruthFigures } from './figures.ts';
import type { Population } from './population.ts';
import { doubled, isShort, populations } from './population.ts';
import { LogThreads, measureCells } from './truth-cell.ts';
import { cellText, truthText } from './truth-report.ts';

const [usualLogs, quickLogs] = [400, 4];
/** Logs that the standard error of a population is taken from. */
const spreadLogs = 2000;

/** Every population with effects of every sign; and, where a launch is possible, how often it is seen in twice the days. */
function planRuns(): { readonly population: Population; readonly effects: readonly Effect[] }[] {
  return [
    ...populations.map((population) => ({ population, effects: ['zero', 'negative', 'positive'] as const })),
    ...populations
      .filter((population) => !isShort(population))
      .map((population) => ({ population: doubled(population), effects: ['positive'] as const })),
  ];
}

export const truthSuite: Suite<TruthFigures> = {
  summary: 'how often the interval of a comparison holds the true effect, and how often it says launch',
  takes: ['logs', 'quick', 'results'],
  async measure({ logs: asked, isQuick }, say) {
    const logs = asked ?? (isQuick ? quickLogs : usualLogs);
    const counts = { logs, spreadLogs };
    const threads = new LogThreads();
    const cells: TruthFigures['cells'][number][] = [];
    try {
      for (const { population, effects } of planRuns()) {
        say(`${population.name}, ${population.days} days: ${logs} logs of each effect (${effects.join(', ')})`);
        const measured = await measureCells(population, effects, counts, threads.work);
        for (const cell of measured) say(`  ${cellText(cell)}`);
        cells.push(...measured);
      }
    } finally {
      await threads.close();
    }
    const figures = { logs, cells };
    return { figures, text: truthText(figures) };
  },
};
