import { sparkLineHtml } from '@auction-tiers/chart';
import { figures } from '@auction-tiers/contract/glossary';
import { countText, counted, percentColumn } from '../../figure/count.ts';
import { cpmColumn, cpmIn, earnedColumn, signedText } from '../../figure/money.ts';
import { Drawing } from '../../part/chart.tsx';
import { type Column, numberColumn, wonOf } from '../../part/column.ts';
import type { BuyerRow } from './row/buyer-row.ts';
import type { SortId } from './row/buyers-search.ts';
import { sorts } from './row/buyers-search.ts';
import { weekWords } from './row/buyer-words.ts';

type Numbers = Omit<Parameters<typeof numberColumn<BuyerRow>>[0], 'id' | 'of'>;

const column = (id: Exclude<SortId, 'name'>, rest: Numbers): Column<BuyerRow> =>
  numberColumn({ id, of: sorts[id], ...rest });

/** The table of buyers. Its figures are of the chosen days, but where a head says otherwise. */
export const buyerColumns = (currency: string, days: string): readonly Column<BuyerRow>[] => [
  {
    id: 'name',
    sortBy: sorts.name,
    head: 'Buyer',
    width: '200px',
    sum: (rows) => `${counted(rows.length, 'buyer')}, ${days}`,
    cell: ({ name, id, member }) => (
      <span className="cut" title={name}>
        {name} {id !== null && <span className="muted">{id}</span>}
        {member?.active === false && <span className="muted"> inactive</span>}
      </span>
    ),
  },
  column('bids', { head: 'Bids', figure: 'bids', width: '100px', show: countText, isSummed: true }),
  column('win_rate', {
    head: 'Won (%)',
    figure: 'win_rate',
    width: '90px',
    show: percentColumn,
    sum: (rows) =>
      wonOf(
        rows,
        ({ bids }) => bids,
        ({ won }) => won,
      ),
  }),
  column('net', {
    head: `Net (${currency})`,
    definition: `What the seller gets of the auctions that this buyer won, after the fee. The sum of ${days}`,
    width: '130px',
    show: earnedColumn,
    isSummed: true,
  }),
  column('week', {
    head: 'Week against the last (%)',
    definition: 'Net of the whole days among the last seven chosen ones, per day, against that of the week before',
    width: '180px',
    show: (change) => signedText(change, percentColumn),
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
    head: `Median net (${cpmIn(currency)})`,
    definition: `${figures.net_median.definition}. Of the recorded auctions`,
    width: '180px',
    show: cpmColumn,
  }),
  column('p90', {
    head: `90 % net (${cpmIn(currency)})`,
    definition: `${figures.net_p90.definition}. Of the recorded auctions`,
    width: '160px',
    show: cpmColumn,
  }),
  column('below_floor', {
    head: 'Below floor (%)',
    definition: `${figures.below_floor.definition}, of its bids in the recorded auctions`,
    width: '130px',
    show: percentColumn,
  }),
  column('excluded', { head: 'Excluded', figure: 'excluded', width: '100px', show: countText, isSummed: true }),
];
