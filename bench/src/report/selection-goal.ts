import { ours } from '../engine/contestants/line-up.ts';
import type { EngineFigures } from '../engine/figures.ts';
import { measuredRow } from '../engine/figures.ts';
import { bidsPerAuction } from '../engine/workload/workload.ts';
import { formatFigure, formatPercent } from '../suite/table.ts';
import type { Goal } from '../suite/goal.ts';
import { goal } from '../suite/goal.ts';
import type { HttpFigures } from '../http/figures.ts';
import { median } from '../measure/rounds.ts';

/** Thousands of tiers as a publisher with many has them, and as many as a member may have. */
const sizes = [1000, 10_000];
/** The row of the http suite with as many bids per request as an auction of the engine suite has. */
const auctionRow = 'POST /auction, 20 bids';

/**
 * How much of the processor time of one `POST /auction` is selecting: the costlier shape of the engine suite against the
 * http suite's server. Two runs, so they must be of one machine.
 */
export function selectionGoals(engine: EngineFigures, http: HttpFigures): Goal[] {
  const row = http.rows.find(({ name }) => name === auctionRow);
  return sizes.map((tierCount) => {
    const nsPerBid = costliestShape(engine, tierCount);
    const share =
      row === undefined || nsPerBid === undefined
        ? undefined
        : (nsPerBid * bidsPerAuction) /
          (1000 * median(row.service.turns.map(({ processorMicros }) => processorMicros)));
    const what = `selecting for ${bidsPerAuction} bids among ${formatFigure(tierCount)} tiers: of POST /auction, by processor`;
    return goal(what, { atMost: 0.05 }, share, formatPercent);
  });
}

function costliestShape({ comparisons }: EngineFigures, tierCount: number): number | undefined {
  const rows = comparisons
    .filter((comparison) => comparison.tierCount === tierCount)
    .flatMap((comparison) => measuredRow(comparison, ours.name) ?? []);
  return rows.length === 0 ? undefined : Math.max(...rows.map(({ cpuNsPerBid }) => median(cpuNsPerBid)));
}
