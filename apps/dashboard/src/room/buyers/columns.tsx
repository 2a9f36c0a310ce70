import { sparkLineHtml } from '@auction-tiers/chart';
import { figures } from '@auction-tiers/contract/glossary';
import { countText, counted, percentColumn } from '../../figure/count.ts';
import { cpmColumn, cpmIn, earnedColumn, signedText } from '../../figure/money.ts';
import { Drawing } from '../../part/chart.tsx';
import type { Column } from '../../part/column.ts';
import type { BuyerRow } from './row/buyer-row.ts';
import type { SortId } from './row/buyers-search.ts';
import { sorts } from './row/buyers-search.ts';
import { weekWords } from './row/buyer-words.ts';
import { changeOf } from './row/weeks.ts';

const column = (id: SortId, rest: Omit<Column<BuyerRow>, 'id' | 'sortBy'>): Column<BuyerRow> => ({
  id,
  sortBy: sorts[id],
  ...rest,
});
const number = { isNumber: true } as const;
const total = (rows: readonly BuyerRow[], of: (row: BuyerRow) => number): number =>
  rows.reduce((sum, row) => sum + of(row), 0);
const price = (net: number | null): string => (net === null ? '–' : cpmColumn(net));

/** The table of buyers. Its figures are of the chosen days, but where a head says otherwise. */
export const buyerColumns = (currency: string, days: string): readonly Column<BuyerRow>[] => [
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
  column('net', {
    ...number,
    head: `Net (${currency})`,
    definition: `What the seller gets of the auctions that this buyer won, after the fee. The sum of ${days}`,
    width: '130px',
    sum: (rows) => earnedColumn(total(rows, ({ net }) => net)),
    cell: ({ net }) => earnedColumn(net),
  }),
  column('week', {
    ...number,
    head: 'Week against the last (%)',
    definition: 'Net of the whole days among the last seven chosen ones, per day, against that of the week before',
    width: '180px',
    cell: ({ weeks }) => {
      const change = weeks === null ? null : changeOf(weeks);
      return change === null ? '–' : signedText(change, percentColumn);
    },
  }),
  {
    id: 'course',
    head: '14 days',
    definition: `Net (${currency}) of each whole day of the two weeks up to the last chosen day`,
    width: 'minmax(96px, 1fr)',
    cell: ({ weeks }) => weeks !== null && <Drawing markup={sparkLineHtml(weeks.nets, weekWords(weeks, currency))} />,
    text: ({ weeks }) => (weeks?.nets ?? []).map(earnedColumn).join(' '),
  },
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
