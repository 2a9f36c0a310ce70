import type { InputReport } from '../../log/auction/input-report.ts';
import { toUnits } from '../../figure/text.ts';
import { changeKinds } from '../../schema/change-example.ts';
import type { CompareReport } from '../../schema/compare-report.ts';
import type { LoadedTierSet } from '../../tier-set/tier-set-file.ts';
import { isTouched } from '../measuring/change-kind.ts';
import type { Comparison } from '../measuring/comparison.ts';
import { round } from './round.ts';
import { warnOf } from './warning.ts';

const hoursADay = 24;

/** How far the log can be relied on for this change. */
export function toSupport(
  comparison: Comparison,
  input: InputReport,
  draft: LoadedTierSet,
  { blocks, changed_blocks: changedBlocks, blocks_by: blocksBy }: CompareReport['method'],
): CompareReport['support'] {
  const { auctions, revenue } = comparison.current.totals();
  const touched = changeKinds.filter(isTouched).map((kind) => comparison.changes.totals(kind));
  const touchedAuctions = touched.reduce((sum, change) => sum + change.auctions, 0);
  const touchedMicros = touched.reduce((sum, { current }) => sum + current.netMicros, 0n);
  const hours = comparison.current.rows('date_hour').map(({ key }) => key);
  const days = new Set(hours.map((hour) => (typeof hour === 'number' ? Math.floor(hour / hoursADay) : null)));
  return {
    touched_auctions: touchedAuctions,
    touched_share: share(touchedAuctions, auctions) ?? 0,
    touched_revenue: toUnits(touchedMicros),
    touched_revenue_share: share(Number(touchedMicros), Number(revenue.netMicros)),
    hours: hours.length,
    days: days.size,
    warnings: warnOf({
      auctions,
      touchedAuctions,
      input,
      blocks,
      changedBlocks,
      keepsHours: blocksBy === 'hour_and_placement',
      hours: hours.length,
      days: days.size,
      lacksFee: input.auctions.feed < auctions && revenue.grossMicros > 0n && revenue.grossMicros === revenue.netMicros,
      missingBuyers: comparison.buyerBids.missing(draft.source),
      idleTiers: idleTiers(comparison, draft),
      hasBoundedRows: Object.values(comparison.rows).some(({ isBounded }) => isBounded),
    }),
  };
}

function idleTiers({ draft: tally }: Comparison, { source }: LoadedTierSet): number[] {
  const busy = new Set(tally.rows('tier').map(({ key }) => key));
  const ids = source.tiers.map(({ id }) => id).filter((id) => !busy.has(id));
  return ids.toSorted((left, right) => left - right);
}

function share(part: number, whole: number): number | null {
  return whole === 0 ? null : round(Math.min(1, part / whole), 6);
}
