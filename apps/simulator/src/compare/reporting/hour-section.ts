import type { TallyRow } from '../../tally/row.ts';
import { toUnits } from '../../figure/text.ts';
import type { CompareReport } from '../../schema/compare-report.ts';
import type { Comparison } from '../measuring/comparison.ts';

const msPerHour = 3_600_000;

/** Revenue by hour under both tier sets, in the order of time. Both tallies saw the same auctions, so the same hours. */
export function toHours({ current, draft }: Comparison): CompareReport['hours'] {
  const draftRows = draft.rows('date_hour');
  return current.rows('date_hour').map((row, at) => ({
    hour: typeof row.key === 'number' ? new Date(row.key * msPerHour).toISOString() : null,
    auctions: row.auctions,
    current: toRevenue(row),
    draft: toRevenue(draftRows[at]!),
  }));
}

function toRevenue({ revenue }: TallyRow) {
  return { gross_paid: toUnits(revenue.grossMicros), net_to_seller: toUnits(revenue.netMicros) };
}
