import { rangeTickHtml } from '@auction-tiers/chart';
import { figures } from '@auction-tiers/contract/glossary';
import { countText, counted, percentColumn } from '../../figure/count.ts';
import { cpmColumn, cpmIn, earnedColumn, earnedText, signedText } from '../../figure/money.ts';
import type { Column } from '../../part/data-table.tsx';
import type { BuyerRow } from './row/buyer-row.ts';
import type { SortId } from './row/buyers-search.ts';
import { sorts } from './row/buyers-search.ts';
import { changeOf } from './row/weeks.ts';
import type { Weeks } from './row/weeks.ts';

type BuyerColumn = Column<BuyerRow> & { readonly id: SortId };

const column = (id: SortId, rest: Omit<BuyerColumn, 'id' | 'sortBy'>): BuyerColumn => ({
  id,
  sortBy: sorts[id],
  ...rest,
});
const number = { isNumber: true } as const;
const total = (rows: readonly BuyerRow[], of: (row: BuyerRow) => number): number =>
  rows.reduce((sum, row) => sum + of(row), 0);
const price = (net: number | null): string => (net === null ? '–' : cpmColumn(net));

/** The table of buyers. Its figures are of the chosen days, but where a head says otherwise. */
export const buyerColumns = (currency: string, days: string): readonly BuyerColumn[] => [
  column('name', {
    head: 'Buyer',
    width: '200px',
    sum: (rows) => `${counted(rows.length, 'buyer')}, ${days}`,
    cell: ({ name, id, member }) => (
      <span className="cut" title={name}>
        {name} {id !== null && <span className="muted">{id}</span>}
        {member?.active === false && <span className="muted"> inactive</span>}
      </span>
    ),
  }),
  column('bids', {
    ...number,
    head: 'Bids',
    definition: figures.bids.definition,
    width: '100px',
    sum: (rows) => countText(total(rows, ({ bids }) => bids)),
    cell: ({ bids }) => countText(bids),
  }),
  column('win_rate', {
    ...number,
    head: 'Won (%)',
    definition: figures.win_rate.definition,
    width: '90px',
    sum(rows) {
      const bids = total(rows, (row) => row.bids);
      return percentColumn(bids === 0 ? null : total(rows, ({ won }) => won) / bids);
    },
    cell: ({ winRate }) => percentColumn(winRate),
  }),
  column('median', {
    ...number,
    head: `Median net (${cpmIn(currency)})`,
    definition: `${figures.net_median.definition}. Of the recorded auctions`,
    width: '180px',
    cell: ({ medianNet }) => price(medianNet),
  }),
  column('p90', {
    ...number,
    head: `90 % net (${cpmIn(currency)})`,
    definition: `${figures.net_p90.definition}. Of the recorded auctions`,
    width: '160px',
    cell: ({ ninetiethNet }) => price(ninetiethNet),
  }),
  column('net', {
    ...number,
    head: `Net (${currency})`,
    definition: `What the seller gets of the auctions that this buyer won, after the fee. The sum of ${days}`,
    width: '130px',
    sum: (rows) => earnedColumn(total(rows, ({ net }) => net)),
    cell: ({ net }) => earnedColumn(net),
  }),
  column('week', {
    head: 'Week against the last (%)',
    definition:
      'Net of the whole days among the last seven chosen ones, per day, against that of the week before. The band is from the least to the most of a day of the week before',
    width: 'minmax(220px, 1fr)',
    cell: ({ weeks }) =>
      weeks === null ? <span className="muted">–</span> : <WeekCell weeks={weeks} currency={currency} />,
  }),
  column('below_floor', {
    ...number,
    head: 'Below floor (%)',
    definition: `${figures.below_floor.definition}, of its bids in the recorded auctions`,
    width: '130px',
    cell: ({ belowFloor }) => percentColumn(belowFloor),
  }),
  column('excluded', {
    ...number,
    head: 'Excluded',
    definition: figures.excluded.definition,
    width: '100px',
    sum: (rows) => countText(total(rows, ({ excluded }) => excluded)),
    cell: ({ excluded }) => countText(excluded),
  }),
];

interface WeekCellProps {
  readonly weeks: Weeks;
  readonly currency: string;
}

function WeekCell({ weeks: { thisWeek, range, daysBefore, lastWeek }, currency }: WeekCellProps) {
  const before =
    range === null
      ? `${counted(daysBefore, 'whole day')} of the week before: too few for a range`
      : `week before ${earnedText(range.low)} to ${earnedText(range.high)}, on average ${earnedText(lastWeek ?? 0)}`;
  const change = changeOf({ thisWeek, lastWeek });
  const label = `${earnedText(thisWeek)} ${currency} a day; ${before}`;
  return (
    <span className="buyer-week" title={label}>
      <span className="number">{range === null || change === null ? '–' : signedText(change, percentColumn)}</span>
      {range === null ? (
        <span className="muted">
          {lastWeek === null ? 'no week before' : `only ${counted(daysBefore, 'day')} before`}
        </span>
      ) : (
        <span
          className="chart-box"
          dangerouslySetInnerHTML={{
            __html: String(rangeTickHtml({ value: thisWeek, usual: range, better: 'more', label })),
          }}
        />
      )}
    </span>
  );
}
