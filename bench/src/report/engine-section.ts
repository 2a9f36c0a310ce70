import { ours } from '../engine/contestants/line-up.ts';
import { changeTable, compileTable, costTable, growthTable, memoryTable, ratioTable } from '../engine/engine-report.ts';
import type { EngineFigures } from '../engine/figures.ts';
import { countCheckedBids } from '../engine/figures.ts';
import { shapes } from '../engine/workload/workload.ts';
import { formatNs, toMarkdown } from '../suite/table.ts';

/** The part of the report about selecting tiers. `plotFile` is the plot, seen from the report. */
export function engineSection(figures: EngineFigures, plotFile: string): string {
  const { rounds, patienceMs } = figures.effort;
  const answers = countCheckedBids(figures).toLocaleString('en-US');
  const dropped = formatNs(patienceMs * 1e6);
  return `## Selecting tiers

![Processor time per bid against the number of tiers, both axes logarithmic](${plotFile})

An auction has 20 bids; half of the tiers are targeted, by 50 profiles; a tier names five buyers on average. *Wide*: as many buyers as tiers. *Deep*: 500 buyers, so that at 100,000 tiers each is named by a thousand. *limit* only reads each bid's buyer and net price and writes one integer. \`${ours.name}\` is \`selectTiers\`, which alone also takes the fee off each bid. *simple index* is what a good programmer writes in some twenty lines: the tiers of each buyer by priority, each profile asked once per auction; like the engine, and unlike the others, it draws among equal priorities. What is compiled or parsed once is not in the time.

Medians of ${rounds} rounds in which all contestants took turns; ${answers} answers of the timed rounds were compared with the linear matcher's, and all were equal. *dropped*: a whole run would have taken more than ${dropped}; the estimate stands there.

${shapes.map((shape) => toMarkdown(costTable(figures, shape))).join('\n\n')}

As multiples of the engine's time, each divided within its rounds:

${shapes.map((shape) => toMarkdown(ratioTable(figures, shape))).join('\n\n')}

The engine against itself with fewer tiers, in the same rounds:

${toMarkdown(growthTable(figures))}

What selecting leaves for the garbage collector, and, as a control, what the same measurement says of a loop that makes one object per bid:

${toMarkdown(memoryTable(figures))}

Compiling a tier set, which happens when a tier changes and never in an auction, against \`JSON.parse\` of the same tiers:

${toMarkdown(compileTable(figures))}

What a change of one tier costs, for so many ym-profiles with so many tiers. The service starts steps for 2 ms, lets the event loop turn, and goes on; the longest step, collecting garbage included, may come on top:

${toMarkdown(changeTable(figures))}`;
}
