import { rangeTickHtml } from '@auction-tiers/chart';
import { figures } from '@auction-tiers/contract/glossary';
import { countText, counted, percentColumn } from '../../figure/count.ts';
import { cpmColumn, fromMicros, usdColumn, usdText } from '../../figure/money.ts';
import type { Column } from '../../part/data-table.tsx';
import { Definition } from '../../part/definition.tsx';
import type { BuyerRow } from './row/buyer-row.ts';
import type { SortId } from './row/buyers-search.ts';
import { sorts } from './row/buyers-search.ts';
import type { Weeks } from './row/weeks.ts';

type BuyerColumn = Column<BuyerRow> & { readonly id: SortId };

const column = (id: SortId, rest: Omit<BuyerColumn, 'id' | 'sortBy'>): BuyerColumn => ({
  id,
  sortBy: sorts[id],
  ...rest,
});
const number = { isNumber: true } as const;
const price = (micros: number | null): string => (micros === null ? '–' : cpmColumn(fromMicros(micros)));

const defined = (text: string, definition: string) => <Definition text={definition}>{text}</Definition>;

/** The table of buyers. Its figures are of the chosen days, but where a head says otherwise. */
export const buyerColumns: readonly BuyerColumn[] = [
  column('name', {
    head: 'Buyer',
    width: '200px',
    cell: ({ name, id, member }) => (
      <span className="cut" title={name}>
        {name} {id !== null && <span className="muted">{id}</span>}
        {member?.active === false && <span className="muted"> inactive</span>}
      </span>
    ),
  }),
  column('bids', {
    ...number,
    head: defined('Bids', figures.bids.definition),
    label: 'Bids',
    width: '100px',
    cell: ({ bids }) => countText(bids),
  }),
  column('win_rate', {
    ...number,
    head: defined('Won, %', figures.win_rate.definition),
    label: 'Won, %',
    width: '90px',
    cell: ({ winRate }) => percentColumn(winRate),
  }),
  column('median', {
    ...number,
    head: defined('Median net, CPM', `${figures.net_median.definition}. Of the recorded auctions`),
    label: 'Median net, CPM',
    width: '140px',
    cell: ({ medianMicros }) => price(medianMicros),
  }),
  column('p90', {
    ...number,
    head: defined('90 % net, CPM', `${figures.net_p90.definition}. Of the recorded auctions`),
    label: '90th percentile net, CPM',
    width: '130px',
    cell: ({ ninetiethMicros }) => price(ninetiethMicros),
  }),
  column('net', {
    ...number,
    head: defined('Net, USD', 'What the seller gets of the auctions that this buyer won, after the fee'),
    label: 'Net, USD',
    width: '110px',
    cell: ({ net }) => usdColumn(net),
  }),
  column('week', {
    head: defined(
      'This week a day, USD',
      'Net per whole day of the last seven chosen days. The band is from the least to the most of a day of the week before',
    ),
    label: 'Net of this week per day, USD, against the days of the week before',
    width: 'minmax(230px, 1fr)',
    cell: ({ weeks }) => (weeks === null ? <span className="muted">–</span> : <WeekCell weeks={weeks} />),
  }),
  column('below_floor', {
    ...number,
    head: defined('Below floor, %', `${figures.below_floor.definition}, of its bids in the recorded auctions`),
    label: 'Below floor, %',
    width: '130px',
    cell: ({ belowFloor }) => percentColumn(belowFloor),
  }),
  column('excluded', {
    ...number,
    head: defined('Excluded', figures.excluded.definition),
    label: 'Excluded bids',
    width: '100px',
    cell: ({ excluded }) => countText(excluded),
  }),
];

function WeekCell({ weeks: { thisWeek, range, daysBefore, lastWeek } }: { readonly weeks: Weeks }) {
  const before =
    range === null
      ? `${counted(daysBefore, 'whole day')} of the week before: too few for a range`
      : `week before ${usdText(range.low)} to ${usdText(range.high)}, on average ${usdText(lastWeek ?? 0)}`;
  const label = `${usdText(thisWeek)} USD a day; ${before}`;
  return (
    <span className="buyer-week" title={label}>
      <span className="number">{usdColumn(thisWeek)}</span>
      {range === null ? (
        <span className="muted">
          {lastWeek === null ? 'no week before' : `${counted(daysBefore, 'day')} before: ${usdColumn(lastWeek)}`}
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
